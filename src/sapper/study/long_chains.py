"""Boards with long chains of influence, found by search.

Hill climbing: from a random board, one mine at a time is moved to another cell; a board whose longest chain is not
shorter replaces the old one. Every board is played by the same agent from the same start.
Cost: one game and its graph per try, milliseconds on a 10×10 board.
"""

from __future__ import annotations

import numpy as np

from sapper.board.chance import Chance, Seed
from sapper.board.grid import Cell
from sapper.board.rules import Rules
from sapper.game.layout import Layout
from sapper.sim.play import play
from sapper.study.influence import Influence, influence

PLAYER = "exact"


def long_chain(rules: Rules, seed: Seed, tries: int, start: Cell | None = None) -> Influence:
    """The graph of the game with the longest chain among so many boards, one after the other.

    >>> rules = Rules(height=6, width=6, mines=6)
    >>> long_chain(rules, seed=1, tries=20).length >= long_chain(rules, seed=1, tries=1).length
    True
    """
    start = (rules.height // 2, rules.width // 2) if start is None else start
    chance = Chance(seed)
    best = _played(rules, seed, Layout.random(rules, seed, start), start)
    for _ in range(tries - 1):
        layout = _moved(best.record.layout, rules, start, chance)
        found = _played(rules, seed, layout, start)
        if found.length >= best.length:
            best = found
    return best


def _played(rules: Rules, seed: Seed, layout: Layout, start: Cell) -> Influence:
    return influence(play(PLAYER, rules, seed, layout=layout, start=start))


def _moved(layout: Layout, rules: Rules, start: Cell, chance: Chance) -> Layout:
    """The layout with one mine somewhere else; what the first click is promised stays free."""
    mines = layout.mines.ravel().copy()
    kept_free = np.zeros(mines.size, np.bool_)
    if rules.first != "any":
        kept_free[layout.grid.index(start)] = True
    if rules.first == "opening":
        kept_free[[layout.grid.index(cell) for cell in layout.grid.around(start)]] = True
    mined, free = np.flatnonzero(mines), np.flatnonzero(~mines & ~kept_free)
    if len(mined) and len(free):
        keys = chance.bit_generator.random_raw(2)
        mines[mined[int(keys[0]) % len(mined)]] = False
        mines[free[int(keys[1]) % len(free)]] = True
    return Layout(mines.reshape(layout.mines.shape), layout.topology)
