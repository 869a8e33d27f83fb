"""Small positions for the tests of exact inference, made by playing real games on seeded boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sapper import Game, Rules, View
from sapper.board.moves import Flag, Open

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
