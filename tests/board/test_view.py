from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import View
from sapper.board.view import FLAG, HIDDEN, MINE
from sapper.errors import BadInput

VIEW = View.parse("1F./_*.", mines=3)


def test_what_is_where() -> None:
    assert VIEW.hidden.tolist() == [[False, False, True], [False, False, True]]
    assert VIEW.flags.tolist() == [[False, True, False], [False, False, False]]
    assert VIEW.known_mines.tolist() == [[False, False, False], [False, True, False]]
    assert VIEW.opened.tolist() == [[True, False, False], [True, False, False]]
    assert (VIEW[0, 0], VIEW[0, 1], VIEW[1, 1]) == (1, FLAG, MINE)
    assert (VIEW.grid.height, VIEW.grid.width) == (2, 3)


@pytest.mark.parametrize(
    ("text", "mines", "left"), [("..", None, None), ("..", 2, 2), ("*F.", 3, 1), ("FF.", 1, -1), ("..", 0, 0)]
)
def test_mines_left_counts_known_mines_and_flags(text: str, mines: int | None, left: int | None) -> None:
    assert View.parse(text, mines=mines).mines_left == left


@pytest.mark.parametrize(("text", "untouched"), [("...", True), ("F..", True), ("0..", False), ("*..", False)])
def test_untouched_until_a_cell_is_opened(text: str, untouched: bool) -> None:
    assert View.parse(text).untouched is untouched


def test_with_cells_leaves_the_original_alone() -> None:
    changed = VIEW.with_cells({(0, 2): FLAG, (0, 1): HIDDEN})
    assert changed == View.parse("1.F/_*.", mines=3)
    assert View.parse("1F./_*.", mines=3) == VIEW


def test_a_view_is_its_own_and_cannot_change() -> None:
    cells = np.full((2, 2), HIDDEN, dtype=np.int8)
    view = View(cells, bounds=cells)
    cells[0, 0] = 0
    assert view == View(np.full((2, 2), HIDDEN), bounds=np.full((2, 2), -1))
    for array in (view.cells, view.bounds):
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0


def test_views_compare_by_what_they_show() -> None:
    assert View.parse("..") == View.parse("..")
    assert View.parse("..") != View.parse("./.")
    assert View.parse("..", mines=1) != View.parse("..")
    assert View.parse("..") != ".."
    assert len({View.parse("..", mines=1), View.parse("../mines=1"), View.parse("..")}) == 2


@pytest.mark.parametrize(
    ("cells", "fields", "message"),
    [
        ([0, 1], {}, r"a view has rows and columns, not shape \(2,\)"),
        ([[9]], {}, "a cell shows a code from -4 to 8"),
        ([[-5]], {}, "a cell shows a code from -4 to 8"),
        ([[-1]], {"mines": 2}, "2 mines do not fit on 1 cells"),
        ([[-1]], {"mines": 1, "density": 0.5}, "give the mine count or a density, not both"),
        ([[-1]], {"density": -0.5}, r"a density lies in \[0, 1\], not -0.5"),
        ([[-1, -1]], {"bounds": np.array([[0]])}, "bounds need one entry per cell"),
        ([[-1]], {"end": "never"}, "unknown end rule 'never': choose classic, survey"),
        ([[-1]], {"first": "never"}, "unknown first-click rule 'never': choose any, safe, opening"),
    ],
)
def test_refusals(cells: list[Any], fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        View(np.array(cells, dtype=np.int8), **fields)
