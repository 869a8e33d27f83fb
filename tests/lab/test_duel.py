"""Duels: the same verdict for any number of processes, honest figures, and agents of one's own."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest

import sapper
from sapper.errors import BadInput, UnknownAgent
from sapper.lab import duel as module
from sapper.lab.duel import Standing, duel
from sapper.lab.luck import luck
from sapper.lab.sequential import Hypotheses
from sapper.sim.arena import play_many

SMALL = sapper.Rules(height=6, width=6, mines=8, end="survey")
CLASSIC = sapper.Rules(height=6, width=6, mines=6)

BATCH = 40
WIDE = Hypotheses(0.0, 0.05)

AGENTS = '''
from sapper import Open


class Corner:
    """Opens hidden cells from the top left."""

    def act(self, view, rng):
        print("this is no result")
        return Open(tuple(int(i) for i in __import__("numpy").argwhere(view.hidden)[0]))


class Broken:
    """Fails."""

    def act(self, view, rng):
        raise RuntimeError("I cannot")
'''


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", BATCH)


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    path = tmp_path / "agents.py"
    path.write_text(AGENTS)
    return path


def outcome(*arguments: object, **options: object) -> Standing:
    *_, last = duel(*arguments, **options)  # type: ignore[arg-type]
    return last


@pytest.mark.parametrize("rules", [SMALL, CLASSIC], ids=["survey", "classic"])
def test_the_verdict_does_not_depend_on_the_number_of_processes(rules: sapper.Rules) -> None:
    one, two = (list(duel("exact", "basic", rules, WIDE, seed=5, most=5 * BATCH, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert one[-1].answer == "H1"
    assert one[-1].pairs < 5 * BATCH


def test_a_killed_process_changes_nothing() -> None:
    """One is killed after every look at the test."""
    one = list(duel("exact", "basic", SMALL, Hypotheses(), seed=5, most=3 * BATCH))
    two: list[Standing] = []
    for standing in duel("exact", "basic", SMALL, Hypotheses(), seed=5, most=3 * BATCH, jobs=2):
        two.append(standing)
        os.kill(active_children()[0].pid, signal.SIGKILL)
    assert one == two


def test_a_survey_duel_compares_net_scores_board_by_board() -> None:
    standing = outcome("exact", "basic", SMALL, seed=3, most=30)
    ours, theirs = (
        np.array([game.net_score for game in play_many(name, SMALL, [(3, board) for board in range(30)])])
        for name in ("exact", "basic")
    )
    assert standing.pairs == 30
    assert standing.means == (pytest.approx(ours.mean()), pytest.approx(theirs.mean()))
    assert standing.raw[0] == pytest.approx((ours - theirs).mean())
    assert standing.alone == ((ours > theirs).sum(), (ours < theirs).sum())
    assert standing.adjusted is None
    assert standing.failed == (0, 0)


def test_a_classic_duel_takes_the_luck_out() -> None:
    standing = outcome("exact", "basic", CLASSIC, seed=(3, 4), most=30)
    games = [[sapper.play(name, CLASSIC, (3, 4, board)) for board in range(30)] for name in ("exact", "basic")]
    won = np.array([[game.won for game in row] for row in games], float)
    adjusted = won - np.array([[luck(game) for game in row] for row in games])
    assert standing.raw[0] == pytest.approx((won[0] - won[1]).mean())
    assert standing.adjusted is not None
    assert standing.adjusted[0] == pytest.approx((adjusted[0] - adjusted[1]).mean())
    assert standing.difference == standing.adjusted


def test_it_stops_at_the_first_batch_that_decides_or_at_the_bound() -> None:
    standings = list(duel("exact", "random", SMALL, WIDE, most=10 * BATCH))
    assert [standing.pairs for standing in standings] == [BATCH]
    assert outcome("exact", "linear", SMALL, most=7).pairs == 7
    assert outcome("exact", "linear", SMALL, most=7).answer == "open"


def test_the_weaker_agent_first() -> None:
    standing = outcome("random", "exact", SMALL, WIDE)
    assert standing.answer == "H0"
    assert standing.difference[2] < 0


def test_agents_from_files_are_compared_by_plain_wins(agents: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one, two = (list(duel(f"{agents}:Corner", "basic", CLASSIC, most=40, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert one[-1].adjusted is None
    assert one[-1].means[0] < one[-1].means[1]
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("rules", [SMALL, CLASSIC], ids=["survey", "classic"])
def test_a_game_in_which_an_agent_fails_counts_as_lost(agents: Path, rules: sapper.Rules) -> None:
    standing = outcome("exact", f"{agents}:Broken", rules, most=10)
    assert standing.failed == (0, 10)
    assert standing.means[1] == 0.0


def test_wrong_use_is_refused_at_once() -> None:
    with pytest.raises(BadInput, match="two agents"):
        duel("exact", "exact", SMALL)
    with pytest.raises(BadInput, match="at least 1 board"):
        duel("exact", "basic", SMALL, most=0)
    with pytest.raises(UnknownAgent):
        duel("exact", "nobody", SMALL)
