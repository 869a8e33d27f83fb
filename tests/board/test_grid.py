from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from sapper.board.grid import Grid
from sapper.errors import BadRules
from strategies import grids


def test_square_corner_edge_and_middle() -> None:
    grid = Grid(3, 4)
    assert grid.around((0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert grid.around((0, 1)) == [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert grid.around((1, 1)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert grid.degree.reshape(3, 4).tolist() == [[3, 5, 5, 3], [5, 8, 8, 5], [3, 5, 5, 3]]


def test_torus_glues_the_edges() -> None:
    grid = Grid(4, 5, "torus")
    assert grid.around((0, 0)) == [(0, 1), (0, 4), (1, 0), (1, 1), (1, 4), (3, 0), (3, 1), (3, 4)]
    assert set(grid.degree.tolist()) == {8}


@pytest.mark.parametrize(
    ("height", "width", "degree"), [(1, 1, 0), (1, 2, 1), (1, 3, 2), (2, 2, 3), (1, 9, 2), (2, 3, 5), (2, 7, 5)]
)
def test_thin_torus_meets_no_cell_twice(height: int, width: int, degree: int) -> None:
    assert set(Grid(height, width, "torus").degree.tolist()) == {degree}
    assert set(Grid(width, height, "torus").degree.tolist()) == {degree}


def test_hex_shifts_odd_rows_to_the_right() -> None:
    grid = Grid(4, 4, "hex")
    assert grid.around((1, 1)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)]
    assert grid.around((2, 1)) == [(1, 0), (1, 1), (2, 0), (2, 2), (3, 0), (3, 1)]
    assert grid.around((0, 0)) == [(0, 1), (1, 0)]


@given(grids())
def test_touching_is_mutual_and_never_of_oneself(grid: Grid) -> None:
    touching = {(cell, other) for cell, row in enumerate(grid.neighbours.tolist()) for other in row if other >= 0}
    assert touching == {(other, cell) for cell, other in touching}
    assert all(cell != other for cell, other in touching)
    assert len(touching) == grid.degree.sum()


@given(grids())
def test_padding_comes_last(grid: Grid) -> None:
    empty = grid.neighbours < 0
    assert bool((np.sort(empty, axis=1) == empty).all())


@given(grids())
def test_index_and_cell_are_inverse(grid: Grid) -> None:
    cells = [grid.cell(index) for index in range(grid.size)]
    assert cells == [(row, column) for row in range(grid.height) for column in range(grid.width)]
    assert [grid.index(cell) for cell in cells] == list(range(grid.size))
    assert all(grid.holds(cell) for cell in cells)
    assert not any(grid.holds(cell) for cell in [(-1, 0), (0, -1), (grid.height, 0), (0, grid.width)])


def test_tables_are_shared_and_read_only() -> None:
    grid = Grid(3, 3)
    assert grid.neighbours is Grid(3, 3).neighbours
    with pytest.raises(ValueError, match="read-only"):
        grid.neighbours[0, 0] = 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 5), "height must be from 1 to 1000, not 0"),
        ((5, -1), "width must be from 1 to 1000, not -1"),
        ((5, 1001), "width must be from 1 to 1000, not 1001"),
        ((5, 5, "cube"), "unknown topology 'cube': choose square, torus, hex"),
    ],
)
def test_refusals(arguments: tuple[int, int, str], message: str) -> None:
    with pytest.raises(BadRules) as caught:
        Grid(*arguments)  # type: ignore[arg-type]  # wrong on purpose
    assert str(caught.value) == message
