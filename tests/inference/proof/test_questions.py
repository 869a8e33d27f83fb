"""Bad questions, guesses and hints."""

from __future__ import annotations

import numpy as np
import pytest
from positions import small_views

from sapper import View, explain, hint, infer, may_guess
from sapper.errors import BadInput, InconsistentView, SapperError

WALL = View.parse("..../1221")


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ((1, 0), "is open and shows 1"),
        ((0, 4), "lies outside: rows 0–1, columns 0–3"),
        ((-1, 0), "lies outside"),
        ("x", "is not a cell"),
        ((0, 0, 0), "is not a cell"),
        ((0.5, 0), "is not a cell"),
        (None, "is not a cell"),
    ],
)
def test_what_is_no_hidden_cell_is_refused_in_one_line(cell: object, words: str) -> None:
    with pytest.raises(BadInput, match=words) as refused:
        explain(WALL, cell)  # type: ignore[arg-type]  # wrong on purpose
    assert "\n" not in str(refused.value)


def test_other_cells_with_nothing_to_prove() -> None:
    with pytest.raises(BadInput, match="is a known mine"):
        explain(View.parse("1*./..."), (0, 1))
    with pytest.raises(BadInput, match="is open and shows no clue"):
        explain(View.parse("1_./..."), (0, 1))


def test_a_view_that_contradicts_itself_names_the_clues() -> None:
    with pytest.raises(InconsistentView, match=r"\(0,0\)=1 and \(0,2\)=3 cannot both hold") as refused:
        explain(View.parse("1.3/..."), (0, 1))
    assert refused.value.clues == ((0, 0), (0, 2))


def test_numbers_of_numpy_are_fine() -> None:
    assert explain(WALL, (np.int64(0), np.int64(1))).mine is True  # type: ignore[arg-type]  # numbers of numpy do as well


def test_a_density_of_none_is_a_mine_count() -> None:
    proof = explain(View.parse("__./density=0"), (0, 2))
    assert (proof.mine, proof.mine_count, proof.clues) == (False, True, ())


def test_a_guess_is_needed_exactly_if_nothing_is_safe() -> None:
    asked = [view for view in small_views(seed=9, boards=150) if view.hidden.any()]
    for view in asked:
        belief = infer(view)
        open_questions = view.hidden & ~belief.mines
        assert may_guess(view) == (bool(open_questions.any()) and not belief.safe.any())
        assert hint(view).may_guess == may_guess(view)
        assert hint(view).exists == bool(belief.safe.any())
    assert {may_guess(view) for view in asked} == {True, False}


def test_a_hint_tells_no_more_than_was_asked() -> None:
    hints = [hint(WALL, depth) for depth in (1, 2, 3, 4)]
    assert [(found.region is None, found.cell is None, found.proof is None) for found in hints] == [
        (True, True, True), (False, True, True), (False, False, True), (False, False, False),
    ]  # fmt: skip
    assert [found.to_dict()["cell"] for found in hints] == [None, None, (0, 0), (0, 0)]
    assert "(0,0)" not in hints[1].text


def test_the_region_holds_the_cell() -> None:
    for view in small_views(seed=4, boards=60):
        if view.hidden.any() and infer(view).safe.any():
            cell, region = hint(view, 3).cell, hint(view, 2).region
            assert cell is not None
            assert region is not None
            for place, words in zip(cell, region.split(": ")[1].split(", "), strict=True):
                first, last = words.split()[1].split("–")
                assert int(first) <= place <= int(last)


def test_the_easiest_cell_is_hinted_at() -> None:
    view = View.parse("..../1221/____/_0__/_.__")
    assert hint(view, 3).cell == (4, 1)


def test_nothing_left_to_open() -> None:
    found = hint(View.parse("1."), 3)
    assert (found.exists, found.may_guess, found.text) == (
        False, False, "Nothing is left to open: every hidden cell is a mine.",
    )  # fmt: skip
    assert not may_guess(View.parse("1."))


@pytest.mark.parametrize("depth", [0, 5])
def test_a_hint_has_four_depths(depth: int) -> None:
    with pytest.raises(SapperError, match="from 1 to 4"):
        hint(WALL, depth)
