from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sapper import Ask, Chance, Decision, Flag, Game, Layout, Move, Open, Reason, Rules, Unflag, View, play
from sapper.board.view import SAFE
from sapper.errors import AgentFault, IllegalMove, InconsistentView, UnknownAgent
from sapper.policies.policy import Candidate
from sapper.sim.play import turns

SMALL = Rules(height=3, width=3, mines=2, end="survey")


class Does:
    """An agent that does what a function says; `name` is what records call it."""

    def __init__(self, act: Callable[[View, Chance], Any], name: str = "does") -> None:
        self._act, self.name = act, name

    def act(self, view: View, rng: Chance) -> Decision | Move:
        return self._act(view, rng)  # type: ignore[no-any-return]


def first_hidden(view: View) -> tuple[int, int]:
    row, column = np.argwhere(view.hidden)[0].tolist()
    return row, column


# Ways to play


def test_an_agent_by_name_or_as_an_object_or_without_a_name() -> None:
    class Nameless:
        def act(self, view: View, rng: Chance) -> Move:
            return Open(first_hidden(view))

    assert play("random", SMALL, seed=1).agent == "random"
    assert play(Does(lambda view, rng: Open(first_hidden(view))), SMALL).agent == "does"
    assert play(Nameless(), SMALL).agent == "Nameless"
    with pytest.raises(UnknownAgent, match="no agent is called 'randem': did you mean 'random'"):
        play("randem", SMALL)


def test_a_given_layout_is_played_as_it_is() -> None:
    layout = Layout.parse("*.*/.../...")
    record = play(Does(lambda view, rng: Open(first_hidden(view))), SMALL, layout=layout)
    assert record.layout == layout
    assert [step.exploded for step in record.steps[:3]] == [True, False, True]


def test_start_makes_the_first_click() -> None:
    record = play("random", Rules.beginner(), seed=3, start=(4, 4))
    assert record.steps[0].move == Open((4, 4))
    assert record.layout == Layout.random(Rules.beginner(), 3, (4, 4))
    with pytest.raises(IllegalMove, match=r"\(9,9\) lies outside the 9×9 board"):
        play("random", Rules.beginner(), start=(9, 9))


def test_a_game_that_is_over_before_it_began() -> None:
    record = play("random", Rules(height=2, width=2, mines=4, first="any"))
    assert (record.moves, record.won, record.score) == (0, True, 1.0)
    assert record.metrics()["seconds_per_move"] == 0.0
    assert play("random", Rules(height=2, width=2, mines=4, first="any"), start=(0, 0)).moves == 0


def test_a_survey_of_flags_only_has_a_record() -> None:
    record = play(Does(lambda view, rng: Flag(first_hidden(view))), Rules.level("survey10", first="safe"))
    assert record.moves == 100
    assert (record.score, record.net_score, record.wrong_flags) == (1.0, -3.0, 80)


def test_a_decision_of_many_moves_drops_those_that_a_cascade_opened() -> None:
    everything = Does(lambda view, rng: Decision(tuple(Open((0, column)) for column in (0, 1, 2, 4))))
    record = play(everything, Rules(height=1, width=5, mines=1), layout=Layout.parse("...*."))
    assert [str(step.move) for step in record.steps] == ["open 0,0", "open 0,4"]
    assert record.won


def test_the_same_move_twice_in_a_decision_is_a_fault() -> None:
    twice = Does(lambda view, rng: Decision((Open((0, 1)), Open((0, 1)))))
    with pytest.raises(AgentFault, match="cannot open 0,1: the cell is already open"):
        play(twice, Rules(height=1, width=4, mines=1), layout=Layout.parse("*..."))


def test_moves_after_the_end_of_the_game_are_dropped() -> None:
    both = Does(lambda view, rng: Decision((Open((0, 0)), Open((0, 1)))))
    assert play(both, Rules(height=1, width=2, mines=1), layout=Layout.parse("*.")).moves == 1


def test_reasons_and_candidates_go_to_their_moves() -> None:
    reason = Reason("hunch", ((0, 1),))
    weighed = (Candidate((0, 1), 0.25),)
    decision = Decision((Flag((0, 0)), Open((0, 1))), reasons=(reason,), candidates=weighed)
    record = play(Does(lambda view, rng: decision), Rules(height=1, width=2, mines=1), layout=Layout.parse("*."))
    assert [step.reason for step in record.steps] == [reason, None]
    assert [step.guess for step in record.steps] == [False, True]
    assert [step.candidates for step in record.steps] == [(), weighed]


def test_watching_gives_the_same_game_as_playing() -> None:
    rules = Rules.level("survey10")
    watched = [turn.step.move for turn in turns("basic", Game(rules, 5))]
    assert watched == [step.move for step in play("basic", rules, seed=5).steps]


# Fairness: one seed, one board, one noise, one order


def test_two_agents_meet_the_same_board_and_noise() -> None:
    rules = Rules.level("survey10", clues="reveal:0.5")
    games = [Game(rules, 8), Game(rules, 8)]
    finals = []
    for name, game in zip(("random", "basic"), games, strict=True):
        *_, last = turns(name, game)
        finals.append(last.game.view)
    assert games[0].layout == games[1].layout
    both = finals[0].opened & finals[1].opened
    assert both.any()
    assert np.array_equal(finals[0].cells[both], finals[1].cells[both])


def test_guesses_follow_the_order_that_all_agents_share() -> None:
    orders: list[list[int]] = []

    def looks(view: View, rng: Chance) -> Move:
        rng.random(view.opened.sum())  # an agent that draws more luck than another
        orders.append(rng.order(view.cells.size).tolist())
        return Open(first_hidden(view))

    play(Does(looks), SMALL, seed=6)
    play(Does(looks), SMALL, seed=6)
    assert all(order == orders[0] for order in orders)
    guesses = [SMALL.grid.index(step.move.cell) for step in play("random", SMALL, seed=6).steps]
    assert guesses == orders[0]


# Faulty agents


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda view, rng: 1 / 0, "the agent raised ZeroDivisionError: division by zero"),
        (lambda view, rng: None, "the agent answered None, which is neither a move nor a Decision with moves"),
        (lambda view, rng: (0, 0), r"the agent answered \(0, 0\), which is neither"),
        (lambda view, rng: Decision(()), r"the agent answered \(\), which is neither"),
        (lambda view, rng: Decision(5), "the agent answered 5, which is neither"),
        (lambda view, rng: Decision(("open",)), r"the agent answered \('open',\), which is neither"),
        (lambda view, rng: Open("a1"), r"the agent answered \(Open\(cell='a1'\),\), which is neither"),
        (lambda view, rng: Open((0.0, 1)), r"the agent answered \(Open\(cell=\(0.0, 1\)\),\), which is neither"),
        (lambda view, rng: Open((0, 0)), "the agent made an illegal move: cannot open 0,0: the cell is already open"),
        (lambda view, rng: Open((7, 7)), r"the agent made an illegal move: \(7,7\) lies outside the 3×3 board"),
        (lambda view, rng: Ask((0, 0)), "the agent made an illegal move: cannot ask 0,0"),
        (
            lambda view, rng: Unflag((0, 0)) if view.flags[0, 0] else Flag((0, 0)),
            "the agent made 180 moves and the game is not over",
        ),
    ],
)
def test_faults_are_named_in_one_line(act: Callable[[View, Chance], Any], message: str) -> None:
    with pytest.raises(AgentFault, match=message) as caught:
        play(Does(act), SMALL, layout=Layout.parse("..*/..*/..."))
    assert len(str(caught.value).splitlines()) == 1


def test_an_endless_agent_is_stopped_after_twenty_moves_per_cell() -> None:
    asked = []

    def act(view: View, rng: Chance) -> Move:
        asked.append(view)
        return Unflag((0, 0)) if view.flags[0, 0] else Flag((0, 0))

    with pytest.raises(AgentFault, match="the agent made 180 moves and the game is not over"):
        play(Does(act), SMALL)
    assert len(asked) == 181


def test_a_fault_of_many_lines_becomes_one() -> None:
    def act(view: View, rng: Chance) -> Move:
        raise RuntimeError("first\nsecond\n" + "long " * 200)

    with pytest.raises(AgentFault) as caught:
        play(Does(act), SMALL)
    assert str(caught.value).startswith("the agent raised RuntimeError: first second long")
    assert len(str(caught.value)) <= 200


def test_what_sapper_itself_says_passes_through() -> None:
    def act(view: View, rng: Chance) -> Move:
        raise InconsistentView("no layout explains this")

    with pytest.raises(InconsistentView, match="no layout explains this"):
        play(Does(act), SMALL)
    with pytest.raises(InconsistentView, match="no layout explains this"):
        play(Does(act), SMALL, move_timeout=5)


def test_an_agent_cannot_change_the_game_through_its_view() -> None:
    def act(view: View, rng: Chance) -> Move:
        view.cells.setflags(write=True)
        cell = first_hidden(view)
        view.cells[:] = 0
        return Open(cell)

    record = play(Does(act), SMALL, seed=2)
    assert record.result == play(Does(lambda view, rng: Open(first_hidden(view))), SMALL, seed=2).result


def test_a_patient_agent_may_ask_as_often_as_a_rare_clue_needs() -> None:
    def act(view: View, rng: Chance) -> Move:
        silent = np.argwhere(view.cells == SAFE).tolist()
        return Ask((silent[0][0], silent[0][1])) if silent else Open(first_hidden(view))

    record = play(Does(act), Rules(height=2, width=2, mines=1, end="survey", clues="reveal:0.005:again"), seed=1)
    assert record.moves > 80
    assert record.result.cells_opened == 3


# Time


def test_an_agent_within_its_time_plays_as_without_a_limit() -> None:
    limited, free = (play("basic", SMALL, seed=4, move_timeout=timeout) for timeout in (30, None))
    assert [step.move for step in limited.steps] == [step.move for step in free.steps]


def test_an_agent_that_takes_for_ever_is_not_waited_for() -> None:
    stop, ended = threading.Event(), threading.Event()

    def act(view: View, rng: Chance) -> Move:
        stop.wait(30)
        ended.set()
        return Open((0, 0))

    with pytest.raises(AgentFault, match=r"the agent took more than 0\.1 s for one move"):
        play(Does(act), SMALL, move_timeout=0.1)
    assert not ended.is_set()
    stop.set()


def test_a_fault_under_a_time_limit_is_the_same_fault() -> None:
    with pytest.raises(AgentFault, match="the agent raised ZeroDivisionError"):
        play(Does(lambda view, rng: 1 / 0), SMALL, move_timeout=30)
