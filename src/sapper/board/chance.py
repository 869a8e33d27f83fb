"""The random numbers of one game, all from one seed.

Three streams that never mix: where the mines are, the noise of the clues, and the agent's own luck. So two agents on
one seed meet the same board and the same noise, and where they guess at random they guess in the same order.

Only `SeedSequence` and the raw 64-bit output of PCG64 are used for boards, noise and orders: numpy promises that these
never change, so a seed means the same game on every machine and in every version.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Seed = int | Sequence[int]

_LAYOUT, _NOISE, _AGENT = 0, 1, 2


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
        self._seed = seed
        self._order: npt.NDArray[np.intp] = np.empty(0, dtype=np.intp)

    def order(self, cells: int) -> npt.NDArray[np.intp]:
        """A random order of the cells, the same whenever it is asked for; the first is to be taken first."""
        if len(self._order) != cells:
            keys = _stream(self._seed, _AGENT).random_raw(cells)
            self._order = np.argsort(keys, kind="stable")
            self._order.setflags(write=False)
        return self._order

    def __reduce__(self) -> tuple[type[Chance], tuple[Seed]]:  # type: ignore[override]
        return Chance, (self._seed,)


def _stream(seed: Seed, stream: int) -> np.random.PCG64:
    return np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(stream,)))
