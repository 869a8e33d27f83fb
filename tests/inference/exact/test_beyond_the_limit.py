"""Past the limit the logic stays complete, risks are sampled with an honest error, and nothing is called exact."""

from __future__ import annotations

import numpy as np
import pytest
from positions import small_views

from sapper import Limit, View, infer
from sapper.bench.positions import every_second, partly_opened
from sapper.errors import InconsistentView
from sapper.inference.brute import enumerate_layouts
from sapper.inference.exact.beyond import infer_beyond

TIGHT = Limit(states=10)


def test_it_says_that_it_is_not_exact() -> None:
    belief = infer(every_second(9, 9), limit=TIGHT)
    assert not belief.complete
    assert belief.risk_error is not None
    assert belief.risk_error.max() > 0.0


def test_certainties_equal_brute_force() -> None:
    for view in small_views(seed=31, boards=120):
        truth = enumerate_layouts(view)
        belief = infer_beyond(view, True, Limit(sweeps=2))
        assert np.array_equal(belief.safe, view.hidden & ~truth.layouts.any(axis=0)), repr(view)
        assert np.array_equal(belief.mines, view.hidden & truth.layouts.all(axis=0)), repr(view)


@pytest.mark.parametrize("view", [every_second(9, 13), partly_opened(14, 14, 0.25, 0.35, 3)], ids=["pattern", "random"])
def test_sampled_risks_are_as_good_as_they_say(view: View) -> None:
    exact = infer(view)
    sampled = infer_beyond(view, True, Limit(sweeps=40))
    assert np.array_equal(sampled.safe, exact.safe)
    assert np.array_equal(sampled.mines, exact.mines)
    assert sampled.risk_error is not None
    error = np.abs(sampled.risk - exact.risk)
    assert error.max() < 0.05
    assert np.sqrt((error**2).mean()) < 3.0 * np.sqrt((sampled.risk_error**2).mean()) + 1e-3


def test_it_is_reproducible() -> None:
    view = every_second(9, 9)
    assert np.array_equal(infer(view, limit=TIGHT).risk, infer(view, limit=TIGHT).risk)


def test_a_contradiction_is_found_there_too() -> None:
    cells = every_second(9, 9).cells.copy()
    cells[1, 1], cells[1, 3] = 0, 8
    with pytest.raises(InconsistentView, match=r"\(1,1\)=0 and \(1,3\)=8 cannot both hold"):
        infer(View(cells), limit=TIGHT)
