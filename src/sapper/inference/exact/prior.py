"""What is known of the mines before any clue: their number, or a density, or nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sapper.board.view import View
from sapper.inference.exact.engine import NOT_TOLD


def settled(view: View, trust_flags: bool) -> View:
    """The same view, where a density of exactly 0 or 1 is said as the mine count that it is."""
    if view.density not in (0.0, 1.0):
        return view
    known = view.known_mines | (view.flags if trust_flags else np.zeros_like(view.flags))
    room = (view.hidden | view.flags) & ~known
    mines = np.count_nonzero(known) + (np.count_nonzero(room) if view.density == 1.0 else 0)
    return replace(view, mines=int(mines), density=None)


def odds_of(view: View) -> float:
    """The weight of a mine against a safe cell: 1 unless a density is given."""
    return 1.0 if view.density is None else view.density / (1.0 - view.density)


def prior_of(view: View) -> tuple[int, float]:
    """What a kernel is told before any clue: all mines of the board, or NOT_TOLD; and the odds of a mine."""
    return NOT_TOLD if view.mines is None else view.mines, odds_of(view)
