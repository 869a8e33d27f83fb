"""What is typed to the adviser: which cells show what.

2          the cell that was asked for shows 2; 213 fills the first three that were asked for, in order
3,4=2      row 3, column 4 shows 2; several on one line are fine
3,4 0112   from row 3, column 4 to the right: 0, 1, 1, 2
row 3 ..01 the whole row

0-8 the number   * a mine   _ open, number not told   . nothing to say about this cell
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sapper.board.grid import Cell
from sapper.board.view import HIDDEN, MINE, SAFE
from sapper.errors import BadNotation

SIGNS = "0-8*_."
CODES = {"*": MINE, "_": SAFE, ".": HIDDEN} | {str(clue): clue for clue in range(9)}
"""Sign → what the cell shows; a dot says nothing."""

_BARE = re.compile(rf"[{SIGNS}\s]+")
_PLACED = re.compile(rf"\(?\s*(\d+)\s*,\s*(\d+)\s*\)?\s*[=:]?\s*([{SIGNS}]+)(?![\d,])[\s;]*")
_ROW = re.compile(rf"row\s+(\d+)\s+([{SIGNS}]+)")


def read_shown(line: str, asked: Sequence[Cell]) -> dict[Cell, int]:
    """What a line says: cell → what it shows. `asked` are the cells that signs without a place stand for.

    >>> read_shown("3,4=2 5,6 01", asked=[])
    {(3, 4): 2, (5, 6): 0, (5, 7): 1}
    >>> read_shown("1.2", asked=[(0, 0), (0, 1), (0, 2)])
    {(0, 0): 1, (0, 2): 2}
    """
    shown = _shown(line, asked)
    if not shown:
        raise BadNotation("type what the cell shows; help shows more")
    return shown


def _shown(line: str, asked: Sequence[Cell]) -> dict[Cell, int]:
    text = line.strip().lower()
    if row := _ROW.fullmatch(text):
        places = [(int(row[1]), column) for column in range(len(row[2]))]
        return _said(places, row[2])
    if _BARE.fullmatch(text):
        signs = "".join(text.split())
        if len(signs) > len(asked):
            raise BadNotation(
                f"{len(signs)} signs for {len(asked)} cells: only as many as were asked for, in their order"
            )
        return _said(asked[: len(signs)], signs)
    shown: dict[Cell, int] = {}
    place = 0
    while place < len(text):
        match = _PLACED.match(text, place)
        if match is None:
            raise BadNotation(f"{line.strip()!r} is not understood; help shows what can be typed")
        first, column, signs = int(match[1]), int(match[2]), match[3]
        shown |= _said([(first, column + step) for step in range(len(signs))], signs)
        place = match.end()
    return shown


def _said(places: Sequence[Cell], signs: str) -> dict[Cell, int]:
    return {cell: CODES[sign] for cell, sign in zip(places, signs, strict=True) if CODES[sign] != HIDDEN}
