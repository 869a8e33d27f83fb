"""Puzzles: a position with exactly one safe cell, which only some level of inference and those above it find.

Positions come from games on random boards: proved cells are opened one at a time, and where nothing is proved a safe
cell next to the clues is opened as if by a lucky guess. Cost: some thousand positions per second are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.board.chance import making_state
from sapper.board.grid import Cell
from sapper.board.moves import Open
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.errors import BadInput, BadRules, NoneFound
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.generator.grade import level_word, levels_below
from sapper.generator.lay import Luck, below
from sapper.inference.levels import infer
from sapper.knowledge.belief import Belief, Mask

POSITIONS = 100_000
"""Positions looked at per puzzle before the search is given up."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one safe cell."""

    view: View
    answer: Cell
    """The only cell that is proved safe."""
    level: str
    """The weakest level that finds it, as it was asked for."""
    layout: Layout
    """The board that the position is from."""
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "view": str(self.view),
            "answer": self.answer,
            "level": self.level,
            "layout": str(self.layout),
            "seed": self.seed,
        }


def puzzles(rules: Rules, level: str, n: int = 1, seed: int = 0, *, tries: int = POSITIONS) -> list[Puzzle]:
    """Make puzzles, one per seed: `seed`, `seed + 1`, ….

    `level`: this level, after `single`, finds the safe cell, and all weaker levels of the table together find none.
    `tries`: positions looked at per seed; if none of them will do, `NoneFound` is raised, with those found before.

    >>> puzzle, = puzzles(Rules(height=6, width=6, mines=8), "zones")
    >>> infer(puzzle.view, "single").safe.any(), infer(puzzle.view).safe.sum() == 1
    (np.False_, np.True_)
    """
    word, weaker = level_word(level), levels_below(level)
    if rules.clues.kind != "exact":
        raise BadRules(f"a puzzle has exact clues, not {rules.clues}")
    if word == "queue":
        raise BadInput("no level is weaker than queue: ask for single or more")
    if n < 0 or tries < 1:
        raise BadInput(f"{n} puzzles in {tries} tries each make no sense")
    found: list[Puzzle] = []
    for number in range(seed, seed + n):
        puzzle = next((made for made in _made(rules, level, word, weaker, number, tries)), None)
        if puzzle is None:
            raise NoneFound(
                f"none of the {tries:,} positions tried for seed {number} needs {level!r}, {len(found)} of {n} found:"
                " ask for another level or board, or allow more tries",
                tuple(found),
            )
        found.append(puzzle)
    return found


def _made(rules: Rules, level: str, word: str, weaker: tuple[str, ...], seed: int, tries: int) -> Iterator[Puzzle]:
    """The puzzles of a seed, from one game after the other."""
    luck = making_state(seed)
    number = 0
    while tries > 0:
        game = Game(rules, (seed, number))
        number += 1
        for view, belief in _positions(game, luck):
            tries -= 1
            cells = np.argwhere(belief.safe).tolist()
            if len(cells) == 1 and not infer(view, weaker).safe.any() and infer(view, word).safe.any():
                row, column = cells[0]
                yield Puzzle(view, (row, column), level, game.layout, seed)
            if tries == 0:
                return


def _positions(game: Game, luck: Luck) -> Iterator[tuple[View, Belief]]:
    """Play a game that never explodes, one opened cell at a time; each position with all that it proves."""
    game.apply(Open(game.rules.grid.cell(below(luck, game.rules.cells))))
    while not game.over:
        view = game.view
        belief = infer(view)
        yield view, belief
        safe = belief.safe if belief.safe.any() else _near_clues(view) & ~game.layout.mines
        cells = np.argwhere(safe if safe.any() else view.hidden & ~game.layout.mines).tolist()
        row, column = cells[below(luck, len(cells))]
        game.apply(Open((row, column)))


def _near_clues(view: View) -> Mask:
    """The hidden cells that touch an opened one."""
    opened = np.append(view.opened.ravel(), False)  # the last entry stands for the -1 that pads the table
    near: Mask = opened[view.grid.neighbours].any(axis=1).reshape(view.cells.shape) & view.hidden
    return near
