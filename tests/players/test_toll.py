"""Looking ahead under every clue model: outcomes, their chances and the tolls, against the oracle."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from positions import MODELS, small_views

from sapper import View
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE
from sapper.inference.brute import Enumeration, enumerate_layouts
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.inference.exact.prior import odds_of, prior_of
from sapper.knowledge.constraints import bounds_of, cells_of
from sapper.knowledge.supercells import UNDECIDED
from sapper.players.showing import MOST_OUTCOMES, possible_outcomes, showing_of
from sapper.players.toll import (
    DOUBT,
    FOLLOWED,
    LATER_DOUBT,
    LATER_MINE,
    LATER_NEXT,
    NEXT,
    Pick,
    Prior,
    Work,
    least_toll,
    look_ahead,
    lowest_in_rank,
)
from sapper.policies.safest import EQUAL

Floats = npt.NDArray[np.float64]
VIEWS = [
    view
    for view in small_views(seed=43, boards=160, most_hidden=8)
    if view.hidden.any() and (view.mines is not None or view.density is not None)
]

PICK = Pick(most=3, close=0.2, spread=0.03, work=10_000)


def chances(view: View, truth: Enumeration, cell: int) -> tuple[dict[int, float], int]:
    """By the definition of the clue model: the probability of every outcome, and the bound of a number."""
    around = [view.grid.index(near) for near in view.grid.around(view.grid.cell(cell))]
    codes = view.cells.ravel()[around]
    known, hidden = int(np.isin(codes, (MINE, FLAG)).sum()), int(np.equal(codes, HIDDEN).sum())
    bound = view.clues.bound(known, hidden, len(around))
    layouts = truth.layouts.reshape(len(truth.layouts), -1)
    safe = truth.weights * ~layouts[:, cell]
    shows = 1.0 if view.clues.again else view.clues.probability
    found = {MINE: 1.0 - float(safe.sum()), SAFE: (1.0 - shows) * float(safe.sum())}
    for number in range(len(around) + 1):
        likelihood = view.clues.likelihood(number, bound, len(around))
        found[number] = shows * float((safe * likelihood[layouts[:, around].sum(axis=1)]).sum())
    return {code: chance for code, chance in found.items() if chance > 1e-12}, bound


def after(view: View, cell: int, code: int, bound: int) -> View:
    """The view if a cell turns out to be that."""
    cells, place = view.cells.copy(), view.grid.cell(cell)
    cells[place] = code
    bounds = None if view.bounds is None else view.bounds.copy()
    if bounds is not None:
        bounds[place] = bound
    return replace(view, cells=cells, bounds=bounds)


def toll_of(view: View, truth: Enumeration, cell: int, follow: bool, later: bool = False) -> float:
    """By its definition, from every layout: the risk, and what comes after each outcome."""
    outcomes, bound = chances(view, truth, cell)
    toll = float(truth.risk.ravel()[cell]) * (FOLLOWED if later else 1.0)
    for code, chance in outcomes.items():
        then = after(view, cell, code, bound)
        layouts = enumerate_layouts(then)
        decided = then.hidden & (layouts.layouts.all(axis=0) | ~layouts.layouts.any(axis=0))
        risk = layouts.risk[then.hidden & ~decided]
        if not len(risk):
            continue
        if follow:
            toll += chance * toll_of(then, layouts, next_cell(then, layouts), False, later=True)
        else:
            next_click, per_nat, per_mine = (LATER_NEXT, LATER_DOUBT, LATER_MINE) if later else (NEXT, DOUBT, 0.0)
            doubt = -(risk * np.log(risk) + (1.0 - risk) * np.log1p(-risk)).sum()
            mines = (then.hidden & layouts.layouts.all(axis=0)).sum()
            least = 0.0 if decided.any() else float(risk.min())
            toll += chance * float(next_click * least + per_nat * doubt + per_mine * mines)
    return toll


def next_cell(view: View, truth: Enumeration) -> int:
    """A free cell with most hidden neighbours, else the safest; the first of equal ones."""
    free = np.flatnonzero(view.hidden & ~truth.layouts.any(axis=0)).tolist()
    if free:
        hidden = [sum(view.hidden[near] for near in view.grid.around(view.grid.cell(cell))) for cell in free]
        return int(free[int(np.argmax(hidden))])
    risk = np.where(view.hidden, truth.risk, np.inf).ravel()
    return int(np.flatnonzero(risk < risk.min() + EQUAL)[0])


def test_every_clue_model_is_among_the_positions() -> None:
    assert {str(view.clues) for view in VIEWS} == set(MODELS)


def test_outcomes_have_the_chances_that_the_oracle_gives_them() -> None:
    for view in VIEWS:
        truth, cell = enumerate_layouts(view), int(np.flatnonzero(view.hidden)[0])
        codes, factor = np.empty(MOST_OUTCOMES, np.int8), np.empty(MOST_OUTCOMES)
        found, bound = possible_outcomes(
            cell, cells_of(view), view.grid.kernel_neighbours, showing_of(view.clues), odds_of(view), codes, factor
        )
        wanted, drawn = chances(view, truth, cell)
        before = _weight(view)
        chance = {
            code: weight * 2.0 ** (_weight(after(view, cell, code, bound)) - before)
            for code, weight in zip(codes[:found].tolist(), factor.tolist(), strict=False)
        }
        assert bound == (drawn if view.clues.needs_bound else 0)
        assert {code: c for code, c in chance.items() if c > 0.0} == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("follow", [False, True])
def test_tolls_are_what_the_oracle_says_and_the_least_is_chosen(follow: bool) -> None:
    looked = 0
    for view in VIEWS:
        truth = enumerate_layouts(view)
        if (truth.layouts.all(axis=0) | ~truth.layouts.any(axis=0))[view.hidden].any():
            continue
        looked += 1
        cells, bounds, risk = cells_of(view), bounds_of(view), truth.risk.ravel()
        hidden = np.flatnonzero(view.hidden).astype(np.int32)
        candidates = hidden[np.argsort(risk[hidden], kind="stable")[:3]]
        tolls = np.empty(len(candidates))
        chosen = least_toll(
            cells, bounds, view.grid.kernel_neighbours, showing_of(view.clues), Prior(*prior_of(view)), _weight(view),
            risk, follow, _work(view), candidates, tolls,
        )  # fmt: skip
        assert np.array_equal(cells, view.cells.ravel())
        assert np.array_equal(bounds, bounds_of(view))
        wanted = {cell: toll_of(view, truth, cell, follow) for cell in candidates.tolist()}
        assert wanted[chosen] == pytest.approx(min(wanted.values()), abs=1e-8)
        least = np.inf
        for cell, toll in zip(wanted, tolls, strict=False):  # those behind are not followed to the end
            assert toll == pytest.approx(wanted[cell], abs=1e-9) or least <= toll <= wanted[cell]
            least = min(least, toll)
    assert looked > 20


def test_where_it_takes_too_much_work_the_lowest_in_rank_is_chosen() -> None:
    for view in VIEWS:
        risk, order = enumerate_layouts(view).risk.ravel(), np.arange(view.cells.size, dtype=np.int32)
        neighbours = view.grid.kernel_neighbours
        chosen = look_ahead(
            cells_of(view), bounds_of(view), neighbours, showing_of(view.clues), Prior(*prior_of(view)), risk, order,
            PICK._replace(work=0), _work(view),
        )  # fmt: skip
        hidden = view.hidden.ravel()
        spread = np.where(hidden, risk * (1.0 - risk), 0.0)
        around = np.where(view.grid.neighbours >= 0, spread[view.grid.neighbours], 0.0).sum(axis=1)
        rank = np.where(hidden & (risk <= risk[hidden].min() + PICK.close), risk + PICK.spread * around, np.inf)
        assert chosen == lowest_in_rank(cells_of(view), neighbours, risk, order, PICK)
        assert rank[chosen] == pytest.approx(rank.min(), abs=1e-7)


def _work(view: View) -> Work:
    return Work(20_000, 1_000_000, np.empty(view.cells.size), np.empty(view.cells.size, np.int8))


def _weight(view: View) -> float:
    """The logarithm of the weight of all solutions."""
    work = _work(view)
    work.verdict[:] = UNDECIDED
    status, _, _, weight = analyse_view(
        cells_of(view), bounds_of(view), True, view.grid.kernel_neighbours, showing_of(view.clues).likelihoods,
        *prior_of(view), work.states, work.values, work.risk, work.verdict, True,
    )  # fmt: skip
    return float(weight) if status == FINE else -np.inf
