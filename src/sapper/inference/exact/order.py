"""In which order the supercells of a component are decided.

    legend   open clue  a clue with some of its supercells decided and some not
             width      the most clues that are open at once: the programme's states grow exponentially with it

Greedy: finish the open clue that leaves the fewest clues open, then the next. A good start matters more than a
clever greedy: the clue farthest from an arbitrary one lies at an end of the component, and is tried first; if that is
expensive, others are tried, each given up when it costs more than the best so far. Finding the best order is NP-hard.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Ints
from sapper.knowledge.supercells import Problem

CHEAP = 1_000.0
"""One more start is tried for every so much of estimated cost …"""
STARTS = 10
"""… but no more than these."""
MOST_DOUBLINGS = 60
"""One more open clue is taken to double the states, up to so many."""

UNTOUCHED, OPEN, CLOSED = 0, 1, 2

Mask = npt.NDArray[np.bool_]


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
        mine = clues[start[k] : start[k + 1]]  # flooded from the first, so the last is far from it
        count, width, cost = _greedy(p, mine, mine[-1], np.inf, sequence[filled:], left, state, mark, done)
        tried = 0
        while cost > CHEAP * (tried + 1) and tried < STARTS:
            other = mine[tried * len(mine) // STARTS]
            _, new_width, new_cost = _greedy(p, mine, other, cost, trial, left, state, mark, done)
            if new_cost < cost:
                width, cost = new_width, new_cost
                for i in range(count):
                    sequence[filled + i] = trial[i]
            tried += 1
        filled += count
        bounds[k + 1] = filled
        widest = max(widest, width)
    return sequence, bounds, widest


@kernel
def _greedy(
    p: Problem, clues: Ints, first: int, bound: float, sequence: Ints, left: Ints, state: Bytes, mark: Ints, done: Mask
) -> tuple[int, int, float]:
    """Order one component from a first clue, into `sequence`: number of supercells, width, estimated cost.

    Gives up when the cost exceeds the bound.

    left, state, mark [clues], done [boxes]: work space.
    """
    box_start, box_clues, clue_start, clue_boxes = p.box_start, p.box_clues, p.clue_start, p.clue_boxes
    for clue in clues:
        state[clue] = UNTOUCHED
        left[clue] = clue_start[clue + 1] - clue_start[clue]
        for k in range(clue_start[clue], clue_start[clue + 1]):
            box = clue_boxes[k]
            done[box] = False
    opened = np.empty(len(clues), np.int32)
    opened[0] = first
    state[first] = OPEN
    count, total, width, cost = 1, 0, 1, 0.0
    while count and cost < bound:
        clue = opened[0 if count == 1 else _best(p, opened, count, left, state, mark, done)]
        while left[clue]:
            box = _next_box(p, clue, state, done)
            done[box] = True
            sequence[total] = box
            total += 1
            for i in range(box_start[box], box_start[box + 1]):
                other = box_clues[i]
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
            cost += float(1 << min(count, MOST_DOUBLINGS))
    return total, width, cost


@kernel
def _best(p: Problem, opened: Ints, count: int, left: Ints, state: Bytes, mark: Ints, done: Mask) -> int:
    """Position of the open clue whose completion leaves the fewest clues open; ties to fewer supercells."""
    box_start, box_clues, clue_start, clue_boxes = p.box_start, p.box_clues, p.clue_start, p.clue_boxes
    best, best_score = 0, 1 << 30
    for position in range(count):
        clue = opened[position]
        change = 0
        # mark[c] counts how many undecided supercells of `clue` the clue c shares; it is zero before and after.
        for k in range(clue_start[clue], clue_start[clue + 1]):
            box = clue_boxes[k]
            if done[box]:
                continue
            for i in range(box_start[box], box_start[box + 1]):
                other = box_clues[i]
                if mark[other] == 0 and state[other] == UNTOUCHED:
                    change += 1
                mark[other] += 1
                if mark[other] == left[other]:
                    change -= 1
        for k in range(clue_start[clue], clue_start[clue + 1]):
            box = clue_boxes[k]
            for i in range(box_start[box], box_start[box + 1]):
                other = box_clues[i]
                mark[other] = 0
        score = change * 16 + left[clue]
        if score < best_score:
            best, best_score = position, score
    return best


@kernel
def _next_box(p: Problem, clue: int, state: Bytes, done: Mask) -> int:
    """The undecided supercell of the clue that opens the fewest clues."""
    box_start, box_clues, clue_start, clue_boxes = p.box_start, p.box_clues, p.clue_start, p.clue_boxes
    best, fewest = -1, 1 << 30
    for j in range(clue_start[clue], clue_start[clue + 1]):
        box = clue_boxes[j]
        if done[box]:
            continue
        fresh = 0
        for k in range(box_start[box], box_start[box + 1]):
            other = box_clues[k]
            fresh += state[other] == UNTOUCHED
        if fresh < fewest:
            best, fewest = box, fresh
    return best
