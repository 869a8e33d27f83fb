"""The endgame against a search that tries everything, and its layouts against exact inference."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from sapper import Game, Layout, Open, Rules, View, infer
from sapper.board.view import FLAG, MINE
from sapper.knowledge.constraints import cells_of
from sapper.players.champion.dead import is_dead
from sapper.players.endgame.parts import signs_of
from sapper.players.endgame.rivals import rival_groups
from sapper.players.endgame.search import GIVEN_UP, search_layouts
from sapper.players.endgame.solutions import MINED, layouts_of

MOST = 300
Shown = npt.NDArray[np.int8]


def positions(number: int, seed: int) -> list[View]:
    """Classic positions on small boards, some cells opened."""
    rng = np.random.default_rng(seed)
    found: list[View] = []
    while len(found) < number:
        height, width = (int(side) for side in rng.integers(2, 7, 2))
        mines = int(rng.integers(1, max(2, height * width // 3)))
        game = Game(Rules(height=height, width=width, mines=mines, first="any"), seed=int(rng.integers(1 << 30)))
        for _ in range(int(rng.integers(0, 5))):
            safe = np.argwhere(game.view.hidden & ~game.layout.mines).tolist()
            if game.over or not safe:
                break
            row, column = safe[rng.integers(len(safe))]
            game.apply(Open((row, column)))
        if not game.over:
            found.append(game.view)
    return found


def layouts(view: View, most: int = MOST) -> tuple[npt.NDArray[np.int32], Shown, int]:
    known = int(np.isin(view.cells, (FLAG, MINE)).sum())
    return layouts_of(cells_of(view), view.grid.kernel_neighbours, (view.mines or 0) - known, most)


def wins_by_trying_everything(shown: Shown) -> int:
    @lru_cache(None)
    def wins(live: tuple[int, ...]) -> int:
        if len(live) == 1:
            return 1
        best = 0
        for cell in range(shown.shape[1]):
            parts: dict[int, list[int]] = {}
            for layout in live:
                if shown[layout, cell] != MINED:
                    parts.setdefault(int(shown[layout, cell]), []).append(layout)
            if parts and list(map(tuple, parts.values())) != [live]:
                best = max(best, sum(wins(tuple(part)) for part in parts.values()))
        return best

    return wins(tuple(range(len(shown))))


def test_the_layouts_are_the_solutions() -> None:
    for view in positions(400, seed=1):
        belief = infer(view)
        cells, shown, found = layouts(view)
        assert found == (belief.solutions if belief.solutions <= MOST else -1)
        if found > 0:
            assert np.allclose((shown[:found] == MINED).mean(axis=0), belief.risk.ravel()[cells])
            assert len({row.tobytes() for row in shown[:found]}) == found


def test_what_a_layout_shows_is_its_counts() -> None:
    view = View.parse("1../...", mines=1)
    cells, shown, found = layouts(view)
    for row in shown[:found]:
        layout = Layout.from_mines(2, 3, [view.grid.cell(cell) for cell in cells[row == MINED]])
        assert (row[row != MINED] == layout.counts.ravel()[cells[row != MINED]]).all()


def test_most_wins_is_what_trying_everything_finds() -> None:
    compared = 0
    for view in positions(500, seed=2):
        _, shown, found = layouts(view, most=16)
        if found >= 2:
            wins = found - search_layouts(shown[:found], False, 10**8)[0]
            assert wins == wins_by_trying_everything(shown[:found]), str(view)
            compared += 1
    assert compared > 100


def test_of_rivals_only_one_is_won() -> None:
    """The groups are of rivals, and the bound that they give is never above what is lost."""
    together = 0
    for view in positions(300, seed=5):
        _, shown, found = layouts(view, most=200)
        if found < 2:
            continue
        live, group = rival_groups(signs_of(shown[:found]), np.arange(found, dtype=np.int32))
        assert sorted(live.tolist()) == list(range(found))
        assert (np.diff(group[live]) >= 0).all()
        for number in range(group.max() + 1):
            rows = shown[:found][group == number]
            for one, other in combinations(rows, 2):
                assert ((one == other) | (one == MINED) | (other == MINED)).all()
                together += 1
        assert found - (group.max() + 1) <= search_layouts(shown[:found], False, 10**8)[0]
    assert together > 300


def test_two_coin_flips_are_one_group() -> None:
    """Of their four layouts three are lost, whatever is played."""
    _, shown, found = layouts(View.parse(".._../11_11", mines=2))
    _, group = rival_groups(signs_of(shown[:found]), np.arange(found, dtype=np.int32))
    assert group.tolist() == [0, 0, 0, 0]
    assert search_layouts(shown[:found], False, 1000)[0] == 3


def test_with_many_cells_each_layout_is_a_group() -> None:
    signs = np.ones((2, 65), np.uint16)
    live, group = rival_groups(signs, np.array([1, 0], np.int32))
    assert live.tolist() == [1, 0]
    assert group.tolist() == [1, 0]


def test_the_first_cell_reaches_the_wins() -> None:
    for view in positions(300, seed=3):
        _, shown, found = layouts(view, most=16)
        if found >= 2:
            loss, cell = search_layouts(shown[:found], False, 10**8)
            wins = found - loss
            parts = [shown[:found][shown[:found, cell] == value] for value in range(MINED)]
            assert sum(wins_by_trying_everything(part) for part in parts if len(part)) == wins


@pytest.mark.parametrize(("mines", "wins", "boards"), [(2, 102, 120), (3, 400, 560)])
def test_a_whole_small_board(mines: int, wins: int, boards: int) -> None:
    """The provable optimum of 4×4 boards under `any`."""
    _, shown, found = layouts(View.parse("..../..../..../....", mines=mines), most=boards)
    assert found == boards
    assert found - search_layouts(shown[:found], False, 10**9)[0] == wins


def test_a_search_without_time_is_given_up() -> None:
    _, shown, found = layouts(View.parse("..../..../..../....", mines=3), most=1000)
    assert search_layouts(shown[:found], False, 1000)[0] == GIVEN_UP


def test_dead_cells_show_the_same_in_all_solutions() -> None:
    dead = 0
    for view in positions(500, seed=4):
        belief = infer(view)
        verdict = (belief.safe + 2 * belief.mines).astype(np.int8).ravel()
        cells, shown, found = layouts(view)
        for i, cell in enumerate(cells.tolist() if found > 0 else []):
            if verdict[cell] == 0 and is_dead(cell, cells_of(view), verdict, view.grid.kernel_neighbours):
                dead += 1
                assert len(set(shown[:found, i].tolist()) - {MINED}) <= 1
    assert dead > 50


def test_a_corner_that_two_cells_share_is_dead() -> None:
    view = View.parse("...../.2.../...../.....", mines=5)
    verdict = np.zeros(20, np.int8)
    assert not is_dead(0, cells_of(view), verdict, view.grid.kernel_neighbours)
    pair = View.parse("../11", mines=1)
    assert is_dead(0, cells_of(pair), np.zeros(4, np.int8), pair.grid.kernel_neighbours)
