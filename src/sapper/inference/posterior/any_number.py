"""Sharing mines if nobody says how many there are: every density up to ½ is equally likely beforehand.

Why not up to 1: on a board with more mines than safe cells nobody would open anything, and a single mine at the first
click would make such boards the likelier ones. Integrated over the density ρ, a layout with M mines on N cells weighs
∫ ρ^M (1 − ρ)^(N − M) dρ from 0 to ½.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import Layers, Longs
from sapper.inference.exact.tally import share_mines
from sapper.knowledge.constraints import Floats, Ints

SMALLEST = -600.0
"""Logarithm of the smallest relative weight that is told from others; it is not zero, so nothing becomes impossible."""


@kernel
def share_any_number(layers: Layers, bounds: Ints, mined: int, others: int) -> tuple[Floats, Longs, float]:
    """The outside weights of every component, as `share_mines` gives them; and the risk of a floating cell.

    mined: cells known or decided to be mines. others: all that are neither mined nor floating. If T of those at clues
    are mines, all layouts of the floating cells together weigh ∫ ρ^(mined + T) (1 − ρ)^(others − T) dρ. So what lies
    outside the components is taken for one more of them, without supercells, whose tally is that integral.
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
    log_weight, log_safe = _log_integrals(mined, others), _log_integrals(mined, others + 1)
    beyond = ways[offset[count] : offset[count + 1]]  # entry i stands for T = high − i
    largest = log_weight[low : high + 1].max()
    for i in range(len(beyond)):
        beyond[i] = np.exp(max(log_weight[high - i] - largest, SMALLEST))
    together = Layers(
        np.arange(count + 2), least, offset, layers.edge_start, layers.fewest, layers.target, layers.factor, ways,
        np.zeros(count + 1),
    )  # fmt: skip
    outside, start, _, _, _ = share_mines(together, np.zeros(count + 2, np.int32), 0, high)
    total, safe = 0.0, 0.0
    for i in range(len(beyond)):
        weight = outside[start[count] + i] * beyond[i]
        total += weight
        safe += weight * np.exp(log_safe[high - i] - log_weight[high - i])
    return outside, start, 1.0 - safe / total


@kernel
def _log_integrals(mined: int, others: int) -> Floats:
    """The logarithm of ∫ ρ^(mined + T) (1 − ρ)^(others − T) dρ from 0 to ½, for T = 0 … others.

    By parts, J(T) = (h + (others − T) J(T + 1)) / (mined + T + 1) with h = 2^−(mined + others + 1): all terms are
    positive, so nothing cancels.
    """
    log_half = -(mined + others + 1) * np.log(2.0)
    logs = np.empty(others + 1)
    logs[others] = log_half - np.log(mined + others + 1.0)
    for so_far in range(others - 1, -1, -1):
        onward = np.log(others - so_far) + logs[so_far + 1]
        logs[so_far] = np.logaddexp(log_half, onward) - np.log(mined + so_far + 1.0)
    return logs
