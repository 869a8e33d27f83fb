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

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.knowledge.constraints import COUNTS, Floats, Ints
from sapper.knowledge.weights import TINY

SLOTS = 16
"""Clues per 64-bit word."""
HUGE = 2.0**300
RESCALE_EVERY = 16
"""Layers between two looks at the scale: so few change a weight by far less than the room beyond HUGE and 1/HUGE."""

Longs = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


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
    """[4 × room] hash table: number of a new state + 1, or 0."""
    slot_of: Ints
    """[clues] slot of each open clue, or -1."""
    left: Ints
    """[clues] cells of each clue that are not decided yet."""
    free: Ints
    """[slots] the slots that are not taken, from the bottom of a stack."""
    masks: Words
    """[2, words] how a step changes a state, see ADD and KEEP."""
    touch: Ints
    """[8, 5] the clues that a step touches, see WORD … CLOSING."""
    power: Floats
    """[9] odds to the power of v."""


class Room(NamedTuple):
    """What a forward pass fills; it may be filled again, when what stood there is not needed any more."""

    layers: Layers
    work: Work


ADD, KEEP = 0, 1
"""Rows of `masks`: one in the slot of each touched clue; zero in the slots of the clues that close."""
WORD, SHIFT, LOW, HIGH, CLOSING = 0, 1, 2, 3, 4
"""Columns of `touch`: where the slot is; fewest and most mines the clue may have after this step, so that the rest can
still make up for it; the clue itself if it closes here and has a likelihood to be applied, else -1."""


@kernel
def empty_layers(boxes: int, components: int, room: int) -> Layers:
    """Arrays for a problem whose layers have up to so many states each; they grow by need."""
    # Taking memory costs as much as a layer of few states: one piece for each kind of number.
    places, counts, numbers = np.empty((2, 2 * room + 1), np.int64), np.empty(8 * room, np.int32), np.empty(12 * room)
    return Layers(
        layer_start=np.zeros(boxes + components + 1, np.int64),
        least=counts[: 2 * room],
        offset=places[0],
        edge_start=places[1],
        fewest=counts[2 * room : 4 * room],
        target=counts[4 * room :],
        factor=numbers[: 4 * room],
        ways=numbers[4 * room :],
        log2_scale=np.zeros(components),
    )


@kernel
def work_space(clues: int, words: int, room: int, power: Floats) -> Work:
    """Work space for layers of so many states."""
    of_clues = np.empty((2, clues), np.int32)
    return Work(
        keys=np.empty((2, room, words), np.uint64),
        most=np.empty((2, room), np.int32),
        table=np.empty(4 * room, np.int32),
        slot_of=of_clues[0],
        left=of_clues[1],
        free=np.empty(words * SLOTS, np.int32),
        masks=np.empty((2, words), np.uint64),
        touch=np.empty((8, 5), np.int32),
        power=power,
    )


@kernel
def powers(odds: float) -> Floats:
    """[COUNTS] odds to the power of v."""
    power = np.ones(COUNTS)
    for v in range(1, COUNTS):
        power[v] = power[v - 1] * odds
    return power


@kernel
def clear(work: Work) -> None:
    """No clue is open, in place."""
    slot_of, left, free = work.slot_of, work.left, work.free
    for clue in range(len(left)):
        slot_of[clue], left[clue] = -1, 0
    for slot in range(len(free)):
        free[slot] = len(free) - 1 - slot


@kernel
def with_room(layers: Layers, room: int) -> Layers:
    """The same layers in arrays as of `empty_layers` for so many states per layer. Memory is taken when written to."""
    return Layers(
        layers.layer_start,
        longer(layers.least, 2 * room),
        longer(layers.offset, 2 * room + 1),
        longer(layers.edge_start, 2 * room + 1),
        longer(layers.fewest, 2 * room),
        longer(layers.target, 4 * room),
        longer(layers.factor, 4 * room),
        longer(layers.ways, 8 * room),
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
