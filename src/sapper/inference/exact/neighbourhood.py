"""What cells would show if they were opened: the exact distribution of the clue.

    legend   near      of a supercell: how many of its cells are neighbours of the cell in question
             window    the layers of a component from the first supercell that is near to the last
             split     how the v mines of a supercell may fall on its near cells, the cell itself staying safe
             joint     weight by c near mines of a component and its t mines in all

Only inside the window does it matter which mines are near. Up to there the layers know all ways, from there on the
completions do; within, they are followed with the near mines as one more number. The components that are touched, the
floating neighbours and the rest of the board are then put together by their mines. The clue is taken as the true
number of mines around; a clue model may blur it afterwards.

Cost: the forward pass and the completions once for all cells, and for each cell its window, a few layers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.board.grid import MAX_NEIGHBOURS
from sapper.board.notation import FLAG, MINE
from sapper.board.view import View
from sapper.compiled import kernel
from sapper.errors import LimitExceeded
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.completions import Completions, completions
from sapper.inference.exact.engine import FINE, INCONSISTENT, NOT_TOLD, run_forward
from sapper.inference.exact.forward import BINOMIAL
from sapper.inference.exact.layers import RESCALE_EVERY, Layers, Longs, rescale
from sapper.inference.exact.prior import odds_of, settled
from sapper.inference.exact.tally import tallies
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import COUNTS, Bytes, Floats, Ints, cells_of, constraints_of
from sapper.knowledge.supercells import FLOATING
from sapper.knowledge.supercells import MINE as MINED
from sapper.knowledge.weights import floating_weights, normalise

OUTSIDE = -3
"""In place of a supercell: the cell is not unknown."""
NOBODY = -2
"""In place of a component that was touched before the first cell."""


class Solved(NamedTuple):
    """A view up to the completions: all that is shared by its cells."""

    size: Ints
    """[boxes] cells in each supercell."""
    floating: int
    """How many cells touch no live clue."""
    box: Ints
    """[board] the supercell of each cell, FLOATING, DECIDED, or OUTSIDE if it is not unknown."""
    mined: Bytes
    """[board] 1 for mines that are known or decided."""
    component: Ints
    """[boxes]"""
    bounds: Ints
    sequence: Ints
    layers: Layers
    rest: Completions
    mines_left: int
    """Among components and floating cells; NOT_TOLD if mines are not counted."""
    odds: float


class Neighbourhood:
    """The passes over one view, kept for any of its cells."""

    def __init__(self, view: View, trust_flags: bool, limit: Limit, risk: Floats) -> None:
        """risk: exact, [board]."""
        self.view, self.risk = view, risk
        view = settled(view, trust_flags)
        c = constraints_of(view, trust_flags)
        odds, cells = odds_of(view), cells_of(view)
        p, sequence, bounds, layers, decided, status, _ = run_forward(c, c.mines_left, odds, limit.states, limit.values)
        if status == INCONSISTENT:
            explain_conflict(view, trust_flags)
        if status != FINE:
            raise _beyond_limit(limit)
        track = c.mines_left != NOT_TOLD
        rest, fits = completions(layers, bounds, track, limit.values)
        if not fits:
            raise _beyond_limit(limit)
        box, mined = np.full(len(cells), OUTSIDE, np.int32), ((cells == MINE) | (cells == FLAG)).astype(np.int8)
        box[c.cells], mined[c.cells] = p.box, np.equal(decided, MINED)
        component = np.empty(len(sequence), np.int32)
        component[sequence] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        left = c.mines_left - p.mines if track else NOT_TOLD
        self.solved = Solved(p.size, p.floating, box, mined, component, bounds, sequence, layers, rest, left, odds)

    def clues(self, indices: Longs) -> npt.NDArray[np.float64]:
        """For each cell the probability that it is safe and has 0, 1, … 8 mines around: [cells, 9].

        indices: hidden cells in reading order of the board.
        """
        rows = np.zeros((len(indices), COUNTS))
        weigh_clues(self.solved, self.view.grid.kernel_neighbours, self.risk, indices, rows)
        return rows


def _beyond_limit(limit: Limit) -> LimitExceeded:
    return LimitExceeded(
        f"weighing clues takes more than {limit.states} states or {limit.values} values: "
        "allow more with limit=Limit(states=…, values=…)"
    )


@kernel
def weigh_clues(solved: Solved, neighbours: Ints, risk: Floats, indices: Longs, rows: Floats) -> None:
    """For each cell of the board by index its row [9] of probabilities, in place; they add up to 1 − risk."""
    near, touched = np.zeros(len(solved.size), np.int32), np.empty((2, MAX_NEIGHBOURS + 1), np.int64)
    now, before, others = touched[0], touched[1], np.ones(1)
    tally, tally_start, lows, _ = tallies(solved.layers, solved.bounds)
    weight, far = np.empty(COUNTS), np.full((COUNTS, COUNTS), -1.0)
    before[0] = NOBODY
    for i in range(len(indices)):
        index = indices[i]
        if risk[index] == 1.0:
            continue
        known, floating, found = _look_around(index, solved.box, solved.mined, solved.component, neighbours, near, now)
        if solved.mines_left != NOT_TOLD and not _same(now, before):
            others = _others(now[:found], tally, tally_start)
        lonely = found == 0 and solved.box[index] == FLOATING  # most cells are, and differ in two numbers only
        if not lonely or far[floating, 0] < 0.0:
            _weigh(index, now[:found], floating, others, lows[-1], solved, near, weight)
        total = 0.0
        for n in range(COUNTS):
            if lonely and far[floating, 0] >= 0.0:
                weight[n] = far[floating, n]
            total += weight[n]
        for n in range(COUNTS):
            if lonely:
                far[floating, n] = weight[n]
            if n >= known:
                rows[i, n] = (1.0 - risk[index]) * weight[n - known] / total
        _forget(index, solved.box, neighbours, near)


@kernel
def _weigh(
    index: int, touched: Longs, floating: int, others: Floats, low: int, solved: Solved, near: Ints, weight: Floats
) -> None:
    """The weight [9] of 0, 1, … mines around a cell, known ones aside, in place."""
    joint = np.ones((1, 1))
    for component in touched:
        joint = _product(joint, _joint(component, index, solved, near))
    counts, mines = joint.shape
    free = solved.floating - floating - (solved.box[index] == FLOATING)
    beyond = _beyond(mines + floating, others, low, free, solved.mines_left, solved.odds)
    for n in range(COUNTS):
        weight[n] = 0.0
    for c in range(counts):
        for f in range(floating + 1):
            for t in range(mines):
                weight[c + f] += joint[c, t] * BINOMIAL[floating, f] * beyond[t + f]


@kernel
def _look_around(
    index: int, boxes: Ints, mined: Bytes, components: Ints, neighbours: Ints, near: Ints, touched: Longs
) -> tuple[int, int, int]:
    """Known mines and floating cells around a cell, and how many components it touches, itself included.

    near, touched: filled; touched in rising order, then -1.
    """
    known, floating, found = 0, 0, 0
    for k in range(len(touched)):
        touched[k] = -1
    for k in range(-1, MAX_NEIGHBOURS):
        cell = index if k < 0 else neighbours[index, k]
        if cell < 0:
            break
        box = boxes[cell]
        if k >= 0:
            known += mined[cell]
            floating += box == FLOATING
        if box < 0:
            continue
        near[box] += k >= 0
        at, component = found, components[box]
        while at > 0 and touched[at - 1] > component:
            at -= 1
        if at == 0 or touched[at - 1] != component:
            for later in range(found, at, -1):
                touched[later] = touched[later - 1]
            touched[at] = component
            found += 1
    return known, floating, found


@kernel
def _forget(index: int, boxes: Ints, neighbours: Ints, near: Ints) -> None:
    """Set near back to zero, in place."""
    for k in range(MAX_NEIGHBOURS):
        cell = neighbours[index, k]
        if cell < 0:
            break
        if boxes[cell] >= 0:
            near[boxes[cell]] = 0


@kernel
def _joint(component: int, index: int, solved: Solved, near: Ints) -> Floats:
    """The joint weight [near mines, mines from the least on] of a component that is touched, the cell being safe."""
    bounds, sequence, layers, rest = solved.bounds, solved.sequence, solved.layers, solved.rest
    itself, track = solved.box[index], solved.mines_left != NOT_TOLD
    first, last, columns = -1, -1, 1
    for position in range(bounds[component], bounds[component + 1]):
        box = sequence[position]
        if near[box] or box == itself:
            first, last = position if first < 0 else first, position
            columns += near[box]
    layer = first + component
    begin, end = layers.layer_start[layer], layers.layer_start[layer + 1]
    ways = np.zeros((layers.offset[end] - layers.offset[begin], columns))
    for value in range(len(ways)):
        ways[value, 0] = layers.ways[layers.offset[begin] + value]
    for position in range(first, last + 1):
        box = sequence[position]
        apart = solved.size[box] - near[box] - (box == itself)
        ways = _step(position + component, ways, near[box], apart, solved.size[box], layers, track)
        if position % RESCALE_EVERY == 0:
            rescale(ways.reshape(-1), 0, ways.size)
    return _meet(last + 1 + component, component, ways, layers, rest, bounds)


@kernel
def _step(layer: int, ways: Floats, near: int, apart: int, size: int, layers: Layers, track: bool) -> Floats:
    """The ways of the next layer, by near mines too, from those of a layer; see `split` in the legend."""
    layer_start, least, offset, edge_start, fewest, target, factor, _, _ = layers
    begin, end, beyond = layer_start[layer], layer_start[layer + 1], layer_start[layer + 2]
    columns = ways.shape[1]
    after = np.zeros((offset[beyond] - offset[end], columns))
    for state in range(begin, end):
        v, here, length = fewest[state], offset[state] - offset[begin], offset[state + 1] - offset[state]
        for edge in range(edge_start[state], edge_start[state + 1]):
            to = target[edge]
            if to >= 0:
                there = offset[to] - offset[end]
                if track:
                    there += least[state] + v - least[to]
                for j in range(max(0, v - apart), min(near, v) + 1):
                    weight = factor[edge] * BINOMIAL[near, j] * BINOMIAL[apart, v - j] / BINOMIAL[size, v]
                    for t in range(length):
                        for c in range(columns - j):
                            after[there + t, c + j] += weight * ways[here + t, c]
            v += 1
    return after


@kernel
def _meet(layer: int, component: int, ways: Floats, layers: Layers, rest: Completions, bounds: Ints) -> Floats:
    """Join the ways up to a layer with the completions from there: [near mines, mines from the least on], scaled."""
    layer_start, least, offset = layers.layer_start, layers.least, layers.offset
    begin, end = layer_start[layer], layer_start[layer + 1]
    final = layer_start[bounds[component + 1] + component + 1] - 1
    joint = np.zeros((ways.shape[1], offset[final + 1] - offset[final]))
    for state in range(begin, end):
        here = offset[state] - offset[begin]
        first = least[state] + rest.least[state] - least[final]
        for t in range(offset[state + 1] - offset[state]):
            for u in range(rest.offset[state + 1] - rest.offset[state]):
                onward = rest.ways[rest.offset[state] + u]
                for c in range(ways.shape[1]):
                    joint[c, first + t + u] += ways[here + t, c] * onward
    normalise(joint.reshape(-1))
    return joint


@kernel
def _product(one: Floats, other: Floats) -> Floats:
    """Two joint weights together."""
    result = np.zeros((one.shape[0] + other.shape[0] - 1, one.shape[1] + other.shape[1] - 1))
    for c in range(one.shape[0]):
        for t in range(one.shape[1]):
            if one[c, t] > 0.0:
                for d in range(other.shape[0]):
                    for u in range(other.shape[1]):
                        result[c + d, t + u] += one[c, t] * other[d, u]
    return result


@kernel
def _same(now: Longs, before: Longs) -> bool:
    """Whether the same components are touched as before; if not, `before` is brought up to date, in place."""
    same = True
    for k in range(len(now)):
        same &= now[k] == before[k]
        before[k] = now[k]
    return same


@kernel
def _others(touched: Longs, tally: Floats, start: Longs) -> Floats:
    """The weight of all components that are not touched, by their mines above the least."""
    together, skip = np.ones(1), 0
    for k in range(len(start) - 1):
        if skip < len(touched) and touched[skip] == k:
            skip += 1
            continue
        more = np.zeros(len(together) + start[k + 1] - start[k] - 1)
        for t in range(start[k + 1] - start[k]):
            for i in range(len(together)):
                more[i + t] += together[i] * tally[start[k] + t]
        normalise(more)
        together = more
    return together


@kernel
def _beyond(length: int, others: Floats, low: int, free: int, mines_left: int, odds: float) -> Floats:
    """The weight of everything else, by the mines of touched components and floating neighbours above the least.

    low: the least mines of all components together. free: floating cells farther away.
    """
    beyond = np.ones(length)
    if mines_left == NOT_TOLD:
        for r in range(1, length):
            beyond[r] = beyond[r - 1] * odds
        return beyond
    closing = floating_weights(free, mines_left, low, low + len(others) + length - 2)
    for r in range(length):
        beyond[r] = 0.0
        for i in range(len(others)):
            beyond[r] += others[i] * closing[i + r]
    return beyond
