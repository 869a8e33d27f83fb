"""Review of a game: which guesses were needless, which were not the best, how lucky it was, when it was decided.

    legend   guess      an opened cell that the view before did not prove safe; the click that the rules protect is none
             needless   a guess although another cell was proved safe
             luck       Σ −log10 of the chances of survival that were taken, over all guesses

The player's flags are opinions: they are not trusted here. What counts as the best guess is the lowest exact risk; a
player who looks further ahead may have had a reason to take more.
Cost: one exact inference per opened cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import log10
from typing import Any

import numpy as np

from sapper.board.grid import Cell
from sapper.board.moves import Open
from sapper.board.view import View
from sapper.inference.levels import infer
from sapper.knowledge.belief import Limit
from sapper.sim.record import GameRecord, Step

EQUAL = 1e-9
"""Risks that differ by less are equal."""


@dataclass(frozen=True)
class Guess:
    """A cell that was opened without being proved safe."""

    step: int
    """Counted from 1."""
    cell: Cell
    risk: float
    exploded: bool
    safe_cells: int
    """How many hidden cells were proved safe at that moment."""
    best: Cell
    """A safe cell, or the one with the lowest risk."""
    lowest: float
    """The risk of that one."""

    @property
    def needless(self) -> bool:
        """Whether a safe cell existed."""
        return self.safe_cells > 0

    @property
    def not_the_best(self) -> bool:
        """Whether no cell was safe, but another one had a lower risk."""
        return not self.needless and self.lowest + EQUAL < self.risk

    @property
    def text(self) -> str:
        """The guess in one line."""
        taken = f"step {self.step}: ({self.cell[0]},{self.cell[1]}) with risk {_percent(self.risk)}"
        best = f"({self.best[0]},{self.best[1]})"
        if self.needless:
            judged = f"needless: {best} was safe" + (f", {self.safe_cells} in all" if self.safe_cells > 1 else "")
        elif self.not_the_best:
            judged = f"not the best: {best} had {_percent(self.lowest)}"
        else:
            judged = "the best there was"
        return f"{taken}, {judged}" + ("; a mine" if self.exploded else "")


@dataclass(frozen=True)
class Review:
    """What a game looks like afterwards."""

    won: bool
    proved: int
    """Cells that were opened and proved safe before."""
    guesses: tuple[Guess, ...]
    decided: int | None
    """The step after which nothing was left to luck: the last guess, or the first click; None if nothing was opened."""

    @property
    def needless(self) -> tuple[Guess, ...]:
        """Guesses although a cell was proved safe."""
        return tuple(guess for guess in self.guesses if guess.needless)

    @property
    def not_the_best(self) -> tuple[Guess, ...]:
        """Guesses with more risk than there had to be."""
        return tuple(guess for guess in self.guesses if guess.not_the_best)

    @property
    def luck(self) -> float:
        """Σ −log10 of the chances of survival taken; a cell that was surely a mine had none and is left out."""
        return sum(-log10(1.0 - guess.risk) for guess in self.guesses if guess.risk < 1.0)

    @property
    def text(self) -> str:
        """The review, one finding per line."""
        lines = [
            f"guesses {len(self.guesses)}, of which needless {len(self.needless)}, not the best "
            f"{len(self.not_the_best)}; cells opened by proof {self.proved}",
            f"luck {self.luck:.2f}: all guesses together survive with probability {_percent(10.0**-self.luck)}",
            self._decided(),
        ]
        return "\n".join([*lines, *(guess.text for guess in self.guesses)])

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "won": self.won,
            "proved": self.proved,
            "luck": self.luck,
            "decided": self.decided,
            "needless": len(self.needless),
            "not_the_best": len(self.not_the_best),
            "guesses": [
                asdict(guess) | {"needless": guess.needless, "not_the_best": guess.not_the_best}
                for guess in self.guesses
            ],
        }

    def _decided(self) -> str:
        if self.decided is None:
            return "nothing was opened"
        if not self.guesses:
            return f"decided at step {self.decided}, the first click: everything after it could be proved"
        fatal = self.guesses[-1].exploded
        return f"decided at step {self.decided}, " + ("a mine" if fatal else "the last guess")


def review(record: GameRecord, *, limit: Limit | None = None) -> Review:
    """Look back at a game; `limit` bounds each inference.

    >>> from sapper import Rules, play
    >>> found = review(play("random", Rules.beginner(), seed=1))
    >>> print(found.guesses[0].text)
    step 2: (8,3) with risk 10.7 %, the best there was
    """
    proved, guesses, first = 0, list[Guess](), None
    for number, step, view in _openings(record):
        first = number if first is None else first
        if view.untouched and record.rules.first != "any" and not step.exploded:
            continue
        guess = _judged(number, step, view, limit)
        if guess is None:
            proved += 1
        else:
            guesses.append(guess)
    return Review(record.won, proved, tuple(guesses), guesses[-1].step if guesses else first)


def _openings(record: GameRecord) -> Iterator[tuple[int, Step, View]]:
    """The steps that open a cell, counted from 1, with the view before each."""
    for number, (step, view) in enumerate(zip(record.steps, record.replay(), strict=False), start=1):
        if isinstance(step.move, Open):
            yield number, step, view


def _judged(number: int, step: Step, view: View, limit: Limit | None) -> Guess | None:
    """The guess that a step is, or None if its cell was proved safe."""
    cell, belief = step.move.cell, infer(view, trust_flags=False, limit=limit)
    if belief.safe[cell]:
        return None
    open_to = view.hidden | view.flags
    risks = np.where(open_to & ~belief.safe, belief.risk, np.where(belief.safe, -1.0, np.inf))
    row, column = np.unravel_index(int(risks.argmin()), risks.shape)
    best = (int(row), int(column))
    return Guess(
        number, cell, float(belief.risk[cell]), step.exploded, int(belief.safe.sum()), best, float(belief.risk[best])
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %" if chance >= 0.0005 or chance == 0.0 else f"{chance:.1e}"
