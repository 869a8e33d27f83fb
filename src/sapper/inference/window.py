"""Level `window`: two clues of one 5×5 window at a time, if the cells of one are among those of the other (report 000).

What
    Slide a 5×5 window over the board and take the clues in its inner 3×3. For two of them, if the undecided cells of
    one are a subset of those of the other, the rest of the larger one holds the difference of their mines: if that is
    none, the rest is safe; if it is as many as there are cells, they are mines.
    Two clues that share a cell always lie in the inner 3×3 of some window, unless one of them lies on the border of
    the board, which no inner 3×3 reaches. So the level needs no windows: it compares clues that share cells and
    are not on the border. That is all it knows of geometry, given once per board (`inner_cells`).

Why it is sound
    Subtracting two true equations gives a true one. Report 000 admits wrong flags because its equations grow
    stale while cells are decided; here the level returns after its first deduction, and all equations are built anew.
    Uncertain clues: the difference lies between low − high and high − low.

Cost
    Each clue is compared with the at most 8 others at one of its cells: linear in the size of the frontier.

Example
    `_____/_121_/_..._/_121_/_____` — a + b = 1 is part of a + b + c = 2, so c is a mine.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sapper.board.grid import MAX_NEIGHBOURS, Grid
from sapper.compiled import kernel
from sapper.inference.level import BROKEN, Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

Mask = npt.NDArray[np.bool_]


def window_level(c: Constraints, decided: Bytes, grid: Grid) -> list[Finding]:
    """Decide what the first two clues that decide anything decide; `grid` is the board's."""
    order, pair = np.empty(MAX_NEIGHBOURS, np.int32), np.empty(2, np.int32)
    found = window_step(c, decided, order, inner_cells(grid), pair)
    if found == BROKEN:
        raise Contradiction(int(pair[1]))
    clues = (int(pair.min()), int(pair.max()))
    return [Finding(cell, bool(decided[cell] == MINE), clues) for cell in order[:found].tolist()]


@lru_cache(maxsize=8)
def inner_cells(grid: Grid) -> Mask:
    """[cells] whether a cell lies in the inner 3×3 of a 5×5 window that fits on the board.

    A window fits if its centre and all neighbours of the centre have a full ring of neighbours. On a torus every
    window fits; on a hex board a "window" is a cell with two rings.

    >>> inner_cells(Grid(5, 5)).reshape(5, 5).sum(axis=1).tolist()
    [0, 3, 3, 3, 0]
    """
    full = grid.degree == (6 if grid.topology == "hex" else MAX_NEIGHBOURS)
    inner = np.zeros(grid.size, np.bool_)
    for centre in np.flatnonzero(full).tolist():
        around = grid.neighbours[centre]
        around = around[around >= 0]
        if full[around].all():
            inner[centre] = True
            inner[around] = True
    inner.setflags(write=False)
    return inner


@kernel
def window_step(c: Constraints, decided: Bytes, order: Ints, inner: Mask, pair: Ints) -> int:
    """Find the first two clues that decide something, and decide it in place; how many cells, or BROKEN.

    inner bool [board]. order int32 [8], in place: the cells. pair int32 [2], in place: the smaller and the larger clue.
    """
    marked = np.full(len(c.cells), -1, np.int32)
    for clue in range(len(c.clues)):
        if not inner[c.clues[clue]]:
            continue
        some, size, mines = -1, 0, 0
        for i in range(c.start[clue], c.start[clue + 1]):
            cell = c.members[i]
            mines += decided[cell] == MINE
            if decided[cell] == UNDECIDED:
                marked[cell] = clue
                some = cell
                size += 1
        if size == 0:
            continue
        for i in range(c.touch_start[some], c.touch_start[some + 1]):
            other = c.touching[i]
            if other == clue or not inner[c.clues[other]]:
                continue
            verdict = _difference(c, decided, clue, other, size, mines, marked)
            if verdict == UNDECIDED:
                continue
            pair[0], pair[1] = clue, other
            return BROKEN if verdict == BROKEN else _decide_rest(c, decided, clue, other, verdict, marked, order)
    return 0


@kernel
def _decide_rest(c: Constraints, decided: Bytes, clue: int, other: int, verdict: int, marked: Ints, order: Ints) -> int:
    """Decide, in place, the cells of `other` that `clue` does not touch; how many."""
    found = 0
    for j in range(c.start[other], c.start[other + 1]):
        cell = c.members[j]
        if decided[cell] == UNDECIDED and marked[cell] != clue:
            decided[cell] = verdict
            order[found] = cell
            found += 1
    return found


@kernel
def _difference(c: Constraints, decided: Bytes, clue: int, other: int, size: int, mines: int, marked: Ints) -> int:
    """What the cells of `other` that `clue` does not touch are: SAFE, MINE, UNDECIDED; or BROKEN.

    size, mines: of the clue. marked: the undecided cells of the clue bear its number.
    """
    common, rest, mines_other = 0, 0, 0
    for j in range(c.start[other], c.start[other + 1]):
        cell = c.members[j]
        mines_other += decided[cell] == MINE
        if decided[cell] == UNDECIDED:
            common += marked[cell] == clue
            rest += marked[cell] != clue
    if common < size:
        return UNDECIDED
    least = (c.low[other] - mines_other) - (min(c.high[clue] - mines, size))
    most = (c.high[other] - mines_other) - max(c.low[clue] - mines, 0)
    if most < 0 or least > rest:
        return BROKEN
    if rest == 0:
        return UNDECIDED
    if most == 0:
        return SAFE
    return MINE if least == rest else UNDECIDED
