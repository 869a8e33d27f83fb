"""Games of the rule agents, many per call: the levels and the policy are those that a plan names.

One kernel plays all of them, under every clue model. Only the exact engine is not in it, because it would take as long
to compile as the rest: an agent that asks it, when its rules prove nothing, leaves the kernel for that one question.
"""

from __future__ import annotations

import numpy as np

from sapper.board.rules import Rules
from sapper.compiled import inlined, kernel
from sapper.inference.exact.engine import FINE, INCONSISTENT, NOT_TOLD, analyse_view
from sapper.knowledge.belief import Limit
from sapper.knowledge.configurations import examine
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints, gather
from sapper.knowledge.supercells import UNDECIDED
from sapper.policies.average import averages
from sapper.policies.product import NOT_TOLD as UNKNOWN_CHANCE
from sapper.policies.product import products
from sapper.sim.lane.agenda import Longs
from sapper.sim.lane.batch import FIRST, Batch
from sapper.sim.lane.drawing import EXACT, Drawing, drawing_of, make_drawn_moves, open_drawn
from sapper.sim.lane.games import guess, note_guess
from sapper.sim.lane.guesses import (
    AVERAGE,
    BELIEVED,
    COUNTED,
    IN_ORDER,
    NEAR_OR_FAR,
    first_in_order,
    near_or_far,
    safest,
)
from sapper.sim.lane.levels import Trail, prove
from sapper.sim.lane.plan import Plan
from sapper.sim.lane.rounds import make_moves
from sapper.sim.lane.table import MOVES, PROVED, Table, begin, count_flags, over


def play_by_rules(table: Table, batch: Batch, rules: Rules, *, plan: Plan) -> None:
    """Play the games of a batch."""
    drawing = drawing_of(rules.clues, batch.noise, np.zeros(rules.cells, np.int8))
    reading = np.arange(rules.cells, dtype=np.int32)
    order = reading.reshape(1, -1) if plan.reading else batch.order
    game, running = 0, False
    while True:
        game = play_rules(
            table, plan, batch.rank, order, rules.mines, FIRST[rules.first], rules.cascade, rules.end == "survey",
            drawing, game, running, batch.figures, batch.log, batch.status,
        )  # fmt: skip
        if game == len(batch.rank):
            return
        running = _ask_exact(table, batch, rules, plan, game, drawing, order[min(game, len(order) - 1)])
        game += not running


def _ask_exact(table: Table, batch: Batch, rules: Rules, plan: Plan, game: int, drawing: Drawing, order: Ints) -> bool:
    """Make the moves that the exact engine proves, or its safest guess; False if it gives up, and the game with it."""
    limit, risk, verdict = Limit(), np.empty(rules.cells), np.full(rules.cells, UNDECIDED, np.int8)
    status, _, _, _ = analyse_view(
        table.cells, drawing.bounds, True, table.neighbours, drawing.likelihoods,
        rules.mines if plan.counting else NOT_TOLD, 1.0, limit.states, limit.values, risk, verdict, False,
    )  # fmt: skip
    batch.status[game] = status
    if status != FINE:
        return False
    cells, before = np.flatnonzero(verdict).astype(np.int32), int(table.figures[MOVES])
    if len(cells):
        carry_out(table, drawing, game, cells, verdict[cells], rules.cascade, rules.end == "survey")
        table.figures[PROVED + len(plan.levels)] += table.figures[MOVES] - before
    else:
        cell = safest(table.cells, risk, order, table.neighbours, plan.tie)
        open_guess(table, drawing, game, cell, batch.rank[game], rules.mines, FIRST[rules.first], rules.cascade)
    return True


@kernel
def carry_out(
    table: Table, drawing: Drawing, game: int, cells: Ints, verdicts: Bytes, cascade: bool, survey: bool
) -> None:
    """Open and flag proved cells, in order, in place."""
    if drawing.kind == EXACT:
        make_moves(table, cells, verdicts, cascade, survey)
    else:
        make_drawn_moves(table, drawing, drawing.noise[game], cells, verdicts, cascade, survey)


@kernel
def open_guess(
    table: Table, drawing: Drawing, game: int, cell: int, rank: Ints, mines: int, first: int, cascade: bool
) -> None:
    """Open a cell without proof, in place."""
    if drawing.kind == EXACT:
        guess(table, cell, rank, mines, first, cascade)
    else:
        note_guess(table, cell, rank, mines, first)
        open_drawn(table, drawing, drawing.noise[game], cell, cascade)


@kernel
def play_rules(
    table: Table, plan: Plan, rank: Ints, order: Ints, mines: int, first: int, cascade: bool, survey: bool,
    drawing: Drawing, game: int, running: bool, figures: Longs, log: Ints, status: Longs,
) -> int:  # fmt: skip
    """Play from a game on, which may be running already, until the last is over or the exact engine is to be asked.

    rank [games, cells]; order the same, or one row for all. figures [games, FIGURES] and log
    [games, cells], filled: see `Table`. status [games]: INCONSISTENT where a level finds that a clue cannot hold, which
    proved flags and openings never lead to. Returns the game that waits for an answer, or the number of games.
    """
    n = len(table.cells)
    risk, name, level = np.empty(n), np.empty(n, np.int32), np.empty(n, np.int8)
    trail = Trail(np.empty(n, np.int32), np.empty(n, np.int8), np.empty(n + 16, np.int32), np.empty(n + 16, np.int32))
    while game < len(rank):
        if not running:
            begin(table, rank[game], mines, first)
        running = False
        while not over(table.figures, survey):
            c, known, _ = gather(table.cells, drawing.bounds, True, table.neighbours, drawing.likelihoods)
            decided = np.zeros(len(c.cells), np.int8)
            told = with_mines_left(c, mines - known if plan.counting else NOT_TOLD)
            proved = prove(told, decided, plan.levels, plan.inner, trail)
            if proved < 0:
                status[game] = INCONSISTENT
                break
            if proved:
                before = table.figures[MOVES]
                for i in range(proved):
                    cell = c.cells[trail.cells[i]]
                    name[i], level[cell] = cell, trail.level[i]
                carry_out(table, drawing, game, name[:proved], decided[trail.cells[:proved]], cascade, survey)
                for i in range(before, table.figures[MOVES]):
                    table.figures[PROVED + level[abs(table.log[i]) - 1]] += 1
            elif plan.policy == BELIEVED:
                return game
            else:
                left = mines - known if plan.told else NOT_TOLD
                row = min(game, len(order) - 1)
                cell = choose(table, plan, with_mines_left(c, left), decided, order[row], risk)
                open_guess(table, drawing, game, cell, rank[game], mines, first, cascade)
        count_flags(table, survey)
        figures[game], log[game] = table.figures, table.log
        game += 1
    return game


@inlined
def with_mines_left(c: Constraints, left: int) -> Constraints:
    """The same constraints, told how many mines are left, or NOT_TOLD."""
    return Constraints(
        c.cells, c.clues, c.start, c.members, c.touch_start, c.touching, c.low, c.high, c.weight, left, c.log2_factor
    )


@inlined
def choose(table: Table, plan: Plan, c: Constraints, decided: Bytes, order: Ints, risk: Floats) -> int:
    """The cell that the plan's policy guesses; nothing is decided. risk [cells]: room to work."""
    if plan.policy == IN_ORDER:
        chosen = order[first_in_order(table.cells, order, 0)]
    elif plan.policy == NEAR_OR_FAR:
        chosen = near_or_far(table.cells, order, table.neighbours, c.mines_left)
    else:
        if plan.policy == COUNTED:
            estimate = examine(c, decided, plan.cap, plan.told).risk
        elif plan.policy == AVERAGE:
            estimate = averages(c)
        else:
            estimate = products(c, UNKNOWN_CHANCE)
        for cell in range(len(estimate)):
            risk[c.cells[cell]] = np.inf if np.isnan(estimate[cell]) else estimate[cell]
        chosen = safest(table.cells, risk, order, table.neighbours, plan.tie)
    return int(chosen)
