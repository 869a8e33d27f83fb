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
    layer_start, least, offset, edge_start, fewest, target, factor, ways, _ = layers
    sizes = p.size
    rest = np.zeros(offset[layer_start[-1]] if len(sequence) else 0)
    expected, possible = np.zeros(len(sizes)), np.zeros(len(sizes), np.int32)
    layer = len(sequence) + len(bounds) - 1
    for k in range(len(bounds) - 2, -1, -1):
        final = layer_start[layer] - 1
        for t in range(offset[final + 1] - offset[final]):
            rest[offset[final] + t] = outside[outside_start[k] + t]
        layer -= 1
        for position in range(bounds[k + 1] - 1, bounds[k] - 1, -1):
            begin, end = layer_start[layer - 1], layer_start[layer]
            box = sequence[position]
            expected[box], possible[box] = _retreat(
                begin, end, sizes[box], track, least, offset, edge_start, fewest, target, factor, ways, rest
            )
            if position % RESCALE_EVERY == 0:
                rescale(rest, offset[begin], offset[end])
            layer -= 1
    return expected, possible


@inlined
def _retreat(
    begin: int, end: int, size: int, track: bool, least: Ints, offset: Longs, edge_start: Longs, fewest: Ints,
    target: Ints, factor: Floats, ways: Floats, rest: Floats,
) -> tuple[float, int]:  # fmt: skip
    """Pull the rest of the next layer back along the edges, in place: expected mines, what is possible."""
    total, mines, possible = 0.0, 0.0, 0
    for state in range(begin, end):
        v = fewest[state]
        here, length = offset[state], offset[state + 1] - offset[state]
        for edge in range(edge_start[state], edge_start[state + 1]):
            to, edge_weight = target[edge], factor[edge]
            if to >= 0:
                there = offset[to]
                if track:
                    there += least[state] + v - least[to]
                weight, alive = 0.0, False
                for t in range(length):
                    onward = edge_weight * rest[there + t]
                    rest[here + t] += onward
                    weight += ways[here + t] * onward
                    alive |= rest[there + t] > 0.0 and ways[here + t] > 0.0
                if alive:
                    possible |= (SOME_SAFE if v < size else 0) | (SOME_MINED if v > 0 else 0)
                total += weight
                mines += weight * v
            v += 1
    return mines / total, possible
