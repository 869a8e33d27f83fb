"""3BV, openings, islands, ZiNi: by hand, by the game itself, and against ms_toollib."""

from __future__ import annotations

import ms_toollib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Layout, Measures, Open, Rules, measure
from sapper.board.view import HIDDEN


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        (".", Measures(bbbv=1, openings=1, islands=0, zini=1)),
        ("*", Measures(bbbv=0, openings=0, islands=0, zini=0)),
        ("*.", Measures(bbbv=1, openings=0, islands=1, zini=1)),
        ("*..", Measures(bbbv=1, openings=1, islands=0, zini=1)),
        (".../.*./...", Measures(bbbv=8, openings=0, islands=1, zini=5)),
        ("...*...", Measures(bbbv=2, openings=2, islands=0, zini=2)),
        (".*.*.", Measures(bbbv=3, openings=0, islands=3, zini=3)),
    ],
)
def test_by_hand(layout: str, expected: Measures) -> None:
    assert measure(Layout.parse(layout)) == expected


def test_a_thousand_boards_like_ms_toollib() -> None:
    rng = np.random.default_rng(5)
    for seed in range(1000):
        height, width = (16, 30) if seed % 4 == 0 else rng.integers(1, 24, 2).tolist()
        density = 99 / 480 if seed % 4 == 0 else float(rng.choice([0.05, 0.1, 0.15, 0.2, 0.3, 0.5]))
        layout = Layout.random(Rules(height=height, width=width, density=density, end="survey"), seed)
        theirs = ms_toollib.Board(np.where(layout.mines, -1, layout.counts).tolist())
        assert measure(layout) == Measures(theirs.bbbv, theirs.op, theirs.isl, theirs.zini)


@given(
    height=st.integers(1, 9),
    width=st.integers(1, 9),
    density=st.floats(0, 1),
    topology=st.sampled_from(["square", "torus", "hex"]),
    seed=st.integers(0, 2**32),
)
def test_3bv_is_the_number_of_clicks_on_every_grid(height, width, density, topology, seed) -> None:
    rules = Rules(height=height, width=width, density=density, first="any", topology=topology)
    layout = Layout.random(rules, seed)
    game, clicks, openings = Game(rules, layout=layout), 0, 0
    for zero in (True, False):  # openings first: a number at their border needs no click of its own
        for row, column in np.argwhere(~layout.mines & ((layout.counts == 0) == zero)).tolist():
            if game.view[row, column] == HIDDEN:
                game.apply(Open((row, column)))
                clicks += 1
                openings += zero
    measured = measure(layout)
    assert (measured.bbbv, measured.openings) == (clicks, openings)
    assert measured.islands <= measured.bbbv - measured.openings
    assert measured.zini <= measured.bbbv


def test_a_large_board_takes_no_quadratic_time() -> None:
    layout = Layout.random(Rules(height=1000, width=1000, density=0.2, end="survey"), 1)
    assert measure(layout) == Measures(bbbv=349457, openings=21482, islands=10442, zini=226589)
