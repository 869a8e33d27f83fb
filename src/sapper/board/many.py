"""Where mines go and what is guessed first in many games at once: `chance.py` in compiled code.

The numbers are those of `layout_keys` and `guessing_order`, bit for bit, so a seed means the same game here and there:
numpy's SeedSequence and PCG64, whose output numpy promises never to change, written out for a batch of seeds. Made one
by one, numpy's objects cost about as much as a whole quick game; here a game's numbers cost some microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sapper.board.chance import LAYOUT, ORDER, Seed, plain_seed, rising
from sapper.compiled import kernel

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]

POOL = 4
_BITS = 0xFFFFFFFF
_LOW, _HALF, _SHIFT, _ONE, _SIGN, _TOP = (np.uint64(number) for number in (_BITS, 32, 16, 1, 63, 58))
_START_A, _START_B = np.uint64(0x43B0D7E5), np.uint64(0x8B51F9DD)
_TIMES_A, _TIMES_B = np.uint64(0x931E8875), np.uint64(0x58F38DED)
_LEFT, _RIGHT = np.uint64(0xCA01F9DD), np.uint64(0x4973F715)
_HIGH_FACTOR, _LOW_FACTOR = np.uint64(0x2360ED051FC65DA4), np.uint64(0x4385DF649FCCF645)


def ranks_and_orders(seeds: Sequence[Seed], cells: int) -> tuple[Ints, Ints]:
    """[games, cells] which cells are mined first, and which are guessed first, one game per seed.

    >>> from sapper.board.chance import guessing_order
    >>> _, order = ranks_and_orders([7, (1, 2)], 9)
    >>> bool((order[1] == guessing_order((1, 2), 9)).all())
    True
    """
    words, length = _entropy(seeds)
    rank_keys, order_keys = np.empty((2, len(seeds), cells), np.uint64)
    draw(words, length, rank_keys, order_keys)
    return rising(rank_keys).astype(np.int32), rising(order_keys).astype(np.int32)


def _entropy(seeds: Sequence[Seed]) -> tuple[Words, npt.NDArray[np.int64]]:
    """Each seed as words of 32 bits, padded with 0 and with room for the number of the stream; how many they are."""
    rows = []
    for seed in seeds:
        plain = plain_seed(seed)
        row = []
        for part in (plain,) if isinstance(plain, int) else plain:
            row.append(part & _BITS)
            while part := part >> 32:
                row.append(part & _BITS)
        rows.append(row)
    length = np.array([max(len(row), POOL) for row in rows], np.int64)
    words = np.zeros((len(rows), length.max(initial=POOL) + 1), np.uint64)
    for place, row in enumerate(rows):
        words[place, : len(row)] = row
    return words, length


@kernel
def draw(words: Words, length: npt.NDArray[np.int64], rank_keys: Words, order_keys: Words) -> None:
    """Fill the keys [games, cells] by which cells are mined, and guessed; words, length: see `_entropy`."""
    pool, state, derived = np.empty(POOL, np.uint64), np.empty(2 * POOL, np.uint64), np.empty(POOL, np.uint64)
    for game in range(len(words)):
        words[game, length[game]] = LAYOUT
        _mix(words[game, : length[game] + 1], pool)
        _generate(pool, state)
        _raw(state, rank_keys[game])
        words[game, length[game]] = ORDER
        _mix(words[game, : length[game] + 1], pool)
        _generate(pool, derived)
        _mix(derived, pool)
        _generate(pool, state)
        _raw(state, order_keys[game])


@kernel
def _mix(entropy: Words, pool: Words) -> None:
    """SeedSequence: spread at least POOL words of entropy over the pool, in place."""
    hashed = _START_A
    for i in range(POOL):
        pool[i], hashed = _hash(entropy[i], hashed)
    for source in range(len(entropy)):
        for to in range(POOL):
            if source == to:
                continue
            word, hashed = _hash(pool[source] if source < POOL else entropy[source], hashed)
            mixed = (_LEFT * pool[to] - _RIGHT * word) & _LOW
            pool[to] = mixed ^ (mixed >> _SHIFT)


@kernel
def _hash(word: np.uint64, hashed: np.uint64) -> tuple[np.uint64, np.uint64]:
    """One word, and the constant for the next one."""
    word ^= hashed
    hashed = (hashed * _TIMES_A) & _LOW
    word = (word * hashed) & _LOW
    return word ^ (word >> _SHIFT), hashed


@kernel
def _generate(pool: Words, state: Words) -> None:
    """SeedSequence: words of 32 bits from the pool, in place."""
    hashed = _START_B
    for i in range(len(state)):
        word = pool[i % POOL] ^ hashed
        hashed = (hashed * _TIMES_B) & _LOW
        word = (word * hashed) & _LOW
        state[i] = word ^ (word >> _SHIFT)


@kernel
def _raw(state: Words, keys: Words) -> None:
    """PCG64, begun from eight words: its output, in place."""
    high, low = state[0] | state[1] << _HALF, state[2] | state[3] << _HALF
    add_high, add_low = state[4] | state[5] << _HALF, state[6] | state[7] << _HALF
    add_high, add_low = add_high << _ONE | add_low >> _SIGN, add_low << _ONE | _ONE
    low += add_low
    high += add_high + (_ONE if low < add_low else np.uint64(0))
    high, low = _step(high, low, add_high, add_low)
    for i in range(len(keys)):
        high, low = _step(high, low, add_high, add_low)
        mixed, turn = high ^ low, high >> _TOP
        keys[i] = mixed >> turn | mixed << ((np.uint64(64) - turn) & _SIGN)


@kernel
def _step(high: np.uint64, low: np.uint64, add_high: np.uint64, add_low: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The next state of 128 bits: times the factor, plus the increment."""
    a, b, c, d = low >> _HALF, low & _LOW, _LOW_FACTOR >> _HALF, _LOW_FACTOR & _LOW
    middle = a * d + (b * d >> _HALF)
    other = b * c + (middle & _LOW)
    carried = a * c + (middle >> _HALF) + (other >> _HALF)
    high = high * _LOW_FACTOR + low * _HIGH_FACTOR + carried + add_high
    low = low * _LOW_FACTOR + add_low
    return high + (_ONE if low < add_low else np.uint64(0)), low
