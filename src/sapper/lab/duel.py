"""Duel: two agents on the same boards, until a sequential test says which is better.

    legend   pair       a board, played by both agents on the seed S,board
             result     what an agent made of a board: classic, 1 if it won, else 0; survey, its net score
             adjusted   the result of a classic game without the luck of surviving guesses (`sapper.lab.luck`)

The test looks at whole batches of pairs, in order of boards, so it stops at the same pair however many processes play.
It decides on adjusted results where there are any: they have the same mean and need fewer games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from sapper.board.chance import Seed
from sapper.board.rules import Rules
from sapper.errors import BadInput, SapperError
from sapper.lab.luck import luck
from sapper.lab.ordered import in_order
from sapper.lab.player import Player
from sapper.lab.sequential import Answer, Hypotheses, llr_of_scores, llr_of_wins
from sapper.lab.statistics import Interval, mean_interval
from sapper.players.custom import FILE_TIMEOUT
from sapper.sim.arena import play_many
from sapper.sim.play import play

Floats = npt.NDArray[np.float64]

BATCH = 200
"""Pairs between two looks at the test."""
AT_ONCE = 20
"""Pairs that a process plays at a time."""
MOST = 100_000


@dataclass(frozen=True)
class Standing:
    """How a duel stands after some pairs."""

    pairs: int
    means: tuple[float, float]
    """Mean result of A and of B."""
    alone: tuple[int, int]
    """Boards on which A, or B, did better than the other."""
    raw: Interval
    """Mean difference A − B with its 95 % interval."""
    adjusted: Interval | None
    """The same of adjusted results."""
    llr: float
    answer: Answer
    failed: tuple[int, int]
    """Games in which an agent failed; they count as lost, or as score 0."""

    @property
    def difference(self) -> Interval:
        """The difference on which the test decides."""
        return self.raw if self.adjusted is None else self.adjusted


def duel(
    a: str,
    b: str,
    rules: Rules,
    hypotheses: Hypotheses | None = None,
    *,
    seed: Seed = 0,
    most: int = MOST,
    jobs: int = 1,
) -> Iterator[Standing]:
    """Let two agents play, and say after every batch how the duel stands; the last standing is the outcome.

    `most`: so many boards at most. Agents are given by name or as `path/to/file.py:Class`.

    >>> *_, outcome = duel("exact", "random", Rules(height=8, width=8, density=0.2, end="survey"), most=40)
    >>> outcome.answer, outcome.pairs, outcome.means[0] > outcome.means[1]
    ('H1', 40, True)
    """
    if a == b:
        raise BadInput(f"a duel needs two agents, not {a!r} twice")
    if most < 1:
        raise BadInput(f"a duel needs at least 1 board, not {most}")
    pairing = Pairing(Player.of(a), Player.of(b), rules, (seed,) if isinstance(seed, int) else tuple(seed))
    return _standings(pairing, hypotheses or Hypotheses(), most, jobs)


def _standings(pairing: Pairing, hypotheses: Hypotheses, most: int, jobs: int) -> Iterator[Standing]:
    batches = [min(BATCH, most - first) for first in range(0, most, BATCH)]
    ends = list(accumulate(batches))
    tasks = (
        (pairing, range(first, min(first + AT_ONCE, end)))
        for size, end in zip(batches, ends, strict=True)
        for first in range(end - size, end, AT_ONCE)
    )
    games = np.empty((0, 2, len(COLUMNS)))
    with closing(in_order(_play_pairs, tasks, jobs)) as answers:
        for end in ends:
            while len(games) < end:
                games = np.concatenate([games, next(answers)])
            standing = _standing(games, pairing, hypotheses)
            yield standing
            if standing.answer != "open":
                return


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, and at what."""

    a: Player
    b: Player
    rules: Rules
    seed: tuple[int, ...]

    @property
    def adjusted(self) -> bool:
        """Whether luck can be taken out: in classic games with exact clues, and for agents that surely do not peek."""
        known = self.a.source is None and self.b.source is None
        return known and self.rules.end == "classic" and self.rules.clues.kind == "exact"


COLUMNS = ("result", "luck", "failed")


def _play_pairs(task: tuple[Pairing, range]) -> Floats:
    """[pairs, 2, COLUMNS] what both agents make of some boards. What they print is no result."""
    pairing, boards = task
    seeds = [(*pairing.seed, board) for board in boards]
    play_all = _play_with_luck if pairing.adjusted else _play_plainly
    with redirect_stdout(sys.stderr):
        return np.stack([play_all(player, pairing.rules, seeds) for player in (pairing.a, pairing.b)], axis=1)


def _play_plainly(player: Player, rules: Rules, seeds: Sequence[Seed]) -> Floats:
    """[games, COLUMNS]; of a user's class, a new one plays each game."""
    if player.source is None:
        games = play_many(player.spec, rules, seeds)
    else:
        games = [play_many(player.maker(), rules, [seed], move_timeout=FILE_TIMEOUT)[0] for seed in seeds]
    results = [float(game.won) if rules.end == "classic" else game.net_score for game in games]
    return np.array([(result, 0.0, game.error is not None) for result, game in zip(results, games, strict=True)])


def _play_with_luck(player: Player, rules: Rules, seeds: Sequence[Seed]) -> Floats:
    """[games, COLUMNS] of an agent of the catalogue."""
    return np.array([_game_with_luck(player, rules, seed) for seed in seeds])


def _game_with_luck(player: Player, rules: Rules, seed: Seed) -> tuple[float, float, float]:
    try:
        record = play(player.spec, rules, seed)
    except SapperError:
        return 0.0, 0.0, 1.0
    return float(record.won), luck(record), 0.0


def _standing(games: Floats, pairing: Pairing, hypotheses: Hypotheses) -> Standing:
    """Look at the test after these pairs."""
    results, lucks, failed = games[:, :, 0], games[:, :, 1], games[:, :, 2]
    raw = results[:, 0] - results[:, 1]
    adjusted = raw - (lucks[:, 0] - lucks[:, 1])
    alone = int((raw > 0).sum()), int((raw < 0).sum())
    if pairing.adjusted or pairing.rules.end == "survey":
        llr = float(llr_of_scores(len(raw), adjusted.sum(), (adjusted**2).sum(), hypotheses))
    else:
        llr = float(llr_of_wins(*alone, len(raw), hypotheses))
    return Standing(
        pairs=len(raw),
        means=(float(results[:, 0].mean()), float(results[:, 1].mean())),
        alone=alone,
        raw=mean_interval(raw),
        adjusted=mean_interval(adjusted) if pairing.adjusted else None,
        llr=llr,
        answer=hypotheses.answer(llr),
        failed=(int(failed[:, 0].sum()), int(failed[:, 1].sum())),
    )
