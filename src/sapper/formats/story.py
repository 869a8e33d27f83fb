"""A game told step by step: the move, what it showed, and why it was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sapper.board.grid import Cell
from sapper.board.moves import Flag, Open, Outcome, Unflag
from sapper.board.view import SAFE, View
from sapper.game.game import Game
from sapper.policies.policy import Candidate
from sapper.sim.record import GameRecord, Step

SHOWN_CANDIDATES = 5

Kind = Literal["proved", "guess", "promised", "exploded"]
"""A first click that the rules protect is promised."""


@dataclass(frozen=True)
class Told:
    """One step in words."""

    number: int
    """Counted from 1."""
    move: str
    shows: str
    why: str
    kind: Kind
    cell: Cell
    clues: tuple[Cell, ...]
    """The clues that proved it."""


class Narrator:
    """Tells a game step by step, each after it was made."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._steps = 0
        self._promise = game.rules.first != "any"
        """Whether the first click, which the rules protect, is still to come."""

    def tell(self, step: Step, outcome: Outcome) -> Told:
        """The words of a step."""
        promised = self._promise and isinstance(step.move, Open)
        self._promise = self._promise and not promised
        self._steps += 1
        kind: Kind = "exploded" if step.exploded else "promised" if promised else "guess" if step.guess else "proved"
        return Told(
            number=self._steps,
            move=str(step.move),
            shows=shows(self._game, step, outcome),
            why="first click: the rules keep it safe" if kind == "promised" else why(step),
            kind=kind,
            cell=step.move.cell,
            clues=() if step.reason is None else step.reason.clues,
        )


def story(record: GameRecord) -> Iterator[tuple[View, Told]]:
    """Every step of a record in words, with the view after it."""
    game = Game(record.rules, record.seed, record.layout)
    narrator = Narrator(game)
    for step in record.steps:
        told = narrator.tell(step, game.apply(step.move))
        yield game.view, told


def why(step: Step) -> str:
    """Which level proved a move from which clues; or that it was a guess, and among which cells with which risks."""
    if step.reason is not None:
        return str(step.reason)
    if not isinstance(step.move, Open):
        return "not proved"
    if all(candidate.risk is None for candidate in step.candidates):
        return "guess: no risk was estimated"
    listed = ", ".join(_candidate(candidate) for candidate in step.candidates[:SHOWN_CANDIDATES])
    more = len(step.candidates) - SHOWN_CANDIDATES
    return f"guess: {listed}" + (f", {more} more" if more > 0 else "")


def shows(game: Game, step: Step, outcome: Outcome) -> str:
    """What the cell shows after the move, and how many cells a cascade opened."""
    if step.exploded:
        return "a mine"
    if isinstance(step.move, Flag):
        return "a flag"
    if isinstance(step.move, Unflag):
        return "no flag"
    code = game.view[step.move.cell]
    shown = "no clue" if code == SAFE else str(code)
    return shown if len(outcome.changed) == 1 else f"{shown}, {len(outcome.changed)} cells"


def _candidate(candidate: Candidate) -> str:
    row, column = candidate.cell
    return f"({row},{column})" + ("" if candidate.risk is None else f" risk {candidate.risk:.3f}")
