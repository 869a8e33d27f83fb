"""Moves and what became of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.errors import BadNotation


@dataclass(frozen=True, slots=True)
class Open:
    """Open a hidden cell."""

    cell: Cell

    def __str__(self) -> str:
        return f"open {self.cell[0]},{self.cell[1]}"


@dataclass(frozen=True, slots=True)
class Flag:
    """Mark a hidden cell as a mine."""

    cell: Cell

    def __str__(self) -> str:
        return f"flag {self.cell[0]},{self.cell[1]}"


@dataclass(frozen=True, slots=True)
class Unflag:
    """Take a flag back."""

    cell: Cell

    def __str__(self) -> str:
        return f"unflag {self.cell[0]},{self.cell[1]}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a cell that showed no clue once more (clue model `reveal:p:again`)."""

    cell: Cell

    def __str__(self) -> str:
        return f"ask {self.cell[0]},{self.cell[1]}"


Move = Open | Flag | Unflag | Ask

_VERBS: dict[str, type[Open] | type[Flag] | type[Unflag] | type[Ask]] = {
    "open": Open,
    "flag": Flag,
    "unflag": Unflag,
    "ask": Ask,
}
_CELL = re.compile(r"\(?(-?\d{1,9})\s*[, ]\s*(-?\d{1,9})\)?")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move did: whether a mine went off, and the indices of the cells that look different now."""

    exploded: bool
    changed: npt.NDArray[np.intp]


def parse_cell(text: str) -> Cell:
    """Read a cell, row first.

    >>> parse_cell("3,4")
    (3, 4)
    """
    match = _CELL.fullmatch(text.strip())
    if match is None:
        raise BadNotation(f"{text!r} is not a cell: write row,column, counted from 0")
    return int(match[1]), int(match[2])


def parse_move(text: str) -> Move:
    """Read a move; `parse_move(str(move)) == move`.

    >>> parse_move("flag 3,4")
    Flag(cell=(3, 4))
    """
    verb, _, rest = text.strip().partition(" ")
    if verb not in _VERBS:
        raise BadNotation(f"{text!r} is not a move: write open, flag, unflag or ask, then row,column")
    return _VERBS[verb](parse_cell(rest))
