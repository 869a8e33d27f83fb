"""Watched games are those of the library, move by move."""

from __future__ import annotations

import pytest

import sapper
from sapper.web.work.watch import watch


@pytest.mark.parametrize(
    ("agent", "rules"),
    [
        ("basic", {"width": 7, "height": 6, "mines": 6, "grid": "torus"}),
        ("exact", {"level": "beginner", "first": "opening", "grid": "hex"}),
        ("champion(fast)", {"width": 8, "height": 8, "mines": 12}),
        ("champion(fast)", {"level": "intermediate"}),
        ("bayes", {"level": "survey10", "clues": "cautious"}),
    ],
)
def test_the_frames_replay_the_game(ask, agent, rules):
    show = ask.post("/watch", agent=agent, seed=3, **rules)
    rules = show["rules"]
    board = [["."] * rules["width"] for _ in range(rules["height"])]
    for frame in show["frames"]:
        for row, column, sign in frame["changed"]:
            board[row][column] = sign
    assert ["".join(row) for row in board] == show["final"]["rows"]
    record = sapper.play(agent, sapper.Rules(**rules), seed=3)
    assert [(f["move"]["kind"], tuple(f["move"]["cell"])) for f in show["frames"]] == [
        (type(step.move).__name__.lower(), step.move.cell) for step in record.steps
    ]
    assert show["final"]["won"] == record.won
    assert show["final"]["score"] == record.score
    assert show["final"]["guesses"] == record.guesses
    assert not show["final"]["cut"]
    for frame, step in zip(show["frames"], record.steps, strict=True):
        assert frame["level"] == (None if step.reason is None else step.reason.level)
        assert frame["reason"]
        for told, candidate in zip(frame["candidates"], step.candidates, strict=True):
            chances = candidate.risk, candidate.win, candidate.estimated_win
            assert (told["risk"], told.get("win"), told.get("estimated_win")) == chances


@pytest.mark.parametrize(("frames", "seconds", "shown"), [(3, 1e9, 3), (10, 0.0, 1)])
def test_a_long_game_is_cut(frames, seconds, shown):
    show = watch("random", sapper.Rules.level("survey10"), 1, frames, seconds)
    assert len(show["frames"]) == shown
    assert show["final"]["cut"]


@pytest.mark.parametrize("agent", ["nobody", "agent.py:Mine", "../agent.py:Mine", "assume(f=x)", ""])
def test_no_such_agent(ask, agent):
    ask.refused("/watch", 400, "bad_input", agent=agent, level="beginner")


def test_rules_that_make_no_sense(ask):
    ask.refused("/watch", 422, "bad_input", level="beginner")
    ask.refused("/watch", 422, "bad_input", agent="basic")
    ask.refused("/watch", 413, "limit", agent="basic", width=100, height=100, mines=10)
