"""Many games of one agent: one row of figures per game instead of a whole record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sapper.board.chance import Seed
from sapper.board.rules import Rules
from sapper.errors import SapperError
from sapper.players.agent import Agent
from sapper.sim.play import play


@dataclass(frozen=True, slots=True)
class Played:
    """The figures of one played game; `GameRecord.metrics` says the same of a record."""

    won: bool = False
    score: float = 0.0
    net_score: float = 0.0
    mines_opened: int = 0
    flags_right: int = 0
    flags_wrong: int = 0
    cells_opened: int = 0
    moves: int = 0
    guesses: int = 0
    deductions: dict[str, int] = field(default_factory=dict)
    """Proved moves by the level that proved them."""
    seconds: float = 0.0
    """Time the agent thought; in the fast lane, the whole game's share of its batch."""
    error: str | None = None
    """What went wrong, in one line, if the agent failed on this board; the figures then say nothing."""


def play_many(
    agent: Agent | str, rules: Rules, seeds: Sequence[Seed], *, move_timeout: float | None = None
) -> list[Played]:
    """Play one game per seed. A game in which the agent fails is a row with its error; the others go on.

    >>> [played.score for played in play_many("exact", Rules(height=8, width=8, mines=6, end="survey"), range(3))]
    [1.0, 1.0, 1.0]
    """
    return [_play(agent, rules, seed, move_timeout) for seed in seeds]


def _play(agent: Agent | str, rules: Rules, seed: Seed, move_timeout: float | None) -> Played:
    try:
        metrics = play(agent, rules, seed, move_timeout=move_timeout).metrics()
    except SapperError as error:
        return Played(error=str(error))
    del metrics["over"], metrics["seconds_per_move"]
    return Played(**metrics)
