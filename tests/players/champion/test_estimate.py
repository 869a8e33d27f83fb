"""The estimated chance to win, against how games ended."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import GameRecord, Rules, play
from sapper.players.champion.estimate import estimated_win


@pytest.mark.parametrize(("rules", "games"), [(Rules.expert(), 120), (Rules.intermediate(), 150)])
def test_it_is_some_points_off(rules: Rules, games: int) -> None:
    estimates, won = [], []
    for seed in range(games):
        record = play("champion", rules, seed=(31, seed))
        for step in record.steps:
            for candidate in step.candidates:
                assert candidate.risk is not None
                assert candidate.estimated_win is None or candidate.estimated_win <= 1.0 - candidate.risk
            if step.guess and step.candidates and step.candidates[0].estimated_win is not None:
                estimates.append(step.candidates[0].estimated_win)
                won.append(record.won)
    error = np.std(won) / games**0.5  # the guesses of a game are won together
    assert np.mean(estimates) == pytest.approx(np.mean(won), abs=0.05 + 2 * error)


def test_it_falls_with_the_mines_and_rises_with_survival() -> None:
    assert estimated_win(380, 99, 479, 0.7) < estimated_win(380, 99, 479, 0.8) < estimated_win(380, 80, 460, 0.8)


@pytest.mark.parametrize("view", [(600, 99, 699, 0.7), (380, 9, 389, 0.7), (100, 99, 199, 0.7), (380, 99, 479, 0.0)])
def test_of_other_boards_it_says_nothing(view: tuple[int, int, int, float]) -> None:
    assert estimated_win(*view) is None


def test_a_record_keeps_it() -> None:
    record = play("champion", Rules.expert(), seed=3)
    kept = GameRecord.from_json(record.to_json())
    assert kept.steps == record.steps
    assert any(candidate.estimated_win is not None for step in kept.steps for candidate in step.candidates)
