"""Batch: some games of one player under one set of rules; the unit of work that is handed to a worker."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from sapper.board.chance import Seed
from sapper.board.rules import Rules
from sapper.lab.columns import Columns, columns_of
from sapper.lab.player import Player
from sapper.players.agent import Agent
from sapper.players.custom import FILE_TIMEOUT
from sapper.sim.arena import Played, play_many

SIDE, MINES = 8, 12
"""The board on which agents are warmed up: small, but every level of theirs gets something to do."""


@dataclass(frozen=True)
class Batch:
    """Games to be played: one per board, on the seed (seed, board)."""

    player: Player
    rules: Rules
    seed: int
    boards: tuple[int, ...]
    series: int = 0
    """Under which number the store keeps them."""
    deaths: int = 0
    """How many workers died on exactly these boards."""

    def halves(self) -> tuple[Batch, ...]:
        """The batch in two, to find the game that a worker dies on; a single game once more, with one death to it."""
        if len(self.boards) == 1:
            return (Batch(self.player, self.rules, self.seed, self.boards, self.series, self.deaths + 1),)
        middle = len(self.boards) // 2
        return tuple(
            Batch(self.player, self.rules, self.seed, boards, self.series)
            for boards in (self.boards[:middle], self.boards[middle:])
        )

    def lost(self, reason: str) -> Columns:
        """The batch as games that failed."""
        return columns_of(self.boards, [Played(error=reason)] * len(self.boards))


@dataclass(frozen=True)
class Answer:
    """What became of a batch: its games; or None, if the worker died."""

    batch: Batch
    columns: Columns | None
    seconds: float = 0.0
    """How long it took, by the clock of the worker."""
    to_blame: bool = True
    """For a worker that died: whether it was at this batch."""


def play_batch(batch: Batch) -> Answer:
    """Play the games. What agents print is no result and goes to standard error."""
    with redirect_stdout(sys.stderr):
        if batch.player.source is None:
            warm_up(batch.player.spec, batch.rules)
        began = time.perf_counter()
        played = _play_all(batch.player, batch.rules, [(batch.seed, board) for board in batch.boards])
        return Answer(batch, columns_of(batch.boards, played), time.perf_counter() - began)


def warm_up(agent: str, rules: Rules) -> None:
    """Load, or compile, what an agent of the catalogue needs under such rules; once per process, and in no time later.

    So no game is measured while kernels are loaded, and when the main process does it first, no worker compiles.
    """
    _play_small(agent, replace(rules, height=SIDE, width=SIDE, mines=MINES))


@lru_cache(maxsize=1024)
def _play_small(agent: str, rules: Rules) -> None:
    with suppress(Exception):  # a fault of our own is told when it meets a game of the experiment
        play_many(agent, rules, range(3))


def _play_all(player: Player, rules: Rules, seeds: Sequence[Seed]) -> list[Played]:
    """An agent of the catalogue plays all games in one call; of a user's class, a new one plays each game."""
    make = player.maker  # a file that cannot be run is no failed game: it stops the sweep
    if player.source is None:
        with suppress(Exception):  # a fault of our own: find the game that meets it, and go on with the others
            return play_many(player.spec, rules, seeds)
    return play_each(make, rules, seeds)


def play_each(make: Callable[[], Agent], rules: Rules, seeds: Sequence[Seed]) -> list[Played]:
    """Play one game per seed, each with a new agent, so that no game depends on those before it."""
    return [_play_one(make, rules, seed) for seed in seeds]


def _play_one(make: Callable[[], Agent], rules: Rules, seed: Seed) -> Played:
    try:
        return play_many(make(), rules, [seed], move_timeout=FILE_TIMEOUT)[0]
    except (Exception, SystemExit) as error:
        return Played(error=" ".join(f"{type(error).__name__}: {error}".split()))
