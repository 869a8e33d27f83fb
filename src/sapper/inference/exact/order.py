"""In which order the supercells of a component are decided.

    legend   open clue  a clue with some of its supercells decided and some not
             width      the most clues that are open at once: the programme's states grow exponentially with it

Greedy: finish the open clue that leaves the fewest clues open, then the next. A good start matters more than a
clever greedy, so a component that stays wide is tried again from other starts. Finding the best order is NP-hard.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.constraints import Ints
from sapper.knowledge.supercells import Problem

NARROW = 5
"""A component of this width is cheap whatever the order: do not look for a better one."""
STARTS = 12
"""How many more starts a wide component is given."""

UNTOUCHED, OPEN, CLOSED = 0, 1, 2


@kernel
def elimination_order(p: Problem, start: Ints, clues: Ints) -> tuple[Ints, Ints, int]:
    """Supercells of component k in order: `sequence[bounds[k] : bounds[k + 1]]`; and the width over all of them."""
    boxes, m = len(p.size), len(p.low)
    sequence = np.empty(boxes, np.int32)
    trial = np.empty(boxes, np.int32)
    bounds = np.zeros(len(start), np.int32)
    left = np.empty(m, np.int32)
    state = np.empty(m, np.int8)
    mark = np.zeros(m, np.int32)
    done = np.empty(boxes, np.bool_)
    filled, widest = 0, 0
    for k in range(len(start) - 1):
        mine = clues[start[k] : start[k + 1]]
        first = mine[0]
        for clue in mine:
            if p.clue_start[clue + 1] - p.clue_start[clue] < p.clue_start[first + 1] - p.clue_start[first]:
                first = clue
        count, width, cost = _greedy(p, mine, first, sequence[filled:], left, state, mark, done)
        if width > NARROW:
            step = max(1, len(mine) // STARTS)
            for other in mine[::step]:
                _, new_width, new_cost = _greedy(p, mine, other, trial, left, state, mark, done)
                if new_cost < cost:
                    width, cost = new_width, new_cost
                    sequence[filled : filled + count] = trial[:count]
        filled += count
        bounds[k + 1] = filled
        widest = max(widest, width)
    return sequence, bounds, widest


@kernel
def _greedy(
    p: Problem, clues: Ints, first: int, sequence: Ints, left: Ints, state: Ints, mark: Ints, done: Ints
) -> tuple[int, int, float]:
    """Order one component from a first clue, into `sequence`: number of supercells, width, estimated states.

    left, state, mark [clues], done [boxes]: work space.
    """
    for clue in clues:
        state[clue] = UNTOUCHED
        left[clue] = p.clue_start[clue + 1] - p.clue_start[clue]
        for box in p.clue_boxes[p.clue_start[clue] : p.clue_start[clue + 1]]:
            done[box] = False
    opened = np.empty(len(clues), np.int32)
    opened[0] = first
    state[first] = OPEN
    count, total, width, cost = 1, 0, 1, 0.0
    while count:
        clue = opened[_best(p, opened[:count], left, state, mark, done)]
        while left[clue]:
            box = _next_box(p, clue, state, done)
            done[box] = True
            sequence[total] = box
            total += 1
            for other in p.box_clues[p.box_start[box] : p.box_start[box + 1]]:
                left[other] -= 1
                if state[other] == UNTOUCHED:
                    state[other] = OPEN
                    opened[count] = other
                    count += 1
            width = max(width, count)
            kept = 0
            for position in range(count):
                other = opened[position]
                if left[other]:
                    opened[kept] = other
                    kept += 1
                else:
                    state[other] = CLOSED
            count = kept
            cost += 3.0**count
    return total, width, cost


@kernel
def _best(p: Problem, opened: Ints, left: Ints, state: Ints, mark: Ints, done: Ints) -> int:
    """Position of the open clue whose completion leaves the fewest clues open; ties to fewer supercells."""
    best, best_score = 0, 1 << 30
    for position in range(len(opened)):
        clue = opened[position]
        change = 0
        # mark[c] counts how many undecided supercells of `clue` the clue c shares.
        for box in p.clue_boxes[p.clue_start[clue] : p.clue_start[clue + 1]]:
            if done[box]:
                continue
            for other in p.box_clues[p.box_start[box] : p.box_start[box + 1]]:
                if mark[other] == 0 and state[other] == UNTOUCHED:
                    change += 1
                mark[other] += 1
                if mark[other] == left[other]:
                    change -= 1
        for box in p.clue_boxes[p.clue_start[clue] : p.clue_start[clue + 1]]:
            for other in p.box_clues[p.box_start[box] : p.box_start[box + 1]]:
                mark[other] = 0
        score = change * 16 + left[clue]
        if score < best_score:
            best, best_score = position, score
    return best


@kernel
def _next_box(p: Problem, clue: int, state: Ints, done: Ints) -> int:
    """The undecided supercell of the clue that opens the fewest clues."""
    best, fewest = -1, 1 << 30
    for box in p.clue_boxes[p.clue_start[clue] : p.clue_start[clue + 1]]:
        if done[box]:
            continue
        fresh = 0
        for other in p.box_clues[p.box_start[box] : p.box_start[box + 1]]:
            fresh += state[other] == UNTOUCHED
        if fresh < fewest:
            best, fewest = box, fresh
    return best
