"""Throughput: games per second of one core, every agent at every level."""

from __future__ import annotations

import time
from collections.abc import Iterator

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.players.catalog import agents
from sapper.sim.arena import play_many

LEVELS = {"beginner": Rules.beginner(), "intermediate": Rules.intermediate(), "expert": Rules.expert()}
ENDS = ("classic", "survey")
SECONDS = 0.3
"""About so much CPU time goes into each figure …"""
MOST_GAMES = 2_000
"""… and no more games."""


def measure() -> Iterator[Measurement]:
    """One line per agent; one or two minutes."""
    names = [f"{level} {end}" for end in ENDS for level in LEVELS]
    yield Measurement("games per second of CPU", "".join(f"{name:>22}" for name in names))
    for entry in agents():
        rates = [
            games_per_second(entry.name, Rules(height=rules.height, width=rules.width, mines=rules.mines, end="survey"))
            if end == "survey"
            else games_per_second(entry.name, rules)
            for end in ENDS
            for rules in LEVELS.values()
        ]
        yield Measurement(entry.name, "".join(f"{_figure(rate):>22}" for rate in rates))


def games_per_second(agent: str, rules: Rules) -> float:
    """Boards laid and all; the first game compiles and is not counted."""
    play_many(agent, rules, [(0, 0)])
    games, seconds = 1, 0.0
    while seconds < SECONDS / 2 and games < MOST_GAMES:
        if seconds:
            games = min(MOST_GAMES, max(2 * games, int(games * SECONDS / seconds)))
        began = time.process_time()
        play_many(agent, rules, [(1, board) for board in range(games)])
        seconds = max(time.process_time() - began, 1e-6)
    return games / seconds


def _figure(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
