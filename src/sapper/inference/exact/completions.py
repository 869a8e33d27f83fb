"""Completions: in how many ways each state of a component can be brought to its end, by the mines that this takes.

`ways` in `layers.py` looks back from a state to the beginning; a completion looks from it to the end. Where the two
meet, one edge of the programme is seen with all that comes before and after it, whatever the rest of the board is like.

Cost: one pass along the stored edges; memory as for the layers themselves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import RESCALE_EVERY, Layers, Longs, rescale
from sapper.knowledge.constraints import Floats, Ints

DEAD_END = -1


class Completions(NamedTuple):
    """Weights of the ways to go on, of every state; those of a layer are scaled together."""

    least: Ints
    """[states] fewest mines to come."""
    offset: Longs
    """[states + 1] where the values of each state begin; a state that leads nowhere has none."""
    ways: Floats
    """[values] for the least mines to come, one more, …; only one value if mines are not counted."""


@kernel
def completions(layers: Layers, bounds: Ints, track: bool, most_values: int) -> tuple[Completions, bool]:
    """The completions of all states; False if they are more values than allowed."""
    layer_start, edge_start, fewest, target, factor = (
        layers.layer_start,
        layers.edge_start,
        layers.fewest,
        layers.target,
        layers.factor,
    )
    states = layer_start[-1] if len(bounds) > 1 else 0
    least, offset = _lengths(layers, bounds, states, track)
    if offset[states] > most_values:
        return Completions(least, offset, np.empty(0)), False
    ways = np.zeros(offset[states])
    for layer in range(len(layer_start) - 2 if states else -1, -1, -1):
        begin, end = layer_start[layer], layer_start[layer + 1]
        for state in range(begin, end):
            here, v = offset[state], fewest[state]
            if edge_start[state] == edge_start[state + 1] and offset[state] < offset[state + 1]:
                ways[here] = 1.0  # the end of a component
                continue
            for edge in range(edge_start[state], edge_start[state + 1]):
                to = target[edge]
                if to >= 0:
                    shift = least[to] + v - least[state] if track else 0
                    for value in range(offset[to], offset[to + 1]):
                        ways[here + shift + value - offset[to]] += factor[edge] * ways[value]
                v += 1
        if layer % RESCALE_EVERY == 0:
            rescale(ways, offset[begin], offset[end])
    return Completions(least, offset, ways), True


@kernel
def _lengths(layers: Layers, bounds: Ints, states: int, track: bool) -> tuple[Ints, Longs]:
    """The least mines to come of every state, and where its values begin: one per number of mines up to the most."""
    edge_start, fewest, target = layers.edge_start, layers.fewest, layers.target
    least, most = np.zeros(states, np.int32), np.full(states, DEAD_END, np.int32)
    offset = np.zeros(states + 1, np.int64)
    for k in range(len(bounds) - 1):
        most[layers.layer_start[bounds[k + 1] + k + 1] - 1] = 0
    for state in range(states - 1, -1, -1):  # every edge leads to a later state
        v = fewest[state]
        for edge in range(edge_start[state], edge_start[state + 1]):
            to, mines = target[edge], v if track else 0
            if to >= 0 and most[to] >= 0:
                least[state] = mines + least[to] if most[state] < 0 else min(least[state], mines + least[to])
                most[state] = max(most[state], mines + most[to])
            v += 1
    for state in range(states):
        offset[state + 1] = offset[state] + (most[state] - least[state] + 1 if most[state] >= 0 else 0)
    return least, offset
