"""Advice for a game that is played elsewhere: which cell to open, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.board.moves import Open
from sapper.board.view import SAFE, View
from sapper.inference.proof.explain import Position
from sapper.players.catalog import agent
from sapper.policies.policy import Candidate

ADVISER = "champion"
MOST_ASKED = 10
"""So many safe cells are asked for at once."""
OTHERS = 3
"""So many other cells are named with a guess."""


@dataclass(frozen=True)
class Advice:
    """What to do next."""

    asked: tuple[Cell, ...]
    """The cells whose numbers are asked for, in this order; the first is the one to open."""
    text: str
    over: bool = False


def advise(view: View) -> Advice:
    """The next thing to do; flags are opinions and are not used.

    >>> print(advise(View.parse("..../1221")).text)
    Open (0,0).
    (0,0) is safe.
    ...
    """
    plain = view.without_flags()
    if untold := untold_cells(view):
        return Advice(untold, f"A zero opened its neighbours. Type what they show, in this order: {_names(untold)}")
    if view.known_mines.any() and view.end == "classic":
        return Advice((), "A mine is open: the game is lost.", over=True)
    position = Position(plain)
    if not (plain.hidden & ~position.belief.mines).any():
        return Advice((), "Every safe cell is open: the game is won.", over=True)
    decision = agent(ADVISER).act(plain, Chance(0))
    cells = tuple(move.cell for move in decision.moves if isinstance(move, Open))
    if position.belief.safe.any():
        first = next((cell for cell in cells if position.belief.safe[cell]), None) or _first_safe(position)
        rest = tuple(cell for cell in cells if cell != first)[: MOST_ASKED - 1]
        more = f" and {len(cells) - 1 - len(rest)} more" if len(cells) - 1 > len(rest) else ""
        also = f"\nThen, in this order, also safe: {_names(rest)}{more}" if rest else ""
        return Advice((first, *rest), f"Open {_name(first)}.\n{position.proof(first).text}{also}")
    return Advice(cells[:1], _guess(plain, decision.candidates))


def untold_cells(view: View) -> tuple[Cell, ...]:
    """Open cells beside a zero whose numbers were not told, in reading order."""
    return tuple(
        (row, column)
        for row, column in zip(*(part.tolist() for part in (view.cells == SAFE).nonzero()), strict=True)
        if any(view[other] == 0 for other in view.grid.around((row, column)))
    )


def _first_safe(position: Position) -> Cell:
    rows, columns = position.belief.safe.nonzero()
    return int(rows[0]), int(columns[0])


def _guess(view: View, candidates: Sequence[Candidate]) -> str:
    """Why a cell is guessed."""
    chosen = candidates[0]
    if view.untouched and view.first != "any":
        return f"Open {_name(chosen.cell)}.\nThe rules keep the first click safe."
    risk, others = chosen.risk or 0.0, candidates[1 : 1 + OTHERS]
    why = f"Its risk is {100 * risk:.1f} %."
    if chosen.win is not None:
        why += f" Played perfectly from here, the game is won with probability {100 * chosen.win:.1f} %."
    elif any((other.risk or 0.0) < risk for other in others):
        why += " With what it may show, or spare later, it promises more than safer cells."
    if chosen.estimated_win is not None:
        why += (
            f" The game is won from here about {100 * chosen.estimated_win:.0f} times in a hundred, at a rough guess."
        )
    next_best = ", ".join(f"{_name(other.cell)} {100 * (other.risk or 0.0):.1f} %" for other in others)
    after = f" Next best: {next_best}." if others else ""
    return f"Open {_name(chosen.cell)}: a guess.\nNo cell is proved safe. {why}{after}"


def _name(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"


def _names(cells: tuple[Cell, ...]) -> str:
    return " ".join(map(_name, cells))
