"""Report 000's board 1 2 1 / A B C / 1 2 1 under clues that may be too low or too high.

The report subtracts inequalities of the same direction, which is not allowed, and concludes that B is safe if sums are
at most the clues, and that A and C are mines if they are at least. Neither follows: each has a layout against it. Nor
does "optimistic" (the clue is at most the count) give sums of at most the clue: it is the other way round. What is
true: the exact clues decide all three cells; with sums of at most the clues and two mines in all, everything is
decided; and those who take clues at their word decide as the report does.
"""

from __future__ import annotations

import pytest

from sapper import View, infer
from sapper.inference.brute import enumerate_layouts
from sapper.inference.trusting import infer_trusting

AT_MOST, AT_LEAST = "cautious:wide", "optimistic:wide"


def board(clues: str, mines: int | None = None) -> View:
    return View.parse(f"121/.../121/clues={clues}", mines=mines)


def middle(view: View) -> list[str]:
    """All layouts of A, B and C."""
    return sorted("".join("*" if mine else "." for mine in layout[1]) for layout in enumerate_layouts(view).layouts)


def test_sums_of_at_most_the_clues_do_not_make_b_safe() -> None:
    assert middle(board(AT_MOST)) == sorted(["...", "*..", ".*.", "..*", "*.*"])
    for level in ("single", "subset", "zones", "linear", "linopt", "exact", "posterior"):
        assert not infer(board(AT_MOST), level).safe.any()


def test_sums_of_at_least_the_clues_do_not_make_a_and_c_mines() -> None:
    assert middle(board(AT_LEAST)) == sorted(["*.*", "**.", ".**", "***"])
    for level in ("single", "subset", "zones", "linear", "linopt", "exact", "posterior"):
        assert not infer(board(AT_LEAST), level).mines.any()


@pytest.mark.parametrize("level", ["linopt", "exact", "posterior"])
def test_two_mines_and_sums_of_at_most_the_clues_decide_everything(level: str) -> None:
    belief = infer(board(AT_MOST, mines=2), level)
    assert belief.mines[1].tolist() == [True, False, True]
    assert belief.safe[1].tolist() == [False, True, False]


def test_three_mines_and_sums_of_at_least_the_clues_decide_everything() -> None:
    assert infer(board(AT_LEAST, mines=3), "linopt").mines[1].all()
    assert middle(board(AT_LEAST, mines=2)) == sorted(["*.*", "**.", ".**"]), "two mines do not"


@pytest.mark.parametrize("clues", [AT_MOST, AT_LEAST])
@pytest.mark.parametrize("levels", [("single", "subset"), ("single", "zones"), ("single", "linear")])
def test_who_takes_the_clues_at_their_word_decides_as_the_report_does(clues: str, levels: tuple[str, ...]) -> None:
    _, belief = infer_trusting(board(clues), levels)
    assert belief.mines[1].tolist() == [True, False, True]
    assert belief.safe[1].tolist() == [False, True, False]
