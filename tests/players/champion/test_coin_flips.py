"""The risk of coin flips to come, against a count of all layouts."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from flips import stuck_views, unavoidable

from sapper import View, infer
from sapper.board.grid import Cell
from sapper.inference.brute import enumerate_layouts
from sapper.players.champion.coin_flips import MOST_MISSING, UNLIKELY, nothing_kept


def by_counting(view: View, cell: Cell) -> float:
    """The same from all layouts, pattern by pattern."""
    layouts, risk, grid = enumerate_layouts(view).layouts, infer(view).risk, view.grid

    def touches(a: Cell, b: Cell) -> bool:
        return a in grid.around(b)

    def chance(one: list[Cell], two: list[Cell], most: int, through: Cell | None = None) -> float:
        balance = {
            end: sum(touches(end, a) for a in one) - sum(touches(end, b) for b in two)
            for end in map(tuple, np.argwhere(np.ones(view.cells.shape)).tolist())
            if end not in (*one, *two)
        }
        ends = [end for end, value in balance.items() if value]
        missing = [end for end in ends if view.hidden[end]]
        if any(view.opened[end] for end in ends) or len(missing) > most or (through and missing != [through]):
            return 0.0
        if np.prod([risk[end] for end in missing]) < UNLIKELY:
            return 0.0
        found = [
            layout
            for layout in layouts
            if all(layout[end] for end in missing)
            and {tuple(layout[c] for c in one), tuple(layout[c] for c in two)}
            == {(True,) * len(one), (False,) * len(two)}
        ]
        return len(found) / len(layouts)

    hidden = [(int(r), int(c)) for r, c in np.argwhere(view.hidden)]
    around = [other for other in hidden if touches(cell, other)]
    pair = max((chance([cell], [other], MOST_MISSING) for other in around), default=0.0)
    square, end = 0.0, 0.0
    for across in around:
        common = [c for c in grid.around(cell) if touches(c, across)]
        if len(common) == 2 and all(view.hidden[c] for c in common):
            square = max(square, chance([cell, across], common, MOST_MISSING))
    for one, two in combinations(hidden, 2):
        if cell not in (one, two) and touches(one, two) and (touches(cell, one) or touches(cell, two)):
            end += chance([one], [two], 1, through=cell)
    return float(min((pair + square + end) / 2, risk[cell], 1 - risk[cell]))


def test_against_all_layouts() -> None:
    seen = 0
    for view in stuck_views(seed=3, boards=60, least=2, most=4):
        kept = nothing_kept()
        for row, column in np.argwhere(view.hidden).tolist():
            wanted = by_counting(view, (row, column))
            assert unavoidable(view, (row, column), nothing_kept()) == pytest.approx(wanted, abs=1e-9)
            assert unavoidable(view, (row, column), kept) == pytest.approx(wanted, abs=1e-9)
            seen += wanted > 0
    assert seen > 30


def test_a_pair_in_a_corner_behind_mines_is_a_coin_flip() -> None:
    view = View.parse("..F2/FFF2/2321", mines=5)
    assert unavoidable(view, (0, 0), nothing_kept()) == pytest.approx(0.5)
