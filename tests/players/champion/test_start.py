"""The start: corners, until something opens."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import View, infer
from sapper.board.chance import Chance
from sapper.board.grid import Cell, Topology
from sapper.knowledge.constraints import cells_of
from sapper.players.champion.policy import USUAL, Champion
from sapper.players.champion.start import another_corner

CORNERS = {(0, 0), (0, 29), (15, 0), (15, 29)}


def view_with(clues: dict[Cell, int], height: int = 16, width: int = 30, topology: Topology = "square") -> View:
    cells = np.full((height, width), View.parse(".").cells[0, 0])
    for cell, clue in clues.items():
        cells[cell] = clue
    return View(cells, mines=height * width // 5, topology=topology)


def corner(view: View, seed: int = 0) -> int:
    order = Chance(seed).order(view.cells.size).astype(np.int32)
    return another_corner(cells_of(view), view.grid.kernel_neighbours, infer(view).risk.ravel(), order)


@pytest.mark.parametrize(
    "clues",
    [{(0, 0): 1}, {(0, 0): 2}, {(0, 0): 3}, {(0, 0): 1, (0, 29): 2}, {(0, 0): 1, (0, 29): 2, (15, 0): 1}],
)
def test_the_champion_opens_another_corner(clues: dict[Cell, int]) -> None:
    view = view_with(clues)
    chosen = {Champion(USUAL)(view, infer(view), Chance(seed))[0].cell for seed in range(12)}
    assert chosen == CORNERS - set(clues)


def test_it_thinks_as_soon_as_something_else_is_open() -> None:
    assert corner(view_with({(0, 0): 1, (7, 7): 1})) == -1
    assert corner(view_with(dict.fromkeys(CORNERS, 1))) == -1


def test_small_boards_and_boards_without_corners_are_thought_about() -> None:
    assert corner(view_with({(0, 0): 1}, height=9, width=9)) == -1
    assert corner(view_with({(0, 0): 1}, topology="torus")) == -1
    assert corner(view_with({(0, 0): 1}, height=1, width=200)) == -1


def test_a_corner_that_touches_the_clue_is_riskier_and_is_not_opened() -> None:
    view = view_with({(0, 0): 1}, height=2, width=60)
    assert infer(view).risk[1, 0] > infer(view).risk[0, 59]
    assert {corner(view, seed) for seed in range(12)} == {59, 60 + 59}
