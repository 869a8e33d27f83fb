"""What the parts of a cut clue tell each other: how many mines the other side may have.

    legend   belief    [parts, 9] the distribution of the mines of each part, by all that its strip knows except the
                       clue itself (its own factor is divided out, or it would be counted twice)
             other     the same for all other parts of the clue together: their convolution

A part has the likelihood of its clue averaged over the mines of the other parts. The first beliefs are binomial; each
pass through the strips, without the mine count, gives better ones.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.forward import BINOMIAL
from sapper.inference.exact.layers import HUGE, RESCALE_EVERY, Layers, rescale
from sapper.inference.posterior.strips import Cut
from sapper.knowledge.constraints import COUNTS, Floats, Ints
from sapper.knowledge.supercells import Problem
from sapper.knowledge.weights import normalise


@kernel
def first_beliefs(division: Cut, odds: float) -> Floats:
    """Binomial, each cell mined with these odds."""
    cells = division.cells
    belief = np.zeros((len(cells), COUNTS))
    for part in range(len(cells)):
        power = 1.0
        for mines in range(cells[part] + 1):
            belief[part, mines] = BINOMIAL[cells[part], mines] * power
            power *= odds
        normalise(belief[part])
    return belief


@kernel
def join(p: Problem, division: Cut, belief: Floats) -> None:
    """Give every part, in place, the likelihood of its clue averaged over what the other parts may have."""
    parts, first_part, cells = division.problem, division.first_part, division.cells
    other, wider = np.empty(COUNTS), np.empty(COUNTS)
    for clue in range(len(p.low)):
        begin, end = first_part[clue], first_part[clue + 1]
        for part in range(begin, end):
            other[:], other[0] = 0.0, 1.0
            for sibling in range(begin, end):
                if sibling != part:
                    wider[:] = 0.0
                    for i in range(COUNTS):
                        for j in range(COUNTS - i):
                            wider[i + j] += other[i] * belief[sibling, j]
                    other[:] = wider
            parts.low[part], parts.high[part] = COUNTS, -1
            for mines in range(COUNTS):
                total = 0.0
                if mines <= cells[part]:
                    for beyond in range(COUNTS - mines):
                        total += other[beyond] * p.weight[clue, mines + beyond]
                parts.weight[part, mines] = total
                if total > 0.0:
                    parts.low[part] = min(parts.low[part], mines)
                    parts.high[part] = mines
            normalise(parts.weight[part])


@kernel
def listen(division: Cut, layers: Layers, sequence: Ints, bounds: Ints, belief: Floats) -> float:
    """Renew the beliefs of all parts that have siblings, in place, from a pass without the mine count.

    Returns the expected number of mines among all supercells. Cost: for every such part, the edges of the layers
    between its first and its last supercell.
    """
    parts, first_part = division.problem, division.first_part
    layer_start = layers.layer_start
    rest, expected = _rest(parts, layers, sequence, bounds)
    where = np.empty(len(parts.size), np.int32)
    layer_of = np.empty(len(parts.size), np.int32)
    for k in range(len(bounds) - 1):
        for position in range(bounds[k], bounds[k + 1]):
            where[sequence[position]], layer_of[sequence[position]] = position, position + k
    mines = np.zeros(layer_start[-1], np.int8)
    seen = np.empty(COUNTS)
    inside = np.zeros(len(sequence), np.bool_)
    for clue in range(len(first_part) - 1):
        if first_part[clue + 1] - first_part[clue] < 2:
            continue
        for part in range(first_part[clue], first_part[clue + 1]):
            first, last, offset = 1 << 30, -1, 0
            for j in range(parts.clue_start[part], parts.clue_start[part + 1]):
                position = where[parts.clue_boxes[j]]
                offset = layer_of[parts.clue_boxes[j]] - position
                inside[position] = True
                first, last = min(first, position), max(last, position)
            seen[:] = 0.0
            for state in range(layer_start[first + offset], layer_start[first + offset + 1]):
                mines[state] = 0
            for position in range(first, last + 1):
                _carry(layers, position + offset, inside[position], position == last, rest, mines, seen)
                inside[position] = False
            normalise(seen)
            for count in range(COUNTS):
                belief[part, count] = seen[count] / max(parts.weight[part, count], 1.0 / HUGE)
            normalise(belief[part])
    return expected


@kernel
def _carry(layers: Layers, layer: int, inside: bool, last: bool, rest: Floats, mines: Ints, seen: Floats) -> None:
    """Take the mines of a part from one layer to the next, in place; at the last, weigh them into `seen`."""
    for state in range(layers.layer_start[layer], layers.layer_start[layer + 1]):
        v = layers.fewest[state]
        for edge in range(layers.edge_start[state], layers.edge_start[state + 1]):
            to = layers.target[edge]
            if to >= 0:
                now = mines[state] + (v if inside else 0)
                mines[to] = now
                if last:
                    seen[now] += layers.ways[state] * layers.factor[edge] * rest[to]
            v += 1


@kernel
def _rest(p: Problem, layers: Layers, sequence: Ints, bounds: Ints) -> tuple[Floats, float]:
    """For each state the weight of all ways to go on, by component; and the expected number of mines."""
    layer_start, edge_start, target, factor = layers.layer_start, layers.edge_start, layers.target, layers.factor
    rest = np.zeros(layer_start[-1])
    expected = 0.0
    for k in range(len(bounds) - 1):
        rest[layer_start[bounds[k + 1] + k + 1] - 1] = 1.0
        for position in range(bounds[k + 1] - 1, bounds[k] - 1, -1):
            begin, end = layer_start[position + k], layer_start[position + k + 1]
            total, mined = 0.0, 0.0
            for state in range(begin, end):
                v = layers.fewest[state]
                for edge in range(edge_start[state], edge_start[state + 1]):
                    if target[edge] >= 0:
                        onward = factor[edge] * rest[target[edge]]
                        rest[state] += onward
                        total += layers.ways[state] * onward
                        mined += layers.ways[state] * onward * v
                    v += 1
            expected += mined / total
            if position % RESCALE_EVERY == 0:
                rescale(rest, begin, end)
    return rest, expected
