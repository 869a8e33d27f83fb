"""The fast lane makes the very moves of the readable loop."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from _pytest.mark import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.board.chance import Seed, layout_keys
from sapper.board.moves import Move
from sapper.board.rules import Rules
from sapper.errors import AgentFault
from sapper.inference.exact.engine import FINE
from sapper.knowledge.belief import Limit
from sapper.players.agent import Agent, Reasoner
from sapper.players.catalog import agent, agents
from sapper.sim import arena
from sapper.sim.arena import Played, play_many
from sapper.sim.lane import lane as lanes
from sapper.sim.lane.batch import FIRST, batch_of
from sapper.sim.lane.lane import knows_risks, lane_of, moves_of
from sapper.sim.lane.stepwise import play_stepwise
from sapper.sim.lane.table import new_table
from sapper.sim.play import play
from sapper.sim.record import GameRecord
from strategies import rule_sets, seeds

RULES = {
    "expert": Rules.expert(),
    "beginner, first click unprotected": Rules.beginner(first="any"),
    "survey": Rules(height=9, width=11, density=0.3, end="survey"),
    "count withheld": Rules(height=8, width=8, mines=9, mine_count=False),
    "hex": Rules(height=7, width=9, mines=9, topology="hex", first="opening"),
    "torus": Rules(height=6, width=7, mines=6, topology="torus"),
    "classic without cascade": Rules(height=6, width=6, mines=5, cascade=False),
    "survey with cascade": Rules(height=9, width=9, mines=8, end="survey", cascade=True),
}


def everyday(kinds: dict[str, Rules], *chosen: str) -> list[ParameterSet]:
    """All kinds of rules; those that are not chosen are left to the slow suite."""
    return [pytest.param(kind, marks=() if kind in chosen else pytest.mark.slow) for kind in kinds]


COMPILED = [entry.name for entry in agents() if lane_of(entry, Rules.expert())]
"""The agents whose whole classic games are played in compiled code."""
WITH_PARAMETERS = ["assume(f=1)", "assume(f=3)", "brute(cap=6)"]


def moves_in_lane(name: str, rules: Rules, seed: Seed) -> list[Move]:
    """The moves of one game in whichever lane the agent has."""
    player, table = agent(name), new_table(rules.grid.kernel_neighbours)
    lane = lane_of(player, rules)
    if lane is None:
        rank = np.argsort(layout_keys(seed, rules.cells), kind="stable").astype(np.int32)
        play_stepwise(player, rules, seed, table, rank, FIRST[rules.first])
        return moves_of(table.figures, table.log, rules.grid)
    batch = batch_of(rules, [seed])
    lane(table, batch, rules)
    assert batch.status[0] == FINE
    return moves_of(batch.figures[0], batch.log[0], rules.grid)


def readable(name: str, rules: Rules, seed: Seed) -> Played:
    return figures(play(name, rules, seed))


def figures(record: GameRecord) -> Played:
    metrics = record.metrics()
    del metrics["over"], metrics["seconds_per_move"]
    return Played(**metrics)


@pytest.mark.parametrize("name", [entry.name for entry in agents() if type(entry) is Reasoner])
@pytest.mark.parametrize("kind", everyday(RULES, "expert", "survey", "count withheld", "hex"))
def test_the_same_moves_and_figures_as_the_readable_loop(name: str, kind: str) -> None:
    rules = RULES[kind]
    records = [play(name, rules, seed) for seed in (0, 1)]
    for seed, record in enumerate(records):
        assert moves_in_lane(name, rules, seed) == [step.move for step in record.steps]
    quick, slow = play_many(name, rules, [0, 1]), [figures(record) for record in records]
    assert [replace(game, seconds=0.0) for game in quick] == [replace(game, seconds=0.0) for game in slow]


@settings(max_examples=60, deadline=None)
@given(rules=rule_sets(), name=st.sampled_from(COMPILED + WITH_PARAMETERS), seed=seeds)
def test_the_same_moves_on_any_board(rules: Rules, name: str, seed: Seed) -> None:
    rules = Rules(**(rules.to_dict() | {"clues": "exact"}))
    record = play(name, rules, seed)
    assert moves_in_lane(name, rules, seed) == [step.move for step in record.steps]
    assert replace(play_many(name, rules, [seed])[0], seconds=0.0) == replace(figures(record), seconds=0.0)


def test_a_batch_is_its_games_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "CELLS_AT_ONCE", 200)
    rules = Rules.beginner()
    together = play_many("exact", rules, range(9))
    alone = [play_many("exact", rules, [seed])[0] for seed in range(9)]
    assert [replace(game, seconds=0.0) for game in together] == [replace(game, seconds=0.0) for game in alone]


def test_a_game_too_wide_for_the_lane_is_played_by_the_readable_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(height=8, width=8, mines=12)
    wanted = [readable("exact", rules, seed) for seed in range(6)]
    monkeypatch.setattr(lanes, "Limit", lambda: Limit(states=3))
    found = play_many("exact", rules, range(6))
    assert [replace(game, seconds=0.0) for game in found] == [replace(game, seconds=0.0) for game in wanted]


UNCERTAIN = {
    "reveal:0.5": Rules(height=6, width=7, mines=8, end="survey", clues="reveal:0.5"),
    "reveal:0.8, cascade": Rules(height=7, width=7, mines=6, clues="reveal:0.8", first="opening", cascade=True),
    "reveal:0.3:again": Rules(height=6, width=6, mines=7, end="survey", clues="reveal:0.3:again"),
    "optimistic": Rules(height=6, width=7, mines=8, end="survey", clues="optimistic"),
    "optimistic, first click safe": Rules(height=6, width=6, mines=7, end="survey", clues="optimistic", first="safe"),
    "optimistic:wide, count withheld": Rules(height=6, width=6, mines=7, clues="optimistic:wide", mine_count=False),
    "cautious, cascade": Rules(height=6, width=7, mines=4, end="survey", clues="cautious", cascade=True),
    "cautious:wide": Rules(height=6, width=6, mines=9, end="survey", clues="cautious:wide"),
}


@pytest.mark.parametrize(
    "name", [entry.name for entry in agents() if lane_of(entry, UNCERTAIN["optimistic"])] + ["brute(cap=6)"]
)
@pytest.mark.parametrize("kind", everyday(UNCERTAIN, "reveal:0.3:again", "optimistic", "cautious, cascade"))
def test_the_same_games_under_uncertain_clues(name: str, kind: str) -> None:
    rules = UNCERTAIN[kind]
    records = [play(name, rules, seed) for seed in (0, 1)]
    quick, slow = play_many(name, rules, [0, 1]), [figures(record) for record in records]
    assert [replace(game, seconds=0.0) for game in quick] == [replace(game, seconds=0.0) for game in slow]
    if type(agent(name)) is Reasoner:  # the lane of bayes keeps no log of questions
        assert moves_in_lane(name, rules, 1) == [step.move for step in records[1].steps]


def test_where_an_answer_may_open_more_cells_the_readable_loop_plays_bayes() -> None:
    rules = Rules(height=6, width=7, mines=8, end="survey", clues="reveal:0.5:again", cascade=True)
    assert lane_of(agent("bayes"), rules) is None
    assert replace(play_many("bayes", rules, [3])[0], seconds=0.0) == replace(readable("bayes", rules, 3), seconds=0.0)


@pytest.mark.parametrize("name", ["champion(fast)", "champion", "champion(deep)", "optimal"])
def test_those_who_look_ahead_under_exact_clues_play_as_exact_does_under_others(name: str) -> None:
    """So `sapper bench uncertain` leaves them out."""
    for rules in (UNCERTAIN["optimistic"], UNCERTAIN["cautious:wide"]):
        assert [step.move for step in play(name, rules, 1).steps] == [
            step.move for step in play("exact", rules, 1).steps
        ]


def test_all_agents_are_compiled_but_those_of_other_solvers() -> None:
    rest = {entry.name for entry in agents() if type(entry) is Reasoner} - set(COMPILED)
    assert rest == {"linopt", "optimal"}


def test_luck_is_known_only_to_those_who_know_their_risks() -> None:
    rules = Rules.expert()
    knowing = [entry.name for entry in agents() if knows_risks(entry, rules)]
    assert knowing == ["exact", "champion(fast)", "champion", "champion(deep)"]


def test_an_agent_that_fails_on_one_board_is_a_row_with_its_error() -> None:
    class Fails:
        def act(self, view, rng):  # type: ignore[no-untyped-def]
            raise ValueError("no idea")

    player: Agent = Fails()
    games = play_many(player, Rules.beginner(), range(2))
    assert [game.error for game in games] == ["the agent raised ValueError: no idea"] * 2
    assert not any(game.won for game in games)


def test_a_catalogue_agent_that_fails_by_steps_is_a_row_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AgentFault("broken")

    monkeypatch.setattr(lanes, "play_stepwise", fail)
    assert arena.play_many("linopt", Rules.beginner(), [1])[0].error == "broken"
