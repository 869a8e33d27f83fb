"""Drawing clues agrees with what the clue models say, which is what inference believes."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from sapper import ClueModel
from sapper.game.clues import asks_needed, draw

# 2520 is divisible by 1 … 9, so a uniform range of up to 9 numbers is met exactly.
FINE = 2520
LEVELS = [(step + 0.5) / FINE for step in range(FINE)]


@pytest.mark.parametrize("text", ["exact", "optimistic", "optimistic:wide", "cautious", "cautious:wide"])
@pytest.mark.parametrize("degree", [1, 5, 8])
def test_frequencies_are_the_likelihoods(text: str, degree: int) -> None:
    model = ClueModel.parse(text)
    for bound in {model.bound(known, degree - known, degree) for known in range(degree + 1)} | {0, degree}:
        for count in range(degree + 1):
            drawn = Counter(draw(model, count, bound, u) for u in LEVELS)
            for shown in range(degree + 1):
                assert drawn[shown] == round(FINE * model.likelihood(shown, bound, degree)[count])
            assert sum(drawn.values()) == FINE
            assert max(drawn) <= degree


@pytest.mark.parametrize("text", ["optimistic:wide", "cautious:wide"])
def test_the_largest_noise_stays_in_range(text: str) -> None:
    model, almost_one = ClueModel.parse(text), 1 - 2.0**-53
    for count in range(9):
        assert draw(model, count, model.bound(0, 8, 8), almost_one) == (count if text == "optimistic:wide" else 8)


@pytest.mark.parametrize("probability", [0.02, 0.3, 0.5, 0.9])
def test_asks_needed_is_geometric(probability: float) -> None:
    model = ClueModel("reveal", probability, again=True)
    asks = np.array([asks_needed(model, (step + 0.5) / 10_000) for step in range(10_000)])
    for times in range(1, 12):
        within = 1 - (1 - probability) ** times
        assert abs(np.mean(asks <= times) - within) < 1e-3


def test_the_edge_between_one_ask_and_two_is_the_probability_itself() -> None:
    for percent in range(1, 100):
        model = ClueModel("reveal", percent / 100, again=True)
        assert asks_needed(model, math.nextafter(percent / 100, 0)) == 1
        assert asks_needed(model, percent / 100) == 2


def test_certain_and_impossible_clues() -> None:
    assert {asks_needed(ClueModel("reveal", 1.0), u) for u in (0.0, 0.5, 1 - 2.0**-53)} == {1}
    assert {asks_needed(ClueModel("reveal", 0.0), u) for u in (0.0, 0.5)} == {math.inf}
    assert asks_needed(ClueModel(), 0.99) == 1
