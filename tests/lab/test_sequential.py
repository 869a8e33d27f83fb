"""The sequential test keeps its error rates, measured on players whose strength is known, and needs few games."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from sapper.errors import BadInput
from sapper.lab.sequential import Hypotheses, llr_of_scores, llr_of_wins

TESTS, BATCH = 2000, 200
MARGIN = 0.015
"""Three standard errors of a rate of 0.05 that is measured on so many tests."""
H = Hypotheses(0.0, 0.02)
Floats = npt.NDArray[np.float64]
Outcome = tuple[npt.NDArray[np.str_], Floats]
"""The answers of many tests side by side, and the pairs that each of them needed."""


def decided(llr: Floats) -> npt.NDArray[np.str_]:
    low, high = H.bounds
    return np.where(llr >= high, "H1", np.where(llr <= low, "H0", "open"))


def duels_on_wins(differing: float, difference: float) -> Outcome:
    """Two Bernoulli players who differ on this share of boards, of which the first wins more by the difference."""
    rng = np.random.default_rng(11)
    chances = [(differing + difference) / 2, (differing - difference) / 2, 1 - differing]
    seen, pairs = np.zeros((TESTS, 3)), np.zeros(TESTS)
    answers = np.full(TESTS, "open")
    while (live := answers == "open").any():
        seen[live] += rng.multinomial(BATCH, chances, size=int(live.sum()))
        pairs[live] += BATCH
        answers[live] = decided(llr_of_wins(seen[live, 0], seen[live, 1], pairs[live], H))
    return answers, pairs


def duels_on_scores(differing: float, difference: float, spread: float) -> Outcome:
    """Two players whose scores differ on this share of boards, normally, with the difference as the mean of all."""
    rng = np.random.default_rng(12)
    total, squares, pairs = np.zeros((3, TESTS))
    answers = np.full(TESTS, "open")
    while (live := answers == "open").any():
        shape = (int(live.sum()), BATCH)
        drawn = rng.normal(difference / differing, spread, shape) * (rng.random(shape) < differing)
        total[live] += drawn.sum(axis=1)
        squares[live] += (drawn**2).sum(axis=1)
        pairs[live] += BATCH
        answers[live] = decided(llr_of_scores(pairs[live], total[live], squares[live], H))
    return answers, pairs


@pytest.mark.parametrize("differing", [0.3, 0.1, 0.03])
def test_error_rates_on_wins(differing: float) -> None:
    assert (duels_on_wins(differing, H.d0)[0] == "H1").mean() <= H.alpha + MARGIN
    assert (duels_on_wins(differing, H.d1)[0] == "H0").mean() <= H.beta + MARGIN


@pytest.mark.parametrize(("differing", "spread"), [(1.0, 0.1), (1.0, 0.3), (0.2, 0.5), (0.03, 0.5)])
def test_error_rates_on_scores(differing: float, spread: float) -> None:
    assert (duels_on_scores(differing, H.d0, spread)[0] == "H1").mean() <= H.alpha + MARGIN
    assert (duels_on_scores(differing, H.d1, spread)[0] == "H0").mean() <= H.beta + MARGIN


def test_the_test_is_no_more_careful_than_asked_for() -> None:
    """With many games per test the error rates are near those asked for, not far below."""
    assert (duels_on_wins(0.3, H.d0)[0] == "H1").mean() >= H.alpha / 2
    assert (duels_on_scores(1.0, H.d1, 0.5)[0] == "H0").mean() >= H.beta / 2


@pytest.mark.parametrize("difference", [H.d0, H.d1])
def test_it_needs_about_as_many_games_as_wald_says_and_fewer_than_a_fixed_number(difference: float) -> None:
    variance = 0.3 - difference**2
    needed = duels_on_wins(0.3, difference)[1].mean()
    assert 1.0 <= needed / H.games_expected(variance) <= 1.3
    fixed = variance * (2 * 1.645 / (H.d1 - H.d0)) ** 2  # one look, the same error rates
    assert needed < 0.65 * fixed


def test_far_from_the_hypotheses_it_is_soon_over() -> None:
    near, far = duels_on_wins(0.3, H.d1), duels_on_wins(0.3, 5 * H.d1)
    assert (far[0] == "H1").all()
    assert far[1].mean() < near[1].mean() / 4
    assert (duels_on_wins(0.3, -5 * H.d1)[0] == "H0").all()


def test_agents_that_never_differ_are_soon_told_to_be_equal() -> None:
    pairs = np.arange(1, 1000)
    for llr in (llr_of_wins(0 * pairs, 0 * pairs, pairs, H), llr_of_scores(pairs, 0 * pairs, 0 * pairs, H)):
        first = int(pairs[decided(llr) == "H0"][0])
        assert 100 < first < 200


def brute_llr(a: int, b: int, n: int, d: float) -> float:
    """The largest log-likelihood over a fine grid of chances."""
    p = np.linspace(max(d, 0.0), (1 + d) / 2, 200_001)[1:-1]
    return float((a * np.log(p) + b * np.log(p - d) + (n - a - b) * np.log(1 - 2 * p + d)).max())


@pytest.mark.parametrize(("a", "b", "n"), [(30, 20, 100), (3, 9, 50), (50, 49, 100), (7, 1, 900), (90, 3, 100)])
@pytest.mark.parametrize("h", [Hypotheses(), Hypotheses(-0.01, 0.01), Hypotheses(-0.2, -0.1), Hypotheses(0.1, 0.3)])
def test_the_chances_that_suit_a_hypothesis_best(a: int, b: int, n: int, h: Hypotheses) -> None:
    wanted = brute_llr(a, b, n, h.d1) - brute_llr(a, b, n, h.d0)
    assert float(llr_of_wins(a, b, n, h)) == pytest.approx(wanted, abs=1e-6)


def test_swapping_the_agents_turns_the_test_around() -> None:
    h, other = Hypotheses(-0.01, 0.03), Hypotheses(-0.03, 0.01)
    assert float(llr_of_wins(30, 20, 200, h)) == pytest.approx(-float(llr_of_wins(20, 30, 200, other)))
    assert float(llr_of_scores(200, 4.0, 9.0, h)) == pytest.approx(-float(llr_of_scores(200, -4.0, 9.0, other)))


def test_bounds_are_walds() -> None:
    low, high = Hypotheses(alpha=0.01, beta=0.2).bounds
    assert (low, high) == (pytest.approx(math.log(0.2 / 0.99)), pytest.approx(math.log(0.8 / 0.01)))


@pytest.mark.parametrize(
    "wrong", [{"d0": 0.01, "d1": 0.01}, {"d1": 1.0}, {"alpha": 0.0}, {"beta": 0.5}, {"alpha": float("nan")}]
)
def test_senseless_hypotheses_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadInput):
        Hypotheses(**wrong)
