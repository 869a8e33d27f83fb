"""Many games of one agent: one row of figures per game instead of a whole record."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.chance import Seed
from sapper.board.clues import EXACT
from sapper.board.rules import Rules
from sapper.errors import SapperError
from sapper.players.agent import Agent, Reasoner
from sapper.players.catalog import agent as agent_named
from sapper.sim.lane.lane import lane_of, play_by_steps, play_in_lane
from sapper.sim.play import play
from sapper.sim.played import Played

__all__ = ["Played", "play_many"]


def play_many(
    agent: Agent | str, rules: Rules, seeds: Sequence[Seed], *, move_timeout: float | None = None
) -> list[Played]:
    """Play one game per seed, in the fast lane if the agent has one.

    A game in which the agent fails is a row with its error; the others go on. `move_timeout`: seconds that one
    decision of an agent from elsewhere may take; those of the catalogue are bounded by their work.

    >>> [played.score for played in play_many("exact", Rules(height=8, width=8, mines=6, end="survey"), range(3))]
    [1.0, 1.0, 1.0]
    """
    player = agent_named(agent) if isinstance(agent, str) else agent
    lane = lane_of(player, rules)
    if lane is not None and isinstance(player, Reasoner):
        quick = play_in_lane(lane, player.levels, rules, seeds)
        return [played or _play(player, rules, seed) for seed, played in zip(seeds, quick, strict=True)]
    if type(player) is Reasoner and rules.clues == EXACT:
        return play_by_steps(player, rules, seeds)
    return [_play(player, rules, seed, move_timeout) for seed in seeds]


def _play(agent: Agent, rules: Rules, seed: Seed, move_timeout: float | None = None) -> Played:
    try:
        metrics = play(agent, rules, seed, move_timeout=move_timeout).metrics()
    except SapperError as error:
        return Played(error=str(error))
    del metrics["over"], metrics["seconds_per_move"]
    return Played(**metrics)
