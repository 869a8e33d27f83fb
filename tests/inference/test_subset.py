"""Level `subset`: report 004's boards for its equations, and thousands of small boards."""

from functools import partial

import numpy as np
import pytest
from sets import called, check, covers_single, on_board, random_views, refuses

from sapper import View
from sapper.inference.level import run
from sapper.inference.single import single_level
from sapper.inference.subset import close, subset_level
from sapper.knowledge.constraints import constraints_of

counting = partial(subset_level, count=True)

# Report 004: the boards of its figures, each with the cells that its equations had just inferred (hidden again here).
# Figures 13 to 18 share their first rows; 22 and 24 are of the combined agent's game.
TOP = ".M20001110/.M30001M32/.M310012MM/.3M2110122/.212M21211/"
FIGURES: dict[int, tuple[str, list[tuple[int, int]], bool]] = {
    13: (TOP + ".2122..2../........../........../........../..........", [(5, 7)], False),
    14: (TOP + ".21223M2M1/...1..2322/........../.2......../..........", [(6, 3)], False),
    15: (TOP + ".21223M2M1/...1..2322/..222..1../.2......../..........", [(7, 2), (7, 3), (7, 4)], False),
    16: (
        TOP + ".21223M2M1/...1..2322/.32221.1../.23M21..../..........",
        [(7, 1), (7, 5), (8, 2), (8, 4), (8, 5)],
        False,
    ),
    17: (
        TOP + ".21223M2M1/...1..2322/.3222111../.23M21121./.....1....",
        [(7, 6), (8, 6), (8, 7), (8, 8)],
        False,
    ),
    18: (
        "2M20001110/3M30001M32/3M310012MM/M3M2110122/1212M21211/121223M2M1/M3M11M2322/M3222111M1/223M211211/..3M21M100",
        [(9, 2)],
        False,
    ),
    22: (
        "001......./001......./1111....../........../........../........../........../........../....2...../..........",
        [(2, 3)],
        False,
    ),
    24: (
        "001....M../001...3121/1111..3100/....2MM100/....222100/....211110/....M22M42/....M23MMM/....223M../..........",
        [(0, 7)],
        True,
    ),
}


def hidden(figure: str, cells: list[tuple[int, int]]) -> View:
    """A board as the report prints it, with some cells not yet inferred."""
    rows = [list(row) for row in figure.strip().replace("M", "*").split("/")]
    for row, column in cells:
        rows[row][column] = "."
    return View.parse("/".join("".join(row) for row in rows))


def test_the_equations_of_report_004() -> None:
    # {A … E} has 4 and {D, E} has 1: {A, B, C} has 3.
    assert called(subset_level, "4:abcde 1:de") == dict.fromkeys("abc", (True, (0, 1)))
    # {A, B, C} has 1 and {B, D, E} has 1: neither is part of the other, so nothing follows.
    assert called(subset_level, "1:abc 1:bde") == {}


@pytest.mark.parametrize("figure", FIGURES)
def test_cells_that_report_004_inferred_by_equations(figure: int) -> None:
    text, cells, mine = FIGURES[figure]
    view = hidden(text, cells)
    found, by_single = on_board(view, subset_level), on_board(view)
    assert {cell: found.get(cell) for cell in cells} == dict.fromkeys(cells, mine)
    assert not set(cells) & set(by_single)


def test_differences_of_differences() -> None:
    # cdef − def = c; and abcd − cd = ab, abx − ab = x: two steps, and all three clues are named.
    assert called(subset_level, "2:abc 2:cdef 1:def 2:abx") == {"c": (True, (1, 2))}
    assert called(subset_level, "2:abcd 1:cd 1:abx") == {"x": (False, (0, 1, 2))}


def test_the_same_cells_from_two_sources_tighten() -> None:
    # bc has at most 1 by the first clue, at least 1 by the second; so bcd − bc leaves d with a mine.
    assert called(subset_level, "0-1:bc 1-2:bc 2:bcd") == {"d": (True, (0, 1, 2))}


def test_impossible_equations_are_noticed() -> None:
    assert refuses(subset_level, "1:ab 2:ab")
    assert refuses(subset_level, "1:ab 1:cd 1:abcd")


def test_mine_count_less_disjoint_equations() -> None:
    # Two of two mines lie in ab and cd, so e is safe; with three mines it is the third.
    assert called(counting, "1:ab 1:cd 0-1:de", 2) == {"e": (False, (0, 1))}
    assert called(counting, "1:ab 1:cd 0-1:de", 3) == {"e": (True, (0, 1))}
    assert called(subset_level, "1:ab 1:cd 0-1:de", 2) == {}


def test_sound_with_real_reasons_on_small_boards() -> None:
    assert sum(check(view, subset_level) for view in random_views(4, 1500)) > 1000


def test_sound_with_the_mine_count() -> None:
    assert sum(check(view, counting) for view in random_views(5, 1000)) > 300


def test_the_cap_is_far_away_on_a_large_board() -> None:
    rng = np.random.default_rng(0)
    mines = rng.random((40, 40)) < 0.3
    around = sum(np.roll(np.pad(mines, 1).astype(int), shift, (0, 1)) for shift in np.ndindex(3, 3))
    counts = np.roll(around, (-1, -1), (0, 1))[1:-1, 1:-1] - mines
    cells = np.where(mines, -1, counts)
    text = "/".join(
        "".join("." if rng.random() < 0.5 else "*" if code < 0 else str(code) for code in row) for row in cells.tolist()
    )
    c = constraints_of(View.parse(text))
    decided, _ = run([("single", single_level), ("subset", subset_level)], c)
    equations, _ = close(c, decided)
    assert 0 < equations.known[0] < len(equations.size) / 2


def test_alone_it_finds_what_single_clues_decide() -> None:
    assert all(covers_single(view, subset_level) for view in random_views(40, 300))
