"""Level `queue`: each clue once, in order."""

from __future__ import annotations

import numpy as np
import pytest
from sets import MODELS, called, check_findings, random_views, refuses

from sapper import View
from sapper.inference.brute import enumerate_layouts
from sapper.inference.level import run
from sapper.inference.queue import queue_level
from sapper.inference.single import single_level
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import MINE, SAFE


def test_a_clue_sees_what_those_before_it_decided() -> None:
    assert called(queue_level, "0:a 1:ab 1:bc") == {"a": (False, (0,)), "b": (True, (1,)), "c": (False, (2,))}


def test_a_clue_is_not_looked_at_again() -> None:
    assert called(queue_level, "1:bc 1:ab 0:a") == {"a": (False, (2,))}
    assert set(called(single_level, "1:bc 1:ab 0:a")) == {"a", "b", "c"}


def test_only_fresh_clues_are_looked_at() -> None:
    view = View.parse("01.2.")
    c = constraints_of(view)
    assert queue_level(c, np.zeros(2, np.int8), np.array([False, False])) == []
    assert [f.cell for f in queue_level(c, np.zeros(2, np.int8), np.array([True, False]))] == [0]
    assert [f.cell for f in queue_level(c, np.zeros(2, np.int8))] == [0, 1]


@pytest.mark.parametrize("model", MODELS)
def test_sound_and_no_stronger_than_single(model: str) -> None:
    weaker = 0
    for view in random_views(51, 250, (model,)):
        c = constraints_of(view)
        layouts = enumerate_layouts(view).layouts.reshape(-1, view.cells.size)[:, c.cells]
        decided = np.zeros(len(c.cells), np.int8)
        findings = queue_level(c, decided)
        before = np.zeros(len(c.cells), np.int8)
        for finding in findings:  # each rests on its clue and on those before it
            after = before.copy()
            after[finding.cell] = MINE if finding.mine else SAFE
            check_findings(c, before, after, [finding])
            before = after
        assert (before == decided).all()
        for cell in np.flatnonzero(decided):
            assert (layouts[:, cell] == (decided[cell] == MINE)).all()
        full, _ = run([("single", single_level)], c)
        assert (full[decided != 0] == decided[decided != 0]).all()
        weaker += int((full != decided).any())
        while queue_level(c, decided):
            pass
        assert (full == decided).all(), "queue after queue reaches what single reaches"
    assert weaker > 0 or model.startswith(("optimistic", "cautious"))


@pytest.mark.parametrize("text", ["0:a 1:a", "2:ab 0:b"])
def test_sets_that_cannot_hold(text: str) -> None:
    assert refuses(queue_level, text)
