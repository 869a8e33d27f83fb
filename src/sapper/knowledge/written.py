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
        values = self.__dict__
        values["view"], values["level"], values["_effort"] = view, level, effort
        values["risk"], values["verdict"] = risk.reshape(view.cells.shape), verdict
        if risk_error is not None:
            values["complete"], values["risk_error"] = False, risk_error

    complete = True
    view: View
    level: str
    verdict: Bytes
    """[cells] UNDECIDED, SAFE or MINE."""

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
