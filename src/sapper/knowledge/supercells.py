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
    """Build the problem left by the decided cells; False if two clues on the same cells exclude each other."""
    low, high, weight, live, log2_factor = _restrict(c, decided)
    box, size, rows_start, rows = _supercells(c, decided, live)
    clue_start, clue_boxes = transpose(rows_start, rows, len(c.clues))
    keep, consistent, merged_factor = _merge(clue_start, clue_boxes, live, low, high, weight)
    name = np.full(len(keep), -1, np.int32)
    kept = 0
    for clue in range(len(keep)):
        if keep[clue]:
            name[clue] = kept
            low[kept], high[kept] = low[clue], high[clue]
            for need in range(COUNTS):
                weight[kept, need] = weight[clue, need]
            kept += 1
    box_start = np.zeros(len(size) + 1, np.int32)
    box_clues = np.empty(len(rows), np.int32)
    filled = 0
    for b in range(len(size)):
        for k in range(rows_start[b], rows_start[b + 1]):
            clue = rows[k]
            if name[clue] >= 0:
                box_clues[filled] = name[clue]
                filled += 1
        box_start[b + 1] = filled
    box_clues = box_clues[:filled]
    clue_start, clue_boxes = transpose(box_start, box_clues, kept)
    floating, mines = 0, 0
    for cell in range(len(box)):
        floating += box[cell] == FLOATING
        mines += decided[cell] == MINE
    problem = Problem(
        box, size, box_start, box_clues, clue_start, clue_boxes, low[:kept], high[:kept], weight[:kept],
        floating, mines, log2_factor + merged_factor,
    )  # fmt: skip
    return problem, consistent


@kernel
def _restrict(c: Constraints, decided: Bytes) -> tuple[Ints, Ints, Floats, Bytes, float]:
    """What each clue says of its undecided cells, largest likelihood 1; a clue that says nothing is not live."""
    start, members, clue_low, clue_high, clue_weight = c.start, c.members, c.low, c.high, c.weight
    m = len(c.clues)
    low, high = np.zeros(m, np.int32), np.zeros(m, np.int32)
    weight = np.zeros((m, COUNTS))
    live = np.zeros(m, np.int8)
    log2_factor = 0.0
    for clue in range(m):
        undecided, mines = 0, 0
        for i in range(start[clue], start[clue + 1]):
            undecided += decided[members[i]] == UNDECIDED
            mines += decided[members[i]] == MINE
        if undecided == 0:
            if clue_weight[clue, mines] != 1.0:
                log2_factor += np.log2(clue_weight[clue, mines])
            continue
        low[clue] = max(clue_low[clue] - mines, 0)
        high[clue] = min(clue_high[clue] - mines, undecided)
        largest = 0.0
        for need in range(undecided + 1):
            weight[clue, need] = clue_weight[clue, mines + need]
            largest = max(largest, weight[clue, need])
        if largest != 1.0:
            log2_factor += np.log2(largest)
        for need in range(undecided + 1):
            weight[clue, need] /= largest
            if weight[clue, need] != 1.0:
                live[clue] = 1
    return low, high, weight, live, log2_factor


@kernel
def _supercells(c: Constraints, decided: Bytes, live: Bytes) -> tuple[Ints, Ints, Ints, Ints]:
    """Group undecided cells by the live clues they touch: box of each cell, sizes, and the clues of each box."""
    touch_start, touching, cells = c.touch_start, c.touching, c.cells
    n = len(cells)
    box = np.full(n, DECIDED, np.int32)
    size = np.zeros(n, np.int32)
    rows_start = np.zeros(n + 1, np.int32)
    rows = np.empty(len(touching), np.int32)
    capacity = 4
    while capacity < 2 * n:
        capacity *= 2
    table = np.full(capacity, -1, np.int32)
    boxes, filled = 0, 0
    for cell in range(n):
        if decided[cell] != UNDECIDED:
            continue
        first = filled
        signature = np.uint64(0)
        for k in range(touch_start[cell], touch_start[cell + 1]):
            clue = touching[k]
            if live[clue]:
                rows[filled] = clue
                filled += 1
                signature += scramble(clue)
        if filled == first:
            box[cell] = FLOATING
            continue
        place = np.int64(signature & np.uint64(capacity - 1))
        while table[place] >= 0 and not _same_row(rows, rows_start, table[place], first, filled):
            place = (place + 1) & (capacity - 1)
        if table[place] < 0:
            table[place] = boxes
            boxes += 1
            rows_start[boxes] = filled
        else:
            filled = first
        box[cell] = table[place]
        size[box[cell]] += 1
    return box, size[:boxes], rows_start[: boxes + 1], rows[:filled]


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
def scramble(number: int | np.uint64) -> np.uint64:
    """Spread an integer over 64 bits (the finaliser of splitmix64)."""
    x = np.uint64(number) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def _merge(start: Ints, boxes: Ints, live: Bytes, low: Ints, high: Ints, weight: Floats) -> tuple[Bytes, bool, float]:
    """Fold clues over the same supercells into the first, in place; which are kept, whether they agree, what factor."""
    m = len(live)
    keep = live.copy()
    capacity = 4
    while capacity < 2 * m:
        capacity *= 2
    table = np.full(capacity, -1, np.int32)
    consistent, log2_factor = True, 0.0
    for clue in range(m):
        if not live[clue]:
            continue
        signature = np.uint64(0)
        for k in range(start[clue], start[clue + 1]):
            b = boxes[k]
            signature += scramble(b)
        place = np.int64(signature & np.uint64(capacity - 1))
        while table[place] >= 0 and not _same_row(boxes, start, table[place], start[clue], start[clue + 1]):
            place = (place + 1) & (capacity - 1)
        if table[place] < 0:
            table[place] = clue
            continue
        first = table[place]
        keep[clue] = 0
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
    return keep, consistent, log2_factor
