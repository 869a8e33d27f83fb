"""What games of people need to be thought about: boards to order, 3BV, the review afterwards."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from sapper.board.grid import Cell
from sapper.board.moves import Ask, Flag, Move, Open, Unflag
from sapper.board.rules import Rules
from sapper.game.layout import Layout
from sapper.game.measures import measure
from sapper.generator.order import generate
from sapper.knowledge.belief import Limit
from sapper.sim.record import GameRecord
from sapper.study.review import review
from sapper.web.work.views import Spot


def board_without_guess(rules: Rules, seed: int, start: Cell) -> Layout:
    """The board of a seed that is solved by proof from a first click; NoneFound if there is none."""
    return generate(rules, seed=seed, start=start, no_guess=True)[0].layout


def bbbv(layout: Layout) -> int:
    """3BV of a layout."""
    return measure(layout).bbbv


class ReviewedGuess(TypedDict):
    """A cell that was opened without being proved safe."""

    step: int
    cell: Spot
    risk: float
    best: Spot
    best_risk: float
    needless: bool
    exploded: bool
    text: str


class MadeMove(TypedDict):
    """A move: one of these."""

    open: NotRequired[Spot]
    flag: NotRequired[Spot]
    unflag: NotRequired[Spot]
    ask: NotRequired[Spot]


class Looked(TypedDict):
    """What a game looks like afterwards."""

    won: bool
    luck: float
    proved: int
    guesses: list[ReviewedGuess]
    needless: int
    decided_at: int | None
    text: str
    moves: list[MadeMove]


def look_back(record: GameRecord, limit: Limit) -> Looked:
    """The review of a game."""
    found = review(record, limit=limit)
    return {
        "won": found.won,
        "luck": found.luck,
        "proved": found.proved,
        "guesses": [
            {
                "step": guess.step,
                "cell": list(guess.cell),
                "risk": guess.risk,
                "best": list(guess.best),
                "best_risk": guess.lowest,
                "needless": guess.needless,
                "exploded": guess.exploded,
                "text": guess.text,
            }
            for guess in found.guesses
        ],
        "needless": len(found.needless),
        "decided_at": found.decided,
        "text": found.text,
        "moves": [_made(step.move) for step in record.steps],
    }


def _made(move: Move) -> MadeMove:
    match move:
        case Open(cell):
            return {"open": list(cell)}
        case Flag(cell):
            return {"flag": list(cell)}
        case Ask(cell):
            return {"ask": list(cell)}
        case Unflag(cell):
            return {"unflag": list(cell)}
