"""The posterior equals the oracle that tries every layout, weighed by likelihood and prior, under every clue model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from positions import small_views
from sets import random_views

from sapper import View, infer
from sapper.board.view import HIDDEN, MINE, SAFE
from sapper.errors import BadInput, InconsistentView
from sapper.inference.brute import enumerate_layouts

MODELS = ("exact", "reveal:0.6", "reveal:0.6:again", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
NODES, WEIGHTS = np.polynomial.legendre.leggauss(40)
"""Gauss and Legendre: exact for polynomials of degree up to 79, so for every board here."""


def oracle(view: View) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Risk of each cell, and the possible layouts; if nothing is told, averaged over the densities from 0 to ½."""
    truth = enumerate_layouts(view)
    weights = truth.weights
    if view.mines is None and view.density is None:
        density, mines = NODES / 4 + 0.25, truth.layouts.sum(axis=(1, 2))[:, None]
        weights = weights * (WEIGHTS * density**mines * (1 - density) ** (view.cells.size - mines)).sum(axis=1)
        weights = weights / weights.sum()
    return np.tensordot(weights, truth.layouts, axes=1), truth.layouts


def check(view: View) -> None:
    belief = infer(view, "posterior")
    risk, layouts = oracle(view)
    np.testing.assert_allclose(belief.risk, risk, rtol=0, atol=1e-11, err_msg=repr(view))
    assert np.array_equal(belief.safe, view.hidden & ~layouts.any(axis=0)), repr(view)
    assert np.array_equal(belief.mines, view.hidden & layouts.all(axis=0)), repr(view)
    assert belief.complete


@pytest.mark.parametrize("model", MODELS)
def test_every_model_and_variant_on_boards_made_by_chance(model: str) -> None:
    """Mine count told on half of them, withheld on the other."""
    for view in random_views(seed=len(model), boards=300, models=(model,)):
        check(view)


@pytest.mark.parametrize("seed", range(3))
def test_positions_of_real_games_on_all_grids(seed: int) -> None:
    """Flags and known mines, and the mine count told, withheld or replaced by a density."""
    for view in small_views(seed, boards=300, most_hidden=11):
        check(view)


def test_nothing_told_and_nothing_seen() -> None:
    """Every density from 0 to ½ is equally likely: ¼ on average; a mine among two cells makes it 7/16 … 5/16."""
    np.testing.assert_allclose(infer(View.parse("..."), "posterior").risk, 0.25)
    np.testing.assert_allclose(infer(View.parse("*_."), "posterior").risk[0, 2], 0.3125)


def test_a_large_board_of_which_nothing_is_told() -> None:
    view = View(np.full((60, 60), HIDDEN, np.int8))
    seen = view.with_cells({(0, column): MINE for column in range(60)} | {(2, column): SAFE for column in range(60)})
    belief = infer(seen, "posterior")
    assert 0.4 < belief.risk[30, 30] < 0.5, "half of 120 cells are mines, and more than half is excluded"


def test_a_certain_cell_stays_certain_however_unlikely() -> None:
    """A weight that gets tiny is not zero: what is possible is read off the weights."""
    row = "".join("1." for _ in range(40))
    view = View.parse(f"{row}/{'.' * 80}/clues=cautious:wide")
    assert not infer(view, "posterior").mines.any()
    assert not infer(view, "posterior").safe.any()


@pytest.mark.parametrize(
    "text", ["1_./clues=optimistic:wide", "1.3/.../clues=optimistic:wide/mines=1", "1.3/.../mines=3"]
)
def test_a_view_that_no_layout_explains_is_refused(text: str) -> None:
    with pytest.raises(InconsistentView):
        infer(View.parse(text), "posterior")


def test_it_is_asked_alone() -> None:
    with pytest.raises(BadInput, match="asked alone"):
        infer(View.parse("1.."), ("single", "posterior"))


def test_flags_may_be_distrusted() -> None:
    for view in small_views(seed=21, boards=120, most_hidden=9):
        if view.flags.any() and view.mines is not None:
            bare = replace(view, cells=np.where(view.flags, HIDDEN, view.cells))
            np.testing.assert_allclose(
                infer(view, "posterior", trust_flags=False).risk, infer(bare, "posterior").risk, atol=1e-12
            )
