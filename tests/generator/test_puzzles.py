"""A puzzle has one answer, and one level below which nobody finds it."""

from __future__ import annotations

import pytest

from sapper import Rules, SapperError, infer, puzzles
from sapper.errors import NoneFound
from sapper.generator.grade import level_word, levels_below

RULES = Rules(height=8, width=8, mines=12)


@pytest.mark.parametrize("level", ["single", "pairs", "subset", "linear"])
def test_one_safe_cell_and_only_this_level_finds_it(level) -> None:
    for puzzle in puzzles(RULES, level, 3, seed=1):
        belief = infer(puzzle.view)
        assert belief.safe.sum() == 1
        assert belief.safe[puzzle.answer]
        assert infer(puzzle.view, level_word(level)).safe[puzzle.answer]
        assert not infer(puzzle.view, levels_below(level)).safe.any()
        assert not puzzle.layout.mines[puzzle.answer]


def test_the_same_seed_makes_the_same_puzzle() -> None:
    first, second = puzzles(RULES, "zones", 2, seed=4)
    assert puzzles(RULES, "zones", 1, seed=5) == [second]
    assert first != second


def test_it_says_when_none_was_found() -> None:
    with pytest.raises(NoneFound, match="none of the 50 positions tried for seed 0 needs 'exact', 0 of 1 found"):
        puzzles(RULES, "exact", tries=50)


def test_refusals() -> None:
    with pytest.raises(SapperError, match="unknown level 'luck'"):
        puzzles(RULES, "luck")
    with pytest.raises(SapperError, match="ask for single or more"):
        puzzles(RULES, "queue")
    with pytest.raises(SapperError, match="a puzzle has exact clues"):
        puzzles(Rules.beginner(clues="reveal:0.5"), "single")
    with pytest.raises(SapperError, match="make no sense"):
        puzzles(RULES, "single", tries=0)
