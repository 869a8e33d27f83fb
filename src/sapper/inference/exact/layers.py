"""The dynamic programme: all configurations of a component at once, one supercell per layer.

    legend   state   how many mines each open clue has so far, 4 bits per clue, packed into 64-bit words
             layer   the states that can be reached when some supercells are decided
             edge    from a state to one of the next layer, by giving v mines to the next supercell
             ways    for each state, a vector over t = mines used so far: the weight of all ways to get there
             rest    for each state, a vector over t: the weight of all ways to go on from there to the end

All components share one set of arrays; component k owns a run of layers. Values of a state begin at `offset` and stand
for t = least, least + 1, …. Where the mine count is not told, t is not tracked and every vector has length 1.

Numbers are scaled layer by layer, by powers of two, when they get large or small, and a weight that is not zero never
becomes zero (TINY is kept): reachability can be read off the values, certainty is not a matter of tolerance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.knowledge.constraints import COUNTS, Floats, Ints
from sapper.knowledge.supercells import Problem

SLOTS = 16
"""Clues per 64-bit word."""
HUGE, TINY = 2.0**300, 2.0**-900

Longs = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

BINOMIAL = np.array([[np.prod(range(m - v + 1, m + 1)) // max(1, np.prod(range(1, v + 1))) if v <= m else 0
                      for v in range(COUNTS)] for m in range(COUNTS)], dtype=np.float64)  # fmt: skip


class Layers(NamedTuple):
    """Everything the forward pass leaves behind."""

    layer_start: Longs
    """[layers + 1] where the states of each layer begin."""
    least: Ints
    """[states] fewest mines used."""
    offset: Longs
    """[states + 1] where the values of each state begin."""
    edge_start: Longs
    """[states + 1] where the edges that leave each state begin."""
    fewest: Ints
    """[states] v of the first of these edges; it rises by one from edge to edge."""
    target: Ints
    """[edges] the state an edge leads to, or -1 for none."""
    factor: Floats
    """[edges] weight of an edge: configurations of the supercell × likelihood of the clues that close."""
    ways: Floats
    """[values]"""
    log2_scale: Floats
    """[components] the values of the last layer are to be multiplied by 2 to this power."""


class Step(NamedTuple):
    """How one supercell changes the state: masks per word, and the clues it touches."""

    add: Words
    """[words] one in the slot of each touched clue."""
    keep: Words
    """[words] zero in the slots of the clues that close."""
    word: Ints
    """[8] for each touched clue: its word …"""
    shift: Ints
    """[8] … and its place in it."""
    low: Ints
    """[8] fewest mines it must have after this step, so that the rest can still make up for it."""
    high: Ints
    """[8]"""
    closing: Ints
    """[8] the clue, if it closes here and has a likelihood to be applied, else -1."""


@kernel
def forward(
    p: Problem, sequence: Ints, bounds: Ints, width: int, odds: float, track: bool, most_states: int, most_values: int
) -> tuple[Layers, int]:
    """Run over all components. Returns the layers and a status: 0 fine, 1 no configuration, 2 over the limit.

    odds: weight of a mine against a safe cell, 1 unless there is a density prior.
    """
    components = len(bounds) - 1
    words = max(1, (width + SLOTS - 1) // SLOTS)
    layer_start = np.zeros(len(sequence) + components + 1, np.int64)
    least, offset = np.empty(256, np.int32), np.empty(257, np.int64)
    edge_start, fewest = np.empty(257, np.int64), np.empty(256, np.int32)
    target, factor = np.empty(512, np.int32), np.empty(512, np.float64)
    ways = np.empty(1024, np.float64)
    log2_scale = np.zeros(components)
    slot_of = np.full(len(p.low), -1, np.int32)
    left = np.empty(len(p.low), np.int32)
    used = np.zeros(words * SLOTS, np.bool_)
    step = Step(
        np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(8, np.int32), np.empty(8, np.int32),
        np.empty(8, np.int32), np.empty(8, np.int32), np.empty(8, np.int32),
    )  # fmt: skip
    power = np.ones(COUNTS)
    for v in range(1, COUNTS):
        power[v] = power[v - 1] * odds
    keys, most = np.zeros((64, words), np.uint64), np.zeros(64, np.int32)
    states, edges, values, layer, status = 0, 0, 0, 0, 0
    for k in range(components):
        for position in range(bounds[k], bounds[k + 1]):
            for clue in p.box_clues[p.box_start[sequence[position]] : p.box_start[sequence[position] + 1]]:
                left[clue] = 0
        for position in range(bounds[k], bounds[k + 1]):
            for clue in p.box_clues[p.box_start[sequence[position]] : p.box_start[sequence[position] + 1]]:
                left[clue] += p.size[sequence[position]]
        # The first layer: nothing decided, one state, one way.
        least, fewest = room(least, states + 1), room(fewest, states + 1)
        offset, edge_start = room(offset, states + 2), room(edge_start, states + 2)
        ways = room(ways, values + 1)
        keys[0] = 0
        most[0] = 0
        least[states], offset[states], ways[values] = 0, values, 1.0
        states, values = states + 1, values + 1
        offset[states] = values
        layer += 1
        layer_start[layer] = states
        for position in range(bounds[k], bounds[k + 1]):
            box = sequence[position]
            touched = _prepare(p, box, slot_of, left, used, step)
            begin, end = layer_start[layer - 1], states
            # How many edges leave each state: the open clues bound v from both sides.
            first_edge = edges
            for state in range(begin, end):
                smallest, largest = 0, p.size[box]
                for j in range(touched):
                    count = np.int64((keys[state - begin, step.word[j]] >> np.uint64(step.shift[j])) & np.uint64(15))
                    smallest = max(smallest, step.low[j] - count)
                    largest = min(largest, step.high[j] - count)
                fewest[state] = smallest
                edge_start[state] = edges
                edges += max(0, largest - smallest + 1)
            edge_start[end] = edges
            if edges > 8 * most_states:
                return _layers(layer_start, least, offset, edge_start, fewest, target, factor, ways, log2_scale), 2
            target, factor = room(target, edges), room(factor, edges)
            new_keys, new_least, new_most, found = _expand(
                p, step, touched, keys, most, least[begin:end], fewest[begin:end], edge_start[begin : end + 1],
                target, factor, BINOMIAL[p.size[box]], power, end, edges - first_edge, track,
            )  # fmt: skip
            if found == 0:
                return _layers(layer_start, least, offset, edge_start, fewest, target, factor, ways, log2_scale), 1
            # The values of the new states.
            least, fewest = room(least, states + found), room(fewest, states + found)
            offset, edge_start = room(offset, states + found + 1), room(edge_start, states + found + 1)
            for new in range(found):
                least[states + new] = new_least[new]
                values += new_most[new] - new_least[new] + 1
                offset[states + new + 1] = values
            states += found
            if states > most_states or values > most_values:
                return _layers(layer_start, least, offset, edge_start, fewest, target, factor, ways, log2_scale), 2
            ways = room(ways, values)
            largest_way = _accumulate(
                begin, end, track, least, offset, edge_start, fewest, target, factor, ways, offset[end], values
            )
            if largest_way > HUGE or largest_way < 1.0 / HUGE:
                log2_scale[k] += rescale(ways[offset[end] : values], largest_way)
            keys, most = new_keys, new_most
            layer += 1
            layer_start[layer] = states
        edge_start[states - 1] = edges
        edge_start[states] = edges
    return _layers(
        layer_start, least, offset, edge_start, fewest, target, factor, ways, log2_scale
    ), status


@kernel
def _layers(layer_start, least, offset, edge_start, fewest, target, factor, ways, log2_scale):  # type: ignore[no-untyped-def]
    return Layers(layer_start, least, offset, edge_start, fewest, target, factor, ways, log2_scale)


@kernel
def room(array, needed):  # type: ignore[no-untyped-def]
    """The array, or a copy of at least twice the length, if it is shorter than needed."""
    if len(array) >= needed:
        return array
    longer = np.empty(max(needed, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer


@kernel
def rescale(values: Floats, largest: float) -> float:
    """Bring the largest value to about 1 by a power of two, in place; returns the log2 of what was taken out."""
    exponent = np.floor(np.log2(largest))
    scale = 2.0**-exponent
    for i in range(len(values)):
        if values[i] > 0.0:
            values[i] = max(values[i] * scale, TINY)
    return float(exponent)


@kernel
def _prepare(p: Problem, box: int, slot_of: Ints, left: Ints, used: Ints, step: Step) -> int:
    """Set up `step` for a supercell: give slots to clues that open, free those that close. Number of clues touched."""
    step.add[:] = 0
    step.keep[:] = ~np.uint64(0)
    touched = 0
    for clue in p.box_clues[p.box_start[box] : p.box_start[box + 1]]:
        if slot_of[clue] < 0:
            slot = 0
            while used[slot]:
                slot += 1
            used[slot] = True
            slot_of[clue] = slot
        left[clue] -= p.size[box]
        slot = slot_of[clue]
        word, shift = slot // SLOTS, 4 * (slot % SLOTS)
        step.word[touched], step.shift[touched] = word, shift
        step.low[touched], step.high[touched] = p.low[clue] - left[clue], p.high[clue]
        step.closing[touched] = -1
        step.add[word] |= np.uint64(1) << np.uint64(shift)
        if left[clue] == 0:
            step.keep[word] &= ~(np.uint64(15) << np.uint64(shift))
            if p.low[clue] < p.high[clue]:
                step.closing[touched] = clue
        touched += 1
    for clue in p.box_clues[p.box_start[box] : p.box_start[box + 1]]:
        if left[clue] == 0:
            used[slot_of[clue]] = False
            slot_of[clue] = -1
    return touched


@kernel
def _expand(
    p: Problem, step: Step, touched: int, keys: Words, most: Ints, least: Ints, fewest: Ints, edge_start: Longs,
    target: Ints, factor: Floats, binomial: Floats, power: Floats, base: int, edges: int, track: bool,
) -> tuple[Words, Ints, Ints, int]:  # fmt: skip
    """Follow every edge and find or make its target: keys, least and most mines of the new states, their number.

    target, factor: filled in place. base: number of the first new state.
    """
    words = keys.shape[1]
    capacity = 8
    while capacity < 2 * edges:
        capacity *= 2
    table = np.zeros(capacity, np.int32)
    room_for = max(edges, 64)
    new_keys = np.empty((room_for, words), np.uint64)
    new_least, new_most = np.empty(room_for, np.int32), np.empty(room_for, np.int32)
    found = 0
    for state in range(len(least)):
        v = fewest[state]
        for edge in range(edge_start[state], edge_start[state + 1]):
            weight = binomial[v] * power[v]
            for j in range(touched):
                if step.closing[j] >= 0:
                    so_far = (keys[state, step.word[j]] >> np.uint64(step.shift[j])) & np.uint64(15)
                    weight *= p.weight[step.closing[j], np.int64(so_far) + v]
            if weight == 0.0:
                target[edge], factor[edge] = -1, 0.0
                v += 1
                continue
            # Write the key behind the last one; it stays there if it is new.
            mixed = np.uint64(0)
            for word in range(words):
                key = (keys[state, word] + np.uint64(v) * step.add[word]) & step.keep[word]
                new_keys[found, word] = key
                mixed = (mixed ^ key) * np.uint64(0x9E3779B97F4A7C15)
                mixed ^= mixed >> np.uint64(32)
            place = np.int64(mixed & np.uint64(capacity - 1))
            while table[place] and not _same_key(new_keys, table[place] - 1, found):
                place = (place + 1) & (capacity - 1)
            used_least, used_most = 0, 0
            if track:
                used_least, used_most = least[state] + v, most[state] + v
            if table[place] == 0:
                new_least[found], new_most[found] = used_least, used_most
                found += 1
                table[place] = found
            new = table[place] - 1
            new_least[new] = min(new_least[new], used_least)
            new_most[new] = max(new_most[new], used_most)
            target[edge], factor[edge] = base + new, weight
            v += 1
    return new_keys, new_least, new_most, found


@kernel
def _same_key(keys: Words, one: int, other: int) -> bool:
    for word in range(keys.shape[1]):
        if keys[one, word] != keys[other, word]:
            return False
    return True


@kernel
def _accumulate(
    begin: int, end: int, track: bool, least: Ints, offset: Longs, edge_start: Longs, fewest: Ints, target: Ints,
    factor: Floats, ways: Floats, first_value: int, last_value: int,
) -> float:  # fmt: skip
    """Push the ways of one layer along its edges into the next, in place; the largest of them."""
    ways[first_value:last_value] = 0.0
    for state in range(begin, end):
        v = fewest[state]
        length = offset[state + 1] - offset[state]
        for edge in range(edge_start[state], edge_start[state + 1]):
            to = target[edge]
            if to >= 0:
                shift = offset[to]
                if track:
                    shift += least[state] + v - least[to]
                for t in range(length):
                    ways[shift + t] += factor[edge] * ways[offset[state] + t]
            v += 1
    largest = 0.0
    for value in range(first_value, last_value):
        largest = max(largest, ways[value])
    return largest


@kernel
def backward(
    p: Problem, layers: Layers, sequence: Ints, bounds: Ints, outside: Floats, outside_start: Longs, track: bool
) -> tuple[Floats, Ints]:
    """Weigh every supercell by what the rest of the board makes of it.

    outside: for component k, from `outside_start[k]`, the weight of the rest of the board for each number of mines
    of the last state. Returns expected mines [boxes] and what is possible [boxes]: 1 some cell safe, 2 some mined.
    """
    rest = np.zeros(len(layers.ways))
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
            layer -= 1
    return expected, possible


@kernel
def _retreat(begin: int, end: int, size: int, layers: Layers, rest: Floats, track: bool) -> tuple[float, int]:
    """Pull the rest of one layer back along its edges, in place: expected mines of the supercell, what is possible."""
    total, mines, largest, possible = 0.0, 0.0, 0.0, 0
    ways = layers.ways
    for state in range(begin, end):
        v = layers.fewest[state]
        here = layers.offset[state]
        length = layers.offset[state + 1] - here
        for edge in range(layers.edge_start[state], layers.edge_start[state + 1]):
            to = layers.target[edge]
            if to >= 0:
                there = layers.offset[to]
                if track:
                    there += layers.least[state] + v - layers.least[to]
                factor = layers.factor[edge]
                weight, alive = 0.0, False
                for t in range(length):
                    onward = factor * rest[there + t]
                    rest[here + t] += onward
                    weight += ways[here + t] * onward
                    alive |= rest[there + t] > 0.0 and ways[here + t] > 0.0
                if alive:
                    possible |= (1 if v < size else 0) | (2 if v > 0 else 0)
                total += weight
                mines += weight * v
            v += 1
        for t in range(length):
            largest = max(largest, rest[here + t])
    if largest > HUGE or largest < 1.0 / HUGE:
        rescale(rest[layers.offset[begin] : layers.offset[end]], largest)
    return mines / total, possible
