"""`bayes`: what it does in each kind of position, and that it is worth it."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from positions import small_views

import sapper
from sapper import Ask, Chance, Flag, Open, Rules, View
from sapper.board.view import HIDDEN
from sapper.players.worth import Position, _analysed, opening_is_better, outcomes
from sapper.sim.arena import play_many

BAYES = sapper.agent("bayes")


def act(text: str, mines: int | None = None) -> sapper.Decision:
    decision = BAYES.act(View.parse(text, mines=mines), Chance(0))
    assert isinstance(decision, sapper.Decision)
    return decision


def test_certain_mines_are_flagged_before_safe_cells_are_opened() -> None:
    decision = act("0.._.1/clues=reveal:0.5/end=survey")
    assert [type(move) for move in decision.moves] == [Flag, Open]
    assert all(reason is not None for reason in decision.reasons)


def test_the_rest_is_flagged_when_the_lowest_risk_exceeds_one_half() -> None:
    decision = act("_..../...../...../...../clues=cautious:wide/end=survey", mines=14)
    assert {type(move) for move in decision.moves} == {Flag}
    assert len(decision.moves) == 19
    assert decision.reasons == ()


def test_but_if_few_are_left_one_more_is_opened_where_that_tells_more() -> None:
    """Two mines among three cells: flags are worth 1, and so is opening one after the other; a clue makes it more."""
    assert opening_is_better(View.parse("_..._/clues=reveal:0.9/end=survey", mines=2))
    assert not opening_is_better(View.parse("_..../clues=reveal:0.9/end=survey", mines=4))


@pytest.mark.parametrize("elsewhere", ["end=classic", "end=survey/first=safe"])
def test_nothing_is_flagged_unproved_where_that_is_worth_nothing(elsewhere: str) -> None:
    """In a classic game; and before a first click that the rules protect."""
    decision = act(f"...../...../clues=optimistic:wide/{elsewhere}", mines=8)
    assert [type(move) for move in decision.moves] == [Open]


def test_with_exact_clues_a_flag_is_a_proof() -> None:
    assert type(act("...../...../end=survey", mines=9).move) is Open


def test_a_clue_is_asked_for_before_anything_is_opened_at_risk() -> None:
    decision = act("_..../...../clues=reveal:0.5:again/end=survey", mines=3)
    assert decision.moves == (Ask((0, 0)),)


def test_the_clue_that_is_least_certain_is_asked_for() -> None:
    decision = act("_....._..../__..._...../clues=reveal:0.5:again/end=survey", mines=3)
    assert decision.moves == (Ask((0, 6)),)


@pytest.mark.parametrize("clues", ["reveal:0.5", "reveal:0:again", "reveal:0.0001:again"])
def test_nobody_asks_where_no_answer_comes(clues: str) -> None:
    assert type(act(f"_..../...../clues={clues}/end=survey", mines=3).move) is Open


def test_asking_again_buys_the_score_of_exact_clues_and_costs_moves() -> None:
    exact, again = (_games(clues, 0.2, 20, "bayes") for clues in ("exact", "reveal:0.3:again"))
    assert [game.net_score for game in again] == [game.net_score for game in exact]
    assert np.mean([game.moves for game in again]) > 1.5 * np.mean([game.moves for game in exact])


def test_the_chances_of_all_outcomes_add_up_to_one() -> None:
    """Each of them is held against the oracle in test_toll.py."""
    for view in small_views(seed=41, boards=50, most_hidden=9):
        if (view.mines is None and view.density is None) or not view.hidden.any():
            continue
        root = _analysed(view, view.cells.reshape(1, -1).copy(), _bounds(view), np.zeros(1))[0]
        cell = int(np.flatnonzero(view.hidden)[0])
        found = outcomes(view, root, cell)
        assert sum(outcome.chance for outcome in found) == pytest.approx(1.0)
        assert all(outcome.cells[cell] != HIDDEN for outcome in found)


def test_the_worth_of_a_position() -> None:
    cells = np.full(3, HIDDEN, np.int8)
    position = Position(cells, cells, np.array([0.6, 0.9, 1.0]), np.array([0, 0, 2], np.int8), 1.0)
    assert position.flags == pytest.approx(0.2 + 0.8 + 1.0)
    assert position.certain == 1.0


def _bounds(view: View) -> npt.NDArray[np.int8]:
    """They may be written to, as those of an agent: for arrays that may not, every kernel would be compiled again."""
    return np.zeros((1, view.cells.size), np.int8) if view.bounds is None else view.bounds.reshape(1, -1).copy()


@cache
def _games(clues: str, density: float, boards: int, agent: str, told: bool = True) -> list[sapper.sim.arena.Played]:
    rules = Rules(height=8, width=8, density=density, end="survey", clues=clues, mine_count=told)
    games = play_many(agent, rules, [(17, board) for board in range(boards)])
    assert [game.error for game in games] == [None] * boards
    return games


@pytest.mark.parametrize("clues", ["reveal:0.5", "optimistic", "optimistic:wide", "cautious"])
@pytest.mark.parametrize(
    ("other", "told"), [("basic", True), ("zones", True), ("linear+trusting", True), ("basic+trusting", False)]
)
def test_beats_others_by_net_score(clues: str, other: str, told: bool) -> None:
    """On the same boards; sizes and intervals of the differences are measured by `sapper bench uncertain`."""
    ours, theirs = (_games(clues, 0.2, 20, agent, told) for agent in ("bayes", other))
    assert np.mean([a.net_score - b.net_score for a, b in zip(ours, theirs, strict=True)]) > 0.0


def test_those_who_read_intervals_never_flag_a_safe_cell_and_those_who_trust_do() -> None:
    for clues in ("optimistic", "cautious"):
        for name in ("basic", "zones", "subset", "linear", "linopt"):
            assert sum(game.flags_wrong for game in _games(clues, 0.2, 8, name)) == 0
        for name in ("basic+trusting", "zones+trusting", "subset+trusting", "linear+trusting"):
            assert sum(game.flags_wrong for game in _games(clues, 0.2, 8, name)) > 0
