"""The compiled ladder finds what the plain levels find, and `exact` is the last word."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import Grade, Layout, Rules, SapperError, grade, play
from sapper.generator.grade import LADDER, exact_likelihoods, level_word, levels_below, solvable
from sapper.generator.solver import RUNGS, fresh, solve


def solved_by(layout: Layout, start: tuple[int, int], top: int, told: int | None = None) -> bool:
    """Ask the kernel, up to some rung."""
    return solve(
        fresh(layout.grid.size),
        layout.mines.ravel().copy(),
        layout.counts.ravel().copy(),
        layout.grid.kernel_neighbours,
        exact_likelihoods(),
        layout.grid.index(start),
        layout.total if told is None else told,
        top,
        np.zeros(RUNGS, np.int64),
    )


@pytest.mark.parametrize("topology", ["square", "torus", "hex"])
def test_each_rung_solves_what_the_plain_levels_solve(topology) -> None:
    rules = Rules(height=9, width=9, mines=14, first="opening", topology=topology)
    solved = np.zeros(RUNGS, int)
    for seed in range(60):
        layout = Layout.random(rules, seed, (4, 4))
        for top in range(RUNGS):
            levels = tuple(level_word(name) for name in LADDER[: top + 1])
            expected = solvable(layout, (4, 4), levels)
            assert solved_by(layout, (4, 4), top) == expected, (seed, top)
            solved[top] += expected
    assert 0 < solved[0] <= solved[1] <= solved[2] <= solved[3] < 60
    assert solved[0] < solved[3]


def test_without_the_mine_count_fewer_boards_are_solved() -> None:
    rules = Rules(height=8, width=8, mines=12, first="opening")
    with_count = without = 0
    for seed in range(80):
        layout = Layout.random(rules, seed, (4, 4))
        told, untold = grade(layout, (4, 4)), grade(layout, (4, 4), mine_count=False)
        assert (untold is not None) == solvable(layout, (4, 4), "exact", mine_count=False)
        with_count += told is not None
        without += untold is not None
    assert without < with_count


def test_a_board_has_a_grade_exactly_if_the_exact_agent_never_guesses_on_it() -> None:
    rules = Rules.beginner(first="opening")
    graded = 0
    for seed in range(60):
        layout = Layout.random(rules, seed, (4, 4))
        record = play("exact", rules, seed, layout=layout, start=(4, 4))
        found = grade(layout, (4, 4))
        assert (found is not None) == (record.guesses == 0)
        assert found is None or record.won
        graded += found is not None
    assert 0 < graded < 60


def test_the_grade_names_the_highest_rung() -> None:
    assert (Grade().level, Grade(pairs=2).level, Grade(pairs=2, linear=1).level, Grade(exact=1).level) == LADDER
    assert Grade(pairs=2, linear=1, exact=1).difficulty == 7


def test_a_mined_start_solves_nothing() -> None:
    assert grade(Layout.parse("*.."), (0, 0)) is None
    assert not solvable(Layout.parse("*.."), (0, 0), "exact")


def test_a_start_outside_is_refused() -> None:
    with pytest.raises(SapperError, match=r"the start \(0,3\) lies outside the 1×3 board"):
        grade(Layout.parse("*.."), (0, 3))


def test_below_a_level_are_all_weaker_ones() -> None:
    assert levels_below("exact")[-2:] == ("linear", "enumeration")
    assert levels_below("single") == ("queue",)
    with pytest.raises(SapperError, match="unknown level 'guess'"):
        levels_below("guess")
