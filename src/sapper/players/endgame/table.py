"""Sets of layouts that were met before, in a table of fixed size.

A set is known by the sum of random numbers of its layouts, two words of 64 bits: that any two of 10⁹ different sets
have the same sum is less likely than 10⁻²⁰. On a board that looks the same turned or mirrored, each layout has the
numbers of its images too, and a set is known by the smallest of the sums: it shares them with its images.
A set has two slots to go to; it takes that of the smaller set, which was less work.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.inference.exact.layers import Words
from sapper.knowledge.constraints import Bytes, Ints
from sapper.players.endgame.parts import Layouts, Parts
from sapper.players.endgame.solutions import MINED

Numbers = npt.NDArray[np.uint64]


class Table(NamedTuple):
    """What is known of sets; the number of slots is a power of two."""

    keys: Words
    """[slots, 2]"""
    sizes: Ints
    """[slots] how many layouts, 0 where the slot is empty."""
    low: Ints
    """[slots] what must be lost at least."""
    solved: Bytes
    """[slots] whether no more than that is lost."""


def empty_table(slots: int) -> Table:
    """A table without any set: 25 bytes per slot, taken when they are first used."""
    return Table(
        np.empty((slots, 2), np.uint64), np.zeros(slots, np.int32), np.empty(slots, np.int32), np.empty(slots, np.int8)
    )


@kernel
def numbers_of(shown: Bytes, hidden: Ints, known: Ints, images: Ints) -> Numbers:
    """The random numbers of layouts and of their images [layouts, images, 2].

    shown [layouts, hidden cells]; known: the mines beside them; images [images, cells]: where each cell goes.
    """
    numbers, mine = np.empty((len(shown), len(images), 2), np.uint64), np.empty(len(hidden), np.uint64)
    for image in range(len(images)):
        goes = images[image]
        for word in range(2):
            told = np.uint64(0)
            for cell in known:
                told += scramble(2 * goes[cell] + word)
            for k in range(len(hidden)):
                mine[k] = scramble(2 * goes[hidden[k]] + word)
            for i in range(len(shown)):
                total = told
                for k in range(len(hidden)):
                    total += mine[k] if shown[i, k] == MINED else np.uint64(0)
                numbers[i, image, word] = scramble(total)
    return numbers


@kernel
def scramble(number: int | np.uint64) -> np.uint64:
    """Spread an integer over 64 bits (the finaliser of splitmix64)."""
    x = np.uint64(number) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def look_up(table: Table, numbers: Numbers, layouts: Layouts, parts: Parts, part: int) -> None:
    """The key of a part, and what is known of it, in place."""
    first, second = _key(numbers, layouts.live, parts.begin[part], parts.end[part])
    parts.key[part, 0], parts.key[part, 1] = first, second
    slot = np.int64(first >> np.uint64(1)) & (len(table.sizes) - 1)
    for place in (slot, slot ^ 1):
        if table.sizes[place] and table.keys[place, 0] == first and table.keys[place, 1] == second:
            parts.low[part] = max(parts.low[part], table.low[place])
            parts.solved[part] = table.solved[place]


@kernel
def remember(table: Table, parts: Parts, part: int) -> None:
    """Keep what is known of a part, in place."""
    first, second = parts.key[part, 0], parts.key[part, 1]
    slot = np.int64(first >> np.uint64(1)) & (len(table.sizes) - 1)
    other = slot ^ 1
    same = table.sizes[other] and table.keys[other, 0] == first and table.keys[other, 1] == second
    here = table.sizes[slot] and table.keys[slot, 0] == first and table.keys[slot, 1] == second
    if same or (not here and table.sizes[other] < table.sizes[slot]):
        slot = other
    table.keys[slot, 0], table.keys[slot, 1] = first, second
    table.sizes[slot] = parts.end[part] - parts.begin[part]
    table.low[slot], table.solved[slot] = parts.low[part], parts.solved[part]


@kernel
def _key(numbers: Numbers, live: Ints, begin: int, end: int) -> tuple[np.uint64, np.uint64]:
    """The smallest sum of a set over all images."""
    least, second_of_least = np.uint64(0), np.uint64(0)
    for image in range(numbers.shape[1]):
        first, second = np.uint64(0), np.uint64(0)
        for i in range(begin, end):
            first += numbers[live[i], image, 0]
            second += numbers[live[i], image, 1]
        if image == 0 or first < least:
            least, second_of_least = first, second
    return least, second_of_least
