"""The way back for every number of mines at once: what each supercell looks like if its component has so many.

As `backward.py`, where the rest of the board is not a weight per number of mines but a column: column j stands for the
components that have their least + j mines. The words are those of `backward.py` and `layers.py`.

Cost: for each edge the columns times the values of its state; columns are taken a few at a time if memory is short.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE
from sapper.inference.exact.layers import RESCALE_EVERY, Layers, Longs, rescale
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.knowledge.supercells import Problem

MOST_VALUES = 2_000_000
"""Values times columns that are kept at once: 16 MB."""


@kernel
def backward_by_count(
    p: Problem, layers: Layers, sequence: Ints, bounds: Ints, widest: int, track: bool
) -> tuple[Floats, Bytes]:
    """Risk of a cell and what is possible [sequence, widest], for the supercell at each place and number of mines.

    widest: the most numbers of mines that a component may have.
    """
    risk, possible = np.zeros((len(sequence), widest)), np.zeros((len(sequence), widest), np.int8)
    values = layers.offset[layers.layer_start[-1]] if len(sequence) else 0
    columns = max(1, min(widest, MOST_VALUES // max(values, 1)))
    for first in range(0, widest, columns):
        last = min(first + columns, widest)
        _columns(p, layers, sequence, bounds, first, risk[:, first:last], possible[:, first:last], track)
    return risk, possible


@kernel
def _columns(
    p: Problem, layers: Layers, sequence: Ints, bounds: Ints, first: int, risk: Floats, possible: Bytes, track: bool
) -> None:
    """Some columns, in place. rest: for each value one number per column."""
    layer_start, least, offset, edge_start, fewest, target, factor, ways, _ = layers
    columns = risk.shape[1]
    rest = np.zeros(columns * (offset[layer_start[-1]] if len(sequence) else 0))
    total, mines = np.empty(columns), np.empty(columns)
    layer = len(sequence) + len(bounds) - 1
    for k in range(len(bounds) - 2, -1, -1):
        final = layer_start[layer] - 1
        for t in range(first, min(first + columns, offset[final + 1] - offset[final])):
            rest[columns * (offset[final] + t) + t - first] = 1.0
        layer -= 1
        for position in range(bounds[k + 1] - 1, bounds[k] - 1, -1):
            begin, end = layer_start[layer - 1], layer_start[layer]
            size = p.size[sequence[position]]
            _retreat(
                begin, end, size, track, least, offset, edge_start, fewest, target, factor, ways, rest, total, mines,
                possible[position],
            )  # fmt: skip
            for j in range(columns):
                if total[j] > 0.0:
                    risk[position, j] = mines[j] / (total[j] * size)
            if position % RESCALE_EVERY == 0:
                rescale(rest, columns * offset[begin], columns * offset[end])
            layer -= 1


@kernel
def _retreat(
    begin: int, end: int, size: int, track: bool, least: Ints, offset: Longs, edge_start: Longs, fewest: Ints,
    target: Ints, factor: Floats, ways: Floats, rest: Floats, total: Floats, mines: Floats, possible: Bytes,
) -> None:  # fmt: skip
    """Pull the rest of the next layer back along the edges, in place; for each column the weight, mines, possible."""
    columns = len(total)
    for j in range(columns):
        total[j], mines[j] = 0.0, 0.0
    for state in range(begin, end):
        v = fewest[state]
        here, length = offset[state], offset[state + 1] - offset[state]
        for edge in range(edge_start[state], edge_start[state + 1]):
            to = target[edge]
            if to >= 0:
                there = offset[to]
                if track:
                    there += least[state] + v - least[to]
                some = (SOME_SAFE if v < size else 0) | (SOME_MINED if v > 0 else 0)
                for t in range(length):
                    for j in range(columns):
                        beyond = rest[columns * (there + t) + j]
                        if beyond > 0.0:
                            onward = factor[edge] * beyond
                            rest[columns * (here + t) + j] += onward
                            weight = ways[here + t] * onward
                            total[j] += weight
                            mines[j] += weight * v
                            if ways[here + t] > 0.0:
                                possible[j] |= some
            v += 1
