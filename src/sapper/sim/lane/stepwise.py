"""Games of agents that the kernels do not know: the referee is compiled, and each level is asked by its own name.

That is `linopt`, whose solver is not ours; `optimal`; and `champion` where the mine count is not told.

The levels and policies are those of the readable loop; what is left out are the words: no reasons, beliefs or records
are written. Cost: some hundred microseconds per decision besides the levels themselves.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from sapper.board.chance import Chance, Seed
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.inference.levels import EXACT, deduce, infer
from sapper.knowledge.belief import Belief
from sapper.knowledge.constraints import Bytes, Ints
from sapper.knowledge.supercells import MINE, SAFE
from sapper.players.agent import Reasoner
from sapper.sim.lane.games import guess
from sapper.sim.lane.rounds import make_moves
from sapper.sim.lane.table import MOVES, Table, begin, count_flags, over


def play_stepwise(agent: Reasoner, rules: Rules, seed: Seed, table: Table, rank: Ints, first: int) -> dict[str, int]:
    """Play one game on the table, in place; how many moves each level proved."""
    survey, proved, chance = rules.end == "survey", Counter[str](), Chance(seed)
    begin(table, rank, rules.mines, first)
    while not over(table.figures, survey):
        view = _view(table, rules)
        cells, verdicts, levels, belief = _prove(agent, view)
        if len(cells):
            before = int(table.figures[MOVES])
            make_moves(table, cells, verdicts, rules.cascade, survey)
            level_of = dict(zip(cells.tolist(), levels, strict=True))
            made = np.abs(table.log[before : table.figures[MOVES]]) - 1
            proved.update(level_of[cell] for cell in made.tolist())
        else:
            cell = view.grid.index(agent.policy(view, belief, chance)[0].cell)
            guess(table, cell, rank, rules.mines, first, rules.cascade)
    count_flags(table, survey)
    return dict(proved)


def _view(table: Table, rules: Rules) -> View:
    return View(
        table.cells.reshape(rules.height, rules.width),
        mines=rules.mines if rules.mine_count else None,
        topology=rules.topology,
        end=rules.end,
        first=rules.first,
    )


def _prove(agent: Reasoner, view: View) -> tuple[Ints, Bytes, list[str], Belief]:
    """What the agent's levels prove: cells in order, verdicts, the level of each; if nothing, what it believes."""
    known = agent.known(view)
    constraints, decided, trail = deduce(known, agent.levels)
    if trail:
        ids = np.array([finding.cell for _, finding in trail])
        return constraints.cells[ids], decided[ids], [name for name, _ in trail], _nothing(view)
    belief = infer(known) if EXACT in agent.levels else _nothing(view)
    cells = np.flatnonzero(belief.safe | belief.mines).astype(np.int32)
    verdicts = np.where(belief.mines.ravel()[cells], MINE, SAFE).astype(np.int8)
    return cells, verdicts, [EXACT] * len(cells), belief


def _nothing(view: View) -> Belief:
    """The belief of levels that found nothing."""
    none = np.zeros(view.cells.shape, np.bool_)
    return Belief(none, none, np.where(view.opened, 0.0, np.where(view.hidden, np.nan, 1.0)), complete=False)
