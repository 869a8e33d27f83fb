"""Level `assume`: report 004's 3×3 play and its board, and thousands of small boards."""

from functools import partial

import numpy as np
import pytest
from sets import called, check, covers_single, on_board, random_views, refuses

from sapper import View
from sapper.inference.assume import assume_level
from sapper.inference.contradiction import contradiction_level
from sapper.inference.level import Finding
from sapper.inference.subset import subset_level
from sapper.knowledge.constraints import constraints_of

counting = partial(assume_level, count=True)

# Report 004, figure 25: the equations are at a dead end here.
FIGURE_25 = (
    "00113*3*2*/001*3*3121/1111333100/*1112**100/111*222100/0012211110/0002*22*42/1102*23***/*223223*../.........."
)


def test_the_3x3_play_of_report_004() -> None:
    # Round 1, from (0,1): a mine at (1,2) and a safe cell at (1,0), from both corners.
    view = View.parse("1.2/.../...")
    c = constraints_of(view)
    decided = np.zeros(len(c.cells), np.int8)
    found = {view.grid.cell(int(c.cells[f.cell])): (f.mine, f.clues) for f in assume_level(c, decided)}
    assert found == {(1, 2): (True, (0, 1)), (1, 0): (False, (0, 1))}
    # Round 2, from (2,0): a mine at (2,2).
    assert on_board(View.parse("1*2/24*/..."), assume_level) == {(2, 2): True}


def test_where_the_equations_of_report_004_were_at_a_dead_end() -> None:
    # Figures 26 and 27: (9,1) to (9,6), then (9,0) and (9,7), three mines among them.
    view = View.parse(FIGURE_25)
    assert on_board(view, subset_level) == {}
    assert on_board(view, assume_level) == {(9, column): column in (2, 3, 6) for column in range(8)}


def test_a_broken_track_decides_the_cell() -> None:
    # a is in most facts: if it is mined, b and c are safe, and the 2 has too few cells left.
    assert called(assume_level, "1:ab 2:abc 1:ac") == {"a": (False, (0, 1, 2))}


@pytest.mark.parametrize(("f", "found"), [(1, {"a", "d"}), (2, {"a", "d"}), (3, set())])
def test_frequency_limit(f: int, found: set[str]) -> None:
    assert set(called(partial(assume_level, f=f), "2:abc 1:bcd")) == found


def test_most_frequent_cell_first() -> None:
    # b is in three clues and is tried first, although a comes before it: if b is mined, the 2 has no room.
    assert called(assume_level, "1:ab 1:bc 2:abc") == {"b": (False, (0, 1, 2))}


def test_more_candidates_find_more() -> None:
    views = list(random_views(8, 300, ("exact",)))
    found = [[set(on_board(view, partial(assume_level, f=f))) for view in views] for f in (3, 2, 1)]
    assert all(few <= more <= most for few, more, most in zip(*found, strict=True))
    assert sum(map(len, found[0])) < sum(map(len, found[1])) <= sum(map(len, found[2]))


def test_everything_that_contradictions_find_is_found_from_single_facts() -> None:
    for view in random_views(9, 300):
        assert set(on_board(view, contradiction_level)) <= set(on_board(view, partial(assume_level, f=1)))


def test_impossible_clues_are_noticed() -> None:
    assert refuses(assume_level, "3:ab")


def test_the_mine_count_is_one_more_clue() -> None:
    # Both tracks of the 3×3 play have two mines in the first two rows: with two in all, the last row is safe.
    c = constraints_of(View.parse("1.2/.../...", mines=2))
    found = counting(c, np.zeros(len(c.cells), np.int8))
    assert set(found) == {
        Finding(1, False, (0, 1)),
        Finding(3, True, (0, 1)),
        *(Finding(cell, False, (0, 1), True) for cell in (4, 5, 6)),
    }


@pytest.mark.parametrize("f", [1, 2, 3])
def test_sound_with_real_reasons_on_small_boards(f: int) -> None:
    assert sum(check(view, partial(assume_level, f=f)) for view in random_views(5 + f, 700)) > 200


def test_sound_with_the_mine_count() -> None:
    assert sum(check(view, counting) for view in random_views(12, 1000)) > 200


def test_alone_it_finds_what_single_clues_decide() -> None:
    assert all(covers_single(view, partial(assume_level, f=1)) for view in random_views(41, 300))
