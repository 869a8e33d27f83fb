"""Weights that are compared, not added up to 1: scaled, and never zero by underflow.

A weight that is not zero stays at least TINY, so that what is possible can be read off the weights.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.constraints import Floats

TINY = 2.0**-900


@kernel
def normalise(values: Floats) -> float:
    """Divide by the largest value, in place; what is not zero stays so. The largest value, or 0."""
    largest = 0.0
    for value in values:
        largest = max(largest, value)
    if largest > 0.0:
        for i in range(len(values)):
            if values[i] > 0.0:
                values[i] = max(values[i] / largest, TINY)
    return largest


@kernel
def floating_weights(floating: int, mines_left: int, low: int, high: int) -> Floats:
    """C(floating, mines_left − T) for T = low … high, relative to the largest of them."""
    weights = np.zeros(high - low + 1)
    first, last = max(low, mines_left - floating), min(high, mines_left)
    if first > last:
        return weights
    peak = likeliest(floating, mines_left, first, last)
    weights[peak - low] = 1.0
    for so_far in range(peak, last):
        j = mines_left - so_far
        weights[so_far + 1 - low] = max(weights[so_far - low] * j / (floating - j + 1), TINY)
    for so_far in range(peak, first, -1):
        j = mines_left - so_far + 1
        weights[so_far - 1 - low] = max(weights[so_far - low] * (floating - j + 1) / j, TINY)
    return weights


@kernel
def likeliest(floating: int, mines_left: int, first: int, last: int) -> int:
    """The T from `first` to `last` for which C(floating, mines_left − T) is largest."""
    # From T to T + 1 the binomial changes by j / (floating − j + 1), j = mines_left − T: it falls beyond the peak.
    peak = first
    while peak < last and mines_left - peak > floating - (mines_left - peak) + 1:
        peak += 1
    return peak
