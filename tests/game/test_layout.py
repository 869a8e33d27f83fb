from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from sapper import Game, Layout, Open, Rules, View
from sapper.board.chance import Seed
from sapper.errors import BadInput
from strategies import layouts, rule_sets, seeds


def test_a_seed_means_this_board_for_ever() -> None:
    assert repr(Layout.random(Rules.beginner(), seed=7)) == (
        "Layout.parse('.*......*/........./......*../.......**/........./......*../.......*./.......*./...*....*')"
    )
    assert repr(Layout.random(Rules(height=4, width=8, mines=6), seed=(2024, 3), start=(0, 0))) == (
        "Layout.parse('.....***/.....*../..*..*../........')"
    )


def test_counts_by_hand() -> None:
    assert Layout.parse("*.*/.*./...").counts.tolist() == [[1, 3, 1], [2, 2, 2], [1, 1, 1]]
    assert Layout.parse("*../.../.../grid=torus").counts.tolist() == [[0, 1, 1], [1, 1, 1], [1, 1, 1]]


@given(layouts())
def test_counts_are_the_mines_around(layout: Layout) -> None:
    for cell in np.ndindex(layout.mines.shape):
        assert layout.counts[cell] == sum(bool(layout.mines[other]) for other in layout.grid.around(cell))
    assert layout.total == layout.mines.sum()


@given(rule_sets(), seeds)
def test_the_first_click_keeps_its_promise_everywhere(rules: Rules, seed: Seed) -> None:
    for index in range(rules.cells):
        start = rules.grid.cell(index)
        layout = Layout.random(rules, seed, start)
        assert layout.total == rules.mines
        if rules.first != "any":
            assert not layout.mines[start]
        if rules.first == "opening":
            assert layout.counts[start] == 0


# Upper 0.1 % points of chi-square: a fixed seed passes or fails for ever, and a fair placement passes.
CHI_SQUARE = {14: 36.1, 9: 27.9, 5: 20.5, 15: 37.7}


@pytest.mark.parametrize(
    ("changes", "start", "layouts_possible"),
    [({"first": "any"}, None, 15), ({"first": "safe"}, (0, 1), 10), ({"first": "any"}, (0, 1), 15)],
)
def test_all_layouts_are_equally_likely(changes: Any, start: Any, layouts_possible: int) -> None:
    rules = Rules(height=2, width=3, mines=2, **changes)
    drawn = Counter(Layout.random(rules, (42, board), start) for board in range(3000))
    assert len(drawn) == layouts_possible
    expected = 3000 / layouts_possible
    assert sum((times - expected) ** 2 / expected for times in drawn.values()) < CHI_SQUARE[layouts_possible - 1]


def test_all_openings_are_equally_likely() -> None:
    rules = Rules(height=2, width=5, mines=2, first="opening")
    drawn = Counter(Layout.random(rules, (42, board), (0, 0)) for board in range(3000))
    assert len(drawn) == 15
    assert sum((times - 200) ** 2 / 200 for times in drawn.values()) < CHI_SQUARE[14]


@given(seeds)
def test_a_denser_board_keeps_the_mines_of_a_sparser_one(seed: Seed) -> None:
    boards = [
        Layout.random(Rules(height=6, width=7, mines=mines, first="safe"), seed, (2, 2)).mines
        for mines in range(0, 42, 3)
    ]
    for sparser, denser in itertools.pairwise(boards):
        assert bool((denser | ~sparser).all())


def test_another_start_moves_only_the_mines_that_it_must() -> None:
    rules = Rules(height=8, width=8, mines=20, first="safe")
    anywhere = Layout.random(rules, 5)
    for start in np.ndindex(8, 8):
        moved = Layout.random(rules, 5, start).mines != anywhere.mines
        assert moved.sum() == (2 if anywhere.mines[start] else 0)


def test_a_million_cells_and_the_first_view() -> None:
    game = Game(Rules(height=1000, width=1000, density=0.1, first="opening"), seed=1)
    game.apply(Open((500, 500)))
    view = game.view
    assert game.layout.total == 100_000
    assert view.opened.sum() >= 9
    assert str(View.parse(str(view))) == str(view)


def test_from_mines_and_shape() -> None:
    assert Layout.from_mines(2, 3, [(1, 2), (0, 0)], "hex") == Layout.parse("*../..*/grid=hex")
    with pytest.raises(BadInput, match=r"the mine \(2,0\) lies outside the 2×3 board"):
        Layout.from_mines(2, 3, [(2, 0)])
    with pytest.raises(BadInput, match=r"a layout has rows and columns, not shape \(3,\)"):
        Layout(np.zeros(3, dtype=np.bool_))
    with pytest.raises(BadInput, match=r"the start \(0,9\) lies outside the 2×3 board"):
        Layout.random(Rules(height=2, width=3, mines=1, first="safe"), 1, (0, 9))


def test_layouts_compare_by_value_and_cannot_change() -> None:
    mines = np.array([[True, False]])
    layout = Layout(mines)
    mines[0, 0] = False
    assert layout == Layout.parse("*.")
    assert layout != Layout.parse("*./grid=torus")
    assert layout != "*."
    for array in (layout.mines, layout.counts):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0
