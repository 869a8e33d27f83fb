"""The configurations of small components, counted one by one.

    legend   configuration  mines of one component that satisfy all its clues
             tally          of one component: the weight of its configurations by their number of mines t
             outside        undecided cells in no counted component: floating cells, and components above the cap

Supercells are filled one after the other, each with every number of mines that its clues still allow; a supercell of
s cells with v mines stands for C(s, v) configurations. Components are counted apart and meet in the mine count only.
Weights are numbers of configurations, times the likelihood of uncertain clues. What is possible is kept as bits, so
certainty never rests on a rounded number. Cost: the number of ways to fill the supercells, times their number.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.components import components
from sapper.knowledge.constraints import COUNTS, Bytes, Constraints, Floats, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED, Problem, compress
from sapper.knowledge.weights import TINY, floating_weights, normalise

CAP = 20
"""Report 002 counts the configurations of components with at most so many cells."""

SOME_SAFE, SOME_MINE = 1, 2

FINE, BROKEN_CLUE, BROKEN_COUNT = 0, 1, 2
NO_COMPONENT = -1

_BINOMIAL = np.array([[comb(n, k) for k in range(COUNTS)] for n in range(COUNTS)], np.float64)


class Configurations(NamedTuple):
    """Counted components. Rows of `ways` and `possible` belong to the entries of `boxes`."""

    start: Ints
    """[k + 1] where the supercells of each component begin in `boxes`."""
    boxes: Ints
    clue_start: Ints
    """[k + 1] where the clues of each component begin in `clues`."""
    clues: Ints
    least: Ints
    """[k] fewest mines of each component."""
    most: Ints
    """[k] most mines of each component."""
    tally: Floats
    """[k, cap + 1] weight of the configurations with t mines."""
    ways: Floats
    """[boxes, cap + 1] the same, each configuration times its mines in the supercell."""
    possible: Bytes
    """[boxes, cap + 1] bits: some configuration with t mines leaves a cell of it safe; mines one."""
    cells: int
    """How many cells the counted components have."""


class Examination(NamedTuple):
    """What the configurations say of every unknown cell."""

    status: int
    """FINE, or which contradiction was found."""
    broken: int
    """A cell of a component without configurations, or -1."""
    verdict: Bytes
    """[n] UNDECIDED, SAFE or MINE; decided cells keep theirs."""
    counted: Bytes
    """[n] whether the verdict needs the mine count."""
    risk: Floats
    """[n] probability of a mine, NaN where there is no estimate."""
    component: Ints
    """[n] the counted component of each cell, or NO_COMPONENT."""


@kernel
def examine(c: Constraints, decided: Bytes, cap: int, use_count: bool) -> Examination:
    """Count the configurations of all components with at most `cap` cells and say what follows."""
    n = len(c.cells)
    verdict, counted = decided.copy(), np.zeros(n, np.int8)
    risk, component = np.full(n, np.nan), np.full(n, NO_COMPONENT, np.int32)
    p, consistent = compress(c, decided)
    if not consistent:
        return Examination(BROKEN_CLUE, -1, verdict, counted, risk, component)
    conf = count_configurations(p, cap)
    of_box, row = np.full(len(p.size), NO_COMPONENT, np.int32), np.zeros(len(p.size), np.int32)
    for k in range(len(conf.least)):
        for i in range(conf.start[k], conf.start[k + 1]):
            box = conf.boxes[i]
            of_box[box], row[box] = k, i
    for cell in range(n):
        if p.box[cell] >= 0:
            component[cell] = of_box[p.box[cell]]
            if component[cell] >= 0 and conf.most[component[cell]] < 0:
                return Examination(BROKEN_CLUE, cell, verdict, counted, risk, component)
    others = p.floating - conf.cells
    for box in range(len(p.size)):
        others += p.size[box]
    told = use_count and c.mines_left >= 0
    outside, other_risk, other_possible, shared = share_count(conf, others, c.mines_left - p.mines, told)
    if not shared:
        return Examination(BROKEN_COUNT, -1, verdict, counted, risk, component)
    for cell in range(n):
        if decided[cell] != UNDECIDED:
            risk[cell] = 1.0 if decided[cell] == MINE else 0.0
            continue
        k = component[cell]
        if k < 0:
            if told:
                risk[cell] = other_risk
                verdict[cell] = _certain(other_possible)
                counted[cell] = verdict[cell] != UNDECIDED
            continue
        i = row[p.box[cell]]
        risk[cell] = _share_of_mines(conf, k, i, outside) / p.size[conf.boxes[i]]
        verdict[cell] = _certain(_possible(conf, k, i, outside, False))
        if verdict[cell] == UNDECIDED:
            verdict[cell] = _certain(_possible(conf, k, i, outside, told))
            counted[cell] = verdict[cell] != UNDECIDED
    return Examination(FINE, -1, verdict, counted, risk, component)


@kernel
def _certain(possible: int) -> int:
    """The verdict on a cell of which this is possible."""
    return MINE if possible == SOME_MINE else SAFE if possible == SOME_SAFE else UNDECIDED


@kernel
def _possible(conf: Configurations, k: int, i: int, outside: Floats, told: bool) -> int:
    """What is possible in a supercell, with or without the mine count."""
    bits = 0
    for t in range(conf.least[k], conf.most[k] + 1):
        if not told or outside[k, t] > 0.0:
            bits |= conf.possible[i, t]
    return bits


@kernel
def _share_of_mines(conf: Configurations, k: int, i: int, outside: Floats) -> float:
    """Expected number of mines in a supercell."""
    mines, total = 0.0, 0.0
    for t in range(conf.least[k], conf.most[k] + 1):
        mines += conf.ways[i, t] * outside[k, t]
        total += conf.tally[k, t] * outside[k, t]
    return mines / total


@kernel
def count_configurations(p: Problem, cap: int) -> Configurations:
    """Count the configurations of every component with at most `cap` cells; `most` is -1 where there is none."""
    clue_start, clues = components(p)
    found, filled, kept, cells = 0, 0, 0, 0
    boxes, start = np.empty(len(p.size), np.int32), np.zeros(len(clue_start), np.int32)
    kept_clues, kept_start = np.empty(len(clues), np.int32), np.zeros(len(clue_start), np.int32)
    seen = np.zeros(len(p.size), np.bool_)
    for k in range(len(clue_start) - 1):
        end, size = filled, 0
        for i in range(clue_start[k], clue_start[k + 1]):
            for j in range(p.clue_start[clues[i]], p.clue_start[clues[i] + 1]):
                box = p.clue_boxes[j]
                if not seen[box]:
                    seen[box] = True
                    boxes[end] = box
                    end += 1
                    size += p.size[box]
        if size > cap:
            continue
        for i in range(clue_start[k], clue_start[k + 1]):
            kept_clues[kept] = clues[i]
            kept += 1
        found += 1
        filled, cells = end, cells + size
        start[found], kept_start[found] = filled, kept
    least, most = np.full(found, cap + 1, np.int32), np.full(found, -1, np.int32)
    tally = np.zeros((found, cap + 1))
    ways, possible = np.zeros((filled, cap + 1)), np.zeros((filled, cap + 1), np.int8)
    conf = Configurations(
        start[: found + 1], boxes[:filled], kept_start[: found + 1], kept_clues[:kept], least, most, tally, ways,
        possible, cells,
    )  # fmt: skip
    mines, room = np.zeros(len(p.low), np.int32), np.zeros(len(p.low), np.int32)
    for k in range(found):
        _count_component(p, conf, k, mines, room)
    return conf


@kernel
def _count_component(p: Problem, conf: Configurations, k: int, mines: Ints, room: Ints) -> None:
    """Fill the rows of one component by going through its configurations, depth first.

    mines, room int32 [clues], work space, zero before and after: mines so far and cells still open of each clue.
    """
    first = conf.start[k]
    depth, deepest = 0, conf.start[k + 1] - first
    value, highest = np.zeros(deepest, np.int32), np.zeros(deepest, np.int32)
    weight, total = np.ones(deepest + 1), np.zeros(deepest + 1, np.int32)
    for i in range(deepest):
        box = conf.boxes[first + i]
        for j in range(p.box_start[box], p.box_start[box + 1]):
            room[p.box_clues[j]] += p.size[box]
    entering = True
    while depth >= 0:
        if depth == deepest:
            _note(p, conf, k, value, weight[depth], total[depth], mines)
            depth -= 1
            entering = False
            continue
        box = conf.boxes[first + depth]
        size = p.size[box]
        if entering:
            low, high = 0, size
            for j in range(p.box_start[box], p.box_start[box + 1]):
                clue = p.box_clues[j]
                room[clue] -= size
                low = max(low, p.low[clue] - mines[clue] - room[clue])
                high = min(high, p.high[clue] - mines[clue])
            value[depth], highest[depth] = low - 1, high
            _add(p, box, low - 1, mines)
        if value[depth] < highest[depth]:
            value[depth] += 1
            _add(p, box, 1, mines)
            weight[depth + 1] = weight[depth] * _BINOMIAL[size, value[depth]]
            total[depth + 1] = total[depth] + value[depth]
            depth += 1
            entering = True
        else:
            _add(p, box, -value[depth], mines)
            _add(p, box, size, room)
            depth -= 1
            entering = False
    for i in range(deepest):
        box = conf.boxes[first + i]
        for j in range(p.box_start[box], p.box_start[box + 1]):
            room[p.box_clues[j]] = 0


@kernel
def _add(p: Problem, box: int, amount: int, sums: Ints) -> None:
    """Add an amount to every clue of a supercell, in place."""
    for j in range(p.box_start[box], p.box_start[box + 1]):
        sums[p.box_clues[j]] += amount


@kernel
def _note(p: Problem, conf: Configurations, k: int, value: Ints, weight: float, t: int, mines: Ints) -> None:
    """Count one way to fill the supercells of a component."""
    for i in range(conf.clue_start[k], conf.clue_start[k + 1]):
        weight *= p.weight[conf.clues[i], mines[conf.clues[i]]]
    if not weight > 0.0:
        return
    conf.least[k], conf.most[k] = min(conf.least[k], t), max(conf.most[k], t)
    conf.tally[k, t] += weight
    first = conf.start[k]
    for i in range(len(value)):
        conf.ways[first + i, t] += weight * value[i]
        if value[i] > 0:
            conf.possible[first + i, t] |= SOME_MINE
        if value[i] < p.size[conf.boxes[first + i]]:
            conf.possible[first + i, t] |= SOME_SAFE


@kernel
def share_count(conf: Configurations, others: int, mines: int, told: bool) -> tuple[Floats, float, int, bool]:
    """Weight of the rest of the board by the mines of each component [k, cap + 1]; risk and bits of the cells outside.

    The cells outside hold what is left in every possible way. False if the mine count cannot be met.
    """
    found = len(conf.least)
    outside = np.ones(conf.tally.shape)
    if not told:
        return outside, np.nan, SOME_SAFE | SOME_MINE, True
    outside[:] = 0.0
    span = np.zeros(found + 1, np.int64)
    fewest = 0
    for k in range(found):
        span[k + 1] = span[k] + conf.most[k] - conf.least[k]
        fewest += conf.least[k]
    before = np.zeros((found + 1, span[found] + 1))
    before[0, 0] = 1.0
    for k in range(found):
        for i in range(span[k] + 1):
            for t in range(conf.least[k], conf.most[k] + 1):
                if before[k, i] > 0.0 and conf.tally[k, t] > 0.0:
                    before[k + 1, i + t - conf.least[k]] += max(before[k, i] * conf.tally[k, t], TINY)
        normalise(before[k + 1])
    after = floating_weights(others, mines - fewest, 0, span[found])
    total, left, possible = 0.0, 0.0, 0
    for i in range(span[found] + 1):
        if before[found, i] > 0.0 and after[i] > 0.0:
            j = mines - fewest - i
            weight = max(before[found, i] * after[i], TINY)
            total += weight
            left += weight * j
            possible |= (SOME_MINE if j > 0 else 0) | (SOME_SAFE if j < others else 0)
    if total == 0.0:
        return outside, np.nan, possible, False
    for k in range(found - 1, -1, -1):
        earlier = np.zeros(span[k] + 1)
        for t in range(conf.least[k], conf.most[k] + 1):
            shift = t - conf.least[k]
            for i in range(span[k] + 1):
                if after[i + shift] > 0.0:
                    if before[k, i] > 0.0:
                        outside[k, t] += max(before[k, i] * after[i + shift], TINY)
                    if conf.tally[k, t] > 0.0:
                        earlier[i] += max(conf.tally[k, t] * after[i + shift], TINY)
        after = earlier
        normalise(after)
        normalise(outside[k])
    return outside, left / (total * max(others, 1)), possible, True
