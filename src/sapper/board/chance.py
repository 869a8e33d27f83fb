"""The random numbers of one game, all from one seed.

Streams that never mix: where the mines are, the noise of the clues, the agent's own luck, and the order in which
cells are guessed. So two agents on one seed meet the same board and the same noise, and where they guess at random they
guess in the same order, whatever else they draw.

Only `SeedSequence` and the raw 64-bit output of PCG64 are used for boards, noise and orders: numpy promises that these
never change, so a seed means the same game on every machine and in every version.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sapper.errors import BadInput

Seed = int | Sequence[int]

_LAYOUT, _NOISE, _AGENT, _ORDER = 0, 1, 2, 3


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
    return _stream(seed, _LAYOUT).random_raw(cells)


def clue_noise(seed: Seed, cells: int) -> npt.NDArray[np.float64]:
    """One number in [0, 1) per cell: which of its possible clues the cell shows."""
    bits = _stream(seed, _NOISE).random_raw(cells) >> np.uint64(11)
    return bits.astype(np.float64) * 2.0**-53


class Chance(np.random.Generator):
    """An agent's luck in one game: numpy's `Generator` with a fixed random order of the cells.

    >>> chance = Chance(seed=7)
    >>> bool((chance.order(9) == Chance(seed=7).order(9)).all())
    True
    """

    def __init__(self, seed: Seed) -> None:
        super().__init__(_stream(seed, _AGENT))
        self._seed = plain_seed(seed)
        self._order: npt.NDArray[np.intp] = np.empty(0, dtype=np.intp)

    def order(self, cells: int) -> npt.NDArray[np.intp]:
        """A random order of the cells, the same whenever it is asked for; the first is to be taken first."""
        if len(self._order) != cells:
            keys = _stream(self._seed, _ORDER).random_raw(cells)
            self._order = np.argsort(keys, kind="stable")
            self._order.setflags(write=False)
        return self._order

    def __reduce__(self) -> tuple[type[Chance], tuple[Seed]]:  # type: ignore[override]
        return Chance, (self._seed,)


def _stream(seed: Seed, stream: int) -> np.random.PCG64:
    return np.random.PCG64(np.random.SeedSequence(plain_seed(seed), spawn_key=(stream,)))
