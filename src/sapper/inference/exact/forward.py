"""The forward pass: how many ways lead to every state, layer by layer. The words are those of `layers.py`."""

from __future__ import annotations

from math import comb

import numpy as np

from sapper.compiled import inlined, kernel
from sapper.inference.exact.layers import (
    ADD,
    CLOSING,
    EDGES,
    HIGH,
    KEEP,
    LOW,
    RESCALE_EVERY,
    SHIFT,
    SLOTS,
    STATES,
    VALUES,
    WORD,
    Layers,
    Longs,
    Words,
    Work,
    empty_layers,
    rescale,
    wider,
    with_room,
)
from sapper.knowledge.constraints import COUNTS, Floats, Ints
from sapper.knowledge.supercells import Problem

EDGES_PER_STATE = 8
"""More edges than this many times the allowed states are over the limit too."""

DONE, IMPOSSIBLE, OVER_LIMIT = 0, 1, 2
"""How the forward pass ended."""

BINOMIAL = np.array([[comb(m, v) for v in range(COUNTS)] for m in range(COUNTS)], dtype=np.float64)


@kernel
def forward(
    p: Problem, sequence: Ints, bounds: Ints, width: int, odds: float, track: bool, most_states: int, most_values: int
) -> tuple[Layers, int]:
    """Run over all components; how it ended: DONE, IMPOSSIBLE or OVER_LIMIT.

    odds: weight of a mine against a safe cell, 1 unless there is a density prior.
    """
    layers, work = empty_layers(len(p.low), len(sequence), len(bounds) - 1, max(1, (width + SLOTS - 1) // SLOTS), odds)
    filled = np.zeros(3, np.int64)
    layer, side = 0, 0
    for k in range(len(bounds) - 1):
        layers = with_room(layers, filled, 1, 1)
        _first_layer(p, sequence, bounds[k], bounds[k + 1], layers, work, filled, side)
        layer += 1
        layers.layer_start[layer] = filled[STATES]
        for position in range(bounds[k], bounds[k + 1]):
            size = p.size[sequence[position]]
            begin, end = layers.layer_start[layer - 1], filled[STATES]
            touched = _prepare(p, sequence[position], work)
            fresh = _bound_edges(size, touched, begin, end, layers, work, filled, side)
            if filled[EDGES] > EDGES_PER_STATE * most_states:
                return layers, OVER_LIMIT
            if work.most.shape[1] < fresh:
                work = wider(work, fresh)
            if len(layers.least) < end + fresh or len(layers.target) < filled[EDGES]:
                layers = with_room(layers, filled, fresh, 0)
            found = _expand(p.weight, size, touched, begin, end, layers, work, side, track)
            side = 1 - side
            for state in range(end, end + found):
                filled[VALUES] += work.most[side, state - end] - layers.least[state] + 1
                layers.offset[state + 1] = filled[VALUES]
            filled[STATES] += found
            if found == 0 or filled[STATES] > most_states or filled[VALUES] > most_values:
                return layers, IMPOSSIBLE if found == 0 else OVER_LIMIT
            if len(layers.ways) < filled[VALUES]:
                layers = with_room(layers, filled, 0, 0)
            _accumulate(begin, end, track, layers, filled[VALUES])
            if position % RESCALE_EVERY == 0 or position == bounds[k + 1] - 1:
                layers.log2_scale[k] += rescale(layers.ways, layers.offset[end], filled[VALUES])
            layer += 1
            layers.layer_start[layer] = filled[STATES]
        layers.edge_start[filled[STATES] - 1] = filled[EDGES]
        layers.edge_start[filled[STATES]] = filled[EDGES]
    return layers, DONE


@inlined
def _first_layer(
    p: Problem, sequence: Ints, first: int, last: int, layers: Layers, work: Work, filled: Longs, side: int
) -> None:
    """Begin a component: nothing decided, one state, one way."""
    keys, most, left = work.keys, work.most, work.left
    for position in range(first, last):
        box = sequence[position]
        for i in range(p.box_start[box], p.box_start[box + 1]):
            left[p.box_clues[i]] += p.size[box]
    for word in range(keys.shape[2]):
        keys[side, 0, word] = np.uint64(0)
    most[side, 0] = 0
    state, value = filled[STATES], filled[VALUES]
    layers.least[state], layers.offset[state], layers.ways[value] = 0, value, 1.0
    filled[STATES], filled[VALUES] = state + 1, value + 1
    layers.offset[state + 1] = value + 1


@inlined
def _prepare(p: Problem, box: int, work: Work) -> int:
    """Set up a step, in place: give slots to clues that open, free those that close. Number of clues touched."""
    box_start, box_clues, size, low = p.box_start, p.box_clues, p.size, p.low
    high = p.high
    slot_of, left, used, masks = work.slot_of, work.left, work.used, work.masks
    touch = work.touch
    for word in range(masks.shape[1]):
        masks[ADD, word], masks[KEEP, word] = np.uint64(0), ~np.uint64(0)
    touched = 0
    for i in range(box_start[box], box_start[box + 1]):
        clue = box_clues[i]
        if slot_of[clue] < 0:
            slot = 0
            while used[slot]:
                slot += 1
            used[slot] = True
            slot_of[clue] = slot
        left[clue] -= size[box]
        word, shift = slot_of[clue] // SLOTS, 4 * (slot_of[clue] % SLOTS)
        touch[touched, WORD], touch[touched, SHIFT] = word, shift
        touch[touched, LOW], touch[touched, HIGH] = low[clue] - left[clue], high[clue]
        touch[touched, CLOSING] = -1
        masks[ADD, word] |= np.uint64(1) << np.uint64(shift)
        if left[clue] == 0:
            masks[KEEP, word] &= ~(np.uint64(15) << np.uint64(shift))
            if low[clue] < high[clue]:
                touch[touched, CLOSING] = clue
        touched += 1
    for i in range(box_start[box], box_start[box + 1]):
        clue = box_clues[i]
        if left[clue] == 0:
            used[slot_of[clue]] = False
            slot_of[clue] = -1
    return touched


@inlined
def _bound_edges(
    size: int, touched: int, begin: int, end: int, layers: Layers, work: Work, filled: Longs, side: int
) -> int:
    """Which v may follow each state, bounded by the touched clues from both sides; how many edges that makes."""
    edge_start, fewest = layers.edge_start, layers.fewest
    keys, touch = work.keys, work.touch
    edges = filled[EDGES]
    for state in range(begin, end):
        smallest, largest = 0, size
        for j in range(touched):
            word = keys[side, state - begin, touch[j, WORD]]
            count = np.int64((word >> np.uint64(touch[j, SHIFT])) & np.uint64(15))
            smallest = max(smallest, touch[j, LOW] - count)
            largest = min(largest, touch[j, HIGH] - count)
        fewest[state] = smallest
        edge_start[state] = edges
        edges += max(0, largest - smallest + 1)
    edge_start[end] = edges
    fresh = edges - filled[EDGES]
    filled[EDGES] = edges
    return int(fresh)


@inlined
def _expand(
    likelihood: Floats,
    size: int,
    touched: int,
    begin: int,
    end: int,
    layers: Layers,
    work: Work,
    side: int,
    track: bool,
) -> int:
    """Follow every edge of the layer `begin … end` and find or make its target; the number of new states."""
    least, edge_start, fewest, target = layers.least, layers.edge_start, layers.fewest, layers.target
    factor = layers.factor
    keys, most, table, masks = work.keys, work.most, work.table, work.masks
    touch, power = work.touch, work.power
    other, words = 1 - side, keys.shape[2]
    capacity = 8
    while capacity < 2 * (edge_start[end] - edge_start[begin]):
        capacity *= 2
    for i in range(capacity):
        table[i] = 0
    found = 0
    for state in range(begin, end):
        here, v = state - begin, fewest[state] - 1
        for edge in range(edge_start[state], edge_start[state + 1]):
            v += 1
            weight = BINOMIAL[size, v] * power[v]
            for j in range(touched):
                if touch[j, CLOSING] >= 0:
                    so_far = (keys[side, here, touch[j, WORD]] >> np.uint64(touch[j, SHIFT])) & np.uint64(15)
                    weight *= likelihood[touch[j, CLOSING], np.int64(so_far) + v]
            target[edge], factor[edge] = -1, weight
            if weight == 0.0:
                continue
            # Write the key behind the last one; it stays there if it is new.
            mixed = np.uint64(0)
            for word in range(words):
                key = (keys[side, here, word] + np.uint64(v) * masks[ADD, word]) & masks[KEEP, word]
                keys[other, found, word] = key
                mixed = (mixed ^ key) * np.uint64(0x9E3779B97F4A7C15)
                mixed ^= mixed >> np.uint64(32)
            place = np.int64(mixed & np.uint64(capacity - 1))
            while table[place] and not _same_key(keys, other, table[place] - 1, found):
                place = (place + 1) & (capacity - 1)
            lower = least[state] + v if track else 0
            upper = most[side, here] + v if track else 0
            if table[place] == 0:
                least[end + found], most[other, found] = lower, upper
                found += 1
                table[place] = found
            new = table[place] - 1
            least[end + new] = min(least[end + new], lower)
            most[other, new] = max(most[other, new], upper)
            target[edge] = end + new
    return found


@inlined
def _same_key(keys: Words, side: int, one: int, two: int) -> bool:
    same = True
    for word in range(keys.shape[2]):
        same &= keys[side, one, word] == keys[side, two, word]
    return same


@inlined
def _accumulate(begin: int, end: int, track: bool, layers: Layers, last_value: int) -> None:
    """Push the ways of the layer `begin … end` along its edges into the next, in place."""
    least, offset, edge_start, fewest = layers.least, layers.offset, layers.edge_start, layers.fewest
    target, factor, ways = layers.target, layers.factor, layers.ways
    for value in range(offset[end], last_value):
        ways[value] = 0.0
    for state in range(begin, end):
        v = fewest[state]
        here, beyond = offset[state], offset[state + 1]
        for edge in range(edge_start[state], edge_start[state + 1]):
            to, weight = target[edge], factor[edge]
            if to >= 0:
                there = offset[to]
                if track:
                    there += least[state] + v - least[to]
                for value in range(here, beyond):
                    ways[there] += weight * ways[value]
                    there += 1
            v += 1
