"""Taking uncertain clues at their word: wrong at times, contradictory often, never a crash."""

from __future__ import annotations

import numpy as np
import pytest
from sets import random_views

from sapper import View, infer
from sapper.board.view import SAFE
from sapper.inference.trusting import infer_trusting

LEVELS = (("single",), ("single", "zones"), ("single", "subset"), ("single", "linear"))


@pytest.mark.parametrize("levels", LEVELS, ids=lambda levels: levels[-1])
def test_true_clues_are_dropped_by_nobody(levels: tuple[str, ...]) -> None:
    for view in random_views(seed=31, boards=60, models=("exact", "reveal:0.6")):
        kept, belief = infer_trusting(view, levels)
        assert np.array_equal(kept.cells, view.cells)
        assert kept.mines == view.mines
        plain = infer(view, levels)
        assert np.array_equal(belief.safe, plain.safe)
        assert np.array_equal(belief.mines, plain.mines)


@pytest.mark.parametrize("levels", LEVELS, ids=lambda levels: levels[-1])
def test_what_is_kept_does_not_contradict_itself(levels: tuple[str, ...]) -> None:
    dropped = 0
    for view in random_views(
        seed=32, boards=150, models=("optimistic", "optimistic:wide", "cautious", "cautious:wide")
    ):
        kept, belief = infer_trusting(view, levels)
        again = infer(kept, levels)
        assert np.array_equal(belief.safe, again.safe)
        changed = kept.cells != view.cells
        assert (kept.cells[changed] == SAFE).all()
        assert (view.cells[changed] >= 0).all()
        dropped += int(changed.sum())
    assert dropped > 0


def test_wrong_flags_and_too_many_of_them() -> None:
    kept, belief = infer_trusting(View.parse("F1F/.../clues=optimistic:wide", mines=1), ("single",))
    assert kept == View.parse("F_F/...")
    assert not belief.deductions


def test_a_clue_that_is_too_low_makes_a_mine_safe() -> None:
    """The point of the whole: optimistic clues, read as exact, decide wrongly."""
    view = View.parse("0./.*/clues=optimistic:wide")
    _, belief = infer_trusting(view, ("single",))
    assert not belief.safe.any(), "a zero beside a known mine cannot be exact"
    _, belief = infer_trusting(View.parse("0./../clues=optimistic:wide"), ("single",))
    assert belief.safe.sum() == 3
    assert not infer(View.parse("0./../clues=optimistic:wide"), "single").safe.any()
