"""How much work a layout is: 3BV, openings, islands and ZiNi, the community's measures.

    legend   opening    connected zeros, with the numbers around them: one click opens it all
             3BV        clicks needed without flags: one per opening, and one per number that touches no zero
             lone       such a number
             island     lone numbers that are connected
             ZiNi       clicks needed with flags and chords, by a greedy method (Zimmermann and Nikolaus, 2009)

Greedy ZiNi: a cell's premium is what a chord on it saves over single clicks: the 3BV that it would open, minus its
mines without a flag, minus 1 for the chord, minus 1 if the cell is still closed. Solve the cell with the highest
premium, the first by columns from the left if there are several; without one of at least 0, click the first cell that
is still needed. Cost: about linear in the board, since a premium is pushed on a heap only when it changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.game.layout import Layout

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]

Longs = npt.NDArray[np.int64]
Heap = list[np.int64]

HIGHEST = 8
"""No premium is higher: a cell has 8 neighbours, and the chord itself costs a click."""


@dataclass(frozen=True)
class Measures:
    """How much work a layout is."""

    bbbv: int
    """3BV: the fewest left clicks that solve the board without flags."""
    openings: int
    islands: int
    zini: int
    """Clicks of the greedy solution with flags and chords."""

    def to_dict(self) -> dict[str, int]:
        """Plain values, for JSON."""
        return {"3bv": self.bbbv, "openings": self.openings, "islands": self.islands, "zini": self.zini}


def measure(layout: Layout) -> Measures:
    """Measure a layout.

    >>> measure(Layout.parse("....*/...../*..../....."))
    Measures(bbbv=2, openings=1, islands=1, zini=2)
    >>> measure(Layout.parse(".../.*./...")).to_dict()
    {'3bv': 8, 'openings': 0, 'islands': 1, 'zini': 5}
    """
    mines, counts = layout.mines.ravel().copy(), layout.counts.ravel().copy()
    neighbours = layout.grid.kernel_neighbours
    bbbv, openings, islands = clicks_needed(mines, counts, neighbours)
    zini = _zini(mines, counts, neighbours, _by_columns(layout))
    return Measures(int(bbbv), int(openings), int(islands), int(zini))


def _by_columns(layout: Layout) -> Ints:
    """The cells column by column, each from the top."""
    height, width = layout.mines.shape
    return np.ascontiguousarray(np.arange(height * width, dtype=np.int32).reshape(height, width).T).ravel()


@kernel
def clicks_needed(mines: Bools, counts: Bytes, neighbours: Ints) -> tuple[int, int, int]:
    """3BV, openings and islands."""
    _, openings = _openings(mines, counts, neighbours)
    lone = _lone(mines, counts, neighbours)
    alone, islands = 0, 0
    seen = np.zeros(len(mines), np.bool_)
    queue = np.empty(len(mines), np.int32)
    for cell in range(len(mines)):
        alone += lone[cell]
        if lone[cell] and not seen[cell]:
            islands += 1
            _flood(cell, lone, neighbours, seen, queue)
    return openings + alone, openings, islands


@kernel
def _flood(first: int, allowed: Bools, neighbours: Ints, seen: Bools, queue: Ints) -> int:
    """List in `queue` all allowed cells connected with the first, and mark them as seen; how many."""
    queue[0], seen[first] = first, True
    head, count = 0, 1
    while head < count:
        cell = queue[head]
        head += 1
        for other in neighbours[cell]:
            if other < 0:
                break
            if allowed[other] and not seen[other]:
                seen[other] = True
                queue[count] = other
                count += 1
    return count


@kernel
def _openings(mines: Bools, counts: Bytes, neighbours: Ints) -> tuple[Ints, int]:
    """The opening of each zero, from 1, and 0 elsewhere; how many there are."""
    size, openings = len(mines), 0
    zero = np.empty(size, np.bool_)
    for cell in range(size):
        zero[cell] = counts[cell] == 0 and not mines[cell]
    label, seen, queue = np.zeros(size, np.int32), np.zeros(size, np.bool_), np.empty(size, np.int32)
    for cell in range(size):
        if zero[cell] and not seen[cell]:
            openings += 1
            for k in range(_flood(cell, zero, neighbours, seen, queue)):
                label[queue[k]] = openings
    return label, openings


@kernel
def _lone(mines: Bools, counts: Bytes, neighbours: Ints) -> Bools:
    """The numbers that touch no zero."""
    lone = np.zeros(len(mines), np.bool_)
    for cell in range(len(mines)):
        lone[cell] = counts[cell] > 0 and not mines[cell]
        for other in neighbours[cell]:
            if other >= 0 and counts[other] == 0 and not mines[other]:
                lone[cell] = False
    return lone


class _Board(NamedTuple):
    """A board while it is being solved."""

    mines: Bools
    zero: Bools
    lone: Bools
    neighbours: Ints
    closed: Bools
    """Cells neither opened nor flagged."""
    premium: Ints
    stamp: Ints
    """Which opening last touched each cell, to count it once."""


@kernel
def _zini(mines: Bools, counts: Bytes, neighbours: Ints, cells: Ints) -> int:
    """Clicks of the greedy solution; cells: in the order that breaks ties."""
    label, _ = _openings(mines, counts, neighbours)
    size = len(mines)
    board = _Board(
        mines, label > 0, _lone(mines, counts, neighbours), neighbours, np.ones(size, np.bool_),
        np.empty(size, np.int32), np.zeros(size, np.int32),
    )  # fmt: skip
    rank = np.empty(size, np.int64)
    heap = [np.int64(0)]
    heap.pop()
    for position in range(size):
        rank[cells[position]] = position
    for cell in range(size):
        board.premium[cell] = _first_premium(board, counts, label, cell)
        _wait(board, heap, rank, cell)
    clicks, needed = 0, 0
    while True:
        cell = _best(board, heap, cells)
        if cell >= 0:
            clicks += _solve(board, heap, rank, cell)
            continue
        while needed < size and not _is_needed(board, cells[needed]):
            needed += 1
        if needed == size:
            return clicks
        clicks += 1
        _reveal(board, heap, rank, cells[needed])


@kernel
def _first_premium(board: _Board, counts: Bytes, label: Ints, cell: int) -> int:
    """3BV around minus mines around minus 2; openings are counted once each."""
    worth = 1 if board.lone[cell] or board.zero[cell] else 0
    if board.zero[cell]:
        return worth - 2
    around = board.neighbours[cell]
    for k in range(len(around)):
        if around[k] < 0:
            break
        worth += board.lone[around[k]]
        fresh = label[around[k]] > 0
        for j in range(k):
            fresh &= label[around[j]] != label[around[k]]
        worth += fresh
    return int(worth - counts[cell] - 2)


@kernel
def _wait(board: _Board, heap: Heap, rank: Longs, cell: int) -> None:
    """Put a cell on the heap, highest premium first, if it is worth a chord."""
    if board.premium[cell] >= 0 and not board.mines[cell]:
        heappush(heap, (HIGHEST - board.premium[cell]) * len(rank) + rank[cell])


@kernel
def _best(board: _Board, heap: Heap, cells: Ints) -> int:
    """Take the cell with the highest premium, or -1; entries whose premium has changed are stale and dropped."""
    while len(heap):
        entry = heappop(heap)
        cell = cells[entry % len(cells)]
        if board.premium[cell] == HIGHEST - entry // len(cells):
            return int(cell)
    return -1


@kernel
def _is_needed(board: _Board, cell: int) -> bool:
    return bool(board.closed[cell] and (board.zero[cell] or board.lone[cell]))


@kernel
def _solve(board: _Board, heap: Heap, rank: Longs, cell: int) -> int:
    """Open a cell, flag its mines and chord; the clicks that it took."""
    clicks = 1
    if board.closed[cell]:
        clicks += 1
        _reveal(board, heap, rank, cell)
    for mine in board.neighbours[cell]:
        if mine >= 0 and board.mines[mine] and board.closed[mine]:
            board.closed[mine] = False
            clicks += 1
            for other in board.neighbours[mine]:
                if other >= 0:
                    board.premium[other] += 1
                    _wait(board, heap, rank, other)
    for other in board.neighbours[cell]:
        if other >= 0 and board.closed[other]:
            _reveal(board, heap, rank, other)
    return clicks


@kernel
def _reveal(board: _Board, heap: Heap, rank: Longs, cell: int) -> None:
    """Open a closed safe cell, and with a zero its whole opening."""
    if not board.zero[cell]:
        _open(board, heap, rank, cell)
        return
    queue = [np.int64(cell)]
    board.stamp[cell] = cell + 1
    while len(queue):
        zero = int(queue.pop())
        if board.closed[zero]:
            _open(board, heap, rank, zero)
        board.premium[zero] -= 1
        for other in board.neighbours[zero]:
            if other < 0 or board.stamp[other] == cell + 1:
                continue
            board.stamp[other] = cell + 1
            if board.zero[other]:
                queue.append(np.int64(other))
                continue
            if board.closed[other]:
                _open(board, heap, rank, other)
            board.premium[other] -= 1
            _wait(board, heap, rank, other)


@kernel
def _open(board: _Board, heap: Heap, rank: Longs, cell: int) -> None:
    """Open one cell: its own premium rises, and what it was worth is gone."""
    board.closed[cell] = False
    board.premium[cell] += 1
    if board.lone[cell]:
        board.premium[cell] -= 1
        for other in board.neighbours[cell]:
            if other >= 0:
                board.premium[other] -= 1
                _wait(board, heap, rank, other)
    _wait(board, heap, rank, cell)
