"""The dynamic programme: all configurations of a component at once, one supercell per layer.

    legend   state   how many mines each open clue has so far, 4 bits per clue, packed into 64-bit words
             layer   the states that can be reached when some supercells are decided
             edge    from a state to one of the next layer, by giving v mines to the next supercell
             ways    for each state, a vector over t = mines used so far: the weight of all ways to get there

All components share one set of arrays; component k owns a run of layers. Values of a state begin at `offset` and stand
for t = least, least + 1, …. Where the mine count is not told, t is not tracked and every vector has length 1.

Numbers are scaled, by powers of two, when they get large or small, and a weight that is not zero never becomes zero
(TINY is kept): reachability can be read off the values, certainty is not a matter of tolerance.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import inlined, kernel
from sapper.knowledge.constraints import COUNTS, Floats, Ints
from sapper.knowledge.supercells import Problem

SLOTS = 16
"""Clues per 64-bit word."""
HUGE, TINY = 2.0**300, 2.0**-900
RESCALE_EVERY = 16
"""Layers between two looks at the scale: so few change a weight by far less than the room beyond HUGE and 1/HUGE."""
EDGES_PER_STATE = 8
"""More edges than this many times the allowed states are over the limit too."""

DONE, IMPOSSIBLE, OVER_LIMIT = 0, 1, 2
"""How the forward pass ended."""

Longs = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

BINOMIAL = np.array([[comb(m, v) for v in range(COUNTS)] for m in range(COUNTS)], dtype=np.float64)


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


class Work(NamedTuple):
    """Work space of the forward pass; the present layer is on one side, the next on the other."""

    keys: Words
    """[2, room, words] the states themselves."""
    most: Ints
    """[2, room] most mines used."""
    table: Ints
    """[8 × room] hash table: number of a new state + 1, or 0."""
    slot_of: Ints
    """[clues] slot of each open clue, or -1."""
    left: Ints
    """[clues] cells of each clue that are not decided yet."""
    used: npt.NDArray[np.bool_]
    """[slots] which slots are taken."""
    masks: Words
    """[2, words] how a step changes a state, see ADD and KEEP."""
    touch: Ints
    """[8, 5] the clues that a step touches, see WORD … CLOSING."""
    power: Floats
    """[9] odds to the power of v."""


ADD, KEEP = 0, 1
"""Rows of `masks`: one in the slot of each touched clue; zero in the slots of the clues that close."""
WORD, SHIFT, LOW, HIGH, CLOSING = 0, 1, 2, 3, 4
"""Columns of `touch`: where the slot is; fewest and most mines the clue may have after this step, so that the rest can
still make up for it; the clue itself if it closes here and has a likelihood to be applied, else -1."""
STATES, EDGES, VALUES = 0, 1, 2
"""Entries of `filled`: how much of the arrays is in use."""


@kernel
def forward(
    p: Problem, sequence: Ints, bounds: Ints, width: int, odds: float, track: bool, most_states: int, most_values: int
) -> tuple[Layers, int]:
    """Run over all components; how it ended: DONE, IMPOSSIBLE or OVER_LIMIT.

    odds: weight of a mine against a safe cell, 1 unless there is a density prior.
    """
    layers, work = _arrays(len(p.low), len(sequence), len(bounds) - 1, max(1, (width + SLOTS - 1) // SLOTS), odds)
    filled = np.zeros(3, np.int64)
    layer, side = 0, 0
    for k in range(len(bounds) - 1):
        layers = _room(layers, filled, 1, 1)
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
                work = _wider(work, fresh)
            if len(layers.least) < end + fresh or len(layers.target) < filled[EDGES]:
                layers = _room(layers, filled, fresh, 0)
            found = _expand(p.weight, size, touched, begin, end, layers, work, side, track)
            side = 1 - side
            for state in range(end, end + found):
                filled[VALUES] += work.most[side, state - end] - layers.least[state] + 1
                layers.offset[state + 1] = filled[VALUES]
            filled[STATES] += found
            if found == 0 or filled[STATES] > most_states or filled[VALUES] > most_values:
                return layers, IMPOSSIBLE if found == 0 else OVER_LIMIT
            if len(layers.ways) < filled[VALUES]:
                layers = _room(layers, filled, 0, 0)
            _accumulate(begin, end, track, layers, filled[VALUES])
            if position % RESCALE_EVERY == 0 or position == bounds[k + 1] - 1:
                layers.log2_scale[k] += rescale(layers.ways, layers.offset[end], filled[VALUES])
            layer += 1
            layers.layer_start[layer] = filled[STATES]
        layers.edge_start[filled[STATES] - 1] = filled[EDGES]
        layers.edge_start[filled[STATES]] = filled[EDGES]
    return layers, DONE


@kernel
def _arrays(clues: int, boxes: int, components: int, words: int, odds: float) -> tuple[Layers, Work]:
    """Arrays for a small problem; they grow by need."""
    layers = Layers(
        layer_start=np.zeros(boxes + components + 1, np.int64),
        least=np.empty(256, np.int32),
        offset=np.empty(257, np.int64),
        edge_start=np.empty(257, np.int64),
        fewest=np.empty(256, np.int32),
        target=np.empty(512, np.int32),
        factor=np.empty(512, np.float64),
        ways=np.empty(1024, np.float64),
        log2_scale=np.zeros(components),
    )
    power = np.ones(COUNTS)
    for v in range(1, COUNTS):
        power[v] = power[v - 1] * odds
    work = Work(
        keys=np.empty((2, 32, words), np.uint64),
        most=np.empty((2, 32), np.int32),
        table=np.empty(256, np.int32),
        slot_of=np.full(clues, -1, np.int32),
        left=np.zeros(clues, np.int32),
        used=np.zeros(words * SLOTS, np.bool_),
        masks=np.empty((2, words), np.uint64),
        touch=np.empty((8, 5), np.int32),
        power=power,
    )
    return layers, work


@kernel
def _room(layers: Layers, filled: Longs, states: int, values: int) -> Layers:
    """The same layers with room for so many more states and values, and for the edges counted already."""
    if (
        len(layers.least) >= filled[STATES] + states
        and len(layers.target) >= filled[EDGES]
        and len(layers.ways) >= filled[VALUES] + values
    ):
        return layers
    least = longer(layers.least, filled[STATES] + states)
    return Layers(
        layers.layer_start,
        least,
        longer(layers.offset, len(least) + 1),
        longer(layers.edge_start, len(least) + 1),
        longer(layers.fewest, len(least)),
        longer(layers.target, filled[EDGES]),
        longer(layers.factor, filled[EDGES]),
        longer(layers.ways, filled[VALUES] + values),
        layers.log2_scale,
    )


@kernel
def longer(array: Any, needed: int) -> Any:
    """The array, or a copy of at least twice the length, if it is shorter than needed."""
    if len(array) >= needed:
        return array
    copy = np.empty(max(needed, 2 * len(array)), array.dtype)
    for i in range(len(array)):
        copy[i] = array[i]
    return copy


@kernel
def _wider(work: Work, states: int) -> Work:
    """The same work space with room for layers of twice so many states."""
    keys = np.empty((2, 2 * states, work.keys.shape[2]), np.uint64)
    most = np.empty((2, 2 * states), np.int32)
    for side in range(2):
        for state in range(work.most.shape[1]):
            most[side, state] = work.most[side, state]
            for word in range(work.keys.shape[2]):
                keys[side, state, word] = work.keys[side, state, word]
    table = np.empty(16 * states, np.int32)
    return Work(keys, most, table, work.slot_of, work.left, work.used, work.masks, work.touch, work.power)


@kernel
def rescale(values: Floats, first: int, end: int) -> float:
    """If the values `first … end` got huge or tiny, bring the largest to about 1 by a power of two, in place.

    Returns the log2 of what was taken out.
    """
    largest = 0.0
    for i in range(first, end):
        largest = max(largest, values[i])
    if 1.0 / HUGE <= largest <= HUGE:
        return 0.0
    exponent = np.floor(np.log2(largest))
    scale = 2.0**-exponent
    for i in range(first, end):
        if values[i] > 0.0:
            values[i] = max(values[i] * scale, TINY)
    return float(exponent)


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
