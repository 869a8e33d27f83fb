from __future__ import annotations

from math import log10

import pytest

from sapper import GameRecord, Layout, Open, Rules, influence, play, review
from sapper.board.moves import Flag
from sapper.game.game import Game
from sapper.sim.record import Step


def record(text: str, *moves: str, first: str = "any", **changes: object) -> GameRecord:
    """A game by hand on a layout: `0,1` opens, `f0,1` flags."""
    layout = Layout.parse(text)
    rules = Rules(
        height=layout.mines.shape[0], width=layout.mines.shape[1], mines=layout.total, first=first, **changes  # type: ignore[arg-type]
    )  # fmt: skip
    game, steps = Game(rules, layout=layout), []
    for move in moves:
        row, column = map(int, move.removeprefix("f").split(","))
        made = Flag((row, column)) if move.startswith("f") else Open((row, column))
        steps.append(Step(made, None, game.apply(made).exploded))
    return GameRecord("hand", rules, 0, layout, tuple(steps), game.result)


def test_a_needless_guess_is_one_beside_a_safe_cell() -> None:
    found = review(record("...*.", "0,1", "0,4", cascade=False))
    assert [guess.step for guess in found.needless] == [2]
    assert (found.needless[0].best, found.needless[0].lowest) == ((0, 0), 0.0)
    assert "needless: (0,0) was safe" in found.text
    assert found.not_the_best == found.guesses[:0]


def test_a_guess_that_is_not_the_best_names_a_better_one() -> None:
    found = review(record("*......*/........", "1,1", "0,1", cascade=False))
    guess = found.guesses[1]
    assert guess.not_the_best
    assert guess.lowest < guess.risk == pytest.approx(1 / 5)
    assert "not the best" in guess.text


def test_luck_adds_up_the_chances_taken() -> None:
    found = review(record("..*.", "0,0", "0,3", cascade=False))
    assert [guess.risk for guess in found.guesses] == pytest.approx([1 / 4, 1 / 2])
    assert found.luck == pytest.approx(-log10(3 / 4) - log10(1 / 2))
    assert found.decided == 2


def test_a_cell_that_was_surely_a_mine_counts_as_a_guess_but_not_as_luck() -> None:
    found = review(record(".*..", "0,0", "0,1", end="survey"))
    assert (found.guesses[1].risk, found.guesses[1].exploded) == (1.0, True)
    assert found.luck == pytest.approx(-log10(3 / 4))


def test_the_first_click_that_the_rules_protect_is_no_guess() -> None:
    found = review(record("....*", "0,0", first="safe"))
    assert (found.guesses, found.luck, found.decided, found.won) == ((), 0.0, 1, True)
    assert "the first click" in found.text


def test_flags_are_opinions() -> None:
    """The flag is wrong; without it (0,1) is the mine, and the last cell is safe."""
    found = review(record(".*.", "0,0", "f0,2", cascade=False))
    assert (len(found.guesses), found.proved) == (1, 0)
    found = review(record(".*..", "0,0", "f0,3", "0,2", cascade=False))
    assert (len(found.guesses), found.proved) == (1, 1)


def test_nothing_was_opened() -> None:
    found = review(record(".*", "f0,0", end="survey"))
    assert found.decided is None
    assert "nothing was opened" in found.text


def test_agents_that_know_all_guess_needlessly_never() -> None:
    for seed in range(6):
        found = review(play("exact", Rules.beginner(), seed=seed))
        assert not found.needless
        assert not found.not_the_best
        game = play("random", Rules.beginner(first="any"), seed=seed)
        assert len(review(game).guesses) + review(game).proved == game.moves


def test_the_review_as_plain_values() -> None:
    found = review(record("..*.", "0,0", "0,3", cascade=False))
    data = found.to_dict()
    assert (data["decided"], data["needless"], data["guesses"][1]["cell"]) == (2, 1, (0, 3))
    assert data["luck"] == found.luck


def test_an_empty_graph() -> None:
    found = influence(record(".*", "f0,0", end="survey"))
    assert (found.length, found.chain, found.text) == (0, (), "nothing was opened")
