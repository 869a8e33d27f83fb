"""Regret against games that are played one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sapper import Rules
from sapper.errors import BadInput
from sapper.lab.regret import Regret, regrets, value_of
from sapper.players.catalog import agent

BOARDS = (
    Rules(height=3, width=3, mines=3, first="any"),
    Rules(height=3, width=3, mines=3, end="survey"),
)


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: rules.end)
def test_nobody_is_better_than_best_play(rules: Rules) -> None:
    names = ("random", "basic", "exact", "champion", "optimal")
    found = {one.agent: one for one in regrets(names, rules, orders=2)}
    assert found["optimal"].regret == 0.0
    assert all(one.regret >= 0.0 for one in found.values())
    assert found["random"].regret > found["basic"].regret > 0.0


def test_the_order_is_what_makes_a_difference() -> None:
    one = next(regrets(["basic"], BOARDS[0], orders=3))
    assert one.values == tuple(value_of(agent("basic"), BOARDS[0], seed) for seed in range(3))
    assert one.error is not None
    assert one.error > 0.0
    assert Regret("x", Fraction(1, 2), (Fraction(1, 4),) * 2).error == 0.0
    assert Regret("x", Fraction(1, 2), (Fraction(1, 4),)).error is None


def test_a_promised_first_click_is_refused() -> None:
    with pytest.raises(BadInput, match="must be promised nothing"):
        next(regrets(["basic"], Rules.beginner()))
