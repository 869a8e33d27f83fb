"""Intervals against brute simulation, closed forms and tables."""

from __future__ import annotations

import math
import random
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.lab.statistics import GROUPS, mean_interval, mean_intervals, share_interval, student


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(3, 3.182), (5, 2.571), (9, 2.262), (19, 2.093), (49, 2.010), (199, 1.972)]
)
def test_student_against_the_printed_table(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


@pytest.mark.parametrize("games", [1, 2, 7, 50, 1000])
def test_wilson_solves_its_own_equation(games: int) -> None:
    """Its ends are the shares p from which the one seen lies 1.96 standard errors of p away."""
    for successes in range(0, games + 1, max(1, games // 7)):
        share, low, high = share_interval(successes, games)
        assert share == successes / games
        for end in {low, high} - {0.0, 1.0}:
            assert abs(share - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / games), rel=1e-5)
        assert 0 <= low <= share <= high <= 1
        assert low < high


def scores(kind: str, rng: np.random.Generator, games: int) -> np.ndarray:
    """Scores as games give them: few mines missed, most of the time none."""
    missed = rng.poisson({"few missed": 0.35, "many missed": 3.0}.get(kind, 0.3), games)
    if kind == "differences":
        return (missed - rng.poisson(0.35, games)) / 10
    return 1 - np.minimum(missed, 10) / 10


MEANS = {"few missed": 0.965, "many missed": 0.7, "differences": -0.005}


@pytest.mark.parametrize("games", [20, 50, 200, 1000])
@pytest.mark.parametrize("kind", MEANS)
def test_the_interval_of_a_mean_covers_it_nineteen_times_in_twenty(kind: str, games: int) -> None:
    rng = np.random.default_rng((games, len(kind)))
    truth, tries = MEANS[kind], 1000
    found = mean_intervals(np.column_stack([scores(kind, rng, games) for _ in range(tries)]))
    covered = sum(low <= truth + 1e-9 and truth - 1e-9 <= high for _, low, high in found) / tries
    assert 0.925 < covered < 0.975  # 1000 tries leave a standard error of 0.007


def test_the_interval_of_a_mean_against_a_bootstrap_in_plain_python() -> None:
    luck = random.Random(1)
    values = [luck.choice([1.0, 1.0, 0.9, 0.7]) for _ in range(300)]
    means = sorted(statistics.fmean(luck.choices(values, k=300)) for _ in range(3000))
    mean, low, high = mean_interval(np.array(values))
    assert mean == pytest.approx(statistics.fmean(values))
    assert (low, high) == pytest.approx((means[75], means[-76]), abs=0.002)


def test_many_games_are_grouped_and_the_interval_stays_that_of_the_normal_law() -> None:
    values = np.random.default_rng(3).random(GROUPS * 50 + 17)
    _, low, high = mean_interval(values)
    assert high - low == pytest.approx(2 * 1.96 * values.std() / math.sqrt(len(values)), rel=0.12)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=60))
def test_an_interval_holds_its_mean_and_stays_in_the_range(values: list[float]) -> None:
    mean, low, high = mean_interval(np.array(values))
    assert min(values) - 1e-9 <= low <= mean + 1e-9
    assert mean - 1e-9 <= high <= max(values) + 1e-9
    assert mean_interval(np.array(values)) == (mean, low, high)


def test_no_game_and_one_game_promise_nothing() -> None:
    assert all(map(math.isnan, mean_interval(np.array([]))))
    assert all(map(math.isnan, share_interval(0, 0)))
    mean, low, high = mean_interval(np.array([0.5]))
    assert mean == 0.5
    assert math.isnan(low)
    assert math.isnan(high)
