from __future__ import annotations

import numpy as np
import pytest

from sapper import Layout, Rules, difficulty, infer
from sapper.board.moves import Flag, Open
from sapper.errors import BadInput
from sapper.game.game import Game
from sapper.inference.levels import LADDER


def solves(layout: Layout, start: tuple[int, int], levels: tuple[str, ...]) -> bool:
    """Whether levels together solve a board, played in the plainest way."""
    height, width = layout.mines.shape
    game = Game(Rules(height=height, width=width, mines=layout.total, first="any"), layout=layout)
    game.apply(Open(start))
    while not game.over:
        found = [deduction for level in levels for deduction in infer(game.view, level).deductions]
        fresh = next((d for d in found if game.view.hidden[d.cell]), None)
        if fresh is None:
            return False
        game.apply(Flag(fresh.cell) if fresh.mine else Open(fresh.cell))
    return game.result.won


def test_the_level_is_the_lowest_that_solves_the_board() -> None:
    levels = set()
    for seed in range(40):
        layout = Layout.random(Rules(height=6, width=6, mines=7, first="opening"), seed, (2, 2))
        found = difficulty(layout, (2, 2))
        levels.add(found.level)
        if found.level is None:
            assert found.opened < found.safe
            assert not solves(layout, (2, 2), ("exact",))
        else:
            place = LADDER.index(found.level)
            assert found.opened == found.safe
            assert solves(layout, (2, 2), LADDER[: place + 1])
            assert place == 0 or not solves(layout, (2, 2), LADDER[:place])
    assert {None, "single", "zones"} <= levels


def test_an_opening_that_shows_everything_takes_nothing() -> None:
    found = difficulty(Layout(np.zeros((3, 3), np.bool_)), (0, 0))
    assert (found.level, found.deductions) == ("single", {})


def test_without_the_mine_count_more_boards_take_a_guess() -> None:
    layout = Layout.parse("..*.")
    assert difficulty(layout, (0, 0)).level == "mine_count"
    assert difficulty(layout, (0, 0), mine_count=False).level is None


@pytest.mark.parametrize(("start", "words"), [((0, 1), "is a mine"), ((5, 5), "lies outside")])
def test_a_start_that_is_none(start: tuple[int, int], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        difficulty(Layout.parse(".*"), start)
