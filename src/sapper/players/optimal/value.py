"""The value of a position under best play: the chance to win a classic game, the expected score of a survey game.

Every layout that the view allows is written down, and the play that loses least over all of them is found (see
`sapper.players.endgame`). So values are fractions: layouts won out of all layouts, or mines not opened out of all mines
of all layouts. In a survey game, as the reports play it, a cell is flagged only when it is proved to be a mine; so
every mine is opened or flagged in the end, and the score is what is not opened.

Where the rules protect the first click, each cell that may be clicked has layouts of its own, and its own value.

Cost: see the constants. 6×6 with 4 mines takes seconds, 5×5 with 6 mines minutes; both stay far below 1 GiB.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell, Grid
from sapper.board.view import FLAG, MINE, View
from sapper.errors import BadInput, LimitExceeded
from sapper.inference.exact.layers import Longs
from sapper.inference.levels import infer
from sapper.knowledge.constraints import Bytes, Ints, cells_of
from sapper.players.endgame.parts import SETS, Signs, signs_of
from sapper.players.endgame.search import ANY_CELL, GIVEN_UP, least_loss
from sapper.players.endgame.solutions import MINED, layouts_of
from sapper.players.endgame.table import Numbers, Table, empty_table, numbers_of
from sapper.players.optimal.symmetry import images_of

MOST_LAYOUTS = 200_000
"""Positions with more layouts are refused: 5×5 with 6 mines has 177,100."""
MOST_LOOKS = 2 * 10**12
"""A search that looks more often at one cell of one layout is given up: an hour or two."""
SLOTS = 1 << 22
"""Sets that are remembered at a time, 25 bytes each."""
LEAST_TO_WRITE = 1_000
"""Layouts are written down with the steps that so many may take, if there are fewer."""

_ALONE = threading.Lock()
"""Searches of one process share their table, one after the other."""


@dataclass(frozen=True)
class Optimum:
    """What best play is worth, and how it begins.

    >>> best = optimum(View.parse("..../..../..../....", mines=4))
    >>> best.value, best.gained, best.possible
    (Fraction(961, 1820), 961, 1820)
    """

    gained: int
    """Classic: layouts that are won. Survey: mines that are not opened, over all layouts."""
    possible: int
    """Classic: all layouts. Survey: all mines, over all layouts."""
    cells: tuple[Cell, ...]
    """The cells whose opening is worth that much, in reading order."""
    sets: int = field(compare=False)
    """How many sets of layouts were searched."""

    @property
    def value(self) -> Fraction:
        """The chance to win, or the expected score."""
        return Fraction(self.gained, self.possible) if self.possible else Fraction(1)


@dataclass(frozen=True)
class Position:
    """Every layout of a view, written down for the search."""

    view: View
    hidden: Ints
    """[cells] index on the board."""
    shown: Bytes
    """[layouts, cells]"""
    signs: Signs
    numbers: Numbers
    most_looks: int
    effort: Longs

    @classmethod
    def of(cls, view: View, most_layouts: int = MOST_LAYOUTS, most_looks: int = MOST_LOOKS) -> Position:
        """Write the layouts down; refuse what cannot be searched."""
        if view.mines is None or view.clues.kind != "exact":
            raise BadInput("best play is known only for exact clues with the mine count told")
        solutions = infer(view).solutions
        if solutions > most_layouts:
            raise LimitExceeded(f"{solutions:,} layouts are too many for best play: at most {most_layouts:,}")
        cells = cells_of(view)
        hidden, shown, found = layouts_of(
            cells, view.grid.kernel_neighbours, view.mines_left or 0, max(solutions, LEAST_TO_WRITE)
        )
        if found < 0:
            raise LimitExceeded(f"{solutions:,} layouts of {len(hidden)} cells took too long to write down")
        known = np.flatnonzero(np.isin(cells, (FLAG, MINE))).astype(np.int32)
        shown = shown[:found]
        numbers = numbers_of(shown, hidden, known, images_of(view.grid))
        return cls(view, hidden, shown, signs_of(shown), numbers, most_looks, np.zeros(2, np.int64))

    @property
    def protected(self) -> bool:
        """Whether the next click is the first, and the rules promise something of it."""
        return self.view.untouched and self.view.first != "any"

    def loss(self, live: Ints, only: int, limit: int) -> tuple[int, int]:
        """The least loss of some layouts, and the hidden cell to open first; see `least_loss`."""
        survey, grid = self.view.end == "survey", self.view.grid
        with _ALONE:
            loss, first = least_loss(
                self.signs, self.numbers, live, survey, only, limit, _table(grid, survey), self.most_looks, self.effort
            )
        if loss == GIVEN_UP:
            raise LimitExceeded(f"best play was not found within {self.most_looks:,} looks at a cell of a layout")
        return int(loss), int(first)

    def least(self) -> tuple[int, int]:
        """The least loss of all layouts, and the hidden cell to open first, whatever the rules promise of it."""
        layouts = len(self.shown)
        return (0, -1) if layouts == 1 else self.loss(self._all(), ANY_CELL, layouts * len(self.hidden))

    def _all(self) -> Ints:
        return np.arange(len(self.shown), dtype=np.int32)

    def after_promise(self, place: int) -> Ints:
        """The layouts that are left when a hidden cell is about to be opened."""
        if not self.protected:
            return self._all()
        free = self.shown[:, place] != MINED
        if self.view.first == "opening":
            free &= self.shown[:, place] == 0
        return np.flatnonzero(free).astype(np.int32)

    def alike(self) -> list[npt.NDArray[np.intp]]:
        """The hidden cells, those together that look the same when the view is turned or mirrored."""
        cells, images = self.view.cells.ravel(), images_of(self.view.grid)
        fixed = images[[bool((cells[goes] == cells).all()) for goes in images]]
        place = np.full(cells.size, -1)
        place[self.hidden] = np.arange(len(self.hidden))
        groups = {tuple(sorted({int(place[index]) for index in fixed[:, cell]})) for cell in self.hidden}
        return [np.array(group) for group in sorted(groups)]

    def optimum(self, loss: int, layouts: int, places: list[int]) -> Optimum:
        """The answer, from the least loss over some layouts and where it is reached."""
        view, each = self.view, 1
        if view.end == "survey":
            each = view.mines or 0
            loss += int(view.known_mines.sum()) * layouts
        cells = sorted(view.grid.cell(self.hidden[place]) for place in places)
        return Optimum(layouts * each - loss, layouts * each, tuple(cells), int(self.effort[SETS]))


@lru_cache(maxsize=1)
def _table(grid: Grid, survey: bool) -> Table:
    """The sets that were met on boards of one kind; what a set loses does not depend on the view it was met in."""
    return empty_table(SLOTS)


def optimum(view: View, watch: Callable[[int, int, int], None] | None = None) -> Optimum:
    """The value of a view under best play, and every cell that may be opened first.

    watch: called once a second with the number of first cells done, of how many, and the sets searched so far.

    >>> optimum(View.parse("11/..", mines=1)).value
    Fraction(1, 2)
    >>> optimum(View.parse("..../..../..../....", mines=4, end="survey")).value
    Fraction(1247, 1456)
    """
    position = Position.of(view)
    if watch is None:
        return best_of(position, [0, 0])
    done, answer = [0, 0], list[Optimum]()
    faults = list[Exception]()

    def work() -> None:
        try:
            answer.append(best_of(position, done))
        except Exception as fault:  # raised again by the thread that waits
            faults.append(fault)

    worker = threading.Thread(target=work, daemon=True)  # so that an interrupt ends the process at once
    worker.start()
    while worker.is_alive():
        worker.join(1.0)
        watch(done[0], done[1], int(position.effort[SETS]))
    if faults:
        raise faults[0]
    return answer[0]


def best_of(position: Position, done: list[int]) -> Optimum:
    """Search each first cell for a loss no worse than the best so far. done: first cells searched, of how many."""
    if not len(position.hidden):
        return position.optimum(0, len(position.shown), [])
    groups = [(position.after_promise(int(group[0])), group.tolist()) for group in position.alike()]
    groups = sorted((one for one in groups if len(one[0])), key=lambda one: len(one[0]))
    best, among, places = len(position.hidden), 1, list[int]()  # more than any cell loses, per layout
    if not position.protected:
        best, among = position.least()[0], len(position.shown)
    done[1] = len(groups)
    for live, group in groups:
        most = best * len(live) // among
        loss, _ = position.loss(live, group[0], most + 1)
        if loss <= most:
            places = [*places, *group] if loss * among == best * len(live) else group
            best, among = loss, len(live)
        done[0] += 1
    return position.optimum(best, among, places)
