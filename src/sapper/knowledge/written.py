"""A belief as a kernel wrote it: one is made for every decision, so the rest is worked out when it is asked for."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sapper.board.view import View
from sapper.knowledge.belief import Belief, Deduction, Effort, Grid2D, Mask, Reason
from sapper.knowledge.constraints import Bytes, Floats
from sapper.knowledge.supercells import MINE, SAFE


class WrittenBelief(Belief):
    """Risks and verdicts, both [cells], by one level that looks at everything at once."""

    def __init__(
        self,
        view: View,
        level: str,
        risk: Floats,
        verdict: Bytes,
        effort: tuple[int, int, float],
        risk_error: Grid2D | None = None,
    ) -> None:
        # As a frozen dataclass does it, but all at once; what is not set here is as in the class.
        values = {"view": view, "level": level, "_risk": risk, "verdict": verdict, "_effort": effort}
        if risk_error is not None:
            values |= {"complete": False, "risk_error": risk_error}
        object.__setattr__(self, "__dict__", values)

    complete = True
    view: View
    level: str
    verdict: Bytes
    """[cells] UNDECIDED, SAFE or MINE."""

    @cached_property
    def risk(self) -> Grid2D:
        """Probability of a mine: 0 at opened cells, 1 at known mines."""
        risk: Floats = self.__dict__["_risk"]
        return risk.reshape(self.view.cells.shape)

    @cached_property
    def safe(self) -> Mask:
        """Hidden cells that are proved safe."""
        return np.equal(self.verdict, SAFE).reshape(self.view.cells.shape)

    @cached_property
    def mines(self) -> Mask:
        """Hidden cells that are proved mines."""
        return np.equal(self.verdict, MINE).reshape(self.view.cells.shape)

    @cached_property
    def effort(self) -> Effort:
        """What the inference cost."""
        return Effort(*self.__dict__["_effort"])

    @cached_property
    def deductions(self) -> tuple[Deduction, ...]:
        """The decided cells in reading order; each may rest on every clue and on the mine count."""
        decided = np.flatnonzero(self.verdict).tolist()
        if not decided:
            return ()
        reason, cell_of = Reason(self.level, (), mine_count=self.view.mines is not None), self.view.grid.cell
        return tuple(Deduction(cell_of(index), bool(self.verdict[index] == MINE), reason) for index in decided)
