"""The random numbers of one game, all from one seed.

Streams that never mix: where the mines are, the noise of the clues, the agent's own luck, and the order in which
cells are guessed. So two agents on one seed meet the same board and the same noise, and where they guess at random they
guess in the same order, whatever else they draw.

Only `SeedSequence` and the raw 64-bit output of PCG64 are used for boards, noise and orders: numpy promises that these
never change, so a seed means the same game on every machine and in every version.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from sapper.errors import BadInput

Seed = int | Sequence[int]

LAYOUT, _NOISE, _AGENT, ORDER, _SAMPLE, _MAKE = 0, 1, 2, 3, 4, 5


def plain_seed(seed: Seed) -> int | tuple[int, ...]:
    """The seed as plain whole numbers, for records; refuse what is no seed.

    >>> plain_seed([1, 2])
    (1, 2)
    """
    try:
        plain = operator.index(seed) if not isinstance(seed, Sequence) else tuple(operator.index(part) for part in seed)
    except TypeError:
        raise BadInput(f"a seed is a whole number or some of them, not {seed!r}") from None
    if (plain < 0) if isinstance(plain, int) else (not plain or min(plain) < 0):
        raise BadInput(f"a seed is a whole number from 0 up, or some of them, not {seed!r}")
    return plain


def layout_keys(seed: Seed, cells: int) -> npt.NDArray[np.uint64]:
    """One sort key per cell: the mines go to the smallest keys."""
    return _stream(seed, LAYOUT).random_raw(cells)


def clue_noise(seed: Seed, cells: int) -> npt.NDArray[np.float64]:
    """One number in [0, 1) per cell: which of its possible clues the cell shows."""
    return _fractions(_stream(seed, _NOISE), cells)


def sampling_noise(seed: Seed, count: int) -> npt.NDArray[np.float64]:
    """So many numbers in [0, 1), for sampling layouts."""
    return _fractions(_stream(seed, _SAMPLE), count)


def mine_order(seed: Seed, cells: int) -> npt.NDArray[np.intp]:
    """The cells in the order in which they are mined; see `layout_keys`."""
    return rising(layout_keys(seed, cells))


def guessing_order(seed: Seed, cells: int) -> npt.NDArray[np.intp]:
    """The random order of the cells that every agent of a game shares; see `Chance.order`."""
    return _ordered(_derived(seed, ORDER), cells)


def _ordered(order_seed: int, cells: int) -> npt.NDArray[np.intp]:
    return rising(np.random.PCG64(order_seed).random_raw(cells))


def rising(keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.intp]:
    """The stable order of sort keys, along the last axis.

    Numbers sort faster than places by number, so each key takes its place into its lowest bits. That could matter only
    where two keys differ in these bits alone; then a stable sort has the last word.

    >>> rising(np.array([7, 3, 7, 1], np.uint64)).tolist()
    [3, 1, 0, 2]
    """
    size = keys.shape[-1]
    low = np.uint64((1 << size.bit_length()) - 1)
    packed = (keys & ~low) | np.arange(size, dtype=np.uint64)
    packed.sort(axis=-1)
    if ((packed[..., 1:] ^ packed[..., :-1]) <= low).any():
        return np.argsort(keys, axis=-1, kind="stable")
    return (packed & low).astype(np.intp)


def making_state(seed: Seed) -> npt.NDArray[np.uint64]:
    """One number of 64 bits, from which boards to order are laid and repaired."""
    return _stream(seed, _MAKE).random_raw(1)


def _fractions(stream: np.random.PCG64, count: int) -> npt.NDArray[np.float64]:
    bits = stream.random_raw(count) >> np.uint64(11)
    return bits.astype(np.float64) * 2.0**-53


class Chance(np.random.Generator):
    """An agent's luck in one game: numpy's `Generator` with a fixed random order of the cells.

    It keeps numbers derived from the seed, not the seed itself, from which an agent could lay the mines again.

    >>> chance = Chance(seed=7)
    >>> bool((chance.order(9) == Chance(seed=7).order(9)).all())
    True
    """

    def __init__(self, seed: Seed) -> None:
        self._start(_derived(seed, _AGENT), _derived(seed, ORDER))

    def _start(self, luck: int, order: int) -> None:
        super().__init__(np.random.PCG64(luck))
        self._luck, self._order_seed = luck, order
        self._order: npt.NDArray[np.intp] = np.empty(0, dtype=np.intp)

    def order(self, cells: int) -> npt.NDArray[np.intp]:
        """A random order of the cells, the same whenever it is asked for; the first is to be taken first."""
        if len(self._order) != cells:
            self._order = _ordered(self._order_seed, cells)
            self._order.setflags(write=False)
        return self._order

    def __reduce__(self) -> tuple[Callable[[int, int], Chance], tuple[int, int]]:  # type: ignore[override]  # numpy types its own
        return _chance_again, (self._luck, self._order_seed)


def _chance_again(luck: int, order: int) -> Chance:
    """The luck of a game at its start, from its derived numbers."""
    chance = Chance.__new__(Chance)
    chance._start(luck, order)
    return chance


def _derived(seed: Seed, stream: int) -> int:
    """A 128-bit number that follows from the seed, but does not tell it."""
    words = np.random.SeedSequence(plain_seed(seed), spawn_key=(stream,)).generate_state(4, np.uint32)
    return int.from_bytes(words.astype("<u4").tobytes(), "little")


def _stream(seed: Seed, stream: int) -> np.random.PCG64:
    return np.random.PCG64(np.random.SeedSequence(plain_seed(seed), spawn_key=(stream,)))
