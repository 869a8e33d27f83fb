"""The chance to win: the games it rests on are those of the readable loop, and endgames are exact."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import Game, Layout, Open, Rules, View, optimum, sample, win_chance
from sapper.board.view import FLAG, SAFE
from sapper.errors import BadInput
from sapper.players.champion.policy import FAST
from sapper.sim.lane.lane import finish_games
from sapper.sim.play import turns

RULES = Rules(height=9, width=12, mines=20, first="any")
BOARDS = 12


def position() -> View:
    """Some cells of a board opened, nothing decided about most others."""
    game = Game(RULES, seed=4)
    safe = np.argwhere(~game.layout.mines).tolist()
    for row, column in safe[::9]:
        if game.view.hidden[row, column]:
            game.apply(Open((row, column)))
    return game.view


def test_boards_are_played_on_as_in_the_readable_loop() -> None:
    view = position()
    layouts, opened = sample(view, BOARDS, seed=1), np.flatnonzero(~view.hidden).astype(np.int32)
    won, _, status = finish_games(FAST, RULES, layouts.reshape(BOARDS, -1), opened, [(1, n) for n in range(BOARDS)])
    expected = []
    for board, mines in enumerate(layouts):
        game = Game(RULES, (1, board), Layout(mines))
        for row, column in np.argwhere(view.opened).tolist():
            if game.view.hidden[row, column]:
                game.apply(Open((row, column)))
        assert np.array_equal(game.view.cells, view.cells)
        expected.append(list(turns("champion(fast)", game))[-1].game.result.won)
    assert won.tolist() == expected
    assert 0 < sum(expected) < BOARDS
    assert not status.any()


def test_an_endgame_is_exact() -> None:
    view = View.parse("1../.../...", mines=2)
    found = win_chance(view)
    assert (found.error, found.boards) == (0.0, 0)
    assert found.chance == pytest.approx(float(optimum(view).value))


def test_the_estimate_is_that_of_many_games_and_flags_do_not_matter() -> None:
    view = position()
    found, more = win_chance(view, boards=300, seed=1), win_chance(view, boards=300, seed=2)
    assert abs(found.chance - more.chance) <= 1.5 * (found.error + more.error)
    row, column = np.argwhere(view.hidden)[0].tolist()
    assert found == win_chance(view.with_cells({(row, column): FLAG}), boards=300, seed=1)
    assert 0.0 < found.error < 0.1


@pytest.mark.parametrize("view", ["1../end=survey/mines=1", "1..", "1../mines=1/clues=reveal:0.5"])
def test_games_without_such_a_chance_are_refused(view: str) -> None:
    with pytest.raises(BadInput, match="needs a classic game"):
        win_chance(View.parse(view))
    with pytest.raises(BadInput, match="without its number"):
        win_chance(View(np.array([[1, SAFE, -1]], np.int8), mines=1))
    with pytest.raises(BadInput, match="at least 1"):
        win_chance(View.parse("1..", mines=1), boards=0)
