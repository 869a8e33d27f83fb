"""Level `enumeration`: the reports' boards, thousands of small boards, and risks against every layout."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sets import MODELS, called, check, on_board, random_views, refuses

from sapper import View
from sapper.inference.brute import enumerate_layouts
from sapper.inference.enumeration import enumeration_level
from sapper.inference.linear import linear_level
from sapper.knowledge.components import components
from sapper.knowledge.configurations import NO_COMPONENT, count_configurations, examine
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import compress

# Report 002, the iteration that ends with the choice of (9,9): 10×10 with 20 mines.
CHOICE = View.parse(
    "0001F11.../0012211.2./001F21212./01233F3.2./01F2F4F.../012435F.../001FF4F.../11223F4.../1F1023..1./11101F....",
    mines=20,
)


def test_the_two_components_of_report_002() -> None:
    c = constraints_of(CHOICE)
    p, _ = compress(c, np.zeros(len(c.cells), np.int8))
    assert len(components(p)[0]) - 1 == 2
    conf = count_configurations(p, 20)
    cells = [int(p.size[conf.boxes[conf.start[k] : conf.start[k + 1]]].sum()) for k in range(2)]
    assert cells == [11, 11]
    assert conf.tally.sum(axis=1).tolist() == [10.0, 10.0]
    assert conf.tally[0, 3:5].tolist() == [2.0, 8.0]
    assert conf.tally[1, 2:4].tolist() == [2.0, 8.0]


def test_the_percentages_of_report_002() -> None:
    c = constraints_of(CHOICE)
    seen = examine(c, np.zeros(len(c.cells), np.int8), 20, False)
    risk = {CHOICE.grid.cell(int(index)): float(seen.risk[j]) for j, index in enumerate(c.cells)}
    lowest = {(7, 8), (7, 9), (8, 9), (9, 7), (9, 8), (9, 9)}
    assert {cell for cell, value in risk.items() if value == pytest.approx(0.1)} == lowest
    assert risk[8, 6] == pytest.approx(0.8)
    assert risk[0, 7] == pytest.approx(0.5)
    assert not enumeration_level(c, np.zeros(len(c.cells), np.int8))


def test_the_3x3_of_report_000() -> None:
    view = View.parse("1.2/.../.3.")
    found = on_board(view, enumeration_level)
    assert found[1, 0] is False
    assert found == {(1, 0): False, (1, 2): True}
    # The report shows three assignments; it has a fourth, with the mine of the first row in the middle.
    assert len(enumerate_layouts(view).layouts) == 3


def test_a_component_above_the_cap_is_left_alone() -> None:
    text = "1:ab 2:abc 1:bc"
    assert set(called(enumeration_level, text)) == {"a", "b", "c"}
    assert called(partial(enumeration_level, cap=2), text) == {}


def test_the_mine_count_strikes_configurations_out() -> None:
    # 1-2 mines among abc, 1-2 among xyz: with two in all, each clue has its least, so the middle ones are mined.
    text = "1:ab 1:bc 1:xy 1:yz"
    assert called(enumeration_level, text) == {}
    found = called(enumeration_level, text, mines_left=2)
    assert {name: mine for name, (mine, _) in found.items()} == {
        "a": False, "b": True, "c": False, "x": False, "y": True, "z": False,
    }  # fmt: skip
    assert all(clues == (0, 1, 2, 3) for _, clues in found.values())
    assert called(partial(enumeration_level, count=False), text, mines_left=2) == {}


def test_cells_outside_are_compared_with_the_mine_count() -> None:
    assert on_board(View.parse("1../...", mines=1), enumeration_level) == {(0, 2): False, (1, 2): False}
    assert on_board(View.parse("1../...", mines=3), enumeration_level) == {(0, 2): True, (1, 2): True}


@pytest.mark.parametrize("model", MODELS)
def test_sound_on_small_boards(model: str) -> None:
    assert sum(check(view, enumeration_level) for view in random_views(31, 300, (model,))) > 100


@pytest.mark.parametrize("cap", [3, 6])
def test_sound_below_the_cap(cap: int) -> None:
    assert sum(check(view, partial(enumeration_level, cap=cap)) for view in random_views(32, 400)) > 100


def test_complete_when_every_component_fits() -> None:
    for view in random_views(33, 400):
        layouts = enumerate_layouts(view).layouts
        same = (layouts == layouts[0]).all(axis=0) & view.hidden
        cells = [(int(row), int(column)) for row, column in np.argwhere(same)]
        assert on_board(view, enumeration_level) == {cell: bool(layouts[0][cell]) for cell in cells}


def test_linear_finds_no_more() -> None:
    for view in random_views(34, 300):
        assert on_board(view, linear_level).items() <= on_board(view, enumeration_level).items()


def test_risks_are_those_of_all_layouts() -> None:
    for view in random_views(35, 600):
        c = constraints_of(view)
        seen = examine(c, np.zeros(len(c.cells), np.int8), 20, True)
        truth = enumerate_layouts(view).risk.ravel()[c.cells]
        told = seen.component != NO_COMPONENT if view.mines is None else np.ones(len(c.cells), np.bool_)
        assert seen.risk[told] == pytest.approx(truth[told], abs=1e-9)
        assert np.isnan(seen.risk[~told]).all()


@pytest.mark.parametrize("text", ["1:ab 0:ab", "2:ab 0:bc", "1:ab 1:bc 1:ac", "3:abc 1:ab"])
def test_sets_that_cannot_hold(text: str) -> None:
    assert refuses(enumeration_level, text)
