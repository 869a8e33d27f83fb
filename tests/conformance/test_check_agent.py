"""The conformance suite finds each kind of fault, and says where."""

import random
import sys

import numpy as np
import pytest

import sapper
from sapper import Decision, Flag, Open, Rules, Unflag
from sapper.errors import AgentFault, BadInput, InconsistentView
from sapper.testing import check_agent, describe, rule_sets


def hidden_cells(view):
    return [(int(row), int(column)) for row, column in np.argwhere(view.hidden)]


class TopLeft:
    def act(self, view, rng):
        return Open(hidden_cells(view)[0])


class Lucky:
    """Honest: all its luck is from rng."""

    def act(self, view, rng):
        cells = hidden_cells(view)
        return Open(cells[int(rng.integers(len(cells)))])


class Stubborn:
    def act(self, view, rng):
        return Open((0, 0))


class Crashing:
    def act(self, view, rng):
        raise ZeroDivisionError("oh")


class Speechless:
    def act(self, view, rng):
        return None


class Confused:
    def act(self, view, rng):
        raise InconsistentView("nothing fits")


class Endless:
    def act(self, view, rng):
        return Unflag((0, 0)) if view.flags[0, 0] else Flag((0, 0))


class Meddling:
    def act(self, view, rng):
        cell = hidden_cells(view)[0]
        view.cells.setflags(write=True)
        view.cells[cell] = 0
        return Open(cell)


class Moody:
    def act(self, view, rng):
        return Open(random.choice(hidden_cells(view)))


class Remembering:
    """One agent for all games: the second game is not like the first."""

    games = 0

    def act(self, view, rng):
        self.games += view.untouched
        cells = hidden_cells(view)
        return Open(cells[self.games % len(cells)])


class Peeking:
    """Looks for the game in the frames of its callers, and opens only what is safe."""

    def act(self, view, rng):
        frame = sys._getframe()
        while frame is not None and not isinstance(frame.f_locals.get("game"), sapper.Game):
            frame = frame.f_back
        game = frame.f_locals["game"]
        mined = game.layout.mines if game._layout is not None else np.zeros(view.cells.shape, bool)
        cells = hidden_cells(view)
        safe = [cell for cell in cells if not mined[cell]]
        return Open(safe[0]) if safe else Flag(cells[0])


class PeekingFlags(Peeking):
    """Opens as it comes, but only flags what is mined."""

    def act(self, view, rng):
        answer = super().act(view, rng)
        cells = hidden_cells(view)
        return Flag(cells[0]) if answer.cell != cells[0] else answer


@pytest.mark.parametrize("agent", [TopLeft, Lucky, Lucky(), lambda: TopLeft(), "random"])
def test_honest_agents_pass(agent):
    checked = check_agent(agent, games=1)
    assert checked.games == len(rule_sets())
    assert checked.swaps >= checked.games / 2


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (Stubborn, "illegal move: cannot open 0,0"),
        (Crashing, "raised ZeroDivisionError: oh"),
        (Speechless, "answered None"),
        (Confused, "nothing fits"),
        (Endless, "the game is not over"),
        (Meddling, "changed the view"),
        (Moody, "one seed gave two games"),
        (Remembering(), "one seed gave two games"),
        (Peeking, "the agent peeks"),
        (PeekingFlags, "the agent peeks"),
    ],
)
def test_each_fault_is_found_and_located(agent, message):
    with pytest.raises(AgentFault, match=rf"{message}.*\[(classic|survey), .*, seed \d+\]$"):
        check_agent(agent)


@pytest.mark.parametrize(
    "rules", [Rules(height=4, width=4, mines=3, end=end, first="any") for end in ("classic", "survey")]
)
def test_peeking_is_found_under_either_end_rule(rules):
    with pytest.raises(AgentFault, match="the agent peeks"):
        check_agent(Peeking, games=5, rules=[rules])


def test_an_agent_that_takes_forever():
    class Slow:
        def act(self, view, rng):
            import time

            time.sleep(0.5)

    with pytest.raises(AgentFault, match=r"took more than 0.05 s"):
        check_agent(Slow, move_timeout=0.05)


def test_what_is_no_agent_is_refused():
    with pytest.raises(BadInput, match="neither an agent nor a maker"):
        check_agent(3)


def test_large_boards_are_played_without_swaps():
    assert check_agent(TopLeft, games=1, rules=[Rules.beginner(end="survey")]).swaps == 0


def test_decisions_with_many_moves_survive_cascades():
    class Everything:
        def act(self, view, rng):
            return Decision(tuple(Open(cell) for cell in hidden_cells(view)))

    assert check_agent(Everything, games=1).swaps > 0


def test_rule_sets_cover_the_rules():
    sets = rule_sets()
    assert len({describe(rules) for rules in sets}) == len(sets)
    assert {rules.end for rules in sets} == {"classic", "survey"}
    assert {rules.first for rules in sets} == {"any", "safe", "opening"}
    assert {rules.clues.kind for rules in sets} == {"exact", "reveal", "optimistic", "cautious"}
    assert {rules.mine_count for rules in sets} == {True, False}
    assert {rules.cascade for rules in sets} == {True, False}
