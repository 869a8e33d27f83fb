"""Patterns on boards that players know."""

from __future__ import annotations

import pytest

from sapper import View, explain

WALL = [
    ("1.", (0, 1), True, "B1"),
    ("0./..", (0, 1), False, "B2"),
    ("F2/..", (1, 1), None, None),
    ("FF/.2", (1, 0), False, "B2"),
    (".../11_", (0, 2), False, "1-1"),
    (".../12_", (0, 2), True, "1-2"),
    ("..../_13_/___*", (0, 3), True, "1-2 by reduction"),
    ("...../_121_", (0, 0), False, "1-2-1"),
    ("...../_121_", (0, 1), True, "1-2-1"),
    ("...../_121_", (0, 2), False, "1-2-1"),
    ("._/.1/.2/.1/._", (2, 0), False, "1-2-1"),
    ("....../_1221_", (0, 1), False, "1-2-2-1"),
    ("....../_1221_", (0, 2), True, "1-2-2-1"),
    ("....../_1221_", (0, 5), False, "1-2-2-1"),
    ("..../*31_", (0, 0), True, "1-2 by reduction"),
    (".../22_/F__", (0, 2), False, "1-1 by reduction"),
    ("...../_232_/__F__", (0, 2), False, "1-2-1 by reduction"),
    ("1../mines=1", (0, 2), False, "mine count"),
    ("...../.2.3./...../mines=5", (0, 2), False, "mine count"),
]


@pytest.mark.parametrize(("text", "cell", "mine", "pattern"), WALL)
def test_the_pattern_has_its_name(text: str, cell: tuple[int, int], mine: bool | None, pattern: str | None) -> None:
    proof = explain(View.parse(text), cell)
    assert (proof.mine, proof.pattern) == (mine, pattern)


def test_mines_that_plain_steps_find_are_subtracted() -> None:
    """The 2 of the wall touches the mine that the lonely 1 below proves."""
    proof = explain(View.parse(".../12_/__./__1"), (0, 2))
    assert proof.pattern == "1-1 by reduction"
    assert proof.clues == ((1, 0), (1, 1), (3, 2))


def test_clues_that_may_mislead_make_no_pattern() -> None:
    view = View.parse("...\n11_\nclues=cautious:wide")
    assert all(explain(view, (0, column)).pattern is None for column in range(3))
