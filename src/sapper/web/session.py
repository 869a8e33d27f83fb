"""Session: one person's game on the server. Rules, seed and actions are enough to play it again.

legend   action   what a person did at once: one move, or the openings of a chord; undone as a whole
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from sapper.board.grid import Cell
from sapper.board.moves import Ask, Flag, Move, Open, Unflag
from sapper.board.rules import Rules
from sapper.board.view import FLAG, HIDDEN, MINE, View
from sapper.errors import IllegalMove
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.sim.record import GameRecord, Step

PERSON = "person"

State = Literal["new", "playing", "won", "lost", "done"]


@dataclass(frozen=True)
class Action:
    """What a person did, and when."""

    moves: tuple[Move, ...]
    at: float
    """Seconds of the wall clock."""


@dataclass
class Session:
    """One game.

    >>> session = Session("a", Rules(height=1, width=3, mines=1, first="any"), seed=0, layout=Layout.parse("..*"))
    >>> session.do("open", (0, 0), at=1.0)
    >>> session.state, session.view.cells.tolist()
    ('won', [[0, 1, -2]])
    """

    id: str
    rules: Rules
    seed: int
    no_guess: bool = False
    practice: bool = False
    layout: Layout | None = None
    """Given only for a board that was made to order at the first click."""
    actions: list[Action] = field(default_factory=list)
    bbbv: int | None = None
    """3BV, once somebody has worked it out; never told before the end."""

    view: View = field(init=False)
    """What the person sees; an answer looks at it several times."""
    moves: int = field(init=False)
    """How many moves were made."""

    def __post_init__(self) -> None:
        self._replay()

    @property
    def state(self) -> State:
        """How the game stands; a survey that found not all mines is done."""
        result = self.game.result
        if result.over:
            return "won" if result.won else "lost" if self.rules.end == "classic" else "done"
        return "playing" if self.actions else "new"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    def elapsed(self, now: float) -> float:
        """Seconds from the first action to the last, or to now."""
        if not self.actions:
            return 0.0
        return max((self.actions[-1].at if self.over else now) - self.actions[0].at, 0.0)

    def needs_board(self, kind: str) -> bool:
        """Whether this action is the first click on a board that is still to be made to order."""
        return self.no_guess and self.layout is None and kind == "open"

    def lay(self, layout: Layout) -> None:
        """Play on this board; what was flagged before stays flagged."""
        self.layout = layout
        self._replay()

    def do(self, kind: str, cell: Cell, at: float) -> None:
        """Open, flag or unflag, ask again or chord; raise IllegalMove, and change nothing, if it is not possible."""
        moves = tuple(self._chord(cell) if kind == "chord" else self._single(kind, cell))
        self.actions.append(Action(moves, at))
        self.view, self.moves = self.game.view, self.moves + len(moves)

    def undo(self) -> None:
        """Take the last action back."""
        if not self.practice:
            raise IllegalMove("undo is for practice games: start one with practice")
        if not self.actions:
            raise IllegalMove("there is nothing to undo")
        self.actions.pop()
        self._replay()

    def record(self) -> GameRecord:
        """The game so far as a record, with the time that passed before each action."""
        game, steps, last = self._fresh(), list[Step](), self.actions[0].at if self.actions else 0.0
        for action in self.actions:
            for number, move in enumerate(action.moves):
                thought = 0.0 if number else max(action.at - last, 0.0)
                steps.append(Step(move, None, game.apply(move).exploded, seconds=thought))
            last = action.at
        return GameRecord(PERSON, self.rules, self.seed, game.layout, tuple(steps), game.result)

    def _fresh(self) -> Game:
        return Game(self.rules, self.seed, self.layout)

    def _replay(self) -> None:
        self.game = self._fresh()
        for action in self.actions:
            for move in action.moves:
                self.game.apply(move)
        self.view, self.moves = self.game.view, sum(len(action.moves) for action in self.actions)

    def _single(self, kind: str, cell: Cell) -> Iterator[Move]:
        kinds: dict[str, type[Open] | type[Flag] | type[Ask]] = {"open": Open, "flag": Flag, "ask": Ask}
        view = self.view
        flagged = kind == "flag" and view.grid.holds(cell) and view[cell] == FLAG
        move: Move = Unflag(cell) if flagged else kinds[kind](cell)
        self.game.apply(move)
        yield move

    def _chord(self, cell: Cell) -> Iterator[Move]:
        """Open what is hidden around a clue that has all its mines flagged or known."""
        before = self.view
        if self.over:
            raise IllegalMove("the game is over")
        if not before.grid.holds(cell):
            raise IllegalMove(f"({cell[0]},{cell[1]}) lies outside the board")
        around = before.grid.around(cell)
        marked = sum(before[other] in (FLAG, MINE) for other in around)
        hidden = [other for other in around if before[other] == HIDDEN]
        if before[cell] < 0 or marked != before[cell] or not hidden:
            raise IllegalMove(
                f"cannot chord {cell[0]},{cell[1]}: it takes a number with as many flags around, and a hidden cell"
            )
        for other in hidden:
            if not self.over and self.game.view[other] == HIDDEN:
                self.game.apply(Open(other))
                yield Open(other)


def changed(before: View, after: View) -> list[list[int]]:
    """The cells that look different now."""
    found: list[list[int]] = np.argwhere(before.cells != after.cells).tolist()
    return found
