"""The chances read off the circle are those of exact arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from books import book_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sapper.inference.exact.circle import chances, circle_of
from sapper.inference.exact.frontier import COUNTS, FIRST_VALUE
from sapper.inference.exact.reach import count_is_idle, decide_by_count

CLOSE = 1e-11

tallies = st.lists(
    st.builds(lambda first, middle, last: [first, *middle, last],
              st.integers(1, 50), st.lists(st.integers(0, 90), max_size=4), st.integers(1, 50)),
    max_size=6,
)  # fmt: skip


def times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    result = [0] * (len(one) + len(other) - 1)
    for (i, a), (j, b) in product(enumerate(one), enumerate(other)):
        result[i + j] += a * b
    return result


def exact_chances(parts: Sequence[Sequence[int]], number: int, floating: int, excess: int) -> list[float]:
    """By big integers: how likely each count of one part is, if all of them and the floating cells have the excess."""
    rest = [1]
    for k, part in enumerate(parts):
        rest = rest if k == number else times(rest, part)

    def outside(left: int) -> int:
        return sum(rest[t] * comb(floating, left - t) for t in range(min(left + 1, len(rest))))

    weights = [weight * outside(excess - j) if excess >= j else 0 for j, weight in enumerate(parts[number])]
    return [float(Fraction(weight, sum(weights))) for weight in weights]


@settings(deadline=None, max_examples=200)
@given(parts=tallies, floating=st.integers(0, 900), data=st.data())
def test_the_chances_of_a_few_components(parts: list[list[int]], floating: int, data: st.DataObject) -> None:
    excess = data.draw(st.integers(0, floating + sum(len(part) - 1 for part in parts)))
    whole = [1]
    for part in parts:
        whole = times(whole, part)
    assume(any(weight and 0 <= excess - t <= floating for t, weight in enumerate(whole)))
    book = book_of(parts)
    circle = circle_of(book, floating, excess)
    for k, part in enumerate(parts):
        chance = np.empty(len(part))
        first = book.head[k, FIRST_VALUE]
        chances(book.values[first : first + len(part)], circle, chance)
        np.testing.assert_allclose(chance, exact_chances(parts, k, floating, excess), rtol=0, atol=CLOSE)
    if floating:
        chance = np.empty(2)
        chances(np.ones(2), circle, chance)
        wanted = exact_chances([*parts, [1, 1]], len(parts), floating - 1, excess)
        np.testing.assert_allclose(chance, wanted, rtol=0, atol=CLOSE)


@pytest.mark.parametrize("excess", [0, 1, 30, 700, 1300, 1999, 2000])
def test_the_chances_of_two_thousand_components(excess: int) -> None:
    book, chance = book_of([[2, 1]] * 2000), np.empty(2)
    chances(book.values[:2], circle_of(book, 0, excess), chance)
    assert abs(chance[1] - excess / 2000) < CLOSE  # all alike: one in so many has the mine


def test_the_chances_beside_a_million_floating_cells() -> None:
    floating, excess, parts = 1_000_000, 150_003, [[3, 5, 1], [1, 0, 7]]
    book = book_of(parts)
    relative, weight = [Fraction(1)], Fraction(1)
    for t in range(4):  # C(floating, excess − t) by its ratios
        weight *= Fraction(excess - t, floating - excess + t + 1)
        relative.append(weight)
    together = [[Fraction(a * b) * relative[i + j] for j, b in enumerate(parts[1])] for i, a in enumerate(parts[0])]
    total, chance = sum(map(sum, together)), np.empty(3)
    chances(book.values[:3], circle_of(book, floating, excess), chance)
    np.testing.assert_allclose(chance, [float(sum(row) / total) for row in together], rtol=0, atol=CLOSE)


@settings(deadline=None, max_examples=200)
@given(parts=tallies, floating=st.integers(0, 6), data=st.data())
def test_what_the_mine_count_excludes(parts: list[list[int]], floating: int, data: st.DataObject) -> None:
    excess = data.draw(st.integers(0, floating + sum(len(part) - 1 for part in parts)))
    ways = [
        counts
        for counts in product(*([j for j, weight in enumerate(part) if weight] for part in parts))
        if 0 <= excess - sum(counts) <= floating
    ]
    assume(ways)
    book = book_of(parts)
    before, idle = book.bits.copy(), count_is_idle(book, floating, excess)
    _, some = decide_by_count(book, floating, excess, 0, np.empty(0, np.int32), np.empty(0, np.int8))
    for k in range(len(parts)):
        first, beyond = book.head[k, FIRST_VALUE], book.head[k, FIRST_VALUE] + book.head[k, COUNTS]
        assert np.flatnonzero(book.bits[first:beyond]).tolist() == sorted({counts[k] for counts in ways})
    left = {excess - sum(counts) for counts in ways}
    assert some == (1 if min(left) < floating else 0) + (2 if max(left) > 0 else 0)
    if idle:
        assert np.array_equal(before, book.bits)
        assert some == 3 or not floating
