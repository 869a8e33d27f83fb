"""Constraints: what the clues say about sets of unknown cells. The last place that knows geometry.

    legend   unknown cell  a cell that may be a mine or not; it has an id, 0 … n − 1
             clue          an opened number with at least one unknown neighbour; it has an id, 0 … m − 1
             members       the unknown neighbours of a clue, as ids
             need          how many of the members are mines: between low and high, likelihood `weight[need]`

An exact clue has low = high and a one-hot weight. Uncertain clues have an interval and a longer vector; nothing
above this file has to know which model made it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from sapper.board.clues import EXACT, ClueModel
from sapper.board.grid import MAX_NEIGHBOURS
from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.board.view import View
from sapper.compiled import kernel
from sapper.errors import InconsistentView

OPENED, KNOWN_MINE = -1, -2
"""What stands in place of the id of a cell that is not unknown."""
COUNTS = MAX_NEIGHBOURS + 1
"""Length of a likelihood vector: 0 … 8 mines."""

Bytes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class Constraints(NamedTuple):
    """Clues on unknown cells, as arrays; both directions of the clue–cell relation as ragged rows."""

    cells: Ints
    """[n] index on the board of each unknown cell."""
    clues: Ints
    """[m] index on the board of each clue."""
    start: Ints
    """[m + 1] where the members of each clue begin."""
    members: Ints
    """The members of clue i are `members[start[i] : start[i + 1]]`."""
    touch_start: Ints
    """[n + 1] where the clues of each unknown cell begin."""
    touching: Ints
    """The clues of unknown cell j are `touching[touch_start[j] : touch_start[j + 1]]`, in rising order."""
    low: Ints
    """[m] fewest mines that the clue allows among its members."""
    high: Ints
    """[m] most mines that the clue allows among its members."""
    weight: Floats
    """[m, 9] likelihood of each number of mines among the members."""
    mines_left: int
    """Mines among the unknown cells, or -1 when not told."""
    log2_factor: float = 0.0
    """Logarithm of the likelihood of the clues that have no unknown cells left."""


def constraints_of(view: View, trust_flags: bool = True) -> Constraints:
    """Read the constraints off a view; a trusted flag is a known mine, another is a hidden cell.

    >>> constraints = constraints_of(View.parse("1../.2*", mines=3))
    >>> constraints.cells.tolist(), constraints.low.tolist(), constraints.mines_left
    ([1, 2, 3], [1, 1], 2)
    """
    constraints, known, broken = gather(
        cells_of(view), bounds_of(view), trust_flags, view.grid.kernel_neighbours, likelihoods(view.clues)
    )
    if broken >= 0:
        _refuse(view, broken, trust_flags)
    return constraints._replace(mines_left=_mines_left(view, known, len(constraints.cells)))


def cells_of(view: View) -> Bytes:
    """[cells] a copy of the view's cells. Kernels are compiled once for arrays that may be written, not twice."""
    return view.cells.copy().reshape(-1)  # quicker than `flatten`


def bounds_of(view: View) -> Bytes:
    """[cells] which row of the model's likelihoods each clue takes: its bound, or the only one there is."""
    return _zeros(view.cells.size) if view.bounds is None else view.bounds.flatten()


@lru_cache(maxsize=16)
def _zeros(size: int) -> Bytes:
    """Shared: kernels only read it."""
    return np.zeros(size, np.int8)


def likelihoods(model: ClueModel) -> Floats:
    """Table [bound, degree, shown, count] of the model's likelihoods; the last bound stands for an exact clue.

    Where clues tell the truth, an exact clue is all there is.
    """
    return _TRUTH if model is EXACT else _likelihoods(model)


@lru_cache(maxsize=64)
def _likelihoods(model: ClueModel) -> Floats:
    bounds = 0 if model.truthful else COUNTS if model.needs_bound else 1
    table = np.zeros((bounds + 1, COUNTS, COUNTS, COUNTS))
    for degree in range(COUNTS):
        table[bounds, degree, : degree + 1, : degree + 1] = np.eye(degree + 1)
    for bound in range(bounds):
        for degree in range(COUNTS):
            for shown in range(COUNTS):
                limit = bound if model.needs_bound else model.bound(0, 0, degree)
                table[bound, degree, shown, : degree + 1] = model.likelihood(shown, limit, degree)
    return table


_TRUTH = _likelihoods(EXACT)
"""At hand: to look it up by its model is a hundredth of what a position takes."""


def _mines_left(view: View, known: int, unknown: int) -> int:
    if view.mines is None:
        return -1
    if view.mines < known:
        raise InconsistentView(f"the board has {view.mines} mines, but {known} are known or flagged", mine_count=True)
    if view.mines > known + unknown:
        raise InconsistentView(
            f"the board has {view.mines} mines, but there is room for {known + unknown} only", mine_count=True
        )
    return view.mines - known


def _refuse(view: View, clue: int, trust_flags: bool) -> NoReturn:
    """Say why a clue contradicts what is already known around it."""
    cell = view.grid.cell(clue)
    around = [view[other] for other in view.grid.around(cell)]
    known = around.count(MINE) + (around.count(FLAG) if trust_flags else 0)
    hidden = around.count(HIDDEN) + (0 if trust_flags else around.count(FLAG))
    raise InconsistentView(
        f"({cell[0]},{cell[1]})={view[cell]} cannot hold: it touches {known} known mines and {hidden} hidden cells",
        clues=(cell,),
    )


@kernel
def gather(
    cells: Bytes, bounds: Bytes, trust_flags: bool, neighbours: Ints, likelihoods: Floats
) -> tuple[Constraints, int, int]:
    """Scan the board once: constraints (mine count not told), number of known mines, a clue that cannot hold or -1."""
    ids, indices, opened, known_mines = _name_cells(cells, trust_flags)
    # What stands on a board is hard to predict, and a wrong guess of the processor costs more than a few steps in
    # vain. So entries are written first and counted only if they are wanted, here and in `_name_cells`.
    rows, weight = np.empty((3, len(opened)), np.int32), np.zeros((len(opened), COUNTS))
    clues, low, high = rows[0], rows[1], rows[2]
    start = np.zeros(len(opened) + 1, np.int32)
    members = np.empty(len(opened) * MAX_NEIGHBOURS + 1, np.int32)
    truthful = len(likelihoods) == 1
    m, total, broken, log2_factor = 0, 0, -1, 0.0
    for index in opened:
        sure, first = 0, total
        for k in range(MAX_NEIGHBOURS):
            name = ids[1 + neighbours[index, k]]  # there is an entry for -1, no neighbour, too
            members[total] = name
            total += name >= 0
            sure += name == KNOWN_MINE
        if truthful:
            fewest = cells[index] - sure
            most = fewest if 0 <= fewest <= total - first else -1
            weight[m, max(most, 0)] = 1.0 if total > first else 0.0
        else:
            fewest, most = _weigh(
                index, cells[index], bounds[index], neighbours, likelihoods, sure, total - first, weight[m]
            )
            if total == first and weight[m, 0] != 1.0:
                log2_factor += np.log2(weight[m, 0])
        if most < 0:
            broken = index
        clues[m], low[m], high[m] = index, fewest, most
        m += total > first
        start[m] = total
    start, members = start[: m + 1], members[:total]
    touch_start, touching = transpose(start, members, len(indices))
    found = Constraints(
        indices, clues[:m], start, members, touch_start, touching, low[:m], high[:m], weight[:m], -1, log2_factor
    )
    return found, known_mines, broken


@kernel
def _weigh(
    index: int, shown: int, bound: int, neighbours: Ints, likelihoods: Floats, sure: int, unknown: int, weight: Floats
) -> tuple[int, int]:
    """The likelihood of each number of mines among the unknown cells around a clue, in place; fewest and most of these.

    sure: the known mines around it. The most is -1 if the clue cannot hold.
    """
    row, degree, fewest, most = min(max(bound, 0), len(likelihoods) - 1), 0, COUNTS, -1
    while degree < MAX_NEIGHBOURS and neighbours[index, degree] >= 0:
        degree += 1
    for need in range(unknown + 1):
        weight[need] = likelihoods[row, degree, shown, sure + need]
        if weight[need] > 0.0:
            fewest, most = min(fewest, need), need
    return fewest, most


@kernel
def _name_cells(cells: Bytes, trust_flags: bool) -> tuple[Ints, Ints, Ints, int]:
    """The id of each unknown cell, KNOWN_MINE or OPENED; the cell of each id; the clues; how many known mines.

    The ids begin at 1, behind that of no cell, which is OPENED.
    """
    names = np.empty((3, len(cells) + 1), np.int32)
    ids, indices, opened = names[0], names[1], names[2]
    n, mines, clues = 0, 0, 0
    trusted = FLAG if trust_flags else MINE
    for index in range(len(cells)):
        code = cells[index]
        mine = (code == MINE) | (code == trusted)
        unknown = ((code == HIDDEN) | (code == FLAG)) & (not mine)
        ids[1 + index] = n if unknown else (KNOWN_MINE if mine else OPENED)
        indices[n], opened[clues] = index, index
        n += unknown
        mines += mine
        clues += code >= 0
    ids[0] = OPENED
    return ids, indices[:n], opened[:clues], mines


@kernel
def transpose(start: Ints, rows: Ints, columns: int) -> tuple[Ints, Ints]:
    """Ragged rows of column numbers → ragged columns of row numbers, in rising order."""
    # While they are filled, `bounds[column + 1]` says where the next entry of a column goes; in the end, where it ends.
    bounds = np.zeros(columns + 2, np.int32)
    for i in range(len(rows)):
        bounds[rows[i] + 2] += 1
    total = 0
    for column in range(2, columns + 2):
        total += bounds[column]
        bounds[column] = total
    turned = np.empty(len(rows), np.int32)
    for row in range(len(start) - 1):
        for i in range(start[row], start[row + 1]):
            place = bounds[rows[i] + 1]
            turned[place] = row
            bounds[rows[i] + 1] = place + 1
    return bounds[: columns + 1], turned


@kernel
def hidden_around(cell: int, cells: Bytes, neighbours: Ints) -> int:
    """How many neighbours of a cell are hidden."""
    hidden = 0
    for k in range(MAX_NEIGHBOURS):
        near = neighbours[cell, k]
        if near < 0:
            break
        hidden += cells[near] == HIDDEN
    return hidden


@kernel
def known_around(cell: int, cells: Bytes, neighbours: Ints) -> int:
    """How many neighbours of a cell are known mines, opened or flagged."""
    known = 0
    for k in range(MAX_NEIGHBOURS):
        near = neighbours[cell, k]
        if near < 0:
            break
        known += cells[near] == MINE or cells[near] == FLAG
    return known


@kernel
def take_around(place: int, cells: Bytes, neighbours: Ints, seen: Bytes, order: Ints, filled: int) -> int:
    """Add the hidden cells around a place that are not `seen` yet to `order`, in place; how many it has then."""
    for k in range(MAX_NEIGHBOURS):
        near = neighbours[place, k]
        if near < 0:
            break
        if cells[near] == HIDDEN and not seen[near]:
            seen[near] = 1
            order[filled] = near
            filled += 1
    return filled
