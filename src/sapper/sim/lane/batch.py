"""Batch: some games, a row for each: what a lane is given, and what it fills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sapper.board.chance import Seed, clue_noise
from sapper.board.clues import EXACT
from sapper.board.many import ranks_and_orders
from sapper.board.rules import Rules
from sapper.inference.exact.engine import FINE
from sapper.knowledge.constraints import Floats, Ints
from sapper.sim.lane.agenda import Longs
from sapper.sim.lane.table import ANY, FIGURES, OPENING, SAFE_CELL

FIRST = {"any": ANY, "safe": SAFE_CELL, "opening": OPENING}


class Batch(NamedTuple):
    """Some games; a row for each."""

    rank: Ints
    """[games, cells] which cells are mined first."""
    order: Ints
    """[games, cells] which cells are guessed first, by those who guess at random."""
    figures: Longs
    """[games, FIGURES] see `Table`; filled by a lane, as the rest is."""
    log: Ints
    """[games, cells] the moves."""
    status: Longs
    """[games] FINE, or why the engine gave up: such a game is to be played elsewhere."""
    luck: Floats
    """[games] of those who know their risks exactly: what guesses won beyond their expectation."""
    noise: Floats
    """[games, cells] given: the luck of every cell under uncertain clues; no rows if clues are exact."""


def batch_of(rules: Rules, seeds: Sequence[Seed]) -> Batch:
    """Games to be played, one per seed."""
    games, cells = len(seeds), rules.cells
    rank, order = ranks_and_orders(seeds, cells)
    figures, log = np.zeros((games, FIGURES), np.int64), np.zeros((games, cells), np.int32)
    noise = np.empty((0 if rules.clues == EXACT else games, cells))
    for game in range(len(noise)):
        noise[game] = clue_noise(seeds[game], cells)
    return Batch(rank, order, figures, log, np.full(games, FINE, np.int64), np.zeros(games), noise)
