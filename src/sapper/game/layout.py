"""Layout: where the mines are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sapper.board import notation
from sapper.board.chance import Seed, layout_keys, rising
from sapper.board.grid import Cell, Grid, Topology
from sapper.board.notation import HIDDEN, MINE
from sapper.board.rules import Rules
from sapper.errors import BadInput, BadNotation


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """Mines on a grid.

    >>> layout = Layout.parse("*../...")
    >>> layout.counts.tolist()
    [[0, 1, 0], [1, 1, 0]]
    >>> layout
    Layout.parse('*../...')
    """

    mines: npt.NDArray[np.bool_]
    """Bool [height, width]; made read-only."""
    topology: Topology = "square"

    def __post_init__(self) -> None:
        mines = np.array(self.mines, dtype=np.bool_)
        if mines.ndim != 2:
            raise BadInput(f"a layout has rows and columns, not shape {mines.shape}")
        mines.setflags(write=False)
        object.__setattr__(self, "mines", mines)

    @classmethod
    def random(cls, rules: Rules, seed: Seed, start: Cell | None = None) -> Layout:
        """Mines laid uniformly over the cells that the first click at `start` may leave mined.

        One seed ranks the cells once: a denser board keeps the mines of a sparser one, and another start moves
        only the mines that it must.
        """
        grid = rules.grid
        keys = layout_keys(seed, grid.size)
        allowed = np.ones(grid.size, dtype=np.bool_)
        if start is not None and rules.first != "any":
            if not grid.holds(start):
                raise BadInput(f"the start ({start[0]},{start[1]}) lies outside the {grid.height}×{grid.width} board")
            allowed[grid.index(start)] = False
            if rules.first == "opening":
                allowed[[grid.index(cell) for cell in grid.around(start)]] = False
        candidates = np.flatnonzero(allowed)
        ranked = candidates[rising(keys[candidates])]
        mines = np.zeros(grid.size, dtype=np.bool_)
        mines[ranked[: rules.mines]] = True
        return cls(mines.reshape(grid.height, grid.width), grid.topology)

    @classmethod
    def from_mines(cls, height: int, width: int, cells: Iterable[Cell], topology: Topology = "square") -> Layout:
        """A layout with mines at the given cells.

        >>> Layout.from_mines(2, 2, [(0, 1)])
        Layout.parse('.*/..')
        """
        grid = Grid(height, width, topology)
        mines = np.zeros((height, width), dtype=np.bool_)
        for cell in cells:
            if not grid.holds(cell):
                raise BadInput(f"the mine ({cell[0]},{cell[1]}) lies outside the {height}×{width} board")
            mines[cell] = True
        return cls(mines, topology)

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read a layout; see `sapper.board.notation` for the text."""
        cells, topology = notation.parse_layout(text)
        layout = cls(cells == MINE, topology)
        claimed = (cells != MINE) & (cells != HIDDEN)
        wrong = np.argwhere(claimed & (cells != layout.counts))
        if len(wrong):
            row, column = wrong[0].tolist()
            raise BadNotation(
                f"({row},{column}) says {cells[row, column]} but touches {layout.counts[row, column]} mines"
            )
        return layout

    def __str__(self) -> str:
        return notation.print_layout(self.mines, self.topology)

    def __repr__(self) -> str:
        return f"Layout.parse({str(self).replace(chr(10), '/')!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self.topology == other.topology and bool(np.array_equal(self.mines, other.mines))

    def __hash__(self) -> int:
        return hash((self.topology, self.mines.shape, self.mines.tobytes()))

    @cached_property
    def grid(self) -> Grid:
        """The cells and their neighbours."""
        return Grid(self.mines.shape[0], self.mines.shape[1], self.topology)

    @property
    def total(self) -> int:
        """How many mines there are."""
        return int(np.count_nonzero(self.mines))

    @cached_property
    def counts(self) -> npt.NDArray[np.int8]:
        """Mines around each cell, int8 [height, width]; read-only."""
        # One extra entry that is never mined stands for the -1 that pads the table.
        padded = np.append(self.mines.ravel(), False)
        counts = np.zeros(self.grid.size, dtype=np.int8)
        for column in self.grid.neighbours.T:
            counts += padded[column]
        counts.setflags(write=False)
        return counts.reshape(self.mines.shape)
