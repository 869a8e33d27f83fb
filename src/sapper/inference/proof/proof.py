"""Proof: why a cell is safe or a mine, from the fewest clues; or why nobody can know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.board.view import FLAG, MINE, View
from sapper.inference.exact.counting import log10_of
from sapper.inference.proof.evidence import stripped
from sapper.inference.proof.facts import cells_in_words, listed
from sapper.inference.proof.steps import Step
from sapper.inference.sat import forced
from sapper.knowledge import supercells
from sapper.knowledge.constraints import constraints_of, likelihoods

Layouts = npt.NDArray[np.bool_]

REPORTS = {
    "single": "the two basic rules of all reports",
    "mine_count": "the first bonus of report 004",
    "window": "the 5×5 windows of report 000",
    "zones": "the overlapping zones of report 003",
    "subset": "ARAVIND of report 004",
    "contradiction": "the knowledge base of report 001",
    "assume": "COWAN DOES IT BETTER of report 004",
    "linear": "the linear system of report 002",
    "enumeration": "the brute force of report 002",
    "exact": "no report: complete inference",
}
"""Level → what the reports call it."""


@dataclass(frozen=True, eq=False)
class Proof:
    """What a view says of one hidden cell, and why."""

    view: View
    cell: Cell
    mine: bool | None
    """True: a mine. False: safe. None: the view does not decide it."""
    risk: float
    """Probability of a mine."""
    clues: tuple[Cell, ...] = ()
    """The smallest set of clues that decides the cell; none of them can be spared."""
    mine_count: bool = False
    """Whether the number of mines on the board is needed as well."""
    minimum: bool = False
    """Whether it is proved that no set of fewer clues exists; otherwise the search stopped at its limit."""
    level: str | None = None
    """The lowest inference level that decides the cell in this view; None if it is undecided."""
    pattern: str | None = None
    """What players call the deduction, where they have a name."""
    steps: tuple[Step, ...] = ()
    """The deduction, from these clues alone."""
    safe_solutions: int | None = None
    """Undecided: how many layouts have no mine here; None where they are not counted."""
    mine_solutions: int | None = None
    """Undecided: how many layouts have a mine here."""
    examples: tuple[Layouts, ...] = ()
    """Undecided: one layout [height, width] in which the cell is safe, and one in which it is a mine."""

    @property
    def verdict(self) -> str:
        """`safe`, `mine` or `undecided`."""
        return {False: "safe", True: "mine", None: "undecided"}[self.mine]

    @property
    def report(self) -> str | None:
        """What the reports call the level."""
        return None if self.level is None else REPORTS[self.level]

    @cached_property
    def text(self) -> str:
        """The proof in plain sentences, one per line."""
        return "\n".join(self._undecided() if self.mine is None else self._decided())

    def check(self) -> bool:
        """Derive the verdict again from nothing but the clues of the proof, by a satisfiability solver.

        Undecided cells are checked by their two examples: both explain the view, and they differ at the cell.
        """
        if self.mine is None:
            safe, mined = self.examples
            return (
                not safe[self.cell] and bool(mined[self.cell]) and all(_explains(self.view, e) for e in self.examples)
            )
        c = constraints_of(stripped(self.view, self.clues, self.mine_count))
        place = int(np.flatnonzero(c.cells == self.view.grid.index(self.cell))[0])
        return bool(forced(c)[place] == (supercells.MINE if self.mine else supercells.SAFE))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "cell": self.cell,
            "verdict": self.verdict,
            "mine": self.mine,
            "risk": self.risk,
            "clues": self.clues,
            "mine_count": self.mine_count,
            "minimum": self.minimum,
            "level": self.level,
            "report": self.report,
            "pattern": self.pattern,
            "steps": [
                {"level": step.level, "clues": step.clues, "mine_count": step.mine_count, "cells": step.cells,
                 "mine": step.mine, "uses": step.uses, "text": step.text}
                for step in self.steps
            ],
            "safe_solutions": self.safe_solutions,
            "mine_solutions": self.mine_solutions,
            "examples": [["".join(".*"[mine] for mine in row) for row in layout.tolist()] for layout in self.examples],
            "text": self.text,
        }  # fmt: skip

    def _decided(self) -> list[str]:
        name = cells_in_words([self.cell])
        lines = [f"{name} is {'a mine' if self.mine else 'safe'}."]
        numbered = len(self.steps) > 1
        lines += [
            f"{number}. {step.text}" if numbered else step.text for number, step in enumerate(self.steps, start=1)
        ]
        named = f" (pattern {self.pattern})" if self.pattern else ""
        lines.append(f"Proved by {self._sources()}{named}; {self._smallest()}.")
        lines.append(f"Lowest level that finds it: {self.level}, {self.report}.")
        return lines

    def _sources(self) -> str:
        names = [f"({row},{column})={self.view[row, column]}" for row, column in self.clues]
        return listed([*names, f"the mine count of {self.view.mines}"] if self.mine_count else names)

    def _smallest(self) -> str:
        if len(self.clues) <= 1:
            return "nothing less would do"
        if self.minimum:
            return f"no fewer than {len(self.clues)} clues would do"
        return "none of these clues can be left out, though some other set might be smaller"

    def _undecided(self) -> list[str]:
        name = cells_in_words([self.cell])
        lines = [f"{name} is not decided: a mine with probability {_share(self.risk)}."]
        if self.safe_solutions is not None and self.mine_solutions is not None:
            safe, mined = _large(self.safe_solutions), _large(self.mine_solutions)
            lines.append(f"It is safe in {safe} of the layouts that fit the view, and a mine in {mined}.")
        for layout, what in zip(self.examples, ("safe", "mined"), strict=True):
            lines.append(f"One in which it is {what}:")
            lines += ["".join(".*"[mine] for mine in row) for row in layout.tolist()]
        return lines


def _explains(view: View, layout: Layouts) -> bool:
    """Whether a layout is one that the view allows: nothing is used but the view and the clue model."""
    known = np.equal(view.cells, MINE) | np.equal(view.cells, FLAG)
    if not layout[known].all() or layout[view.opened].any() or (view.mines is not None and layout.sum() != view.mines):
        return False
    table = likelihoods(view.clues)
    for index in np.flatnonzero(view.cells.ravel() >= 0).tolist():
        cell = view.grid.cell(index)
        around = view.grid.around(cell)
        count = sum(bool(layout[other]) for other in around)
        bound = 0 if view.bounds is None else min(max(int(view.bounds[cell]), 0), len(table) - 1)
        if table[bound, len(around), view[cell], count] == 0.0:
            return False
    return True


def _share(chance: float) -> str:
    """A probability in percent that never claims certainty."""
    if chance < 0.0005:
        return "below 0.1 %"
    return "above 99.9 %" if chance > 0.9995 else f"{100 * chance:.1f} %"


def _large(number: int) -> str:
    """A whole number, in full if it is short."""
    return f"{number:,}" if number < 10**15 else f"about 10^{log10_of(number):.1f}"
