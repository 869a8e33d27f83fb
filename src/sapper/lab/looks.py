"""How curves are told apart: by colour, by marker and by dash, so that a figure can also be read in grey.

The colours are told apart by everybody (after M. Okabe and K. Ito) and stand out on white and on black.
"""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c6d31")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")
DASHES = ("-", "--", "-.", ":")
"""Markers and dashes in matplotlib's letters."""


@dataclass(frozen=True)
class Look:
    """What one curve looks like."""

    colour: str
    marker: str
    dash: str


def look(number: int) -> Look:
    """The look of the curve with that number; the first 40 all differ.

    >>> len({look(number) for number in range(40)})
    40
    """
    turn = number // len(COLOURS)
    return Look(COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)], DASHES[(number + turn) % len(DASHES)])
