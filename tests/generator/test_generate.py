"""Boards to order are as ordered, the same on every machine, and honest when there are none."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from sapper import Layout, Rules, SapperError, generate, grade, influence, measure, play
from sapper.errors import NoneFound
from sapper.generator.grade import levels_below, solvable

EXPERT, BEGINNER = Rules.expert(first="opening"), Rules.beginner(first="opening")


@pytest.mark.parametrize("uniform", [False, True])
@pytest.mark.parametrize("rules", [EXPERT, Rules.intermediate(first="safe")], ids=["expert", "intermediate safe"])
def test_no_guess_boards_are_won_by_the_exact_agent_without_a_guess(rules, uniform) -> None:
    for board in generate(rules, 6, seed=3, start=(3, 3), no_guess=True, uniform=uniform):
        assert board.layout.total == rules.mines
        record = play("exact", rules, 0, layout=board.layout, start=(3, 3))
        assert (record.won, record.guesses) == (True, 0)
        assert board.repairs == 0 or not uniform


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 10_000, 500))
def test_ten_thousand_expert_boards_are_won_without_a_guess(seed) -> None:
    for board in generate(EXPERT, 500, seed, start=(3, 3), no_guess=True):
        record = play("exact", EXPERT, 0, layout=board.layout, start=(3, 3))
        assert (record.won, record.guesses) == (True, 0)


def test_some_boards_are_repaired_and_still_keep_the_first_click_free() -> None:
    boards = generate(EXPERT, 60, start=(0, 0), no_guess=True)
    assert 10 < sum(board.repairs > 0 for board in boards) < 60
    assert not any(board.layout.mines[:2, :2].any() for board in boards)


def test_each_board_can_be_made_again_alone() -> None:
    many = generate(BEGINNER, 5, seed=10, no_guess=True)
    assert [board.seed for board in many] == [10, 11, 12, 13, 14]
    assert generate(BEGINNER, 1, seed=13, no_guess=True) == many[3:4]
    assert len({board.layout for board in many}) == 5


def test_a_seed_means_this_board_on_every_machine() -> None:
    board = generate(BEGINNER, 1, seed=7, no_guess=True)[0]
    assert str(board.layout).replace("\n", "/") == GOLDEN


GOLDEN = ".....*.**/*....*.../........./........./........./........./...*.*.../....*..../.**......"


def test_without_wishes_it_is_the_board_of_the_seed() -> None:
    board = generate(EXPERT, 1, seed=4, start=(2, 2))[0]
    assert board.layout == Layout.random(EXPERT, 4, (2, 2))
    assert (board.tries, board.grade, board.to_dict()["no_guess"]) == (1, None, None)


def test_a_3bv_to_order() -> None:
    for board in generate(EXPERT, 5, bbbv=(150, 155)):
        assert 150 <= measure(board.layout).bbbv <= 155
    assert all(board.measures.bbbv >= 200 for board in generate(EXPERT, 3, no_guess=True, bbbv=(200, None)))


def test_a_chain_to_order() -> None:
    for board in generate(BEGINNER, 3, no_guess=True, chain=(20, 30)):
        record = play("exact", BEGINNER, 0, layout=board.layout, start=board.start)
        assert 20 <= influence(record).length <= 30


@pytest.mark.parametrize(("word", "low", "high"), [("easy", 0, 2), ("hard", 6, 9), ("extreme", 10, 99)])
def test_a_difficulty_to_order(word, low, high) -> None:
    for board in generate(EXPERT, 4, start=(3, 3), difficulty=word):
        found = grade(board.layout, (3, 3))
        assert found == board.grade
        assert found is not None
        assert low <= found.difficulty <= high


@pytest.mark.parametrize("level", ["single", "pairs", "linear"])
def test_solvable_by_a_rung_of_the_ladder(level) -> None:
    plain = {"single": ("single",), "pairs": ("single", "zones"), "linear": ("single", "zones", "linear")}[level]
    for board in generate(EXPERT, 4, start=(3, 3), solvable_by=level):
        assert solvable(board.layout, (3, 3), plain)


def test_solvable_by_another_level() -> None:
    for board in generate(BEGINNER, 5, solvable_by="subset", start=(4, 4)):
        assert solvable(board.layout, (4, 4), "subset")


@pytest.mark.parametrize("level", ["zones", "linear"])
def test_a_board_that_needs_a_level(level) -> None:
    for board in generate(Rules.intermediate(first="opening"), 3, start=(3, 3), needs_level=level):
        assert not solvable(board.layout, (3, 3), levels_below(level))
        assert grade(board.layout, (3, 3)) is not None


def test_the_uniform_filter_is_uniform() -> None:
    """Every board of 4×4 with 3 mines and the corner opened that takes no guess comes up, equally often."""
    rules = Rules(height=4, width=4, mines=3, first="opening")
    free = [(row, column) for row in range(4) for column in range(4) if row > 1 or column > 1]
    possible = [Layout.from_mines(4, 4, mines) for mines in combinations(free, 3)]
    wanted = [layout for layout in possible if grade(layout, (0, 0)) is not None]
    drawn = 40 * len(wanted)
    boards = generate(rules, drawn, start=(0, 0), no_guess=True, uniform=True)
    seen = Counter(board.layout for board in boards)
    assert set(seen) == set(wanted)
    spread = sum((count - 40) ** 2 / 40 for count in seen.values())
    freedom = len(wanted) - 1
    assert abs(spread - freedom) < 4 * np.sqrt(2 * freedom)


def test_without_the_mine_count_the_proof_does_without_it_too() -> None:
    rules = Rules(height=9, width=9, mines=10, first="opening", mine_count=False)
    for board in generate(rules, 5, start=(4, 4), no_guess=True):
        assert solvable(board.layout, (4, 4), "exact", mine_count=False)


def test_it_says_when_none_was_found() -> None:
    crowded = Rules(height=8, width=8, mines=50, first="safe")
    with pytest.raises(NoneFound, match=r"none of the 20 boards tried for seed 5 is as wanted, 0 of 2 found") as none:
        generate(crowded, 2, seed=5, no_guess=True, tries=20)
    assert none.value.found == ()


def test_it_hands_over_what_was_found_before() -> None:
    rules = Rules(height=6, width=6, mines=10, first="opening")
    with pytest.raises(NoneFound) as none:
        generate(rules, 200, no_guess=True, tries=8, uniform=True)
    assert 0 < len(none.value.found) < 200
    assert none.value.found == tuple(generate(rules, len(none.value.found), no_guess=True, tries=8, uniform=True))


@pytest.mark.parametrize(
    ("wishes", "line"),
    [
        ({"solvable_by": "luck"}, "unknown level 'luck': choose pairs, queue, single"),
        ({"needs_level": "luck"}, "unknown level 'luck'"),
        ({"difficulty": "brutal"}, "unknown difficulty 'brutal': choose easy, medium, hard, extreme"),
        ({"bbbv": (9, 3)}, "no 3BV lies from 9 to 3"),
        ({"start": (9, 0)}, r"the start \(9,0\) lies outside the 9×9 board"),
        ({"tries": 0}, "make no sense"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wishes, line) -> None:
    with pytest.raises(SapperError, match=line):
        generate(BEGINNER, **wishes)


def test_a_proof_needs_exact_clues() -> None:
    with pytest.raises(SapperError, match="exact clues only, not with reveal"):
        generate(Rules.beginner(clues="reveal:0.5"), no_guess=True)
