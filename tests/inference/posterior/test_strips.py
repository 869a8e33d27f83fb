"""Strips: exact where the parts of a board meet in one clue, close elsewhere, and never wrong about what is certain."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import View, infer
from sapper.bench.uncertain import errors_of_strips, wide_positions
from sapper.board.view import HIDDEN
from sapper.inference.posterior import narrow
from sapper.inference.posterior.solve import Caps, infer_posterior
from sapper.inference.posterior.strips import cut, strips_of
from sapper.knowledge.components import components
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import compress

CUT = Caps(quick=0, exact=0, strips=1_000_000)
WHOLE = Caps(*[1_000_000] * 3)


@pytest.fixture
def always_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut even what is narrow, if asked to."""
    monkeypatch.setattr(narrow, "NARROW", 0)


@pytest.mark.usefixtures("always_cut")
@pytest.mark.parametrize("clues", ["optimistic:wide", "cautious:wide"])
def test_boards_that_meet_in_one_clue_are_exact(clues: str) -> None:
    """Two frontiers, above and below one clue: what they tell each other through it is all there is to tell."""
    text = f"..1.2../_______/___1___/_______/..2.1../density=0.3/clues={clues}"
    view = View.parse(text).with_cells({(1, 3): HIDDEN, (3, 3): HIDDEN})
    belief = infer_posterior(view, caps=CUT)
    assert not belief.complete
    assert belief.risk_error is not None
    np.testing.assert_allclose(belief.risk, infer(view).risk, atol=1e-12)


@pytest.mark.usefixtures("always_cut")
def test_hard_clues_are_never_cut() -> None:
    c = constraints_of(View.parse("...../.1.1./...../.2.1./....."))
    p, _ = compress(c, np.zeros(len(c.cells), np.int8))
    row, column = narrow._places(c, p, 5)
    start, clues = components(p)
    division = cut(p, strips_of(p, start, clues, np.full(len(start) - 1, 5, np.int32), row, column))
    assert np.array_equal(np.diff(division.first_part), np.ones(len(p.low)))


@pytest.mark.parametrize("clues", ["cautious", "cautious:wide"])
def test_close_to_exact_where_both_are_possible(clues: str) -> None:
    """The bench measures more and larger boards."""
    errors = errors_of_strips(list(wide_positions(clues, side=16, positions=12, states=3_000)), states=3_000)
    assert errors.positions == 12
    assert errors.mean <= 0.001
    assert errors.regret <= 0.001
    assert errors.wrong == 0, "a strip decided what the board leaves open"


@pytest.mark.usefixtures("always_cut")
@pytest.mark.parametrize("told", ["/mines=12", "/density=0.2", ""])
def test_every_prior_can_be_cut(told: str) -> None:
    view = View.parse(f"......../.1..2.1./......../.2.1..1./......../..1..1../......../clues=cautious:wide{told}")
    belief, exact = infer_posterior(view, caps=CUT), infer_posterior(view, caps=WHOLE)
    assert not belief.complete
    assert exact.complete
    assert 0.0 < np.abs(belief.risk - exact.risk).max() < 0.1
