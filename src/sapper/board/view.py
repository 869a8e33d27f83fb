"""View: what a player sees, and nothing else.

cells   int8 [height, width]
        0 … 8    opened, the clue
        SAFE     opened, no clue was shown
        MINE     a mine that everybody knows of (opened, or told)
        HIDDEN   not opened
        FLAG     not opened, the player says it is a mine
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from sapper.board import notation
from sapper.board.clues import EXACT, ClueModel
from sapper.board.grid import MAX_NEIGHBOURS, Cell, Grid, Topology
from sapper.board.notation import FLAG, HIDDEN, MINE, SAFE
from sapper.board.rules import End, First
from sapper.errors import BadInput

__all__ = ["FLAG", "HIDDEN", "MINE", "SAFE", "View"]

Mask = npt.NDArray[np.bool_]

_ENDS, _FIRSTS = get_args(End), get_args(First)


@dataclass(frozen=True, eq=False, repr=False)
class View:
    """An immutable picture of the board as the player sees it.

    >>> view = View.parse("1../.2*", mines=3)
    >>> view
    View.parse('1../.2*/mines=3')
    >>> view.mines_left
    2
    >>> view[0, 0], view[1, 2] == MINE
    (1, True)
    """

    cells: npt.NDArray[np.int8]
    """What each cell shows, by the codes above; copied, and read-only."""
    mines: int | None = None
    """All mines of the board, or None when the player is not told."""
    density: float | None = None
    """Instead of a count: each cell was mined independently with this probability."""
    clues: ClueModel = EXACT
    """How clues are drawn."""
    bounds: npt.NDArray[np.int8] | None = None
    """For `optimistic` and `cautious`: the bound of each clue when it was drawn (-1 where there is no clue)."""
    topology: Topology = "square"
    end: End = "classic"
    first: First = "any"
    """What the rules promise of the first click."""

    def __post_init__(self) -> None:
        cells = _frozen(self.cells)
        object.__setattr__(self, "cells", cells)
        if cells.ndim != 2:
            raise BadInput(f"a view has rows and columns, not shape {cells.shape}")
        if cells.size and not SAFE <= cells.min() <= cells.max() <= MAX_NEIGHBOURS:
            raise BadInput(f"a cell shows a code from {SAFE} to {MAX_NEIGHBOURS}, see sapper.board.view")
        if self.bounds is not None:
            object.__setattr__(self, "bounds", _frozen(self.bounds))
        if self.bounds is not None and self.bounds.shape != cells.shape:
            raise BadInput("bounds need one entry per cell")
        for name, value, choices in (("end rule", self.end, _ENDS), ("first-click rule", self.first, _FIRSTS)):
            if value not in choices:
                raise BadInput(f"unknown {name} {value!r}: choose {', '.join(choices)}")
        if self.mines is not None and self.density is not None:
            raise BadInput("give the mine count or a density, not both")
        if self.mines is not None and not 0 <= self.mines <= cells.size:
            raise BadInput(f"{self.mines} mines do not fit on {cells.size} cells")
        if self.density is not None and not 0.0 <= self.density <= 1.0:
            raise BadInput(f"a density lies in [0, 1], not {self.density}")

    @classmethod
    def parse(cls, text: str, mines: int | None = None, **fields: Any) -> View:
        """Read a view; see `sapper.board.notation` for the text. Arguments override the text's own fields."""
        cells, parsed = notation.parse_view(text)
        if mines is not None or "density" in fields:
            parsed = {name: value for name, value in parsed.items() if name not in ("mines", "density")}
        if mines is not None:
            fields["mines"] = mines
        if isinstance(fields.get("clues"), str):
            fields["clues"] = ClueModel.parse(fields["clues"])
        view = cls(cells, **(parsed | fields))
        notation.check_clues(view.cells, view.grid, view.clues, view.bounds)
        return view

    def __str__(self) -> str:
        return notation.print_view(self.cells, self._fields())

    def __repr__(self) -> str:
        return f"View.parse({str(self).replace(chr(10), '/')!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return bool(np.array_equal(self.cells, other.cells)) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.cells.shape, self.cells.tobytes(), self.mines))

    def __getitem__(self, cell: Cell) -> int:
        return int(self.cells[cell])

    @cached_property
    def grid(self) -> Grid:
        """The cells and their neighbours."""
        return Grid(self.cells.shape[0], self.cells.shape[1], self.topology)

    @property
    def hidden(self) -> Mask:
        """Cells neither opened nor flagged nor known as mines."""
        return np.equal(self.cells, HIDDEN)

    @property
    def flags(self) -> Mask:
        """Cells that the player flagged."""
        return np.equal(self.cells, FLAG)

    @property
    def known_mines(self) -> Mask:
        """Cells that everybody knows to be mines."""
        return np.equal(self.cells, MINE)

    @property
    def opened(self) -> Mask:
        """Safe cells that were opened, with or without a clue."""
        return (self.cells >= 0) | np.equal(self.cells, SAFE)

    @property
    def untouched(self) -> bool:
        """Whether nothing was opened yet, so that the first-click rule still holds."""
        return not bool((self.opened | self.known_mines).any())

    @property
    def mines_left(self) -> int | None:
        """Mines neither known nor flagged, if the mine count is told."""
        if self.mines is None:
            return None
        return self.mines - int(np.count_nonzero(self.known_mines | self.flags))

    def with_cells(self, changes: dict[Cell, int]) -> View:
        """The same view with some cells showing something else.

        >>> View.parse("1.").with_cells({(0, 1): FLAG})
        View.parse('1F')
        """
        cells = self.cells.copy()
        for cell, code in changes.items():
            cells[cell] = code
        return replace(self, cells=cells)

    def without_flags(self) -> View:
        """The same view with every flag taken off.

        >>> View.parse("1F").without_flags()
        View.parse('1.')
        """
        return replace(self, cells=np.where(self.flags, HIDDEN, self.cells)) if self.flags.any() else self

    def _fields(self) -> dict[str, str]:
        """What is not on the cells, as text; defaults are left out."""
        bounds = None if self.bounds is None else notation.print_bounds(self.bounds)
        fields = {
            "mines": self.mines,
            "density": self.density,
            "clues": None if self.clues == EXACT else self.clues,
            "bounds": bounds,
            "grid": None if self.topology == "square" else self.topology,
            "end": None if self.end == "classic" else self.end,
            "first": None if self.first == "any" else self.first,
        }
        return {name: str(value) for name, value in fields.items() if value is not None}


def _frozen(values: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """A read-only copy, so that nobody else can change what a view shows."""
    copy = np.array(values, dtype=np.int8, order="C")
    copy.setflags(write=False)
    return copy
