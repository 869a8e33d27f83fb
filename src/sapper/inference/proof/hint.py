"""May I guess? And hints that tell no more than was asked: that a cell is safe, its region, the cell, the proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.errors import BadInput
from sapper.inference.levels import LADDER, infer
from sapper.inference.proof.explain import Position
from sapper.inference.proof.proof import Proof
from sapper.knowledge.belief import Belief, Limit

DEPTHS = (1, 2, 3, 4)
MOST_COMPARED = 24
"""Among so many cells of the easiest level the one with the fewest clues is hinted at."""

_THIRDS = (("top", "middle", "bottom"), ("left", "middle", "right"))


def may_guess(view: View, *, limit: Limit | None = None) -> bool:
    """Whether a player has to guess: no hidden cell is proved safe, and some are not decided.

    It answers yes or no, and does not give away where a safe cell is. A flag counts as a mine, as in `infer`.

    >>> may_guess(View.parse("1./..")), may_guess(View.parse("..../1221"))
    (True, False)
    """
    return _must_guess(view, infer(view, limit=limit))


def _must_guess(view: View, belief: Belief) -> bool:
    return not belief.safe.any() and bool((view.hidden & ~belief.mines).any())


@dataclass(frozen=True)
class Hint:
    """As much as was asked for, and no more: what lies deeper is None."""

    exists: bool
    """Whether a hidden cell is proved safe."""
    may_guess: bool
    """Whether a player has to guess; False also when nothing is left to open."""
    region: str | None = None
    area: tuple[Cell, ...] | None = None
    """The hidden cells of the region."""
    cell: Cell | None = None
    proof: Proof | None = None

    @property
    def text(self) -> str:
        """The hint in words."""
        if self.may_guess:
            return "No hidden cell is proved safe: you may guess."
        if not self.exists:
            return "Nothing is left to open: every hidden cell is a mine."
        if self.proof is not None:
            return self.proof.text
        if self.cell is not None:
            return f"({self.cell[0]},{self.cell[1]}) is safe."
        if self.region is not None:
            return f"A hidden cell is safe {self.region}."
        return "A hidden cell is proved safe: you need not guess."

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        proof = None if self.proof is None else self.proof.to_dict()
        known = {"exists": self.exists, "may_guess": self.may_guess, "region": self.region, "cell": self.cell}
        return {**known, "proof": proof, "text": self.text}


def hint(view: View, depth: int = 1, *, limit: Limit | None = None) -> Hint:
    """A hint of depth 1 (is any cell safe?), 2 (where about?), 3 (which one?) or 4 (why?).

    The cell is the easiest one: of the lowest level, and there with the fewest clues. `limit` is as in `explain`.

    >>> view = View.parse("..../1221")
    >>> hint(view, 1).text
    'A hidden cell is proved safe: you need not guess.'
    >>> hint(view, 2).text, hint(view, 3).text
    ('A hidden cell is safe at the top left: rows 0–0, columns 0–1.', '(0,0) is safe.')
    """
    if depth not in DEPTHS:
        raise BadInput(f"a hint has a depth from {DEPTHS[0]} to {DEPTHS[-1]}, not {depth}")
    position = Position(view, limit)
    exists = bool(position.belief.safe.any())
    if depth == 1 or not exists:
        return Hint(exists, _must_guess(view, position.belief))
    proof = _easiest(position)
    thirds = _thirds(view, proof.cell)
    return Hint(
        exists,
        may_guess=False,
        region=_region(view, proof.cell, thirds),
        area=tuple((row, column) for row in thirds[0] for column in thirds[1] if view.hidden[row, column]),
        cell=proof.cell if depth > 2 else None,
        proof=proof if depth > 3 else None,
    )


def _easiest(position: Position) -> Proof:
    """The proof of a safe cell of the lowest level with the fewest clues."""
    safe = [(row, column) for row, column in np.argwhere(position.belief.safe).tolist()]
    ranks = {cell: LADDER.index(position.level_of(cell)) for cell in safe}
    easiest = [cell for cell in safe if ranks[cell] == min(ranks.values())][:MOST_COMPARED]
    return min((position.proof(cell) for cell in easiest), key=lambda proof: len(proof.clues))


def _thirds(view: View, cell: Cell) -> tuple[range, range]:
    """The rows and the columns of the ninth of the board where a cell lies."""
    sides = []
    for place, side in zip(cell, view.cells.shape, strict=True):
        third = 3 * place // side
        sides.append(range(-(-third * side // 3), -(-(third + 1) * side // 3)))
    return sides[0], sides[1]


def _region(view: View, cell: Cell, thirds: tuple[range, range]) -> str:
    """The same in words and in numbers."""
    names = [words[3 * place // side] for place, side, words in zip(cell, view.cells.shape, _THIRDS, strict=True)]
    where = "in the middle" if names == ["middle", "middle"] else f"at the {names[0]} {names[1]}"
    rows, columns = thirds
    return f"{where}: rows {rows[0]}–{rows[-1]}, columns {columns[0]}–{columns[-1]}"
