from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from sapper import ClueModel, Rules
from sapper.board.rules import LEVELS
from sapper.errors import BadRules
from strategies import rule_sets


@pytest.mark.parametrize(
    ("name", "height", "width", "mines", "end"),
    [
        ("beginner", 9, 9, 10, "classic"),
        ("intermediate", 16, 16, 40, "classic"),
        ("expert", 16, 30, 99, "classic"),
        ("survey10", 10, 10, 20, "survey"),
        ("survey15", 15, 15, 35, "survey"),
        ("survey20", 20, 20, 80, "survey"),
        ("survey30", 30, 30, 180, "survey"),
    ],
)
def test_levels(name: str, height: int, width: int, mines: int, end: str) -> None:
    rules = Rules.level(name)
    assert (rules.height, rules.width, rules.mines, rules.end) == (height, width, mines, end)


def test_every_level_makes_rules_and_the_classic_three_have_a_shorthand() -> None:
    assert all(Rules.level(name).cells > 0 for name in LEVELS)
    assert Rules.beginner() == Rules.level("beginner")
    assert Rules.intermediate() == Rules.level("intermediate")
    assert Rules.expert(first="any") == Rules.level("expert", first="any")


@pytest.mark.parametrize(
    ("given_rules", "first", "cascade"),
    [
        ({}, "safe", True),
        ({"end": "survey"}, "any", False),
        ({"end": "survey", "first": "opening", "cascade": True}, "opening", True),
        ({"clues": "optimistic"}, "safe", False),
        ({"clues": "cautious"}, "safe", True),
        ({"cascade": False}, "safe", False),
    ],
)
def test_what_is_not_said_follows_the_end_rule(given_rules: dict[str, Any], first: str, cascade: bool) -> None:
    rules = Rules(height=5, width=5, mines=3, **given_rules)
    assert (rules.first, rules.cascade) == (first, cascade)
    assert rules.mine_count
    assert rules.topology == "square"


@pytest.mark.parametrize(("density", "mines"), [(0.0, 0), (0.1, 1), (0.5, 5), (0.54, 5), (0.55, 6), (1.0, 9)])
def test_density_rounds_halves_up(density: float, mines: int) -> None:
    rules = Rules(height=1, width=9 if density == 1.0 else 10, density=density, first="any")
    assert rules.mines == mines


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"height": 0}, "height must be from 1 to 1000, not 0"),
    ({"width": 1001}, "width must be from 1 to 1000, not 1001"),
    ({"mines": 26, "first": "any"}, "26 mines do not fit on 25 cells"),
    ({"mines": -1}, "-1 mines do not fit on 25 cells"),
    ({"mines": 2.5}, "the number of mines must be a whole number, not 2.5"),
    ({"mines": 25, "first": "safe"}, "25 mines do not fit: first click 'safe' keeps 1 of 25 cells free"),
    ({"mines": 17, "first": "opening"}, "17 mines do not fit: first click 'opening' keeps 9 of 25 cells free"),
    ({"mines": 3, "density": 0.1}, "give the mines as a count or as a density, not both"),
    ({"mines": None}, "give the mines as a count or as a density"),
    ({"mines": None, "density": 1.5}, "a density lies in [0, 1], not 1.5"),
    ({"mines": None, "density": -0.1}, "a density lies in [0, 1], not -0.1"),
    ({"mines": None, "density": float("nan")}, "a density lies in [0, 1], not nan"),
    ({"end": "sudden"}, "unknown end rule 'sudden': choose classic, survey"),
    ({"first": "lucky"}, "unknown first-click rule 'lucky': choose any, safe, opening"),
    ({"topology": "cube"}, "unknown topology 'cube': choose square, torus, hex"),
    (
        {"clues": "optimistic", "cascade": True},
        "cascade needs zeros that are true, and an optimistic zero may be a lie: turn cascade off",
    ),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_refusals(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRules) as caught:
        Rules(**({"height": 5, "width": 5, "mines": 3} | changes))
    assert str(caught.value) == message


def test_an_unknown_level_names_the_known_ones() -> None:
    with pytest.raises(BadRules, match="unknown level 'master': choose beginner, intermediate, expert"):
        Rules.level("master")


def test_the_fullest_boards_are_allowed() -> None:
    assert Rules(height=1, width=1, mines=1, first="any").mines == 1
    assert Rules(height=1, width=1, mines=0, first="opening").mines == 0
    assert Rules(height=5, width=5, mines=16, first="opening").mines == 16
    assert Rules(height=1, width=5, mines=2, first="opening").mines == 2
    assert Rules(height=1000, width=1000, density=0.2).mines == 200_000


@given(rule_sets())
def test_dict_json_and_repr_read_back(rules: Rules) -> None:
    assert Rules(**rules.to_dict()) == rules
    assert Rules(**json.loads(json.dumps(rules.to_dict()))) == rules
    assert eval(repr(rules), {"Rules": Rules, "ClueModel": ClueModel}) == rules
    assert hash(Rules(**rules.to_dict())) == hash(rules)
