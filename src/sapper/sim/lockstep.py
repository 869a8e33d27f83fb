"""Many games of `exact` in lockstep: one inference call per round for all of them.

The same decisions as `sapper.play("exact", …)` meets, for rules with exact clues. A round is: analyse all views,
choose, make the moves of every game; games that are over leave. Cost: some 50 µs per decision of an expert game,
half of it inference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sapper.board.chance import Chance, Seed
from sapper.board.notation import FLAG, HIDDEN
from sapper.board.notation import MINE as KNOWN_MINE
from sapper.board.rules import Rules
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.inference.exact.solve import infer_cells
from sapper.knowledge.constraints import Floats, Ints, likelihoods
from sapper.knowledge.supercells import MINE, UNDECIDED
from sapper.sim.decisions import Decisions, joined
from sapper.sim.referee import Flags, best_openings, carry_out, plans


def decisions_in_lockstep(rules: Rules, seeds: Sequence[Seed]) -> Decisions:
    """The decisions of `exact`, games in the order of the seeds.

    >>> decisions = decisions_in_lockstep(Rules.beginner(), seeds=[3, 4])
    >>> len(decisions), decisions.won[[0, -1]].tolist()
    (12, [True, True])
    """
    games = _Games(rules, seeds)
    rounds = [games.round(0)]
    while len(games.live):
        rounds.append(games.round(len(rounds)))
    return games.told(joined(rounds))


class _Games:
    """The games, with one row per game in every array; `live` are those that are not over."""

    def __init__(self, rules: Rules, seeds: Sequence[Seed]) -> None:
        shape = (len(seeds), rules.cells)
        self.rules, self.seeds, self.pattern = rules, seeds, Game(rules).view
        self.neighbours, self.likelihoods = rules.grid.kernel_neighbours, likelihoods(rules.clues)
        self.orders = np.array([Chance(seed).order(rules.cells) for seed in seeds], np.int32)
        self.cells = np.full(shape, HIDDEN, np.int8)
        self.mined, self.counts = np.zeros(shape, np.bool_), np.zeros(shape, np.int8)
        self.live = np.flatnonzero(~self._over())

    def round(self, number: int) -> Decisions:
        """Let `exact` decide once in every game that is not over."""
        live, cells = self.live, self.cells[self.live]
        risk, verdict, complete = infer_cells(cells, self.pattern)
        best = best_openings(cells, risk, verdict, self.neighbours, self.orders[live])
        if number == 0:
            self._lay(best)
        after, plan = cells.copy(), plans(cells, verdict, best, self.neighbours, self.likelihoods)
        carry_out(after, plan, self.mined[live], self.counts[live], self.neighbours, self.rules.cascade)
        self.cells[live] = after
        self.live = live[~self._over()[live]]
        return Decisions(
            game=live,
            number=np.full(len(live), number, np.int32),
            cells=cells,
            risk=risk.astype(np.float32),
            verdict=np.where(cells == FLAG, np.int8(MINE), verdict),  # a flag of `exact` is a proof
            best=best,
            guess=~(verdict != UNDECIDED).any(axis=1),
            complete=complete,
            won=np.zeros(len(live), np.bool_),
            score=np.zeros(len(live), np.float32),
        )

    def told(self, decisions: Decisions) -> Decisions:
        """The decisions game after game, each with the end of its game."""
        won, score = self._results()
        found = decisions[np.lexsort((decisions.number, decisions.game))]
        return replace(found, won=won[found.game], score=score[found.game].astype(np.float32))

    def _lay(self, starts: Ints) -> None:
        """Lay the mines of every game, now that its first cell is known."""
        grid = self.rules.grid
        for game, start in zip(self.live.tolist(), starts.tolist(), strict=True):
            layout = Layout.random(self.rules, self.seeds[game], None if start < 0 else grid.cell(start))
            self.mined[game], self.counts[game] = layout.mines.ravel(), layout.counts.ravel()

    def _over(self) -> Flags:
        """[games] as `Game.over`."""
        if self.rules.end == "survey":
            return np.equal(self._number(HIDDEN), 0)
        covered: Ints = self._number(HIDDEN) + self._number(FLAG)
        over: Flags = (self._number(KNOWN_MINE) > 0) | (covered == self.rules.mines)
        return over

    def _results(self) -> tuple[Flags, Floats]:
        """[games] won and score, as `Game.result`; `exact` flags nothing but mines."""
        won, flagged = np.equal(self._number(KNOWN_MINE), 0), self._number(FLAG)
        if self.rules.end == "classic":  # what is hidden when a game is won is flagged
            flagged = np.where(won, self.rules.mines, flagged)
        return won, flagged / self.rules.mines if self.rules.mines else np.ones(len(won))

    def _number(self, code: int) -> Ints:
        """[games] how many cells show that."""
        number: Ints = np.equal(self.cells, code).sum(axis=1)
        return number
