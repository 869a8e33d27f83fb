"""Positions to measure on, made by playing real games on seeded boards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sapper.board.moves import Open
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, View
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.inference.levels import infer


def stuck_expert(positions: int, seed: int = 0) -> Iterator[View]:
    """Expert positions where no single clue decides anything, nothing marked; some early, some late in a game."""
    board = 0
    while positions:
        board += 1
        rng = np.random.default_rng((seed, board))
        game = Game(Rules.expert(first="opening"), seed=(seed, board))
        game.apply(Open((3, 3)))
        for _ in range(int(rng.integers(0, 12))):  # a few guesses that are given the truth, to get on
            _open_all_safe(game)
            safe = np.argwhere(game.view.hidden & ~game.layout.mines).tolist()
            if game.over or not safe:
                break
            row, column = safe[rng.integers(len(safe))]
            game.apply(Open((row, column)))
        _open_all_safe(game)
        if not game.over:
            positions -= 1
            yield game.view


def _open_all_safe(game: Game) -> None:
    """Open what single clues prove, until they prove nothing."""
    while not game.over:
        safe = np.argwhere(infer(game.view, "single").safe).tolist()
        if not safe:
            return
        for row, column in safe:
            if not game.over and game.view[row, column] == HIDDEN:
                game.apply(Open((row, column)))


def partly_opened(height: int, width: int, density: float, share: float, seed: int) -> View:
    """A board with so large a share of its cells opened, all of them safe, at random."""
    layout = Layout.random(Rules(height=height, width=width, density=density, end="survey"), seed)
    safe = np.random.default_rng(seed).permutation(np.flatnonzero(~layout.mines))
    cells = np.full(height * width, HIDDEN, np.int8)
    opened = safe[: int(share * height * width)]
    cells[opened] = layout.counts.ravel()[opened]
    return View(cells.reshape(height, width), mines=layout.total)


def every_second(height: int, width: int, density: float = 0.3, seed: int = 1) -> View:
    """The classic hard case: a clue on every second cell of every second row."""
    layout = Layout.random(Rules(height=height, width=width, density=density, end="survey"), seed)
    mines = layout.mines.copy()
    mines[1::2, 1::2] = False
    layout = Layout(mines)
    cells = np.full((height, width), HIDDEN, np.int8)
    cells[1::2, 1::2] = layout.counts[1::2, 1::2]
    return View(cells, mines=layout.total)
