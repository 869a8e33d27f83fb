"""Positions for the tests of exact inference, made by playing real games on seeded boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sapper import Game, Layout, Rules, View, infer
from sapper.board.moves import Flag, Open
from sapper.board.view import HIDDEN

MODELS = ("exact", "exact", "reveal:0.6", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
SHAPES = ((1, 12), (12, 1), (3, 4), (4, 4), (4, 5), (2, 8), (3, 6), (1, 1), (5, 5))


def small_views(seed: int, boards: int, most_hidden: int = 13) -> Iterator[View]:
    """Views of all shapes, topologies and clue models, with known mines, flags, and the mine count in three ways."""
    rng = np.random.default_rng(seed)
    for board in range(boards):
        height, width = SHAPES[rng.integers(len(SHAPES))]
        rules = Rules(
            height=height,
            width=width,
            mines=int(rng.integers(0, height * width + 1)),
            end="survey",
            clues=MODELS[rng.integers(len(MODELS))],
            topology=("square", "square", "torus", "hex")[rng.integers(4)],
        )
        game = Game(rules, seed=(seed, board))
        for index in rng.permutation(rules.cells).tolist():
            hidden = int(np.count_nonzero(game.view.hidden))
            if game.over or (hidden <= most_hidden and rng.random() < 0.15):
                break
            cell = rules.grid.cell(index)
            if game.layout.mines[cell] and rng.random() < 0.6:
                if rng.random() < 0.3:
                    game.apply(Flag(cell))
                continue
            game.apply(Open(cell))
        view = game.view
        if np.count_nonzero(view.hidden) <= most_hidden:
            yield _count_three_ways(view, int(rng.integers(3)), float(rng.choice([0.0, 0.1, 0.25, 0.6])))


def _count_three_ways(view: View, way: int, density: float) -> View:
    if way == 0:
        return view
    if way == 1:
        return replace(view, mines=None)
    return replace(view, mines=None, density=density if density else 0.35)


def stuck_expert(positions: int, seed: int = 0) -> Iterator[View]:
    """Expert positions where no single clue decides anything, nothing marked."""
    board = 0
    while positions:
        board += 1
        rng = np.random.default_rng((seed, board))
        game = Game(Rules.expert(first="opening"), seed=(seed, board))
        game.apply(Open((3, 3)))
        peeks = int(rng.integers(0, 12))  # guesses that are given the truth, to get on
        while not game.over:
            view = game.view
            safe = np.argwhere(infer(view, "single", trust_flags=False).safe).tolist()
            for row, column in safe:
                if not game.over and game.view[row, column] == HIDDEN:
                    game.apply(Open((row, column)))
            if safe:
                continue
            if peeks == 0:
                positions -= 1
                yield view
                break
            peeks -= 1
            safe_cells = np.argwhere(view.hidden & ~game.layout.mines).tolist()
            row, column = safe_cells[rng.integers(len(safe_cells))]
            game.apply(Open((row, column)))


def partly_opened(height: int, width: int, density: float, share: float, seed: int) -> View:
    """A board with so many of its cells opened, all of them safe, at random."""
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
