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

from sapper.compiled import inlined, kernel
from sapper.inference.exact.layers import Longs
from sapper.knowledge.constraints import Bytes, Ints
from sapper.knowledge.supercells import Problem

CHEAP = 1_000.0
"""One more start is tried for every so much of estimated cost …"""
STARTS = 10
"""… but no more than these."""
MOST_DOUBLINGS = 60
"""One more open clue is taken to double the states, up to so many."""

UNTOUCHED, OPEN = 0, 1
STEP = 16
"""Marks of one clue lie so far above those of the clue before: it has fewer supercells."""

Mask = npt.NDArray[np.bool_]


@kernel
def elimination_order(p: Problem, start: Ints, clues: Ints) -> tuple[Ints, Ints, int]:
    """Supercells of component k in order: `sequence[bounds[k] : bounds[k + 1]]`; and the width over all of them."""
    box_start, box_clues, clue_start, clue_boxes = p.box_start, p.box_clues, p.clue_start, p.clue_boxes
    boxes, m = len(p.size), len(p.low)
    orders, lists = np.empty((2, boxes), np.int32), np.empty((2, m), np.int32)
    sequence, trial, left, opened = orders[0], orders[1], lists[0], lists[1]
    bounds = np.zeros(len(start), np.int32)
    mark, state, done = np.zeros(m, np.int64), np.empty(m, np.int8), np.empty(boxes, np.bool_)
    filled, widest, stamp = 0, 0, 0
    for k in range(len(start) - 1):
        first, last = start[k], start[k + 1]  # flooded from the first, so the last is far from it
        count, width, cost, stamp = _greedy(
            box_start, box_clues, clue_start, clue_boxes, clues, first, last, clues[last - 1], np.inf, sequence, filled,
            left, state, mark, stamp, done, opened,
        )  # fmt: skip
        tried = 0
        while cost > CHEAP * (tried + 1) and tried < STARTS:
            other = clues[first + tried * (last - first) // STARTS]
            _, new_width, new_cost, stamp = _greedy(
                box_start, box_clues, clue_start, clue_boxes, clues, first, last, other, cost, trial, 0,
                left, state, mark, stamp, done, opened,
            )  # fmt: skip
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
    box_start: Ints, box_clues: Ints, clue_start: Ints, clue_boxes: Ints, clues: Ints, begin: int, end: int,
    first: int, bound: float, sequence: Ints, filled: int,
    left: Ints, state: Bytes, mark: Longs, stamp: int, done: Mask, opened: Ints,
) -> tuple[int, int, float, int]:  # fmt: skip
    """Order the component of the clues `begin … end` from a first one, into `sequence` from `filled` on.

    Gives up when the cost exceeds the bound. left, state, mark, opened [clues], done [boxes]: work space; no entry of
    `mark` exceeds `stamp`. Returns the number of supercells, width, estimated cost, and the new stamp.
    """
    for i in range(begin, end):
        clue = clues[i]
        state[clue] = UNTOUCHED
        left[clue] = clue_start[clue + 1] - clue_start[clue]
        for k in range(clue_start[clue], clue_start[clue + 1]):
            done[clue_boxes[k]] = False
    opened[0] = first
    state[first] = OPEN
    count, total, width, cost = 1, 0, 1, 0.0
    while count and cost < bound:
        best = 0
        if count > 1:
            best = _best(box_start, box_clues, clue_start, clue_boxes, opened, count, left, state, mark, stamp, done)
            stamp += count * STEP
        clue = opened[best]
        while left[clue]:
            box = _next_box(box_start, box_clues, clue_start, clue_boxes, clue, state, done)
            done[box] = True
            sequence[filled + total] = box
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
                opened[kept] = other
                kept += left[other] > 0
            count = kept
            cost += float(1 << min(count, MOST_DOUBLINGS))
    return total, width, cost, stamp


@inlined
def _best(
    box_start: Ints, box_clues: Ints, clue_start: Ints, clue_boxes: Ints, opened: Ints, count: int, left: Ints,
    state: Bytes, mark: Longs, stamp: int, done: Mask,
) -> int:  # fmt: skip
    """Position of the open clue whose completion leaves the fewest clues open; ties to fewer supercells."""
    best, best_score = 0, 1 << 30
    for position in range(count):
        clue = opened[position]
        change = 0
        # mark[c] − stamp counts how many undecided supercells of `clue` the clue c shares.
        for k in range(clue_start[clue], clue_start[clue + 1]):
            box = clue_boxes[k]
            if done[box]:
                continue
            for i in range(box_start[box], box_start[box + 1]):
                other = box_clues[i]
                shared = max(mark[other] - stamp, 0) + 1
                mark[other] = stamp + shared
                change += (shared == 1) & (state[other] == UNTOUCHED)
                change -= shared == left[other]
        stamp += STEP
        score = change * 16 + left[clue]
        if score < best_score:
            best, best_score = position, score
    return best


@inlined
def _next_box(
    box_start: Ints, box_clues: Ints, clue_start: Ints, clue_boxes: Ints, clue: int, state: Bytes, done: Mask
) -> int:
    """The undecided supercell of the clue that opens the fewest clues."""
    best, fewest = -1, 1 << 30
    for j in range(clue_start[clue], clue_start[clue + 1]):
        box = clue_boxes[j]
        if done[box]:
            continue
        fresh = 0
        for k in range(box_start[box], box_start[box + 1]):
            fresh += state[box_clues[k]] == UNTOUCHED
        if fresh < fewest:
            best, fewest = box, fresh
    return best
