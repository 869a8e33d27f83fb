"""The mine count: how the components share the mines that are left.

    legend   tally    of one component: the weight of its configurations by their number of mines t
             before   weight by T = mines in all earlier components together
             after    weight of everything later, floating cells included, by T mines so far
             outside  of one component: the weight of the rest of the board if the component has t mines

Prefix and suffix convolutions give every outside weight without dividing. Floating cells close the sum with
C(floating, mines left − T), taken relative to its largest value by multiplying ratios away from the peak: boards of a
million cells neither overflow nor lose digits. A weight that is not zero never becomes zero (TINY).
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import HUGE, Layers, Longs
from sapper.knowledge.constraints import Floats, Ints
from sapper.knowledge.weights import TINY, floating_weights, likeliest, normalise


@kernel
def share_mines(
    layers: Layers, bounds: Ints, floating: int, mines_left: int
) -> tuple[Floats, Longs, float, int, float]:
    """Share the mines that are left among the components and the floating cells.

    Returns the outside weights of every component (values, and where each begins), the expected mines among the
    floating cells, what is possible there (1 some cell safe, 2 some mined), and the logarithm of the weight of all
    sharings together, where the largest entries of all tallies count as 1: minus infinity if there is none.
    """
    components = len(bounds) - 1
    tally, tally_start, lows, highs = tallies(layers, bounds)
    closing = floating_weights(floating, mines_left, lows[components], highs[components])
    before, before_start, log2_scale = _before(tally, tally_start, lows, highs)
    outside = np.empty(len(tally))
    after = _after(tally, tally_start, before_start, closing)
    _between(before, after, before_start, tally_start, outside)
    every = before[before_start[components] : before_start[components + 1]]
    total, mines, possible = 0.0, 0.0, 0
    for i in range(len(every)):
        if every[i] > 0.0 and closing[i] > 0.0:
            among = mines_left - lows[components] - i
            possible |= (1 if among < floating else 0) | (2 if among > 0 else 0)
            weight = max(every[i] * closing[i], TINY)
            total += weight
            mines += weight * among
    if total == 0.0:
        return outside, tally_start, 0.0, 0, -np.inf
    return outside, tally_start, mines / total, possible, log2_scale + np.log2(total)


@kernel
def afters(layers: Layers, bounds: Ints, floating: int, mines_left: int) -> tuple[Floats, Longs, Longs]:
    """For sampling: the weight of everything from component k on, if those before have T mines.

    Values, where those of each k begin, and the T that the first of them stands for.
    """
    components = len(bounds) - 1
    tally, tally_start, lows, highs = tallies(layers, bounds)
    start = np.zeros(components + 2, np.int64)
    for k in range(components + 1):
        start[k + 1] = start[k] + highs[k] - lows[k] + 1
    closing = floating_weights(floating, mines_left, lows[components], highs[components])
    return _after(tally, tally_start, start, closing), start, lows


@kernel
def log2_weight(layers: Layers, bounds: Ints, floating: int, mines_left: int, shared: float) -> float:
    """The logarithm of the weight of all solutions together, from that of all sharings, as `share_mines` gives it."""
    low, high = 0, 0
    for k in range(len(bounds) - 1):
        final = layers.layer_start[bounds[k + 1] + k + 1] - 1
        low += layers.least[final]
        high += layers.least[final] + layers.offset[final + 1] - layers.offset[final] - 1
    used = likeliest(floating, mines_left, max(low, mines_left - floating), min(high, mines_left))
    return shared + log2_ways(layers, bounds) + _log2_binomial(floating, mines_left - used)


@kernel
def log2_ways(layers: Layers, bounds: Ints) -> float:
    """The sum over components of the logarithm of the largest entry of the tally."""
    total = 0.0
    for k in range(len(bounds) - 1):
        final = layers.layer_start[bounds[k + 1] + k + 1] - 1
        largest = 0.0
        for value in range(layers.offset[final], layers.offset[final + 1]):
            largest = max(largest, layers.ways[value])
        total += layers.log2_scale[k] + np.log2(largest)
    return total


@kernel
def _log2_binomial(n: int, k: int) -> float:
    total, product = 0.0, 1.0
    for i in range(min(k, n - k)):
        product *= (n - i) / (i + 1)
        if product > HUGE:  # one logarithm for many factors
            total, product = total + np.log2(product), 1.0
    return float(total + np.log2(product))


@kernel
def tallies(layers: Layers, bounds: Ints) -> tuple[Floats, Longs, Longs, Longs]:
    """All tallies, each scaled to a largest value of 1; and sums of least and most mines over earlier components."""
    components = len(bounds) - 1
    layer_start, least, offset, ways = layers.layer_start, layers.least, layers.offset, layers.ways
    sums = np.zeros((3, components + 1), np.int64)
    start, lows, highs = sums[0], sums[1], sums[2]
    for k in range(components):
        final = layer_start[bounds[k + 1] + k + 1] - 1
        length = offset[final + 1] - offset[final]
        start[k + 1] = start[k] + length
        lows[k + 1] = lows[k] + least[final]
        highs[k + 1] = highs[k] + least[final] + length - 1
    tally = np.empty(start[components])
    for k in range(components):
        first = offset[layer_start[bounds[k + 1] + k + 1] - 1]
        for t in range(start[k + 1] - start[k]):
            tally[start[k] + t] = ways[first + t]
        normalise(tally[start[k] : start[k + 1]])
    return tally, start, lows, highs


@kernel
def _before(tally: Floats, tally_start: Longs, lows: Longs, highs: Longs) -> tuple[Floats, Longs, float]:
    """Prefix convolutions of the tallies, scaled: before component k from `start[k]`; and the log2 of all scales."""
    components = len(tally_start) - 1
    start = np.zeros(components + 2, np.int64)
    for k in range(components + 1):
        start[k + 1] = start[k] + highs[k] - lows[k] + 1
    before = np.zeros(start[components + 1])
    before[0], log2_scale = 1.0, 0.0
    for k in range(components):
        earlier = before[start[k] : start[k + 1]]
        later = before[start[k + 1] : start[k + 2]]
        for t in range(tally_start[k + 1] - tally_start[k]):
            weight = tally[tally_start[k] + t]
            if weight > 0.0:
                for i in range(len(earlier)):
                    if earlier[i] > 0.0:
                        later[i + t] += max(earlier[i] * weight, TINY)
        log2_scale += np.log2(normalise(later))
    return before, start, log2_scale


@kernel
def _after(tally: Floats, tally_start: Longs, start: Longs, closing: Floats) -> Floats:
    """The weight of everything from component k on by mines so far, for each k: from `start[k]`; the last is given."""
    after = np.empty(start[-1])
    after[start[-2] :] = closing
    _pull_back(tally, tally_start, start, after)
    return after


@kernel
def _pull_back(tally: Floats, tally_start: Longs, start: Longs, after: Floats) -> None:
    """All but the last of these, in place. Views of arguments are not counted, see `sapper.lowering`."""
    for k in range(len(tally_start) - 2, -1, -1):
        later = after[start[k + 1] : start[k + 2]]
        _correlate(tally[tally_start[k] : tally_start[k + 1]], later, after[start[k] : start[k + 1]])


@kernel
def _between(before: Floats, after: Floats, start: Longs, tally_start: Longs, outside: Floats) -> None:
    """The outside weights of every component, from what is before and after it, in place."""
    for k in range(len(tally_start) - 1):
        later = after[start[k + 1] : start[k + 2]]
        _correlate(before[start[k] : start[k + 1]], later, outside[tally_start[k] : tally_start[k + 1]])


@kernel
def _correlate(one: Floats, other: Floats, result: Floats) -> None:
    """result[i] = Σ one[j] · other[i + j], in place, scaled; never zero where a product is not."""
    for i in range(len(result)):
        total, alive = 0.0, False
        for j in range(len(one)):
            total += one[j] * other[i + j]
            alive |= one[j] > 0.0 and other[i + j] > 0.0
        result[i] = max(total, TINY) if alive else 0.0
    normalise(result)
