"""A cell opened in thought: each clue that it may show, against all layouts and against whole analyses."""

from __future__ import annotations

import numpy as np
import pytest
from positions import small_views

from sapper import Game, Open, Rules, View, infer
from sapper.board.clues import EXACT
from sapper.inference.brute import enumerate_layouts
from sapper.inference.exact.engine import FINE, INCONSISTENT, analyse_view
from sapper.inference.exact.opened import analyse_shown, open_in_thought
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import Bytes, Floats, bounds_of, cells_of, known_around, likelihoods
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

CLUES = range(9)
LIMIT = Limit()


def shown(view: View, cell: int) -> list[tuple[int, float, Floats, Bytes]]:
    """For each clue: status, logarithm of the solutions, risks, verdicts."""
    cells, neighbours = cells_of(view), view.grid.kernel_neighbours
    known = known_around(cell, cells, neighbours)
    opened = open_in_thought(cell, known, cells, bounds_of(view), neighbours, likelihoods(EXACT), view.mines or 0)
    assert np.array_equal(cells, cells_of(view))
    answers = []
    for clue in CLUES:
        risk, verdict = np.zeros(cells.size), np.zeros(cells.size, np.int8)
        status, weight = analyse_shown(opened, clue, LIMIT.states, LIMIT.values, risk, verdict)
        answers.append((status, weight, risk, verdict))
    return answers


def test_every_clue_of_every_cell_is_as_all_layouts_say() -> None:
    possible, impossible = 0, 0
    views = [view for view in small_views(seed=21, boards=900) if view.clues == EXACT and view.mines is not None]
    for view in views:
        layouts = np.array(enumerate_layouts(view).layouts)
        hidden = view.hidden.ravel()
        for cell in np.flatnonzero(hidden).tolist():
            row, column = view.grid.cell(cell)
            safe = layouts[~layouts[:, row, column]]
            mined = sum((safe[:, near[0], near[1]].astype(int) for near in view.grid.around((row, column))), 0)
            for clue, (status, weight, risk, verdict) in zip(CLUES, shown(view, cell), strict=True):
                left = safe[mined == clue].reshape(-1, hidden.size) if len(safe) else safe
                if not len(left):
                    assert status == INCONSISTENT
                    impossible += 1
                    continue
                others = hidden & (np.arange(hidden.size) != cell)
                expected = left.mean(axis=0)
                assert status == FINE
                assert 2.0**weight == pytest.approx(len(left))
                assert risk[others] == pytest.approx(expected[others], abs=1e-9)
                told = np.select([expected == 0.0, expected == 1.0], [SAFE, MINE], UNDECIDED)
                assert np.array_equal(verdict[others], told[others])
                possible += 1
    assert possible > 500
    assert impossible > 500


def test_on_a_large_board_it_says_what_a_whole_analysis_says() -> None:
    compared, rules = 0, Rules(height=16, width=30, mines=99)
    for seed in range(6):
        game = Game(rules, seed=seed)
        game.apply(Open((3, 3)))
        while not game.over and (infer(game.view).safe & game.view.hidden).any():
            row, column = np.argwhere(infer(game.view).safe & game.view.hidden)[0].tolist()
            game.apply(Open((row, column)))
        view = game.view
        if game.over:
            continue
        cells, risk, verdict = cells_of(view), np.zeros(view.cells.size), np.zeros(view.cells.size, np.int8)
        for cell in np.flatnonzero(view.hidden).tolist()[::17]:
            for clue, (status, weight, risk_shown, verdict_shown) in zip(CLUES, shown(view, cell), strict=True):
                cells[cell] = clue
                whole, _, _, whole_weight = analyse_view(
                    cells, bounds_of(view), True, view.grid.kernel_neighbours, likelihoods(EXACT), 99, 1.0,
                    LIMIT.states, LIMIT.values, risk, verdict, True,
                )  # fmt: skip
                assert status == whole
                if status == FINE:
                    hidden = cells == cells_of(view)[cell]
                    assert weight == pytest.approx(whole_weight, abs=1e-9)
                    assert risk_shown[hidden] == pytest.approx(risk[hidden], abs=1e-9)
                    assert np.array_equal(verdict_shown[hidden], verdict[hidden])
                    compared += 1
            cells[cell] = cells_of(view)[cell]
    assert compared > 100
