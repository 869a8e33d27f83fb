"""Level `linear`: report 002's boards with their reduced rows, and thousands of small boards."""

from __future__ import annotations

import numpy as np
import pytest
from sets import MODELS, called, check, on_board, random_views, refuses

from sapper import View
from sapper.inference.brute import enumerate_layouts
from sapper.inference.echelon import blocks_of, combinations, load, reduce_rows
from sapper.inference.enumeration import enumeration_level
from sapper.inference.level import run
from sapper.inference.linear import linear_level
from sapper.inference.single import single_level
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import compress

# Report 002's 4×4 board with 4 mines, when the mine count is not used: `*` has exploded.
FIRST = View.parse("*3../.4.1/..1./1...")
# Its second one, with the mine count: two mines are flagged.
SECOND = View.parse("0000/1111/F23F/....", mines=4)


def reduced(view: View) -> set[tuple[tuple[tuple[int, int], int], ...] | int]:
    """The reduced rows of the first component, each as {(cell, coefficient) …} and its right side."""
    c = constraints_of(view)
    p, _ = compress(c, np.zeros(len(c.cells), np.int8))
    blocks = blocks_of(p)
    rows, columns = int(blocks.row_start[1]), int(blocks.column_start[1])
    matrix = np.zeros((rows, columns), np.int32)
    low, high, first, last = (np.zeros(rows, np.int32) for _ in range(4))
    load(p, blocks, 0, matrix, low, high, first, last)
    pivot = reduce_rows(matrix, columns, low, high, first, last)
    assert (low == high).all()
    answer = set()
    for i in np.flatnonzero(pivot >= 0):
        entries = tuple(
            (int(c.cells[cell]), int(matrix[i, blocks.place[p.box[cell]]]))
            for cell in range(len(c.cells))
            if p.box[cell] >= 0 and matrix[i, blocks.place[p.box[cell]]]
        )
        answer.add((entries, int(low[i])))
    return answer


def test_the_reduced_rows_of_report_002() -> None:
    assert reduced(FIRST) == {
        (((2, 1), (4, 1), (9, -1), (11, -1), (14, -1), (15, -1)), 1),
        (((3, 1), (4, -1), (11, 1)), -1),
        (((6, 1), (9, 1), (11, 1), (14, 1), (15, 1)), 1),
        (((8, 1), (9, 1)), 1),
        (((13, 1),), 0),
    }
    assert on_board(FIRST, linear_level) == {(1, 0): True, (0, 3): False, (2, 3): False, (3, 1): False}


def test_the_mine_count_board_of_report_002() -> None:
    assert on_board(SECOND, linear_level) == {(3, 0): False, (3, 3): True}
    # After (3,0) is opened and (3,1) and (3,3) are flagged, the last cell is safe.
    assert on_board(View.parse("0000/1111/F23F/2F.F", mines=4), linear_level) == {(3, 2): False}


def test_the_block_of_report_002() -> None:
    # x1 … x5 beside 1 2 2 2 1, in its figure.
    found = called(linear_level, "1:ab 2:abc 2:bcd 2:cde 1:de")
    assert {name: mine for name, (mine, _) in found.items()} == {"c": True}
    assert found["c"][1] == (0, 1)


def test_the_sandwich_of_report_000() -> None:
    assert on_board(View.parse("_____/_121_/_..._/_121_/_____"), linear_level) == {
        (2, 1): True,
        (2, 2): False,
        (2, 3): True,
    }


def test_reasons_are_the_combined_clues() -> None:
    found = called(linear_level, "1:ab 1:bc 2:ac 1:xyz")
    assert {name: mine for name, (mine, _) in found.items()} == {"a": True, "b": False, "c": True}
    assert all(3 not in clues for _, clues in found.values())


def test_combinations_add_up() -> None:
    c = constraints_of(FIRST)
    p, _ = compress(c, np.zeros(len(c.cells), np.int8))
    blocks = blocks_of(p)
    rows, columns = int(blocks.row_start[1]), int(blocks.column_start[1])
    arrays = [np.zeros(rows, np.int32) for _ in range(4)]
    plain, worked = np.zeros((rows, columns), np.int32), np.zeros((rows, columns), np.int32)
    load(p, blocks, 0, plain, *arrays)
    load(p, blocks, 0, worked, *arrays)
    reduce_rows(worked, columns, *arrays)
    assert (combinations(p, blocks, 0) @ plain == worked).all()


def test_the_mine_count_decides_what_no_clue_does() -> None:
    view = View.parse("1../...", mines=1)
    c = constraints_of(view)
    _, trail = run([("single", single_level), ("linear", linear_level)], c)
    found = {view.grid.cell(int(c.cells[f.cell])): (f.mine, f.clues, f.mine_count) for _, f in trail}
    assert found == {(0, 2): (False, (0,), True), (1, 2): (False, (0,), True)}
    assert on_board(View.parse("1../..."), linear_level) == {}


def test_the_mine_count_without_floating_cells() -> None:
    # Once a column for floating cells that were not there was called both safe and mined.
    view = View.parse(
        "*....222*F/3.32.*3F5F/3....55F31/.....FF210/F224.F4111/112F.F412F/002FFF3F21/1122323220/1F10012*21/111001F22F",
        mines=30,
    )
    found = on_board(view, linear_level)
    assert found.items() <= on_board(view, enumeration_level).items()
    assert found[0, 1] is False


@pytest.mark.parametrize("model", MODELS)
def test_sound_on_small_boards(model: str) -> None:
    assert sum(check(view, linear_level) for view in random_views(21, 350, (model,))) > 100


def test_single_finds_no_more_and_truth_no_less() -> None:
    more = 0
    for view in random_views(22, 400, ("exact", "reveal:0.6")):
        weak, strong = on_board(view), on_board(view, linear_level)
        assert weak.items() <= strong.items()
        more += len(strong) > len(weak)
        layouts = enumerate_layouts(view).layouts
        assert all((layouts[:, row, column] == mine).all() for (row, column), mine in strong.items())
    assert more > 20


def test_one_call_finds_all_that_single_clues_say_at_once() -> None:
    assert called(linear_level, "0:ab 2:cd") == {
        "a": (False, (0,)), "b": (False, (0,)), "c": (True, (1,)), "d": (True, (1,)),
    }  # fmt: skip


@pytest.mark.parametrize("text", ["1:ab 0:ab", "2:ab 0:bc", "1:ab 1:bc 1:ac 2:abc 0:c", "3:abc 1:ab"])
def test_sets_that_cannot_hold(text: str) -> None:
    assert refuses(linear_level, text)
