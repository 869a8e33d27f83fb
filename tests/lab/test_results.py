from __future__ import annotations

import json
import math

import numpy as np
import pytest

import sapper
from sapper.board.rules import Rules
from sapper.errors import BadInput, UnknownAgent
from sapper.lab.document import document
from sapper.lab.experiment import Experiment, Setting
from sapper.lab.results import MEASURES, Games, Results
from sapper.lab.table import lines, main_measure

SURVEY = Rules(height=4, width=4, mines=3, end="survey")


def games(scores: dict[int, float], failures: tuple[tuple[int, str], ...] = ()) -> Games:
    values = np.array(list(scores.values()))
    return Games(
        boards=np.array(list(scores), np.int64),
        figures={measure: values * (measure == "score") for measure in MEASURES},
        deductions={"single": 6, "exact": 9} if scores else {},
        failures=failures,
    )


def results(*columns: dict[int, float], xs: tuple[float, ...] = (0.1,)) -> Results:
    agents = tuple("ab"[: len(columns) // len(xs)])
    settings = tuple(Setting(f"at {x}", SURVEY, x=x) for x in xs)
    keys = [(setting.name, agent) for setting in settings for agent in agents]
    experiment = Experiment("test", "?", settings, agents, boards=4, seed=9)
    return Results(experiment, {key: games(scores) for key, scores in zip(keys, columns, strict=True)})


def test_a_difference_pairs_the_boards_that_both_finished() -> None:
    found = results({0: 1.0, 1: 0.5, 3: 0.25}, {1: 0.25, 2: 1.0, 3: 0.5}).difference("at 0.1", "a", "b", "score")
    assert (found.boards, found.mean) == (2, 0.0)
    assert found.low <= -0.2 < 0.2 <= found.high


def test_a_pairing_is_sharper_than_two_means() -> None:
    luck = np.random.default_rng(1).random(200)
    ours = results(dict(enumerate(luck + 0.05)), dict(enumerate(luck)))
    pair = ours.difference("at 0.1", "a", "b", "score")
    assert pair.low == pytest.approx(0.05)
    assert ours.summary("at 0.1", "a", "score").low < ours.summary("at 0.1", "b", "score").high


def test_where_it_turns_hard() -> None:
    found = results({0: 0.9}, {0: 0.7}, {0: 0.3}, {0: 0.2}, xs=(0.1, 0.2, 0.3, 0.5)).hardness("a")
    assert found.half == pytest.approx(0.25)
    assert found.steepest == (0.2, 0.3)
    assert found.drop == pytest.approx(4.0)


@pytest.mark.parametrize(("scores", "half"), [((0.9, 0.8), None), ((0.4, 0.3), 0.1), ((0.5, 0.5), None)])
def test_what_never_or_always_is_hard(scores: tuple[float, float], half: float | None) -> None:
    assert results({0: scores[0]}, {0: scores[1]}, xs=(0.1, 0.2)).hardness("a").half == half


def test_failed_games_are_told_with_their_seed_and_count_for_nothing() -> None:
    experiment = Experiment("test", "?", (Setting("one", SURVEY),), ("a",), boards=3, seed=9)
    ours = Results(experiment, {("one", "a"): games({0: 1.0, 2: 0.5}, failures=((1, "oh"),))})
    row = ours.table()[0]
    assert (row.boards, row.failed, row.score.mean) == (2, 1, 0.75)
    assert row.deductions == {"exact": 4.5, "single": 3.0}
    assert [(failure.seed, failure.error) for failure in ours.failed] == [((9, 1), "oh")]
    assert ours.complete
    assert "2, 1 failed" in str(ours)


def test_nothing_played_is_told_as_nothing() -> None:
    ours = results({}, {})
    assert math.isnan(ours.summary("at 0.1", "a", "score").mean)
    assert not ours.complete
    assert json.loads(json.dumps(document(ours), allow_nan=False))["rows"][0]["score"] is None
    assert "–" in lines(ours)[1]


def test_the_document_holds_what_the_table_holds() -> None:
    ours = results({0: 1.0, 1: 0.5}, {0: 0.5, 1: 0.5})
    told = document(ours)
    assert [(row["setting"], row["agent"], row["score"]) for row in told["rows"]] == [
        ("at 0.1", "a", 0.75),
        ("at 0.1", "b", 0.5),
    ]
    assert {f"{measure}{end}" for measure in MEASURES for end in ("", "_low", "_high")} <= told["rows"][0].keys()
    assert [(one["better"], one["worse"], one["mean"]) for one in told["differences"]] == [("b", "a", -0.25)]


@pytest.mark.parametrize(
    ("rules", "measure"),
    [
        (Rules.beginner(), "won"),
        (SURVEY, "score"),
        (Rules(height=4, width=4, mines=3, end="survey", clues="cautious"), "net_score"),
    ],
)
def test_agents_are_compared_by_what_the_rules_are_about(rules: Rules, measure: str) -> None:
    assert main_measure(Experiment("test", "?", (Setting("one", rules),), ("a",))) == measure


class Second:
    name = "mine"

    def act(self, view: sapper.View, rng: sapper.Chance) -> sapper.Open:
        row, column = np.argwhere(view.hidden)[-1]
        return sapper.Open((int(row), int(column)))


def test_compare_plays_the_same_games_as_play(agents: object) -> None:
    found = sapper.compare(["basic", Second(), f"{agents}:Stateful"], SURVEY, boards=6, seed=2)
    for row, agent in zip(found, ["basic", Second(), Second()], strict=True):
        same = [sapper.play(agent, SURVEY, seed=(2, board)).score for board in range(6)]
        assert row.score.mean == pytest.approx(np.mean(same))
    assert [row.agent for row in found] == ["basic", "mine", f"{agents}:Stateful"]
    assert found.failed == ()
    assert str(found).count("\n") == 3


@pytest.mark.parametrize(
    ("words", "error"),
    [((["basic", "basic"], SURVEY), BadInput), (([], SURVEY), BadInput), ((["basc"], SURVEY), UnknownAgent)],
)
def test_compare_refuses_what_makes_no_sense(words: tuple[object, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        sapper.compare(*words)  # type: ignore[arg-type]


def test_compare_needs_a_board() -> None:
    with pytest.raises(BadInput, match="at least one board"):
        sapper.compare(["basic"], SURVEY, boards=0)
