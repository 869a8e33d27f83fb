"""Level `window`: report 000's sandwich, what lies outside every window, and thousands of small boards."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sets import MODELS, check, on_board, random_views

from sapper import View
from sapper.board.grid import Grid
from sapper.inference.level import Contradiction, Finding, run
from sapper.inference.queue import queue_level
from sapper.inference.subset import subset_level
from sapper.inference.window import inner_cells, window_level
from sapper.knowledge.constraints import constraints_of

SANDWICH = View.parse("_____/_121_/_..._/_121_/_____")


def ring(view: View) -> View:
    """The same view inside two rings of opened cells without clues: now every clue is in a window."""
    return View(
        np.pad(view.cells, 2, constant_values=View.parse("_").cells[0, 0]),
        mines=view.mines,
        clues=view.clues,
        bounds=None if view.bounds is None else np.pad(view.bounds, 2, constant_values=-1),
    )


def test_the_sandwich_of_report_000() -> None:
    window = partial(window_level, grid=SANDWICH.grid)
    assert on_board(SANDWICH, window) == {(2, 1): True, (2, 2): False, (2, 3): True}
    c = constraints_of(SANDWICH)
    # A + B = 1 at (1,1) is part of A + B + C = 2 at (1,2).
    assert window(c, np.zeros(3, np.int8)) == [Finding(2, True, (0, 1))]


def test_queue_then_window_as_in_the_report() -> None:
    c = constraints_of(SANDWICH)
    _, trail = run([("queue", queue_level), ("window", partial(window_level, grid=SANDWICH.grid))], c)
    assert [(name, int(f.cell), f.mine) for name, f in trail] == [
        ("window", 2, True),
        ("queue", 1, False),
        ("queue", 0, True),
    ]


def test_the_3x3_that_report_000_cannot_solve() -> None:
    view = View.parse("1.2/.../.3.")
    assert on_board(view, partial(window_level, grid=view.grid)) == {}


def test_clues_on_the_border_are_in_no_inner_part() -> None:
    view = View.parse("121/...")
    assert on_board(view, partial(window_level, grid=view.grid)) == {}
    assert on_board(ring(view), partial(window_level, grid=ring(view).grid)) == {
        (3, 2): True, (3, 3): False, (3, 4): True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("grid", "cells"),
    [(Grid(4, 9), 0), (Grid(5, 5), 9), (Grid(6, 7), 20), (Grid(5, 5, "torus"), 25), (Grid(5, 5, "hex"), 7)],
    ids=str,
)
def test_inner_cells(grid: Grid, cells: int) -> None:
    assert int(inner_cells(grid).sum()) == cells


@pytest.mark.parametrize("model", MODELS)
def test_sound_on_small_boards(model: str) -> None:
    # The oracle may try every layout although the ring is there: its cells are open.
    found = 0
    for view in map(ring, random_views(41, 300, (model,))):
        found += check(view, partial(window_level, grid=view.grid))
    assert found > (0 if model.startswith("optimistic") else 20)


def test_with_every_clue_in_a_window_it_is_one_step_of_subset() -> None:
    more = 0
    for view in map(ring, random_views(42, 300, ("exact",))):
        weak = on_board(view, partial(window_level, grid=view.grid))
        assert weak.items() <= on_board(view, subset_level).items()
        more += len(weak) > len(on_board(view))
    assert more > 20


def test_clues_that_exclude_each_other() -> None:
    # a + b = 2 at the left, a + b + c = 1 in the middle.
    broken = View.parse("_____/_21__/_..._/_____/_____")
    c = constraints_of(broken)
    with pytest.raises(Contradiction):
        window_level(c, np.zeros(len(c.cells), np.int8), grid=broken.grid)
