"""Levels in whole games: boards too large to try every layout, checked against the layout itself."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from sapper import Layout, Rules
from sapper.board.chance import Chance
from sapper.board.grid import Grid
from sapper.board.moves import Flag, Open
from sapper.game.game import Game
from sapper.inference.enumeration import enumeration_level
from sapper.inference.level import Level, run
from sapper.inference.linear import linear_level
from sapper.inference.queue import queue_level
from sapper.inference.single import single_level
from sapper.inference.window import window_level
from sapper.knowledge.constraints import constraints_of

SIDE = 12
STACKS: dict[str, tuple[Level, ...]] = {
    "window": (queue_level, partial(window_level, grid=Grid(SIDE, SIDE))),
    "linear": (single_level, linear_level),
    "brute": (single_level, enumeration_level),
    "linear+brute": (single_level, linear_level, enumeration_level),
    "small caps": (single_level, partial(enumeration_level, cap=8), linear_level),
}


@pytest.mark.parametrize("told", [True, False], ids=["told", "not told"])
@pytest.mark.parametrize("levels", STACKS.values(), ids=STACKS.keys())
def test_no_wrong_verdict_in_whole_games(levels: tuple[Level, ...], told: bool) -> None:
    for seed in range(24):
        density = (0.1, 0.2, 0.3, 0.5)[seed % 4]
        rules = Rules(height=SIDE, width=SIDE, density=density, end="survey", mine_count=told)
        layout = Layout.random(rules, seed=seed)
        game, order = Game(rules, seed=seed, layout=layout), Chance(seed).order(SIDE * SIDE)
        while not game.over:
            view = game.view
            c = constraints_of(view)
            _, trail = run([("level", level) for level in levels], c)
            for _, finding in trail:
                cell = view.grid.cell(int(c.cells[finding.cell]))
                assert bool(layout.mines[cell]) == finding.mine, f"{finding} in {view!r}"
                if not game.over:
                    game.apply(Flag(cell) if finding.mine else Open(cell))
            if not trail:
                hidden = view.hidden.ravel()
                game.apply(Open(view.grid.cell(int(order[np.argmax(hidden[order])]))))
