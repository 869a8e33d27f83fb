"""The mine count over thousands of components: the chance of each number of mines, read off a circle.

    legend   excess    mines that are left beyond the least that every component takes
             tilt      a weight per mine, chosen so that the excess is what one expects; it changes no answer
             turn      a point of the unit circle, e^(iθ)
             spectrum  at each turn: the product of all tilted components and floating cells, turned back by the excess

What the components and floating cells can have together is a product of polynomials, and the chance that one of them
has j mines is a coefficient of the product without it. A coefficient is an average over N points of a circle, and
leaving one factor out is a division at each point: nothing is convolved, and nothing is done again for each component.

Error. Three things are left out, each of them below 1e-18 of the whole before rounding. (1) N points fold together what
lies N apart: by Bernstein's inequality, N is so large that nothing lies there; or N exceeds the degree, and the average
is exact. (2) Points far from 1 are left out where the product is too small: of the chances a, b of two neighbouring
counts, |1 − …|² loses at least 4ab sin²(θ/2), so a product is at most exp(−2B sin²(θ/2)), B the sum of all a·b.
(3) Rounding: some 1e-16 per factor, which a thousand factors leave below 1e-12.

Cost: about fifty points for every flexible component, whatever the board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.inference.exact.frontier import COUNT, COUNTS, FIRST_VALUE, Book
from sapper.knowledge.constraints import Floats

Complexes = npt.NDArray[np.complex128]

NEGLIGIBLE = 45.0
"""Left out is what is below e to the power of minus this: 3e-20."""
STEEPEST = 20.0
"""Largest logarithm of the tilt: beyond it, all mines are where they must be."""
TURNS = 60
"""Newton's method needs some five; halving alone, this many."""


class Circle(NamedTuple):
    """All points that matter."""

    tilt: float
    turn: Complexes
    """[points]"""
    spectrum: Complexes
    """[points]"""


@kernel
def circle_of(book: Book, floating: int, excess: int) -> Circle:
    """The circle of a book, for so many floating cells and so many mines beyond the least."""
    head, values = book.head, book.values
    degree, longest = floating, 2
    for k in range(book.totals[COUNT]):
        degree += head[k, COUNTS] - 1
        longest = max(longest, head[k, COUNTS])
    room = np.empty(longest)
    tilt, variance, decay = _tilt(book, floating, excess, degree, room)
    width, sigma = 10.0 * longest, np.sqrt(variance)
    points = int(sigma + 1.0 + width + np.sqrt(width**2 + 2.0 * NEGLIGIBLE * variance)) + 2 * longest
    points = min(points, degree + 1) | 1
    turn, spectrum = np.empty(points // 2 + 1, np.complex128), np.empty(points // 2 + 1, np.complex128)
    chance = tilt / (1.0 + tilt)
    kept = 0
    for m in range(points // 2 + 1):
        angle = 2.0 * np.pi * m / points
        sine, cosine = np.sin(0.5 * angle), np.cos(0.5 * angle)
        half = sine * sine
        if 2.0 * (decay - 1.0) * half > NEGLIGIBLE:
            break
        # The floating cells, 1 + chance · (turn − 1) to their power, without losing digits where that is close to 1.
        size = np.exp(0.5 * floating * np.log1p(-4.0 * chance * (1.0 - chance) * half))
        phase = floating * np.arctan2(2.0 * chance * sine * cosine, 1.0 - 2.0 * chance * half) - excess * angle
        turn[m] = complex(1.0 - 2.0 * half, 2.0 * sine * cosine)
        spectrum[m] = (1.0 if m == 0 else 2.0) * size * complex(np.cos(phase), np.sin(phase))
        kept += 1
    turn, spectrum = turn[:kept], spectrum[:kept]
    for k in range(book.totals[COUNT]):
        counts = head[k, COUNTS]
        if counts > 1:
            first = head[k, FIRST_VALUE]
            tilted(values[first : first + counts], tilt, room)
            for m in range(kept):
                spectrum[m] *= _at(room, counts, turn[m])
    return Circle(tilt, turn, spectrum)


@kernel
def chances(tally: Floats, circle: Circle, chance: Floats) -> None:
    """The chance of each count of one component of the book, or floating cell, given all the others; in place."""
    tilt, turn, spectrum = circle
    counts = len(tally)
    weight, outside = np.empty(counts), np.zeros(counts)
    tilted(tally, tilt, weight)
    for m in range(len(turn)):
        rest = spectrum[m] / _at(weight, counts, turn[m])
        for j in range(counts):
            outside[j] += rest.real
            rest *= turn[m]
    total = 0.0
    for j in range(counts):
        chance[j] = max(outside[j], 0.0) * weight[j]
        total += chance[j]
    for j in range(counts):
        chance[j] /= total


@kernel
def tilted(tally: Floats, tilt: float, chance: Floats) -> None:
    """The chance of each count under a tilt, if there were nothing else; in place."""
    counts, power, total = len(tally), 1.0, 0.0
    for i in range(counts):  # from the end where the powers are largest, so that they only shrink
        j = i if tilt <= 1.0 else counts - 1 - i
        chance[j] = tally[j] * power
        total += chance[j]
        power *= tilt if tilt <= 1.0 else 1.0 / tilt
    for j in range(counts):
        chance[j] /= total


@kernel
def _at(chance: Floats, counts: int, turn: complex) -> complex:
    """A polynomial at a point; never quite zero, so that it can be divided by."""
    value = complex(0.0, 0.0)
    for j in range(counts - 1, -1, -1):
        value = value * turn + chance[j]
    return value if value != 0.0 else complex(1e-30, 0.0)


@kernel
def _tilt(book: Book, floating: int, excess: int, degree: int, room: Floats) -> tuple[float, float, float]:
    """The tilt under which the excess is expected, within half a deviation; with the variance and decay."""
    low, high = -STEEPEST, STEEPEST
    power = min(max(np.log((excess + 0.5) / (degree - excess + 0.5)), low), high)
    mean, variance, decay = _moments(book, floating, np.exp(power), room)
    for _ in range(TURNS):
        if abs(mean - excess) <= 0.5 * np.sqrt(variance) or high - low < 1e-6:
            break
        if mean < excess:
            low = power
        else:
            high = power
        power += (excess - mean) / max(variance, 1e-12)
        if not low < power < high:
            power = 0.5 * (low + high)
        mean, variance, decay = _moments(book, floating, np.exp(power), room)
    return np.exp(power), variance, decay


@kernel
def _moments(book: Book, floating: int, tilt: float, room: Floats) -> tuple[float, float, float]:
    """Mean and variance of the excess under a tilt; and the decay B of the file's head."""
    chance = tilt / (1.0 + tilt)
    mean, variance = floating * chance, floating * chance * (1.0 - chance)
    decay = variance
    for k in range(book.totals[COUNT]):
        counts, first = book.head[k, COUNTS], book.head[k, FIRST_VALUE]
        if counts > 1:
            tilted(book.values[first : first + counts], tilt, room)
            one, two = 0.0, 0.0
            for j in range(counts):
                one += j * room[j]
                two += j * j * room[j]
                if j:
                    decay += room[j] * room[j - 1]
            mean += one
            variance += two - one * one
    return mean, variance, decay
