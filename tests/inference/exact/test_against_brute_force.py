"""Exact inference equals the oracle that tries every layout."""

from __future__ import annotations

import numpy as np
import pytest
from positions import small_views

from sapper import View, infer, infer_many, sample
from sapper.board.grid import Cell
from sapper.inference.brute import Enumeration, enumerate_layouts


@pytest.mark.parametrize("seed", range(6))
def test_certainties_risks_and_counts(seed: int) -> None:
    views = list(small_views(seed, boards=600))
    assert len(views) > 400
    for view, belief in zip(views, infer_many(views), strict=True):
        truth = enumerate_layouts(view)
        np.testing.assert_allclose(belief.risk, truth.risk, rtol=0, atol=1e-12, err_msg=repr(view))
        assert np.array_equal(belief.safe, view.hidden & ~truth.layouts.any(axis=0)), repr(view)
        assert np.array_equal(belief.mines, view.hidden & truth.layouts.all(axis=0)), repr(view)
        assert belief.solutions == len(truth.layouts), repr(view)
        assert belief.complete


def test_one_view_and_many_say_the_same() -> None:
    for view in small_views(seed=11, boards=60):
        one, (other,) = infer(view), infer_many([view])
        assert np.array_equal(one.risk, other.risk)
        assert np.array_equal(one.safe, other.safe)
        assert np.array_equal(one.mines, other.mines)


def test_flags_that_are_not_trusted_are_hidden_cells() -> None:
    for view in small_views(seed=12, boards=200, most_hidden=9):
        if not view.flags.any():
            continue
        truth = enumerate_layouts(view, trust_flags=False)
        belief = infer(view, trust_flags=False)
        np.testing.assert_allclose(belief.risk, truth.risk, rtol=0, atol=1e-12, err_msg=repr(view))
        assert belief.solutions == len(truth.layouts)


def test_what_cells_would_show() -> None:
    for view in small_views(seed=13, boards=600):
        belief, truth, expected = infer(view), enumerate_layouts(view), np.zeros((*view.cells.shape, 9))
        for row, column in np.argwhere(view.hidden).tolist():
            expected[row, column] = _clue_distribution(view, truth, (row, column))
            one = belief.clue_distribution((row, column))
            np.testing.assert_allclose(one, expected[row, column], rtol=0, atol=1e-12, err_msg=repr(view))
        np.testing.assert_allclose(belief.clue_distributions(), expected, rtol=0, atol=1e-12, err_msg=repr(view))


def _clue_distribution(view: View, truth: Enumeration, cell: Cell) -> list[float]:
    around = np.zeros(len(truth.layouts), int)
    for row, column in view.grid.around(cell):
        around += truth.layouts[:, row, column]
    safe = ~truth.layouts[:, cell[0], cell[1]]
    return [float(truth.weights[safe & (around == count)].sum()) for count in range(9)]


def test_samples_have_the_right_distribution() -> None:
    draws, statistics, freedom = 3000, 0.0, 0
    for view in small_views(seed=14, boards=80, most_hidden=8):
        truth = enumerate_layouts(view)
        expected = truth.weights * draws
        boards = sample(view, draws, seed=3).reshape(draws, -1)
        names = {layout.tobytes(): number for number, layout in enumerate(truth.layouts.reshape(len(expected), -1))}
        observed = np.bincount([names[board.tobytes()] for board in boards], minlength=len(expected))
        frequent = expected >= 5.0
        statistics += float(((observed - expected)[frequent] ** 2 / expected[frequent]).sum())
        freedom += max(0, int(frequent.sum()) - int(frequent.all()))
    # Chi-square with many degrees of freedom is nearly normal with variance 2 × freedom; the seeds are fixed.
    assert freedom > 500
    assert abs(statistics - freedom) < 4.0 * np.sqrt(2.0 * freedom)


def test_samples_are_reproducible_and_independent_of_their_number() -> None:
    view = View.parse("..../.21./..../....", mines=4)
    assert np.array_equal(sample(view, 5, seed=9), sample(view, 5, seed=9))
    assert not np.array_equal(sample(view, 5, seed=9), sample(view, 5, seed=10))
    assert sample(view, 0).shape == (0, 4, 4)
