"""Agenda: numbers that wait to be taken in rising order, whatever order they came in.

    legend   word   64 numbers, one bit each
             level  words whose bits say which words of the level below have something; the last level is one word

Cost: adding, discarding and finding the next number take a few steps each, one per level: three for a board of a
hundred thousand cells, four for a million. Scanning a board of flags instead costs its area every time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import inlined, kernel

Words = npt.NDArray[np.uint64]
Longs = npt.NDArray[np.int64]

NOTHING = -1

_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
"""Every 6 bits of this sequence are different: multiplied by a power of two, its top 6 bits tell which power."""
_POWER = np.zeros(64, np.int64)
for _bit in range(64):
    _POWER[((int(_DE_BRUIJN) << _bit) & (2**64 - 1)) >> 58] = _bit


class Agenda(NamedTuple):
    """A set of numbers below some size."""

    words: Words
    """All levels, one behind the other."""
    start: Longs
    """[levels + 1] where the words of each level begin."""


def new_agenda(size: int) -> Agenda:
    """An empty agenda for the numbers 0 … size − 1."""
    start, words = [0], size
    while words > 1 or len(start) == 1:
        words = (words + 63) // 64
        start.append(start[-1] + words)
    return Agenda(np.zeros(start[-1], np.uint64), np.array(start))


@kernel
def add(number: int, words: Words, start: Longs) -> None:
    """Put a number on the agenda, in place."""
    for level in range(len(start) - 1):
        word = start[level] + (number >> 6)
        before = words[word]
        words[word] = before | (np.uint64(1) << np.uint64(number & 63))
        if before:
            break
        number >>= 6


@kernel
def discard(number: int, words: Words, start: Longs) -> None:
    """Take a number off the agenda, in place."""
    for level in range(len(start) - 1):
        word = start[level] + (number >> 6)
        words[word] &= ~(np.uint64(1) << np.uint64(number & 63))
        if words[word]:
            break
        number >>= 6


@kernel
def next_from(number: int, words: Words, start: Longs) -> int:
    """The smallest number of the agenda that is not below `number`, or NOTHING."""
    levels = len(start) - 1
    for level in range(levels):
        word = start[level] + (number >> 6)
        if word >= start[level + 1]:
            return NOTHING
        ahead = words[word] >> np.uint64(number & 63)
        if ahead:
            number += _lowest(ahead)
            for below in range(level - 1, -1, -1):
                number = 64 * number + _lowest(words[start[below] + number])
            return number
        number = (number >> 6) + 1
    return NOTHING


@inlined
def _lowest(word: np.uint64) -> int:
    """The lowest bit that is set."""
    return _POWER[((word & (~word + np.uint64(1))) * _DE_BRUIJN) >> np.uint64(58)]  # type: ignore[no-any-return]  # numpy
