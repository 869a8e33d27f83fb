"""The way back: what the rest of the board makes of every supercell.

legend   rest   for each state, a vector over t: the weight of all ways to go on from there to the end of the board
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import inlined, kernel
from sapper.inference.exact.layers import RESCALE_EVERY, Layers, Longs, rescale
from sapper.knowledge.constraints import Floats, Ints
from sapper.knowledge.supercells import Problem

SOME_SAFE, SOME_MINED = 1, 2
"""What is possible among some cells: in some solution one of them is safe; in some, one is mined."""


@kernel
def backward(
    p: Problem, layers: Layers, sequence: Ints, bounds: Ints, outside: Floats, outside_start: Longs, track: bool
) -> tuple[Floats, Ints]:
    """Expected mines [boxes], and what is possible [boxes].

    outside: for component k, from `outside_start[k]`, the weight of the rest of the board for each number of mines
    that the component may have.
    """
    rest = np.zeros(layers.offset[layers.layer_start[-1]] if len(sequence) else 0)
    expected = np.zeros(len(p.size))
    possible = np.zeros(len(p.size), np.int32)
    layer = len(sequence) + len(bounds) - 1
    for k in range(len(bounds) - 2, -1, -1):
        final = layers.layer_start[layer] - 1
        for t in range(layers.offset[final + 1] - layers.offset[final]):
            rest[layers.offset[final] + t] = outside[outside_start[k] + t]
        layer -= 1
        for position in range(bounds[k + 1] - 1, bounds[k] - 1, -1):
            begin, end = layers.layer_start[layer - 1], layers.layer_start[layer]
            box = sequence[position]
            expected[box], possible[box] = _retreat(begin, end, p.size[box], layers, rest, track)
            if position % RESCALE_EVERY == 0:
                rescale(rest, layers.offset[begin], layers.offset[end])
            layer -= 1
    return expected, possible


@inlined
def _retreat(begin: int, end: int, size: int, layers: Layers, rest: Floats, track: bool) -> tuple[float, int]:
    """Pull the rest of the next layer back along the edges, in place: expected mines, what is possible."""
    least, offset, edge_start, fewest = layers.least, layers.offset, layers.edge_start, layers.fewest
    target, factor, ways = layers.target, layers.factor, layers.ways
    total, mines, possible = 0.0, 0.0, 0
    for state in range(begin, end):
        v = fewest[state]
        here, length = offset[state], offset[state + 1] - offset[state]
        for edge in range(edge_start[state], edge_start[state + 1]):
            to, weight_of = target[edge], factor[edge]
            if to >= 0:
                there = offset[to]
                if track:
                    there += least[state] + v - least[to]
                weight, alive = 0.0, False
                for t in range(length):
                    onward = weight_of * rest[there + t]
                    rest[here + t] += onward
                    weight += ways[here + t] * onward
                    alive |= rest[there + t] > 0.0 and ways[here + t] > 0.0
                if alive:
                    possible |= (SOME_SAFE if v < size else 0) | (SOME_MINED if v > 0 else 0)
                total += weight
                mines += weight * v
            v += 1
    return mines / total, possible
