"""Best play against a search that tries everything, and against values that were computed elsewhere."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest

from sapper import Game, Grid, Layout, Open, Optimum, Rules, View, optimum
from sapper.bench.optimal import CLASSIC, SURVEY
from sapper.board.grid import Topology
from sapper.board.rules import End, First
from sapper.board.view import MINE
from sapper.errors import BadInput, LimitExceeded
from sapper.players.optimal.symmetry import images_of
from sapper.players.optimal.value import Position

LONG = {(5, 5), (5, 6)}
"""Boards that only the bench solves."""
TINY = ((1, 5, 2), (2, 3, 2), (2, 4, 3), (3, 3, 2), (3, 3, 4), (3, 4, 2))
Seen = tuple[int, ...]


class Everything:
    """All play on all layouts, by the rules alone: views are told apart by what they show, and nothing is left out.

    A view is a tuple of codes: -1 hidden, -2 an opened mine, or the clue.
    """

    def __init__(self, height: int, width: int, mines: int, end: End, topology: Topology = "square") -> None:
        self.grid, self.end, self.mines = Grid(height, width, topology), end, mines
        self.layouts = [
            Layout.from_mines(height, width, map(self.grid.cell, chosen), topology)
            for chosen in combinations(range(self.grid.size), mines)
        ]
        self.show = [np.where(one.mines, -2, one.counts).ravel().tolist() for one in self.layouts]
        self.gain = lru_cache(None)(self._gain)

    def _gain(self, seen: Seen, live: tuple[int, ...]) -> int:
        """Layouts won, or mines kept, from a view on; live: the layouts that agree with it."""
        hidden = [cell for cell, code in enumerate(seen) if code == -1]
        if self.end == "classic" and len(hidden) == self.mines:
            return len(live)
        if self.end == "survey" and len(live) == 1:
            return hidden_mines(self.show[live[0]], hidden)
        return max(self.gain_of_opening(seen, live, cell) for cell in hidden)

    def gain_of_opening(self, seen: Seen, live: tuple[int, ...], cell: int) -> int:
        """The same, if that cell is opened now. A cell that is a mine in all layouts is never worth it."""
        total = 0
        for code in {self.show[one][cell] for one in live}:
            if code == -2 and self.end == "classic":
                continue
            after = (*seen[:cell], code, *seen[cell + 1 :])
            total += self.gain(after, tuple(one for one in live if self.show[one][cell] == code))
        return total

    def best_first(self, first: First) -> tuple[Fraction, set[tuple[int, int]]]:
        """The value of best play from the first click on, and every first cell that reaches it."""
        values: dict[tuple[int, int], Fraction] = {}
        for cell in range(self.grid.size):
            kept = {cell} if first == "safe" else {cell, *map(self.grid.index, self.grid.around(self.grid.cell(cell)))}
            live = tuple(
                number
                for number, show in enumerate(self.show)
                if first == "any" or all(show[free] != -2 for free in kept)
            )
            if live:
                most = len(live) * (1 if self.end == "classic" else self.mines)
                gained = self.gain_of_opening((-1,) * self.grid.size, live, cell)
                values[self.grid.cell(cell)] = Fraction(gained, most)
        best = max(values.values())
        return best, {cell for cell, value in values.items() if value == best}


def hidden_mines(show: list[int], hidden: list[int]) -> int:
    return sum(show[cell] == -2 for cell in hidden)


@pytest.mark.parametrize("end", ["classic", "survey"])
@pytest.mark.parametrize("size", TINY)
def test_best_play_is_what_trying_everything_finds(size: tuple[int, int, int], end: End) -> None:
    height, width, mines = size
    everything = Everything(height, width, mines, end)
    for first in ("any", "safe", "opening"):
        view = View(np.full((height, width), -1, np.int8), mines=mines, end=end, first=first)
        value, cells = everything.best_first(first)
        best = optimum(view)
        assert (best.value, set(best.cells)) == (value, cells), first


def test_positions_in_the_middle_of_a_game() -> None:
    rng = np.random.default_rng(5)
    compared = 0
    for number in range(60):
        end: End = "classic" if number % 2 else "survey"
        height, width, mines = TINY[number % len(TINY)]
        game = Game(Rules(height=height, width=width, mines=mines, end=end, first="any"), seed=number)
        for cell in rng.permutation(height * width)[: rng.integers(1, 4)].tolist():
            if not game.over and game.view.hidden.ravel()[cell]:
                game.apply(Open(game.view.grid.cell(cell)))
        if game.over:
            continue
        everything = Everything(height, width, mines, end)
        seen = tuple(-2 if code == MINE else int(code) for code in game.view.cells.ravel())
        live = tuple(
            number
            for number, show in enumerate(everything.show)
            if all(code in (-1, show[cell]) for cell, code in enumerate(seen))
        )
        most = len(live) * (1 if end == "classic" else mines)
        assert optimum(game.view).value == Fraction(everything.gain(seen, live), most), repr(game.view)
        compared += 1
    assert compared > 30


@pytest.mark.parametrize("board", [board for board in CLASSIC if board not in LONG])
def test_known_values_of_classic_games(board: tuple[int, int]) -> None:
    (side, mines), (by_any, by_opening) = board, CLASSIC[board]
    free = 1 - Fraction(mines, side * side)
    wanted: dict[First, Fraction] = {
        "any": Fraction(by_any),
        "safe": Fraction(by_any) / free,
        "opening": Fraction(by_opening),
    }
    for first, value in wanted.items():
        best = optimum(Game(Rules(height=side, width=side, mines=mines, first=first)).view)
        assert best.value == value, first
        if first == "any":
            assert f"{best.gained}/{best.possible}" == by_any


@pytest.mark.parametrize("board", SURVEY)
def test_known_values_of_survey_games(board: tuple[int, int, int]) -> None:
    height, width, mines = board
    best = optimum(Game(Rules(height=height, width=width, mines=mines, end="survey")).view)
    assert round(100 * float(best.value), 2) == SURVEY[board]
    assert best.possible == mines * len(list(combinations(range(height * width), mines)))


def test_best_first_cells_are_told_with_all_that_look_the_same() -> None:
    best = optimum(Game(Rules(height=4, width=4, mines=4, first="any")).view)
    assert best.cells == ((0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2))


def test_a_turned_position_is_worth_the_same() -> None:
    view = View.parse("1.../..../..2./....", mines=4)
    plain, turned = optimum(view), optimum(View(np.rot90(view.cells), mines=4))
    assert plain.value == turned.value
    assert sorted((3 - column, row) for row, column in plain.cells) == list(turned.cells)


def test_what_is_decided_is_worth_what_it_is() -> None:
    assert optimum(View.parse("**/**", mines=4)) == Optimum(1, 1, (), 0)
    solved = optimum(View.parse("..../1221", mines=2))
    assert (solved.value, solved.cells) == (1, ((0, 0), (0, 3)))
    half = optimum(View.parse("2*/..", mines=2, end="survey"))
    assert (half.value, half.cells) == (Fraction(1, 4), ((1, 0), (1, 1)))


@pytest.mark.parametrize("grid", [Grid(3, 3), Grid(2, 5), Grid(4, 4, "torus"), Grid(4, 4, "hex"), Grid(3, 5, "hex")])
def test_images_keep_neighbours(grid: Grid) -> None:
    images = images_of(grid)
    assert images[0].tolist() == list(range(grid.size))
    for goes in images.tolist():
        for cell in range(grid.size):
            around = {grid.index(near) for near in grid.around(grid.cell(cell))}
            assert {goes[near] for near in around} == {grid.index(near) for near in grid.around(grid.cell(goes[cell]))}


@pytest.mark.parametrize("topology", ["torus", "hex"])
def test_other_grids(topology: Topology) -> None:
    everything = Everything(3, 4, 2, "classic", topology)
    value, cells = everything.best_first("any")
    best = optimum(View(np.full((3, 4), -1, np.int8), mines=2, topology=topology))
    assert (best.value, set(best.cells)) == (value, cells)


def test_the_limits_are_stated() -> None:
    with pytest.raises(LimitExceeded, match=r"8,347,680 layouts are too many for best play: at most 200,000"):
        optimum(Game(Rules(height=6, width=6, mines=7, first="any")).view)
    with pytest.raises(LimitExceeded, match="not found within 1,000 looks"):
        Position.of(Game(Rules(height=3, width=3, mines=4, first="any")).view, most_looks=1_000).least()
    with pytest.raises(BadInput, match="exact clues with the mine count told"):
        optimum(View.parse("../.."))
    with pytest.raises(BadInput, match="exact clues with the mine count told"):
        optimum(View.parse("../..", mines=1, clues="optimistic"))
