from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from sapper import ClueModel
from sapper.errors import BadNotation
from strategies import clue_models

RANGED = ["optimistic", "optimistic:wide", "cautious", "cautious:wide"]
TRUTHFUL = ["exact", "reveal:0.3", "reveal:0.3:again"]


@pytest.mark.parametrize("text", TRUTHFUL + RANGED)
@pytest.mark.parametrize("degree", [0, 3, 6, 8])
def test_for_each_true_count_the_likelihoods_of_all_clues_sum_to_one(text: str, degree: int) -> None:
    model = ClueModel.parse(text)
    for bound in range(degree + 1):
        total = sum(model.likelihood(shown, bound, degree) for shown in range(degree + 1))
        assert np.allclose(total, np.ones(degree + 1))


@pytest.mark.parametrize(
    ("text", "shown", "bound", "expected"),
    [
        ("exact", 2, 0, [0, 0, 1, 0]),
        ("reveal:0.1", 2, 0, [0, 0, 1, 0]),
        ("optimistic:wide", 1, 0, [0, 1 / 2, 1 / 3, 1 / 4]),
        ("optimistic", 1, 1, [0, 1, 1 / 2, 1 / 3]),
        # Two neighbours are flagged. A count below 2 cannot be drawn from {2 … c}, so it is shown as it is.
        ("optimistic", 1, 2, [0, 1, 0, 0]),
        ("optimistic", 2, 2, [0, 0, 1, 1 / 2]),
        ("cautious:wide", 2, 3, [1 / 4, 1 / 3, 1 / 2, 0]),
        ("cautious", 2, 2, [1 / 3, 1 / 2, 1, 0]),
        ("cautious", 1, 2, [1 / 3, 1 / 2, 0, 0]),
    ],
)
def test_likelihood_by_hand(text: str, shown: int, bound: int, expected: list[float]) -> None:
    assert np.allclose(ClueModel.parse(text).likelihood(shown, bound, degree=3), expected)


@pytest.mark.parametrize(
    ("text", "bound"),
    [("exact", 0), ("reveal:1.0", 0), ("optimistic", 2), ("optimistic:wide", 0), ("cautious", 5), ("cautious:wide", 8)],
)
def test_the_bound_comes_from_what_the_player_sees(text: str, bound: int) -> None:
    assert ClueModel.parse(text).bound(known=2, hidden=3, degree=8) == bound


def test_which_models_are_truthful_and_which_need_a_bound() -> None:
    assert [ClueModel.parse(text).truthful for text in TRUTHFUL] == [True] * 3
    assert [ClueModel.parse(text).truthful for text in RANGED] == [False] * 4
    assert [ClueModel.parse(text).needs_bound for text in RANGED] == [True, False, True, False]


@given(clue_models())
def test_text_and_repr_read_back(model: ClueModel) -> None:
    assert ClueModel.parse(str(model)) == model
    assert eval(repr(model)) == model


def test_once_is_the_default_of_reveal() -> None:
    assert ClueModel.parse("reveal:0.5:once") == ClueModel.parse(" reveal:0.5 ") == ClueModel("reveal", 0.5)


HELP = "use exact, reveal:P, reveal:P:again, optimistic[:wide] or cautious[:wide]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"unknown clue model '': {HELP}"),
        ("honest", f"unknown clue model 'honest': {HELP}"),
        ("exact:1", f"unknown clue model 'exact:1': {HELP}"),
        ("reveal", f"unknown clue model 'reveal': {HELP}"),
        ("reveal:0.5:never", f"unknown clue model 'reveal:0.5:never': {HELP}"),
        ("optimistic:narrow", f"unknown clue model 'optimistic:narrow': {HELP}"),
        ("reveal:often", "'often' is not a probability"),
        ("reveal:1.5", "a probability lies in [0, 1], not 1.5"),
        ("reveal:-0.1", "a probability lies in [0, 1], not -0.1"),
        ("reveal:nan", "a probability lies in [0, 1], not nan"),
    ],
)
def test_texts_that_are_no_model(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as caught:
        ClueModel.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "lying"},
        {"kind": "reveal", "probability": 2.0},
        {"kind": "exact", "probability": 0.5},
        {"kind": "exact", "wide": True},
        {"kind": "reveal", "wide": True},
        {"kind": "cautious", "again": True},
    ],
)
def test_a_model_without_a_text_cannot_be_made(fields: dict[str, Any]) -> None:
    with pytest.raises(BadNotation):
        ClueModel(**fields)
