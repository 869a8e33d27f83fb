from __future__ import annotations

import pytest

from sapper import ClueModel, Layout, View
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE
from sapper.errors import BadInput, BadNotation


def test_every_symbol() -> None:
    view = View.parse(".F*_.\n01234\n.....\n.5678\n.....", topology="torus")
    assert view.cells[0].tolist() == [HIDDEN, FLAG, MINE, SAFE, HIDDEN]
    assert view.cells[1].tolist() == [0, 1, 2, 3, 4]
    assert view.cells[3].tolist() == [HIDDEN, 5, 6, 7, 8]
    assert str(view) == ".F*_.\n01234\n.....\n.5678\n.....\ngrid=torus"


@pytest.mark.parametrize(
    "text", ["1../.2*", "1..\n.2*", "\n  1..  \n  .2*\n", "1../.2*\n", "1..\r\n.2*\r\n", "1../.2*/mines=3"]
)
def test_ways_to_write_the_same_cells(text: str) -> None:
    assert View.parse(text).cells.tolist() == [[1, HIDDEN, HIDDEN], [HIDDEN, 2, MINE]]


def test_every_field() -> None:
    view = View.parse("1./../mines=1/clues=cautious/bounds=2.,../grid=hex/end=survey/first=opening")
    assert (view.mines, view.density) == (1, None)
    assert view.clues == ClueModel.parse("cautious")
    assert view.bounds is not None
    assert view.bounds.tolist() == [[2, -1], [-1, -1]]
    assert (view.topology, view.end, view.first) == ("hex", "survey", "opening")
    assert View.parse("../density=0.25").density == 0.25


def test_defaults_are_not_printed_and_fields_have_one_order() -> None:
    assert str(View.parse("..", first="any", end="classic", clues="exact")) == ".."
    assert repr(View.parse("../first=safe/end=survey/clues=reveal:0.5/mines=1")) == (
        "View.parse('../mines=1/clues=reveal:0.5/end=survey/first=safe')"
    )


def test_arguments_override_the_text() -> None:
    assert View.parse("../mines=1", mines=2).mines == 2
    assert View.parse("../mines=1", density=0.5) == View.parse("../density=0.5")
    assert View.parse("../density=0.5", mines=0) == View.parse("../mines=0")
    assert View.parse("../end=survey", end="classic").end == "classic"


NO_CELLS = "there are no cells: write one line per row, '.' for a hidden cell"
SYMBOLS = "use * . 0 1 2 3 4 5 6 7 8 F _"

BAD_VIEWS = [
    ("", NO_CELLS),
    ("  \n ", NO_CELLS),
    ("mines=3", NO_CELLS),
    ("..\n...\n..", "row 1 has 3 cells, row 0 has 2"),
    ("..\n\n..", "row 1 has 0 cells, row 0 has 2"),
    ("..\n.x", f"unknown character 'x' at (1,1): {SYMBOLS}"),
    ("..\n9.", f"unknown character '9' at (1,0): {SYMBOLS}"),
    (". .", f"unknown character ' ' at (0,1): {SYMBOLS}"),
    (".💣", f"unknown character '💣' at (0,1): {SYMBOLS}"),
    (".\x00", f"unknown character '\\x00' at (0,1): {SYMBOLS}"),
    ("4./..", "the clue 4 at (0,0) is too large: the cell has 3 neighbours"),
    (".../.../.6.", "the clue 6 at (2,1) is too large: the cell has 5 neighbours"),
    (".../.7./.../grid=hex", "the clue 7 at (1,1) is too large: the cell has 6 neighbours"),
    ("." * 1001, "a board has at most 1000×1000 cells, not 1×1001"),
    (".\n" * 1001, "a board has at most 1000×1000 cells, not 1001×1"),
    ("..\nmines=1\n..", "fields such as mines=10 come after the rows"),
    ("../bombs=3", "unknown field 'bombs': use grid, mines, density, clues, bounds, end, first"),
    ("../mines=1/mines=1", "the field 'mines' is given twice"),
    ("../mines=many", "'many' is not a mine count"),
    ("../mines=", "'' is not a mine count"),
    ("../mines=3", "3 mines do not fit on 2 cells"),
    ("../mines=-1", "-1 mines do not fit on 2 cells"),
    ("../density=thick", "'thick' is not a density"),
    ("../density=1.5", "a density lies in [0, 1], not 1.5"),
    ("../density=nan", "a density lies in [0, 1], not nan"),
    ("../mines=1/density=0.5", "give the mine count or a density, not both"),
    ("../grid=cube", "'cube' is not one of square, torus, hex"),
    ("../end=sudden", "'sudden' is not one of classic, survey"),
    ("../first=lucky", "'lucky' is not one of any, safe, opening"),
    ("../clues=reveal:2", "a probability lies in [0, 1], not 2.0"),
    ("1./clues=optimistic", "clues=optimistic needs bounds=…, or use clues=optimistic:wide"),
    ("1./clues=cautious/bounds=..", "bounds need one entry per cell, and a number for every clue"),
    ("1./clues=cautious/bounds=1", "bounds need one entry per cell"),
    ("1./clues=cautious/bounds=x.", "unknown character 'x' at (0,0): use . 0 1 2 3 4 5 6 7 8"),
]


@pytest.mark.parametrize(("text", "message"), BAD_VIEWS, ids=[message[:40] for _, message in BAD_VIEWS])
def test_what_is_wrong_with_a_view_is_said_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        View.parse(text)
    assert str(caught.value) == message


def test_a_layout_reads_mines_and_true_counts() -> None:
    plain = Layout.parse("*../...")
    assert plain == Layout.parse("*10/110") == Layout.from_mines(2, 3, [(0, 0)])
    assert str(plain) == "*..\n..."
    assert repr(Layout.parse("*../.../grid=torus")) == "Layout.parse('*../.../grid=torus')"


BAD_LAYOUTS = [
    ("", NO_CELLS),
    ("*.\n*", "row 1 has 1 cells, row 0 has 2"),
    ("*F", "unknown character 'F' at (0,1): use * . 0 1 2 3 4 5 6 7 8"),
    ("*2", "(0,1) says 2 but touches 1 mines"),
    ("*./mines=1", "unknown field 'mines': use grid"),
    ("*./grid=flat", "'flat' is not one of square, torus, hex"),
]


@pytest.mark.parametrize(("text", "message"), BAD_LAYOUTS, ids=[message[:40] for _, message in BAD_LAYOUTS])
def test_what_is_wrong_with_a_layout_is_said_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as caught:
        Layout.parse(text)
    assert str(caught.value) == message
