"""The forward pass: how many ways lead to every state, layer by layer. The words are those of `layers.py`."""

from __future__ import annotations

from math import comb

import numpy as np

from sapper.compiled import inlined, kernel
from sapper.inference.exact.layers import (
    ADD,
    CLOSING,
    HIGH,
    KEEP,
    LOW,
    RESCALE_EVERY,
    SHIFT,
    SLOTS,
    WORD,
    Layers,
    Longs,
    Room,
    Words,
    Work,
    clear,
    empty_layers,
    powers,
    rescale,
    with_room,
    work_space,
)
from sapper.knowledge.constraints import COUNTS, Floats, Ints
from sapper.knowledge.supercells import Problem

EDGES_PER_STATE = 8
"""More edges than this many times the allowed states are over the limit too."""

DONE, IMPOSSIBLE, OVER_LIMIT, NO_ROOM = 0, 1, 2, 3
"""How the forward pass ended; the last is seen in this file only."""

STATES, EDGES, VALUES, COMPONENTS = 0, 1, 2, 3
"""Places in `filled`."""
FIRST_ROOM = 256
"""States of a layer that are provided for at first; there may be twice as many in all, and so on: see `with_room`."""

BINOMIAL = np.array([[comb(m, v) for v in range(COUNTS)] for m in range(COUNTS)], dtype=np.float64)


@kernel
def forward(
    p: Problem, sequence: Ints, bounds: Ints, width: int, odds: float, track: bool, most_states: int, most_values: int
) -> tuple[Layers, int]:
    """Run over all components; how it ended: DONE, IMPOSSIBLE or OVER_LIMIT.

    odds: weight of a mine against a safe cell, 1 unless there is a density prior.
    """
    return forward_in(room_for(p, sequence, bounds, width, odds), p, sequence, bounds, track, most_states, most_values)


@kernel
def room_for(p: Problem, sequence: Ints, bounds: Ints, width: int, odds: float) -> Room:
    """Room for a forward pass over this programme, with any numbers on its clues; more is taken when it is needed."""
    words = max(1, (width + SLOTS - 1) // SLOTS)
    return Room(
        empty_layers(len(sequence), len(bounds) - 1, FIRST_ROOM),
        work_space(len(p.low), words, FIRST_ROOM, powers(odds)),
    )


@kernel
def forward_in(
    room: Room, p: Problem, sequence: Ints, bounds: Ints, track: bool, most_states: int, most_values: int
) -> tuple[Layers, int]:
    """The same as `forward` in a room that was made before; the layers are those of the room, if they fit."""
    layers, work, filled = room.layers, room.work, np.zeros(4, np.int64)
    clear(work)
    status = _run_on(p, sequence, bounds, track, most_states, most_values, layers, work, filled)
    if status != NO_ROOM:
        return layers, status
    return _with_more_room(p, sequence, bounds, track, most_states, most_values, layers, work, filled)


@kernel
def _with_more_room(
    p: Problem, sequence: Ints, bounds: Ints, track: bool, most_states: int, most_values: int,
    layers: Layers, work: Work, filled: Longs,
) -> tuple[Layers, int]:  # fmt: skip
    """Go on with ever more room, from the component that did not fit."""
    status, states = NO_ROOM, work.most.shape[1]
    while status == NO_ROOM:
        states *= 4
        layers, work = with_room(layers, states), work_space(len(p.low), work.keys.shape[2], states, work.power)
        clear(work)
        status = _run_on(p, sequence, bounds, track, most_states, most_values, layers, work, filled)
    return layers, status


@kernel
def _run_on(
    p: Problem, sequence: Ints, bounds: Ints, track: bool, most_states: int, most_values: int,
    layers: Layers, work: Work, filled: Longs,
) -> int:  # fmt: skip
    """The layers of the components that are missing, in place; how it ended, as above, or NO_ROOM.

    filled: the states, edges and values of whole components so far, and how many these are. Without room the component
    is begun again, with much more: arrays that may be exchanged at every step would cost all others more than that.
    """
    # Arrays are held in local names: numba counts a reference each time one is taken out of a tuple, which would cost
    # more than the work itself.
    layer_start, least, offset, edge_start, fewest, target, factor, ways, log2_scale = layers
    keys, most, table, slot_of, left, free, masks, touch, power = work
    box_start, box_clues, sizes, low, high, weight = p.box_start, p.box_clues, p.size, p.low, p.high, p.weight
    states, edges, values, side = filled[STATES], filled[EDGES], filled[VALUES], 0
    slots = len(free)
    for k in range(filled[COMPONENTS], len(bounds) - 1):
        begin, end, layer = states, states + 1, bounds[k] + k + 1
        _count_cells(box_start, box_clues, sizes, sequence, bounds[k], bounds[k + 1], left)
        least[begin], offset[begin], offset[end], ways[values] = 0, values, values + 1, 1.0
        keys[side, 0, :], most[side, 0] = np.uint64(0), 0
        layer_start[layer], values, log2_scale[k] = end, values + 1, 0.0
        for position in range(bounds[k], bounds[k + 1]):
            box = sequence[position]
            size = sizes[box]
            touched, weighed, slots = _prepare(
                box_start, box_clues, low, high, box, size, slot_of, left, free, slots, masks, touch
            )
            fresh = (end - begin) * (size + 1)
            if most.shape[1] < fresh or len(least) <= end + fresh or len(target) < edges + fresh:
                return NO_ROOM
            found = _expand(
                weight, power, size, touch, touched, weighed, masks, begin, end, edges, keys, most, table, side, track,
                least, edge_start, fewest, target, factor,
            )  # fmt: skip
            edges, side, states = edge_start[end], 1 - side, end + found
            for state in range(end, states):
                values += most[side, state - end] - least[state] + 1
                offset[state + 1] = values
            over = states > most_states or values > most_values or edges > EDGES_PER_STATE * most_states
            if found == 0 or over:
                return IMPOSSIBLE if found == 0 else OVER_LIMIT
            if len(ways) <= values:
                return NO_ROOM
            _accumulate(begin, end, track, least, offset, edge_start, fewest, target, factor, ways, values)
            if position % RESCALE_EVERY == 0 or position == bounds[k + 1] - 1:
                log2_scale[k] += rescale(ways, offset[end], values)
            begin, end, layer = end, states, layer + 1
            layer_start[layer] = states
        edge_start[states - 1], edge_start[states] = edges, edges
        filled[STATES], filled[EDGES], filled[VALUES], filled[COMPONENTS] = states, edges, values, k + 1
    return DONE


@inlined
def _count_cells(
    box_start: Ints, box_clues: Ints, sizes: Ints, sequence: Ints, first: int, last: int, left: Ints
) -> None:
    """How many cells each clue of a component has, in place; all are zero before."""
    for position in range(first, last):
        box = sequence[position]
        for i in range(box_start[box], box_start[box + 1]):
            left[box_clues[i]] += sizes[box]


@inlined
def _prepare(
    box_start: Ints, box_clues: Ints, low: Ints, high: Ints, box: int, size: int, slot_of: Ints, left: Ints,
    free: Ints, slots: int, masks: Words, touch: Ints,
) -> tuple[int, bool, int]:  # fmt: skip
    """Set up a step, in place: give slots to clues that open, free those that close.

    Number of clues touched, whether the likelihood of one is to be applied, and how many slots are now free.
    """
    for word in range(masks.shape[1]):
        masks[ADD, word], masks[KEEP, word] = np.uint64(0), ~np.uint64(0)
    touched, weighed = 0, False
    for i in range(box_start[box], box_start[box + 1]):
        clue = box_clues[i]
        if slot_of[clue] < 0:
            slots -= 1
            slot_of[clue] = free[slots]
        left[clue] -= size
        word, shift = slot_of[clue] // SLOTS, 4 * (slot_of[clue] % SLOTS)
        touch[touched, WORD], touch[touched, SHIFT] = word, shift
        touch[touched, LOW], touch[touched, HIGH] = low[clue] - left[clue], high[clue]
        touch[touched, CLOSING] = -1
        masks[ADD, word] |= np.uint64(1) << np.uint64(shift)
        if left[clue] == 0:
            masks[KEEP, word] &= ~(np.uint64(15) << np.uint64(shift))
            if low[clue] < high[clue]:
                touch[touched, CLOSING], weighed = clue, True
        touched += 1
    for i in range(box_start[box], box_start[box + 1]):
        clue = box_clues[i]
        if left[clue] == 0:
            free[slots], slot_of[clue] = slot_of[clue], -1
            slots += 1
    return touched, weighed, slots


@inlined
def _expand(
    likelihood: Floats, power: Floats, size: int, touch: Ints, touched: int, weighed: bool, masks: Words, begin: int,
    end: int, edges: int, keys: Words, most: Ints, table: Ints, side: int, track: bool,
    least: Ints, edge_start: Longs, fewest: Ints, target: Ints, factor: Floats,
) -> int:  # fmt: skip
    """Make the edges of the layer `begin … end`, and find or make the state each leads to; the number of new states.

    The touched clues bound v from both sides. keys, most, table: work space, see `Work`. least, edge_start, fewest,
    target, factor: filled in place, see `Layers`.
    """
    other, words = 1 - side, keys.shape[2]
    capacity = 32  # more than most layers need, so that it is no surprise
    while capacity < 2 * (end - begin) * (size + 1):
        capacity *= 2
    for i in range(capacity):
        table[i] = 0
    found = 0
    for state in range(begin, end):
        here, smallest, largest = state - begin, 0, size
        for j in range(touched):
            so_far = np.int64((keys[side, here, touch[j, WORD]] >> np.uint64(touch[j, SHIFT])) & np.uint64(15))
            smallest = max(smallest, touch[j, LOW] - so_far)
            largest = min(largest, touch[j, HIGH] - so_far)
        fewest[state], edge_start[state] = smallest, edges
        for v in range(smallest, largest + 1):
            weight = BINOMIAL[size, v] * power[v]
            if weighed:  # never where all clues are exact
                for j in range(touched):
                    at, shift, clue = touch[j, WORD], np.uint64(touch[j, SHIFT]), touch[j, CLOSING]
                    if clue >= 0:
                        weight *= likelihood[clue, np.int64((keys[side, here, at] >> shift) & np.uint64(15)) + v]
            target[edges], factor[edges] = -1, weight
            edges += 1
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
            target[edges - 1] = end + new
    edge_start[end] = edges
    return found


@inlined
def _same_key(keys: Words, side: int, one: int, two: int) -> bool:
    same = True
    for word in range(keys.shape[2]):
        same &= keys[side, one, word] == keys[side, two, word]
    return same


@inlined
def _accumulate(
    begin: int, end: int, track: bool, least: Ints, offset: Longs, edge_start: Longs, fewest: Ints, target: Ints,
    factor: Floats, ways: Floats, last_value: int,
) -> None:  # fmt: skip
    """Push the ways of the layer `begin … end` along its edges into the next, in place."""
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
