"""Other solvers agree: ms_toollib on probabilities, python-sat on certainties, minesweepr's published example."""

from __future__ import annotations

import ms_toollib
import numpy as np
import pytest

from sapper import View, infer, infer_many
from sapper.bench.positions import partly_opened, stuck_expert
from sapper.inference.sat import forced
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import MINE, SAFE


def test_probabilities_of_300_expert_positions() -> None:
    views = list(stuck_expert(300, seed=5))
    for view, belief in zip(views, infer_many(views), strict=True):
        board = np.where(view.cells >= 0, view.cells, 10).tolist()
        theirs = np.array(ms_toollib.cal_probability_onboard(board, view.mines)[0])
        np.testing.assert_allclose(belief.risk[view.hidden], theirs[view.hidden], rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 40))])
def test_forced_cells_of_larger_boards(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for board in range(25):
        height, width = int(rng.integers(8, 18)), int(rng.integers(8, 18))
        view = partly_opened(height, width, float(rng.choice([0.1, 0.2, 0.3])), float(rng.uniform(0.1, 0.6)), board)
        belief, verdict = infer(view), forced(constraints_of(view))
        cells = constraints_of(view).cells
        assert np.array_equal(belief.safe.ravel()[cells], verdict == SAFE)
        assert np.array_equal(belief.mines.ravel()[cells], verdict == MINE)


def test_the_example_of_minesweepr() -> None:
    """A 10×10 board with 10 mines, 85 cells of it in play; figures from the README of mrgriscom/minesweepr."""
    rows = [
        "001.......",
        "002.......",
        "003.......",
        "002.......",
        "112.......",
        *[
            "..........",
        ]
        * 5,
    ]
    belief = infer(View.parse("/".join(rows), mines=10))
    assert belief.mines[[1, 2, 3], 3].all()
    assert belief.safe[[0, 4, 5], [3, 3, 2]].all()
    assert belief.risk[5, 1] == pytest.approx(0.9221, abs=5e-5)
    assert belief.risk[5, [0, 3]] == pytest.approx(0.0779, abs=5e-5)
    assert belief.risk[9, 9] == pytest.approx(0.0779, abs=5e-5)
    assert belief.solutions == 237_093_780
