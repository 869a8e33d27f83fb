"""What it takes to solve a layout without a guess: the level of inference, and how often it is needed.

legend   ladder     single ‹ pairs ‹ linear ‹ exact; `pairs` is the level `zones`
         hard step  a moment when single clues are stuck: the weakest rung that gets on then does all it can
         difficulty the sum over all hard steps: 1 for pairs, 2 for linear, 3 for exact
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sapper.board.clues import ClueModel
from sapper.board.grid import Cell
from sapper.board.moves import Flag, Open
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN
from sapper.errors import BadInput
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.generator.solver import RUNGS, Longs, fresh, solve
from sapper.inference.exact.engine import NOT_TOLD
from sapper.inference.levels import LADDER as LEVEL_LADDER
from sapper.inference.levels import LEVELS, infer
from sapper.knowledge.constraints import Floats, likelihoods

LADDER = ("single", "pairs", "linear", "exact")
SAME_AS = {"pairs": "zones"}
"""The ladder's word, and the level's."""


@dataclass(frozen=True)
class Grade:
    """How hard a layout is that can be solved without a guess."""

    pairs: int = 0
    """Hard steps that pairs of clues got over."""
    linear: int = 0
    exact: int = 0

    @property
    def level(self) -> str:
        """The highest rung that was needed."""
        return "exact" if self.exact else "linear" if self.linear else "pairs" if self.pairs else "single"

    @property
    def difficulty(self) -> int:
        """Hard steps, each with the rank of its rung."""
        return self.pairs + 2 * self.linear + 3 * self.exact


def grade(layout: Layout, start: Cell, mine_count: bool = True) -> Grade | None:
    """What it takes to solve a layout from a start; None if it takes a guess.

    >>> grade(Layout.parse("......../......../......../..*.*.../..*...../...*..../......../........"), (0, 0))
    Grade(pairs=0, linear=0, exact=0)
    >>> grade(Layout.parse("..*/.../*.."), (1, 0)) is None
    True
    """
    grid = layout.grid
    check_start(layout, start)
    steps: Longs = np.zeros(RUNGS, np.int64)
    solved = solve(
        fresh(grid.size), layout.mines.ravel().copy(), layout.counts.ravel().copy(), grid.kernel_neighbours,
        exact_likelihoods(), grid.index(start), layout.total if mine_count else NOT_TOLD, RUNGS - 1, steps,
    )  # fmt: skip
    return graded(steps) if solved else None


def graded(steps: Longs) -> Grade:
    """The grade that the kernel's counts stand for."""
    return Grade(*(int(count) for count in steps[1:]))


def exact_likelihoods() -> Floats:
    """The likelihoods of clues that tell the truth."""
    return likelihoods(ClueModel())


def check_start(layout: Layout, start: Cell) -> None:
    """Refuse a start outside the board."""
    if not layout.grid.holds(start):
        height, width = layout.mines.shape
        raise BadInput(f"the start ({start[0]},{start[1]}) lies outside the {height}×{width} board")


def level_word(name: str) -> str:
    """The name of a level in the table of levels; refuse what is none.

    >>> level_word("pairs")
    'zones'
    """
    word = SAME_AS.get(name, name)
    if word not in LEVELS:
        raise BadInput(f"unknown level {name!r}: choose {', '.join((*SAME_AS, *LEVELS))}")
    return word


def levels_below(name: str) -> tuple[str, ...]:
    """All weaker levels of the table, to be used together.

    >>> levels_below("pairs")
    ('single', 'mine_count', 'window')
    """
    weaker = LEVELS[: LEVELS.index(level_word(name))]
    return tuple(level for level in weaker if level in LEVEL_LADDER) or weaker


def solvable(layout: Layout, start: Cell, levels: str | Sequence[str], mine_count: bool = True) -> bool:
    """Whether levels of `sapper.infer` solve a layout from a start without a guess; a mine once proved stays marked.

    This is the slow, plain way, for any level; `grade` is the quick one for the ladder.
    """
    check_start(layout, start)
    height, width = layout.mines.shape
    rules = Rules(
        height=height, width=width, mines=layout.total, first="any", mine_count=mine_count, topology=layout.topology
    )
    if layout.mines[start]:
        return False
    game = Game(rules, layout=layout)
    game.apply(Open(start))
    while not game.over:
        view = game.view
        belief = infer(view, levels)
        safe, mines = np.argwhere(belief.safe).tolist(), np.argwhere(belief.mines & view.hidden).tolist()
        if not safe and not mines:
            return False
        for row, column in mines:
            game.apply(Flag((row, column)))
        for row, column in safe:
            if not game.over and game.view[row, column] == HIDDEN:
                game.apply(Open((row, column)))
    return True
