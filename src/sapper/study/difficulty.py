"""Difficulty of a board: the lowest level that solves it without a guess from a given start.

What
    From the start, the weakest level that finds anything has its turn, and after every finding the weakest begins
    again. So a strong level is used only where all weaker ones are stuck, and the strongest one used is the lowest
    that solves the board together with those below it.

Cost
    Some tens of milliseconds for an expert board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from sapper.board.grid import Cell
from sapper.board.moves import Flag, Open
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, View
from sapper.errors import BadInput
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.inference.levels import LADDER, infer
from sapper.knowledge.belief import Deduction


@dataclass(frozen=True)
class Difficulty:
    """How hard a board is."""

    level: str | None
    """The lowest level that solves it, with those below it; None if it takes a guess."""
    deductions: dict[str, int]
    """How many cells each level decided, weakest first; up to the first guess, if it takes one."""
    opened: int
    """Safe cells opened without a guess …"""
    safe: int
    """… of so many."""

    @property
    def text(self) -> str:
        """The difficulty in words."""
        by_level = ", ".join(f"{level} {count}" for level, count in self.deductions.items()) or "none"
        solved = (
            f"solved by {self.level}" if self.level else f"takes a guess after {self.opened} of {self.safe} safe cells"
        )
        return f"{solved}\ndeductions: {by_level}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def difficulty(layout: Layout, start: Cell, *, mine_count: bool = True) -> Difficulty:
    """How hard a board is from a start, which must be safe; `mine_count`: whether the number of mines is told.

    >>> print(difficulty(Layout.parse("..../..../*..*"), (0, 0)).text)
    solved by zones
    deductions: single 3, zones 1
    """
    rows, columns = layout.mines.shape
    if not layout.grid.holds(start):
        raise BadInput(f"the start ({start[0]},{start[1]}) lies outside: rows 0–{rows - 1}, columns 0–{columns - 1}")
    if layout.mines[start]:
        raise BadInput(f"the start ({start[0]},{start[1]}) is a mine: choose a safe cell")
    rules = Rules(
        height=rows, width=columns, mines=layout.total, first="any", mine_count=mine_count, topology=layout.topology
    )
    game, counts = Game(rules, layout=layout), Counter[str]()
    game.apply(Open(start))
    while not game.over and (found := next(_findings(game.view), None)) is not None:
        level, deductions = found
        counts[level] += len(deductions)
        for deduction in deductions:
            if not game.over and game.view[deduction.cell] == HIDDEN:
                game.apply(Flag(deduction.cell) if deduction.mine else Open(deduction.cell))
    by_level = {level: counts[level] for level in LADDER if counts[level]}
    solved = (list(by_level) or [LADDER[0]])[-1] if game.result.won else None
    return Difficulty(solved, by_level, game.result.cells_opened, rules.cells - rules.mines)


def _findings(view: View) -> Iterator[tuple[str, tuple[Deduction, ...]]]:
    """What each level finds, weakest first: all of it if it is the weakest, else its first cell."""
    for level in LADDER:
        found = infer(view, level).deductions
        if found:
            yield level, found if level == LADDER[0] else found[:1]
