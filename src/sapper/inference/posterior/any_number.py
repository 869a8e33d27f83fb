"""Sharing mines among components if nobody says how many there are: every number is equally likely beforehand."""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import Layers, Longs
from sapper.inference.exact.tally import share_mines
from sapper.knowledge.constraints import Floats, Ints


SMALLEST = -600.0
"""Logarithm of the smallest relative weight that is told from others; it is not zero, so nothing becomes impossible."""


@kernel
def share_any_number(layers: Layers, bounds: Ints, mined: int, free: int) -> tuple[Floats, Longs, float]:
    """The outside weights of every component, as `share_mines` gives them; and the risk of a floating cell.

    mined, free: cells known or decided to be mines; all others that are not floating. If T of those at clues are mines,
    all layouts of the floating cells together weigh B(mined + T + 1, free − T + 1). So what lies outside the
    components is taken for one more of them, without supercells, whose tally is that beta function.
    """
    count, size = len(bounds) - 1, 0
    for k in range(count):
        final = layers.layer_start[bounds[k + 1] + k + 1] - 1
        size += layers.offset[final + 1] - layers.offset[final]
    least, offset = np.zeros(count + 1, np.int32), np.zeros(count + 2, np.int64)
    ways, low, high = np.empty(2 * size + 1), 0, 0
    for k in range(count):
        final = layers.layer_start[bounds[k + 1] + k + 1] - 1
        values = layers.ways[layers.offset[final] : layers.offset[final + 1]]
        least[k], offset[k + 1] = layers.least[final], offset[k] + len(values)
        ways[offset[k] : offset[k + 1]] = values
        low, high = low + least[k], high + least[k] + len(values) - 1
    offset[count + 1] = offset[count] + high - low + 1
    # Entry i of the last component stands for T = high − i.
    beyond = ways[offset[count] : offset[count + 1]]
    beyond[0] = 0.0
    for i in range(1, len(beyond)):
        beyond[i] = beyond[i - 1] + np.log(free - (high - i)) - np.log(mined + high - i + 1.0)
    beyond[:] = np.exp(np.maximum(beyond - beyond.max(), SMALLEST))
    together = Layers(
        np.arange(count + 2), least, offset, layers.edge_start, layers.fewest, layers.target, layers.factor, ways,
        np.zeros(count + 1),
    )  # fmt: skip
    outside, start, _, _, _ = share_mines(together, np.zeros(count + 2, np.int32), 0, high)
    total, mean = 0.0, 0.0
    for i in range(len(beyond)):
        weight = outside[start[count] + i] * beyond[i]
        total += weight
        mean += weight * (mined + high - i + 1.0) / (mined + free + 2.0)
    return outside, start, mean / total
