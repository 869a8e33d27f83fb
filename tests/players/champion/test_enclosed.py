"""Enclosed regions: the guess in them is the best of the whole board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sapper import Flag, Game, Open, Rules, View, infer
from sapper.board.chance import Chance
from sapper.board.rules import End
from sapper.knowledge.constraints import cells_of
from sapper.players.champion.choice import Budget, Look
from sapper.players.champion.enclosed import search_enclosed
from sapper.players.champion.kinds import kinds_of
from sapper.players.champion.policy import Champion
from sapper.players.optimal.value import optimum

LOOK = Look(close=0.1, frontier=20, shore=20, sea=20, further=1, clicks=1, thin=0.0, call=1.0)
ONLY_REGIONS = Budget(layouts=3, work=1_000_000, candidates=20, early=LOOK, late=LOOK, tolls=5)


def late_views(end: End, boards: int) -> Iterator[View]:
    """Small boards, half of their safe cells opened, then all that is proved; those that are stuck."""
    rng = np.random.default_rng(7)
    for board in range(boards):
        game = Game(Rules(height=9, width=7, mines=22, first="any", end=end), board)
        for cell in np.argwhere(~game.layout.mines).tolist():
            if not game.over and rng.random() < 0.5 and game.view.hidden[tuple(cell)]:
                game.apply(Open(tuple(cell)))
        while not game.over:
            belief = infer(game.view)
            safe, mines = np.argwhere(belief.safe).tolist(), np.argwhere(belief.mines).tolist()
            if not safe and not mines:
                yield game.view
                break
            game.apply(Open(tuple(safe[0])) if safe else Flag(tuple(mines[0])))


def guess(view: View, most_layouts: int) -> int:
    cells, near = cells_of(view), view.grid.kernel_neighbours
    survey = view.end == "survey"
    return search_enclosed(cells, near, infer(view).risk.ravel(), kinds_of(cells, near), survey, most_layouts, 10**6)


@pytest.mark.parametrize("end", ["classic", "survey"])
def test_nothing_is_better_than_a_guess_in_an_enclosed_region(end: End) -> None:
    met = 0
    for view in late_views(end, boards=400):
        cell = guess(view, most_layouts=50)
        if cell >= 0 and infer(view).solutions < 1_000:
            met += 1
            assert view.grid.cell(cell) in optimum(view).cells
    assert met > 30


def test_a_region_has_a_certain_number_of_mines_and_no_way_out() -> None:
    two_flips = View.parse(".1001./.1001.", mines=2)
    assert guess(two_flips, most_layouts=2) == 0
    assert guess(two_flips, most_layouts=1) == -1
    floating_cells_beside = View.parse("..1001../..1001..", mines=3)
    assert guess(floating_cells_beside, most_layouts=50) == -1
    one_or_two_mines = View.parse(".2112./.F11F./.2112.", mines=5)
    assert guess(one_or_two_mines, most_layouts=50) == -1
    all_that_is_left = View.parse(".1000/.1000", mines=1)
    assert guess(all_that_is_left, most_layouts=50) == -1


def test_the_champion_plays_a_region_at_once() -> None:
    chosen = 0
    for number, view in enumerate(late_views("classic", boards=300)):
        belief = infer(view)
        assert belief.solutions is not None
        if guess(view, ONLY_REGIONS.layouts) >= 0 and ONLY_REGIONS.layouts < belief.solutions < 1_000:
            chosen += 1
            first = Champion(ONLY_REGIONS)(view, belief, Chance(number))[0]
            assert first.cell in optimum(view).cells
            assert first.win is None
    assert chosen > 10
