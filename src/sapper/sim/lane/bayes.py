"""Games of `bayes`: the referee and the usual inference are compiled, the rest is asked as in the readable loop.

A view is made only for the questions that need one: a board that is cut into strips, mines that nobody counted, which
cell to ask again, and whether to open one more in the end. Cost: some 30 µs per decision besides inference.
"""

from __future__ import annotations

import numpy as np

from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, View
from sapper.game.clues import asks_needed
from sapper.inference.exact.engine import FINE
from sapper.inference.posterior.solve import caps_of, infer_posterior, quickly
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.knowledge.supercells import MINE
from sapper.knowledge.written import WrittenBelief
from sapper.players.bayes import EVEN, flagging_is_better, most_telling
from sapper.players.cheapest import Cheapest
from sapper.sim.lane.batch import FIRST, Batch
from sapper.sim.lane.drawing import Drawing, drawing_of
from sapper.sim.lane.guesses import FEWEST_HIDDEN, safest
from sapper.sim.lane.rules import carry_out, open_guess
from sapper.sim.lane.table import MOVES, PROVED, Table, begin, count_flags, over
from sapper.sim.play import most_moves


def play_bayes(table: Table, batch: Batch, rules: Rules, *, policy: Cheapest) -> None:
    """Play the games of a batch."""
    drawing = drawing_of(rules.clues, batch.noise, np.zeros(rules.cells, np.int8))
    survey = rules.end == "survey"
    if rules.clues.again:  # moves that are not in the log: the others are noted at their number
        table = table._replace(log=np.zeros(most_moves(rules), np.int32))
    for game, (rank, order) in enumerate(zip(batch.rank, batch.order, strict=True)):
        begin(table, rank, rules.mines, FIRST[rules.first])
        while not over(table.figures, survey):
            risk, verdict, complete = _posterior(table, drawing, rules)
            decided, before = np.flatnonzero(verdict).astype(np.int32), int(table.figures[MOVES])
            if len(decided):
                decided = decided[np.argsort(verdict[decided] != MINE, kind="stable")]  # flags first
                carry_out(table, drawing, game, decided, verdict[decided], rules.cascade, survey)
                table.figures[PROVED] += table.figures[MOVES] - before
                continue
            if rules.clues.again and _ask(table, drawing, game, rules, risk):
                continue
            cell = safest(table.cells, risk, order, table.neighbours, FEWEST_HIDDEN)
            if risk[cell] > EVEN and flagging_is_better(_view(table, drawing, rules), float(risk[cell])):
                _flag_all(table, drawing, game, rules)
                continue
            if policy.applies(rules.end, rules.clues):
                prior = (rules.mines, 1.0) if rules.mine_count and complete else None
                cell = policy.choose(table.cells, drawing.bounds, table.neighbours, rules.clues, prior, risk, order)
            open_guess(table, drawing, game, cell, rank, rules.mines, FIRST[rules.first], rules.cascade)
        count_flags(table, survey)
        batch.figures[game], batch.log[game] = table.figures, table.log[: rules.cells]


def _posterior(table: Table, drawing: Drawing, rules: Rules) -> tuple[Floats, Bytes, bool]:
    """Risk and verdict [cells], and whether they are exact."""
    if rules.mine_count:
        limit = Limit()
        risk, verdict, status, _, _ = quickly(
            table.cells, drawing.bounds, True, table.neighbours, drawing.likelihoods, (rules.mines, 1.0),
            caps_of(rules.clues, limit).quick, limit,
        )  # fmt: skip
        if status == FINE:
            return risk, verdict, True
    belief = infer_posterior(_view(table, drawing, rules))
    if isinstance(belief, WrittenBelief):
        return belief.risk.ravel(), belief.verdict, belief.complete
    verdict = np.where(belief.mines, MINE, belief.safe).astype(np.int8).ravel()
    return belief.risk.ravel(), verdict, belief.complete


def _ask(table: Table, drawing: Drawing, game: int, rules: Rules, risk: Floats) -> bool:
    """Ask the most telling cell until it answers, in place; whether there is one. Silence changes no view."""
    wanted = most_telling(_view(table, drawing, rules), risk.reshape(rules.height, rules.width))
    if wanted is None:
        return False
    index = rules.grid.index(wanted)
    table.cells[index] = table.counts[index]
    table.figures[MOVES] += int(asks_needed(rules.clues, float(drawing.noise[game, index]))) - 1
    return True


def _view(table: Table, drawing: Drawing, rules: Rules) -> View:
    """What the player sees; a bound of a cell without a clue is of no consequence."""
    shape = rules.height, rules.width
    return View(
        table.cells.reshape(shape),
        mines=rules.mines if rules.mine_count else None,
        clues=rules.clues,
        bounds=drawing.bounds.reshape(shape) if rules.clues.needs_bound else None,
        topology=rules.topology,
        end=rules.end,
        first=rules.first,
    )


def _flag_all(table: Table, drawing: Drawing, game: int, rules: Rules) -> None:
    """Flag every hidden cell, in place."""
    hidden: Ints = np.flatnonzero(np.equal(table.cells, HIDDEN)).astype(np.int32)
    carry_out(table, drawing, game, hidden, np.full(len(hidden), MINE, np.int8), rules.cascade, rules.end == "survey")
