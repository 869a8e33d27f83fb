"""The frontier that is kept from step to step says what inference from nothing says."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.board.moves import Move
from sapper.board.notation import HIDDEN
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.inference.exact.circle import chances, circle_of
from sapper.inference.exact.frontier import (
    CELLS,
    COUNT,
    COUNTS,
    FIRST_CELL,
    FIRST_VALUE,
    FRONTIER,
    LOW,
    Book,
    begin_book,
    new_book,
)
from sapper.inference.levels import infer
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import Floats
from sapper.knowledge.supercells import MINE
from sapper.sim.lane.floating import begin_floating, new_floating
from sapper.sim.lane.games import guess, prove
from sapper.sim.lane.guesses import FEWEST_HIDDEN, safest, safest_in_book
from sapper.sim.lane.lane import FIRST, LANES, batch_of, moves_of
from sapper.sim.lane.rounds import carry_out, single_round
from sapper.sim.lane.table import HIDDEN_LEFT, SAFE_LEFT, Table, begin, new_table, over
from sapper.sim.play import play

CLOSE = 1e-9

RULES = {
    "survey at 0.2": Rules(height=16, width=16, density=0.2, end="survey"),
    "survey at 0.25": Rules(height=24, width=24, density=0.25, end="survey"),
    "survey at 0.45": Rules(height=10, width=10, density=0.45, end="survey"),
    "classic": Rules.intermediate(),
    "count withheld": Rules(height=10, width=10, density=0.2, end="survey", mine_count=False),
    "hex": Rules(height=10, width=10, density=0.25, end="survey", topology="hex"),
    "torus": Rules(height=10, width=10, density=0.2, end="survey", topology="torus"),
    "cascade": Rules(height=16, width=16, density=0.2, end="survey", cascade=True),
}


@pytest.mark.parametrize("kind", RULES)
def test_every_verdict_and_every_risk_of_a_game(kind: str) -> None:
    rules, limit, guesses = RULES[kind], Limit(), 0
    for seed in range(3):
        batch, table = batch_of(rules, [seed]), new_table(rules.grid.kernel_neighbours)
        rank, order, survey = batch.rank[0], batch.order[0], rules.end == "survey"
        book, floating = new_book(rules.cells), new_floating(rules.cells)
        begin(table, rank, rules.mines, FIRST[rules.first])
        begin_book(book)
        begin_floating(floating, order, table.unsettled)
        verdict = np.zeros(rules.cells, np.int8)
        while not over(table.figures, survey):
            proved = single_round(table)
            if proved == 0:
                belief = infer(view_of(table, rules))
                book, proved, status = prove(
                    table, book, floating, rules.mine_count, limit.states, limit.values, verdict
                )
                found = table.found[:proved]
                assert status == 0
                assert found.tolist() == np.flatnonzero(belief.safe | belief.mines).tolist()
                assert np.array_equal(table.settled[found] == MINE, belief.mines.ravel()[found])
            if proved:
                carry_out(table, proved, rules.cascade, survey)
            else:
                hidden = table.cells == HIDDEN
                wanted = belief.risk.ravel()
                np.testing.assert_allclose(risks_of(book, table, rules)[hidden], wanted[hidden], rtol=0, atol=CLOSE)
                cell, risk = safest_in_book(table, book, floating, order, rules.mine_count)
                assert cell == safest(table.cells, wanted.copy(), order, table.neighbours, FEWEST_HIDDEN)
                assert abs(risk - wanted[cell]) < CLOSE
                guess(table, cell, rank, rules.mines, FIRST[rules.first], rules.cascade)
                guesses += 1
    assert guesses


@pytest.mark.parametrize(("side", "density"), [(60, 0.2), (45, 0.28)])
def test_the_same_moves_on_a_larger_board(side: int, density: float) -> None:
    rules = Rules(height=side, width=side, density=density, end="survey")
    assert moves_in_lane(rules, seed=1) == [step.move for step in play("exact", rules, 1).steps]


def moves_in_lane(rules: Rules, seed: int) -> list[Move]:
    batch = batch_of(rules, [seed])
    LANES["exact"](new_table(rules.grid.kernel_neighbours), batch, rules)
    return moves_of(batch.figures[0], batch.log[0], rules.grid)


def view_of(table: Table, rules: Rules) -> View:
    cells = table.cells.reshape(rules.height, rules.width)
    return View(cells, mines=rules.mines if rules.mine_count else None, topology=rules.topology, end=rules.end)


def risks_of(book: Book, table: Table, rules: Rules) -> Floats:
    """The risk of every hidden cell, mixed from the components of the book."""
    unclued = table.figures[HIDDEN_LEFT] - book.totals[FRONTIER]
    excess = table.figures[HIDDEN_LEFT] - table.figures[SAFE_LEFT] - book.totals[LOW]
    if rules.mine_count:
        circle, chance = circle_of(book, unclued, excess), np.empty(2)
        chances(np.ones(2), circle, chance)
    else:
        circle, chance = circle_of(book, 0, 0), np.full(2, 0.5)
    risk = np.full(rules.cells, chance[1])
    for k in range(book.totals[COUNT]):
        counts, first = book.head[k, COUNTS], book.head[k, FIRST_VALUE]
        chance = np.ones(counts)
        if counts > 1:
            chances(book.values[first : first + counts], circle, chance)
        for i in range(book.head[k, FIRST_CELL], book.head[k, FIRST_CELL] + book.head[k, CELLS]):
            row = first + counts * (1 + book.box[i])
            risk[book.cells[i]] = chance @ book.values[row : row + counts]
    return risk
