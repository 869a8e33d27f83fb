"""The work of a sweep: which games are still to be played, cut into batches of about the same time.

A batch should take about half a second: long enough that handing it out costs nothing, short enough that little is lost
when somebody stops the sweep; on many machines longer, so that one process can hand them all out. What a game costs
differs a thousandfold between agents and settings, so it is measured: the first batches of a series are small, and each
answer sizes the next one. The last games of a sweep are shared out in ever smaller batches, so that all end together.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.board.rules import Rules
from sapper.lab.batch import Answer, Batch
from sapper.lab.experiment import Experiment
from sapper.lab.player import Player
from sapper.lab.store import Store

SHORTEST, LONGEST = 0.5, 5.0
"""Seconds that a batch should take, with few workers and with very many …"""
RATE = 200
"""… who are to ask for no more than so many batches per second, all together: a Dask scheduler takes some thousand."""
TAIL, BRIEF = 2, 0.05
"""The last games are cut into at least so many batches per worker, unless those take less than so many seconds."""
PROBE = 4
"""Games of a first batch, as long as nothing is known about the agent …"""
GROWTH = 8
"""… and how many times larger than the last one a batch may be."""
MOST = 4096
"""Games of the largest batch: one message stays small."""


@dataclass
class _Line:
    """The games that are missing in one series."""

    player: Player
    rules: Rules
    series: int
    boards: npt.NDArray[np.int64]
    taken: int = 0
    """How many of them are handed out."""
    pace: float = 0.0
    """Seconds that a game takes."""
    most: int = 0
    """The size to which the next batch may grow."""

    def size(self, seconds: float) -> int:
        """Games of a batch that takes about so long; 0 as long as none has come back."""
        return self.most and max(1, min(math.floor(seconds / max(self.pace, 1e-9)), self.most))


class Work:
    """What is still to be played of an experiment."""

    def __init__(self, experiment: Experiment, players: dict[str, Player], store: Store) -> None:
        self._seed = experiment.seed
        self._lines: dict[int, _Line] = {}
        for setting in experiment.settings:
            for name in experiment.agents:
                series = store.series(players[name], setting.rules, experiment.seed)
                boards = store.missing(series, experiment.boards)
                self._lines.setdefault(series, _Line(players[name], setting.rules, series, boards))
        self._waiting = deque(line for line in self._lines.values() if len(line.boards))
        self._again: deque[Batch] = deque()
        self._sizes: dict[str, int] = {}
        self.missing = sum(len(line.boards) for line in self._lines.values())
        """Games that had not been played when the sweep began."""

    def next(self, hands: int = 1) -> Batch | None:
        """The next batch for one of so many workers, or None if all are handed out."""
        if self._again:
            return self._again.popleft()
        if not self._waiting:
            return None
        line = self._waiting[0]
        size = line.size(min(max(hands / RATE, SHORTEST), LONGEST)) or self._sizes.get(line.player.spec, PROBE)
        if len(self._waiting) == 1:
            share = math.ceil((len(line.boards) - line.taken) / (TAIL * max(hands, 1)))
            size = min(size, max(share, line.size(BRIEF)))
        boards = tuple(line.boards[line.taken : line.taken + size].tolist())
        line.taken += len(boards)
        if line.taken == len(line.boards):
            self._waiting.popleft()
        return Batch(line.player, line.rules, self._seed, boards, line.series)

    def learn(self, answer: Answer) -> None:
        """Size the next batch of the same series, and the first of the agent's next one, by the time of this one."""
        games = len(answer.batch.boards)
        line = self._lines[answer.batch.series]
        line.pace, line.most = answer.seconds / games, min(games * GROWTH, MOST)
        self._sizes[answer.batch.player.spec] = min(line.size(SHORTEST), PROBE * GROWTH)

    def retry(self, batch: Batch, *, suspected: bool) -> None:
        """Hand a batch out again whose worker died; in halves if the batch itself may have killed it."""
        self._again.extend(batch.halves() if suspected else (batch,))
