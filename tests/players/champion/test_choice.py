"""The champion's choice far from the end, against a count of all layouts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from flips import settled_views, stuck_views, unavoidable

from sapper import View, infer
from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.board.notation import FLAG, HIDDEN
from sapper.board.notation import MINE as CODE_OF_A_MINE
from sapper.inference.brute import enumerate_layouts
from sapper.knowledge.constraints import cells_of
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.players.champion.choice import BESIDE_A_MINE, FIRST_CELLS, FLOATING, NEARBY, PRICE, Budget, Look
from sapper.players.champion.coin_flips import nothing_kept
from sapper.players.champion.dead import is_dead
from sapper.players.champion.kinds import IN_FRONTIER, kinds_of
from sapper.players.champion.lookahead import PROGRESS, SHARES
from sapper.players.champion.policy import Champion

Layouts = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int8]

EVERYWHERE = Look(close=1.0, frontier=40, shore=40, sea=40, further=1, clicks=1, thin=0.0, call=1.0)


def no_endgame(look: Look) -> Budget:
    return Budget(layouts=1, work=1, candidates=40, early=look, late=look, tolls=5)


NO_ENDGAME, CLOSE = no_endgame(EVERYWHERE), no_endgame(EVERYWHERE._replace(close=0.1))
ALL_CLOSE = EVERYWHERE._replace(further=40, call=0.0)


def next_click(view: View, cells: Codes, layouts: Layouts) -> tuple[float, Cell | None]:
    """How safe the next click is with these layouts left, and where; nowhere if all is decided."""
    hidden, risk = cells == HIDDEN, layouts.mean(axis=0)
    verdict = np.select([risk == 0, risk == 1], [SAFE, MINE], UNDECIDED).astype(np.int8) * hidden
    free, undecided = _cells(hidden & (risk == 0)), _cells(hidden & (risk > 0) & (risk < 1))
    if not undecided:
        return 1 + PROGRESS, None
    living = [
        cell
        for cell in undecided
        if not is_dead(view.grid.index(cell), cells.ravel(), verdict.ravel(), view.grid.kernel_neighbours)
    ] or [min(undecided, key=lambda cell: float(risk[cell]))]
    risks = ([0.0] * len(free) + sorted(float(risk[cell]) for cell in living))[: len(SHARES)]
    risks += risks[-1:] * (len(SHARES) - len(risks))
    safety = sum(share * (1 - one) for share, one in zip(SHARES, risks, strict=True))
    if free:
        return safety * (1 + PROGRESS), max(free, key=lambda cell: sum(hidden[near] for near in view.grid.around(cell)))
    return safety, min(living, key=lambda cell: float(risk[cell]))


def survival(view: View, cells: Codes, cell: Cell, layouts: Layouts, clicks: int, thin: float) -> float:
    """In how many of the layouts the click is survived, and so many after it, the last one in part.

    thin: fewer layouts than this are not followed.
    """
    safe = layouts[~layouts[:, cell[0], cell[1]]]
    shown = sum(safe[:, near[0], near[1]].astype(int) for near in view.grid.around(cell))
    total = 0.0
    for clue in np.unique(shown):
        part, after = safe[shown == clue], cells.copy()
        after[cell] = clue
        safety, following = next_click(view, after, part)
        if clicks == 1 or len(part) < thin or following is None:
            total += len(part) * safety
        else:
            total += survival(view, after, following, part, clicks - 1, thin)
    return total


def worth_of(view: View, cell: Cell, layouts: Layouts, clicks: int = 1, thin: float = 0.0) -> float:
    """What opening a cell is worth, clue by clue."""
    cells = cells_of(view).reshape(view.cells.shape)
    safety = 1 - layouts[:, cell[0], cell[1]].mean()
    bonus = 1 + PRICE * unavoidable(view, cell, nothing_kept()) / safety
    bonus += BESIDE_A_MINE * sum(cells[near] in (FLAG, CODE_OF_A_MINE) for near in view.grid.around(cell))
    kind = kinds_of(cells.ravel(), view.grid.kernel_neighbours)[view.grid.index(cell)]
    if kind != IN_FRONTIER and (cells >= 0).sum() >= FIRST_CELLS:
        bonus -= FLOATING
    return float(survival(view, cells, cell, layouts, clicks, thin * len(layouts)) / len(layouts) * bonus)


def _cells(mask: Layouts) -> list[Cell]:
    return [(int(row), int(column)) for row, column in np.argwhere(mask)]


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


def test_the_place_of_a_cell_counts_once_there_is_a_frontier() -> None:
    floating, beside = 0, 0
    for number, view in enumerate(settled_views(seed=3, boards=60)):
        layouts = np.array(enumerate_layouts(view).layouts)
        kinds = kinds_of(cells_of(view), view.grid.kernel_neighbours)
        for candidate in Champion(no_endgame(ALL_CLOSE))(view, infer(view), Chance(number)):
            assert candidate.survival == pytest.approx(worth_of(view, candidate.cell, layouts), abs=1e-9)
            floating += kinds[view.grid.index(candidate.cell)] != IN_FRONTIER
            beside += any(view[near] == FLAG for near in view.grid.around(candidate.cell))
    assert floating > 5
    assert beside > 20


@pytest.mark.parametrize(("clicks", "thin"), [(2, 0.0), (3, 0.0), (3, 0.1234), (5, 0.0567)])
def test_close_calls_are_decided_further_ahead(clicks: int, thin: float) -> None:
    other, budget = 0, no_endgame(ALL_CLOSE._replace(clicks=clicks, thin=thin))
    for number, view in enumerate(stuck_views(seed=8, boards=80, least=3, most=5)):
        layouts = np.array(enumerate_layouts(view).layouts)
        candidates = Champion(budget)(view, infer(view), Chance(number))
        assert all(candidate.survival is not None for candidate in candidates)
        worth = {
            candidate.cell: NEARBY * worth_of(view, candidate.cell, layouts)
            + (1 - NEARBY) * worth_of(view, candidate.cell, layouts, clicks, thin)
            for candidate in candidates
        }
        assert worth[candidates[0].cell] == pytest.approx(max(worth.values()), abs=1e-9)
        other += candidates[0].survival < max(candidate.survival or 0.0 for candidate in candidates) - 1e-9
    assert other > 5


def test_what_waiting_cannot_avoid_brings_a_risky_cell_back() -> None:
    brought_back = 0
    for number, view in enumerate(stuck_views(seed=6, boards=300, least=3, most=5)):
        belief = infer(view)
        risk, lowest = belief.risk, float(belief.risk[view.hidden].min())
        for candidate in Champion(CLOSE)(view, belief, Chance(number)):
            if risk[candidate.cell] > lowest + CLOSE.early.close:
                brought_back += 1
                assert (
                    risk[candidate.cell] - unavoidable(view, candidate.cell, nothing_kept())
                    <= lowest + CLOSE.early.close
                )
    assert brought_back > 10


def test_a_coin_flip_that_cannot_be_avoided_is_taken_before_a_lesser_risk() -> None:
    """The corner wins 3 of the 8 layouts, and no cell wins more; some that are half as risky win 2."""
    view = View.parse("00001./00013./1102../.213../......", mines=7)
    belief = infer(view)
    assert unavoidable(view, (0, 5), nothing_kept()) == pytest.approx(0.5)
    assert belief.risk[view.hidden].min() == pytest.approx(0.25)
    assert Champion(CLOSE)(view, belief, Chance(1))[0].cell == (0, 5)
