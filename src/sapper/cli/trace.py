"""One line per step: the move, what it showed, and why it was made."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sapper.board.moves import Flag, Open, Outcome, Unflag
from sapper.board.view import SAFE
from sapper.game.game import Game
from sapper.policies.policy import Candidate
from sapper.sim.record import GameRecord, Step

SHOWN_CANDIDATES = 5
HEADING = f"{'step':>5}  {'move':<14}  {'shows':<13}  why"


def trace(record: GameRecord) -> Iterator[Text]:
    """The lines of a whole game."""
    game = Game(record.rules, record.seed, record.layout)
    narrator = Narrator(game)
    for step in record.steps:
        yield narrator.tell(step, game.apply(step.move))


class Narrator:
    """Tells a game step by step, each after it was made."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._steps = 0
        self._promise = game.rules.first != "any"
        """Whether the first click, which the rules protect, is still to come."""

    def tell(self, step: Step, outcome: Outcome) -> Text:
        """The line of a step; red for an opened mine, yellow for a guess."""
        promised = self._promise and isinstance(step.move, Open)
        self._promise = self._promise and not promised
        self._steps += 1
        reason = "first click: the rules keep it safe" if promised and not step.exploded else why(step)
        style = "red" if step.exploded else "yellow" if step.guess and not promised else ""
        return Text(f"{self._steps:>5}  {step.move!s:<14}  {shows(self._game, step, outcome):<13}  {reason}", style)


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
