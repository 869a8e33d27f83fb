"""The champion's choice far from the end, against a count of all layouts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from flips import stuck_views, unavoidable

from sapper import View, infer
from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.inference.brute import enumerate_layouts
from sapper.knowledge.constraints import cells_of
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.players.champion.choice import Budget
from sapper.players.champion.coin_flips import nothing_kept
from sapper.players.champion.dead import is_dead
from sapper.players.champion.lookahead import PROGRESS, SECOND
from sapper.players.champion.policy import Champion

Layouts = npt.NDArray[np.bool_]

NO_ENDGAME = Budget(layouts=1, work=1, candidates=40, close=1.0, frontier=40, shore=40, sea=40, tolls=5)
CLOSE = NO_ENDGAME._replace(close=0.1)


def next_click(view: View, opened: Cell, layouts: Layouts) -> float:
    """How safe the next click is after a cell was opened, with these layouts left."""
    cells = cells_of(view).reshape(view.cells.shape)
    cells[opened] = sum(layouts[0][near] for near in view.grid.around(opened))
    hidden = view.hidden.copy()
    hidden[opened] = False
    risk = layouts.mean(axis=0)
    verdict = np.select([risk == 0, risk == 1], [SAFE, MINE], UNDECIDED).astype(np.int8) * hidden
    free, undecided = int((hidden & (risk == 0)).sum()), hidden & (risk > 0) & (risk < 1)
    if free > 1 or not undecided.any():
        return 1 + PROGRESS
    living = sorted(
        float(risk[tuple(cell)])
        for cell in np.argwhere(undecided).tolist()
        if not is_dead(view.grid.index(tuple(cell)), cells.ravel(), verdict.ravel(), view.grid.kernel_neighbours)
    )
    safest = ([0.0] * free + living)[:2] or [float(risk[hidden].min())]
    worth = (1 - SECOND) * (1 - safest[0]) + SECOND * (1 - safest[-1])
    return worth * (1 + PROGRESS) if free else worth


def worth_of(view: View, cell: Cell, layouts: Layouts) -> float:
    """What opening a cell is worth, clue by clue."""
    safe = layouts[~layouts[:, cell[0], cell[1]]]
    shown = sum(safe[:, near[0], near[1]].astype(int) for near in view.grid.around(cell))
    parts = [safe[shown == clue] for clue in np.unique(shown)]
    survival = sum(len(part) * next_click(view, cell, part) for part in parts) / len(layouts)
    return survival * (1 + unavoidable(view, cell, nothing_kept()) / (len(safe) / len(layouts)))


def test_the_choice_is_worth_most_of_all_that_were_looked_at() -> None:
    known, behind = 0, 0
    for number, view in enumerate(stuck_views(seed=5, boards=40, least=3, most=5)):
        layouts = np.array(enumerate_layouts(view).layouts)
        candidates = Champion(NO_ENDGAME)(view, infer(view), Chance(number))
        worth = {candidate.cell: worth_of(view, candidate.cell, layouts) for candidate in candidates}
        assert worth[candidates[0].cell] == pytest.approx(max(worth.values()), abs=1e-9)
        for candidate in candidates:
            if candidate.survival is None:
                behind += 1
            else:
                known += 1
                assert candidate.survival == pytest.approx(worth[candidate.cell], abs=1e-9)
    assert known > 40
    assert behind > 100


def test_what_waiting_cannot_avoid_brings_a_risky_cell_back() -> None:
    brought_back = 0
    for number, view in enumerate(stuck_views(seed=6, boards=300, least=3, most=5)):
        belief = infer(view)
        risk, lowest = belief.risk, float(belief.risk[view.hidden].min())
        for candidate in Champion(CLOSE)(view, belief, Chance(number)):
            if risk[candidate.cell] > lowest + CLOSE.close:
                brought_back += 1
                assert risk[candidate.cell] - unavoidable(view, candidate.cell, nothing_kept()) <= lowest + CLOSE.close
    assert brought_back > 10


def test_a_coin_flip_that_cannot_be_avoided_is_taken_before_a_lesser_risk() -> None:
    """The corner wins 3 of the 8 layouts, and no cell wins more; some that are half as risky win 2."""
    view = View.parse("00001./00013./1102../.213../......", mines=7)
    belief = infer(view)
    assert unavoidable(view, (0, 5), nothing_kept()) == pytest.approx(0.5)
    assert belief.risk[view.hidden].min() == pytest.approx(0.25)
    assert Champion(CLOSE)(view, belief, Chance(1))[0].cell == (0, 5)
