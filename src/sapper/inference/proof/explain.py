"""Why a cell is safe, or a mine, or undecided: the fewest clues, the steps, the level, the pattern."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sapper.board.grid import Cell
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE, View
from sapper.errors import BadInput, BadNotation, LimitExceeded
from sapper.inference.exact.counting import count_solutions
from sapper.inference.exact.prior import settled
from sapper.inference.level import run
from sapper.inference.levels import ALONE, EXACT, LADDER, infer, level_named
from sapper.inference.proof.evidence import evidence
from sapper.inference.proof.facts import Fact, fact_of, facts_of
from sapper.inference.proof.patterns import pattern_of
from sapper.inference.proof.proof import Layouts, Proof
from sapper.inference.proof.steps import steps_to
from sapper.inference.sat import a_solution
from sapper.knowledge.belief import Belief, Limit
from sapper.knowledge.constraints import Bytes, Constraints, constraints_of
from sapper.knowledge.supercells import UNDECIDED


def explain(view: View, cell: Cell, *, limit: Limit | None = None) -> Proof:
    """Why a hidden cell is safe or a mine, from the fewest clues; or how likely it is, if nobody can know.

    A flag counts as a mine, as in `infer`; of a flagged cell it is asked whether the flag is right. `limit` bounds the
    exact inference and the counting.

    >>> proof = explain(View.parse("..../1110"), (0, 2))
    >>> proof.mine, proof.clues
    (False, ((1, 3),))
    >>> print(explain(View.parse(".../11_"), (0, 2)).text)
    (0,2) is safe.
    Wherever (1,0)=1 has its one mine, (1,1)=1 touches it too and needs no more, so (0,2) is safe.
    Proved by (1,0)=1 and (1,1)=1 (pattern 1-1); no fewer than 2 clues would do.
    Lowest level that finds it: zones, the overlapping zones of report 003.
    """
    place = _asked(view, cell)
    if view[place] == FLAG:
        view = view.with_cells({place: HIDDEN})
    return Position(view, limit).proof(place)


@dataclass(frozen=True)
class Position:
    """A view, with what all proofs about it share: for those who ask about many cells of it."""

    asked: View
    limit: Limit | None = None

    @cached_property
    def view(self) -> View:
        """The view, with the mine count in place of a density of exactly 0 or 1."""
        return settled(self.asked, trust_flags=True)

    @cached_property
    def belief(self) -> Belief:
        """All that the view decides, and the risks."""
        return infer(self.view, limit=self.limit)

    def proof(self, cell: Cell) -> Proof:
        """The proof of one hidden cell."""
        risk = float(self.belief.risk[cell])
        if not (self.belief.safe[cell] or self.belief.mines[cell]):
            return self._undecided(cell, risk)
        mine, place = bool(self.belief.mines[cell]), self._ids[self.view.grid.index(cell)]
        found = evidence(self.view, self.constraints, place, mine)
        facts = facts_of(self.view, self.constraints, found)
        steps = steps_to(facts, cell, mine)
        return Proof(
            self.view, cell, mine, risk,
            clues=tuple(self.view.grid.cell(self.constraints.clues[clue]) for clue in found.clues),
            mine_count=found.mine_count, minimum=found.minimum, level=self.level_of(cell),
            pattern=pattern_of(facts, steps, self._clue_at), steps=steps,
        )  # fmt: skip

    def level_of(self, cell: Cell) -> str:
        """The lowest level that decides a cell which the view decides."""
        place = self._ids[self.view.grid.index(cell)]
        return next((level for level in LADDER if level != EXACT and self._found_by(level)[place] != UNDECIDED), EXACT)

    @cached_property
    def constraints(self) -> Constraints:
        """What the clues say."""
        return constraints_of(self.view)

    @cached_property
    def _ids(self) -> dict[int, int]:
        """Index on the board → id of the unknown cell."""
        return {index: number for number, index in enumerate(self.constraints.cells.tolist())}

    def _clue_at(self, cell: Cell) -> Fact | None:
        """What the clue at a cell says, if there is one with hidden neighbours."""
        if not self.view.grid.holds(cell):
            return None
        clues, index = self.constraints.clues, self.view.grid.index(cell)
        clue = int(np.searchsorted(clues, index))
        return fact_of(self.view, self.constraints, clue) if clue < len(clues) and clues[clue] == index else None

    @cached_property
    def _levels(self) -> dict[str, Bytes]:
        return {}

    def _found_by(self, level: str) -> Bytes:
        """What a level decides [n], with `single` before it."""
        if level not in self._levels:
            names = (level,) if level in ALONE else ("single", level)
            self._levels[level], _ = run(
                [(name, level_named(name, self.view.grid)) for name in names], self.constraints
            )
        return self._levels[level]

    def _undecided(self, cell: Cell, risk: float) -> Proof:
        """How likely, how many solutions each way, and one example of each."""
        safe, mined = (self.view.with_cells({cell: code}) for code in (SAFE, MINE))
        try:
            counts: tuple[int | None, int | None] = (
                count_solutions(safe, limit=self.limit),
                count_solutions(mined, limit=self.limit),
            )
        except LimitExceeded:
            counts = None, None
        return Proof(
            self.view, cell, None, risk,
            safe_solutions=counts[0], mine_solutions=counts[1], examples=(_example(safe), _example(mined)),
        )  # fmt: skip


def _example(view: View) -> Layouts:
    """One layout [height, width] that the view allows."""
    c = constraints_of(view)
    mines = (view.known_mines | view.flags).ravel()
    mines[c.cells] = a_solution(c)
    return mines.reshape(view.cells.shape)


def _asked(view: View, cell: Any) -> Cell:
    """The cell as plain numbers; refuse what is no hidden cell of the board."""
    try:
        row, column = map(operator.index, cell)
    except (TypeError, ValueError):
        raise BadNotation(f"{cell!r} is not a cell: give (row, column), counted from 0") from None
    if not view.grid.holds((row, column)):
        raise BadInput(f"({row},{column}) lies outside: rows 0–{view.grid.height - 1}, columns 0–{view.grid.width - 1}")
    shown = view[row, column]
    if shown == MINE:
        raise BadInput(f"({row},{column}) is a known mine: there is nothing to prove; ask about a hidden cell")
    if shown not in (HIDDEN, FLAG):
        says = "no clue" if shown == SAFE else str(shown)
        raise BadInput(f"({row},{column}) is open and shows {says}: there is nothing to prove; ask about a hidden cell")
    return row, column
