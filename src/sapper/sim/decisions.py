"""The positions on which an agent was asked to act, with what exact inference says of each.

legend   decision   one call of `act`: the agent may answer with many proved moves, or with one guess
         verdict    per cell UNDECIDED, SAFE or MINE: what the view proves of hidden and flagged cells
         best       the cell to open: the first proved safe one in reading order, else the one with the lowest
                    risk, ties to fewest hidden neighbours, then in the random order of the game; -1 if all are mines
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from sapper.board.chance import Chance, Seed
from sapper.board.moves import Move
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, View
from sapper.game.game import Game
from sapper.inference.exact.solve import infer_cells
from sapper.knowledge.supercells import UNDECIDED
from sapper.players.agent import Agent, Decision
from sapper.sim.play import play
from sapper.sim.referee import best_openings


@dataclass(frozen=True)
class Decisions:
    """Columns with one entry per decision, game after game; `cells`, `risk` and `verdict` have one row per decision."""

    game: npt.NDArray[np.int64]
    """Which of the seeds."""
    number: npt.NDArray[np.int32]
    """The first decision of a game is 0."""
    cells: npt.NDArray[np.int8]
    """What the agent saw, by the codes of `sapper.View`."""
    risk: npt.NDArray[np.float32]
    """Probability of a mine: 0 at opened cells, 1 at known mines."""
    verdict: npt.NDArray[np.int8]
    best: npt.NDArray[np.int32]
    guess: npt.NDArray[np.bool_]
    """Whether nothing is proved of any hidden cell."""
    complete: npt.NDArray[np.bool_]
    """Whether the risks are exact; past the limit of exact inference they are sampled."""
    won: npt.NDArray[np.bool_]
    """How the game ended."""
    score: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.game)

    def __getitem__(self, part: slice | npt.NDArray[np.intp]) -> Decisions:
        return Decisions(*(getattr(self, field.name)[part] for field in fields(self)))


def joined(parts: Sequence[Decisions]) -> Decisions:
    """Some decisions after others."""
    return Decisions(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Decisions)))


class Watched:
    """An agent whose views are kept."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.name = getattr(agent, "name", type(agent).__name__)
        self.views: list[npt.NDArray[np.int8]] = []

    def act(self, view: View, rng: Chance) -> Decision | Move:
        """Keep the view, and let the agent decide."""
        self.views.append(view.cells.ravel())
        return self._agent.act(view, rng)


def watch_decisions(agent: Agent, rules: Rules, seeds: Sequence[Seed]) -> Decisions:
    """The decisions of any agent, game by game; rules with exact clues.

    >>> from sapper.players.catalog import agent
    >>> decisions = watch_decisions(agent("basic"), Rules(height=4, width=4, mines=2), seeds=[0])
    >>> decisions.cells.shape, decisions.guess.tolist()
    ((4, 16), [True, False, False, False])
    """
    return joined([_watched(agent, rules, seed, game) for game, seed in enumerate(seeds)])


def _watched(agent: Agent, rules: Rules, seed: Seed, game: int) -> Decisions:
    watched = Watched(agent)
    record = play(watched, rules, seed)
    rows, size = len(watched.views), rules.cells
    cells = np.array(watched.views, np.int8).reshape(rows, size)
    # Flags are the agent's opinion, which may be wrong: the risks do not rest on them.
    risk, verdict, complete = infer_cells(cells, Game(rules).view, trust_flags=False)
    order = Chance(seed).order(size).astype(np.int32)
    best = best_openings(cells, risk, verdict, rules.grid.kernel_neighbours, np.tile(order, (rows, 1)))
    return Decisions(
        game=np.full(rows, game, np.int64),
        number=np.arange(rows, dtype=np.int32),
        cells=cells,
        risk=risk.astype(np.float32),
        verdict=verdict,
        best=best,
        guess=~((cells == HIDDEN) & (verdict != UNDECIDED)).any(axis=1),
        complete=complete,
        won=np.full(rows, record.won),
        score=np.full(rows, record.score, np.float32),
    )
