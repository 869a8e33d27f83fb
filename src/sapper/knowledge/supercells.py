"""The problem that is left when the single-clue rules are done: supercells and merged clues.

    legend   supercell  undecided cells that touch the same clues; only the number of mines among them matters
             size       how many cells a supercell has (at most 8, because a clue has at most 8 neighbours)
             live clue  a clue that still has undecided cells and says something about them
             floating   an undecided cell that touches no live clue

Clues over the same supercells are merged into one whose likelihood is the product. Cost: linear in the constraints.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.constraints import COUNTS, Bytes, Constraints, Floats, Ints, transpose

FLOATING, DECIDED = -1, -2
NO_CLUE = -1
UNDECIDED, SAFE, MINE = 0, 1, 2


class Problem(NamedTuple):
    """Supercells under merged clues; both directions of the relation as ragged rows."""

    box: Ints
    """[n] the supercell of each unknown cell, or FLOATING, or DECIDED."""
    size: Ints
    """[b] cells in each supercell."""
    box_start: Ints
    """[b + 1] where the clues of each supercell begin in `box_clues`."""
    box_clues: Ints
    clue_start: Ints
    """[q + 1] where the supercells of each clue begin in `clue_boxes`."""
    clue_boxes: Ints
    low: Ints
    """[q] fewest mines that each clue allows among its undecided cells."""
    high: Ints
    """[q] most mines that each clue allows among its undecided cells."""
    weight: Floats
    """[q, 9] likelihood of each number of mines."""
    floating: int
    """How many undecided cells touch no live clue."""
    mines: int
    """How many cells are already decided to be mines."""
    log2_factor: float
    """Logarithm of the likelihood that was taken out of the clues: by decided cells, and to make the largest 1."""


@kernel
def compress(c: Constraints, decided: Bytes) -> tuple[Problem, bool]:
    """Build the problem left by the decided cells; False if a clue, or two on the same cells, cannot hold."""
    problem, consistent, _ = compress_but(c, decided, NO_CLUE)
    return problem, consistent


@kernel
def compress_but(c: Constraints, decided: Bytes, apart: int) -> tuple[Problem, bool, int]:
    """The same, but one clue is kept apart, even if it says nothing, and is not merged with others: its name, too.

    That is NO_CLUE if all its cells are decided, or if there is no such clue.
    """
    name, low, high, weight, log2_factor = _restrict(c, decided, apart)
    box, size, box_start, box_clues, floating, mines = _supercells(c, decided, name)
    clue_start, clue_boxes = transpose(box_start, box_clues, len(low))
    apart = name[apart] if apart != NO_CLUE else NO_CLUE
    name, kept, consistent, merged_factor = _merge(clue_start, clue_boxes, low, high, weight, apart)
    if kept < len(low):
        filled, first = 0, 0
        for b in range(len(size)):
            for k in range(first, box_start[b + 1]):
                box_clues[filled] = name[box_clues[k]]
                filled += box_clues[filled] >= 0
            first, box_start[b + 1] = box_start[b + 1], filled
        box_clues = box_clues[:filled]
        clue_start, clue_boxes = transpose(box_start, box_clues, kept)
    problem = Problem(
        box, size, box_start, box_clues, clue_start, clue_boxes, low[:kept], high[:kept], weight[:kept],
        floating, mines, log2_factor + merged_factor,
    )  # fmt: skip
    return problem, consistent and log2_factor > -np.inf, name[apart] if apart != NO_CLUE else NO_CLUE


@kernel
def _restrict(c: Constraints, decided: Bytes, apart: int) -> tuple[Ints, Ints, Ints, Floats, float]:
    """What each clue says of its undecided cells, largest likelihood 1.

    A clue that says something, or is kept apart, is live and gets a name, 0, 1, …; the others get NO_CLUE. The name of
    each clue [m]; low, high, likelihoods of each live one.
    """
    start, members, clue_low, clue_high, clue_weight = c.start, c.members, c.low, c.high, c.weight
    m = len(c.clues)
    rows = np.empty((3, m), np.int32)
    name, low, high = rows[0], rows[1], rows[2]
    weight = np.empty((m, COUNTS))
    live, log2_factor = 0, 0.0
    for clue in range(m):
        name[clue] = NO_CLUE
        undecided, mines = 0, 0
        for i in range(start[clue], start[clue + 1]):
            undecided += decided[members[i]] == UNDECIDED
            mines += decided[members[i]] == MINE
        if undecided == 0:
            if clue_weight[clue, mines] != 1.0:
                log2_factor += np.log2(clue_weight[clue, mines])
            continue
        largest, smallest = 0.0, np.inf
        for need in range(COUNTS):
            likelihood = clue_weight[clue, mines + need] if need <= undecided else 0.0
            weight[live, need] = likelihood
            largest = max(largest, likelihood)
            smallest = min(smallest, likelihood if need <= undecided else np.inf)
        if largest != 1.0:
            log2_factor += np.log2(largest)
            for need in range(undecided + 1):
                weight[live, need] /= largest
        low[live] = max(clue_low[clue] - mines, 0)
        high[live] = min(clue_high[clue] - mines, undecided)
        if smallest != largest or clue == apart:
            name[clue] = live
            live += 1
    return name, low[:live], high[:live], weight[:live], log2_factor


@kernel
def _supercells(c: Constraints, decided: Bytes, name: Ints) -> tuple[Ints, Ints, Ints, Ints, int, int]:
    """Group undecided cells by the live clues they touch.

    The box of each cell, sizes, the clues of each box as ragged rows, how many cells are floating, how many mines.
    """
    touch_start, touching = c.touch_start, c.touching
    n = len(c.cells)
    arrays = np.zeros((4, n + 1), np.int32)
    box, size, rows_start, older = arrays[0, :n], arrays[1], arrays[2], arrays[3]
    rows = np.empty(len(touching) + 1, np.int32)
    newest = np.full(len(c.clues), -1, np.int32)  # of the boxes with the same first clue: at most 8
    boxes, filled, floating, mines = 0, 0, 0, 0
    for cell in range(n):
        if decided[cell] != UNDECIDED:
            box[cell] = DECIDED
            mines += decided[cell] == MINE
            continue
        first = filled
        for k in range(touch_start[cell], touch_start[cell + 1]):
            rows[filled] = name[touching[k]]
            filled += rows[filled] >= 0
        if filled == first:
            box[cell] = FLOATING
            floating += 1
            continue
        same = newest[rows[first]]
        while same >= 0 and not _same_row(rows, rows_start, same, first, filled):
            same = older[same]
        if same < 0:
            same = boxes
            older[same], newest[rows[first]] = newest[rows[first]], same
            boxes += 1
            rows_start[boxes] = filled
        else:
            filled = first
        box[cell] = same
        size[same] += 1
    return box, size[:boxes], rows_start[: boxes + 1], rows[:filled], floating, mines


@kernel
def _same_row(rows: Ints, start: Ints, row: int, first: int, end: int) -> bool:
    """Whether `rows[first:end]` repeats an earlier row."""
    if start[row + 1] - start[row] != end - first:
        return False
    same = True
    for offset in range(end - first):
        same &= rows[start[row] + offset] == rows[first + offset]
    return same


@kernel
def _merge(
    start: Ints, boxes: Ints, low: Ints, high: Ints, weight: Floats, apart: int
) -> tuple[Ints, int, bool, float]:
    """Fold clues over the same supercells into the first, in place, and close the gaps; one is kept apart.

    The new name of each clue, -1 if it is gone; how many are kept, whether they agree, and what factor is taken out.
    """
    m = len(low)
    work = np.empty((2, m), np.int32)
    name, older = work[0], work[1]
    newest = np.full(len(boxes), -1, np.int32)  # of the clues with the same first box: at most 8
    kept, consistent, log2_factor = 0, True, 0.0
    for clue in range(m):
        first_box = boxes[start[clue]]
        same = newest[first_box] if clue != apart else NO_CLUE
        while same >= 0 and not _same_row(boxes, start, same, start[clue], start[clue + 1]):
            same = older[same]
        if same < 0:
            if clue != apart:
                older[clue], newest[first_box] = newest[first_box], clue
            name[clue] = kept
            low[kept], high[kept] = low[clue], high[clue]
            for need in range(COUNTS):
                weight[kept, need] = weight[clue, need]
            kept += 1
            continue
        name[clue], first = -1, name[same]
        low[first], high[first] = COUNTS, -1
        largest = 0.0
        for need in range(COUNTS):
            weight[first, need] *= weight[clue, need]
            largest = max(largest, weight[first, need])
            if weight[first, need] > 0.0:
                low[first] = min(low[first], need)
                high[first] = need
        consistent &= high[first] >= 0
        if largest > 0.0 and largest != 1.0:
            log2_factor += np.log2(largest)
            for need in range(COUNTS):
                weight[first, need] /= largest
    return name, kept, consistent, log2_factor
