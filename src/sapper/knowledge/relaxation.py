"""The clues as a linear programme: cells in [0, 1], each clue an inequality, the mine count an equality.

    legend   column   a supercell, with 0 to `size` mines; the last one, if mines are counted, is the floating cells
             row      a clue: low ≤ mines of its supercells ≤ high; the last one, if told, is the mine count

Every solution of the clues is a point of this polytope; not every point is one. So what the polytope excludes is
excluded, and `Optimum.proves_none` says so from whole numbers only, because the solver's are rounded. HiGHS solves; a
change of the objective starts from the last optimum, which stays feasible (so: primal simplex, no presolve).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import highspy
import numpy as np
import numpy.typing as npt

from sapper.knowledge.constraints import Floats, Ints
from sapper.knowledge.exchange import out_of_reach
from sapper.knowledge.supercells import Problem

SCALE = 1 << 20
"""Duals are rounded to multiples of 1 / SCALE; sums of a few hundred of them stay far below 2⁶³."""
OPTIONS = {"output_flag": False, "presolve": "off", "solver": "simplex", "simplex_strategy": 4, "parallel": "off"}
_IDLE: list[highspy.Highs] = []
"""Solvers that nobody uses; a thread takes one out and puts it back."""

Longs = npt.NDArray[np.int64]


class Relaxation:
    """The programme of one problem, solved for one objective after another."""

    def __init__(self, solver: highspy.Highs, p: Problem, mines: int) -> None:
        """Mines: among the undecided cells; −1 if not told. The solver serves nobody else meanwhile."""
        self._counted = counted = mines >= 0
        self._box_start, self._box_clues = p.box_start, p.box_clues
        self.upper = np.append(p.size, p.floating) if counted else p.size
        self.low, self.high = (np.append(side, mines) if counted else side for side in (p.low, p.high))
        self.start, self.index = p.clue_start, p.clue_boxes
        if counted:
            self.start = np.append(self.start, len(self.index) + len(self.upper)).astype(np.int32)
            self.index = np.append(self.index, np.arange(len(self.upper))).astype(np.int32)
        self._row_of = np.repeat(np.arange(len(self.low)), np.diff(self.start))
        self._solver = solver
        solver.passModel(_model(self.upper, self.low, self.high, self.start, self.index))
        solver.run()  # without an objective: from a feasible start the primal simplex is reliable, from none it is not

    def some_point(self) -> Floats | None:
        """Where the solver is; None if there is no point."""
        if self._solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return None
        return np.array(self._solver.getSolution().col_value)

    def far_from_mined(self, point: Floats, columns: Ints) -> Ints:
        """Those of some columns that have a whole mine neither in a point nor after one exchange from there."""
        ahead, behind = self._room(point)
        return out_of_reach(columns, point, ahead, behind, self._box_start, self._box_clues, self._counted)

    def far_from_safe(self, point: Floats, columns: Ints) -> Ints:
        """The same for a whole safe cell."""
        behind, ahead = self._room(point)
        return out_of_reach(columns, self.upper - point, ahead, behind, self._box_start, self._box_clues, self._counted)

    def _room(self, point: Floats) -> tuple[Floats, Floats]:
        """[rows] how many more mines each row allows, and how many fewer."""
        mines: Floats = np.add.reduceat(point[self.index], self.start[:-1])
        return self.high - mines, mines - self.low

    def most(self, objective: Longs, constant: int = 0) -> Optimum | None:
        """The point with the most of an objective, whole numbers [columns], plus a constant; None if there is none."""
        columns = len(self.upper)
        self._solver.changeColsCost(columns, np.arange(columns, dtype=np.int32), -objective.astype(np.float64))
        self._solver.run()
        if self._solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return None
        solution = self._solver.getSolution()
        duals = np.rint(-SCALE * np.array(solution.row_dual)).astype(np.int64)
        return Optimum(np.array(solution.col_value), duals, self._bound(objective, duals) + SCALE * constant)

    def _bound(self, objective: Longs, duals: Longs) -> int:
        """SCALE × an upper bound on the objective, by weak duality, in whole numbers.

        For any y:  c·x = y·Ax + (c − yA)·x ≤ Σ max(y low, y high) + Σ max(0, c − yA) upper.
        """
        used = np.bincount(self.index, weights=duals[self._row_of], minlength=len(self.upper)).astype(np.int64)
        rows = int(np.maximum(duals * self.low, duals * self.high).sum())
        return rows + int((np.maximum(0, SCALE * objective - used) * self.upper).sum())


@dataclass(frozen=True)
class Optimum:
    """An extreme point of the polytope, and the proof of how extreme it is."""

    point: Floats
    """[columns] expected mines: a vertex, rounded."""
    duals: Longs
    """[rows] SCALE × the weight of each row in the bound; 0 if it was not needed."""
    bound: int
    """SCALE × a number that the objective does not exceed, certainly."""

    @property
    def proves_none(self) -> bool:
        """Whether the objective, a whole number in every solution, is 0 or less in all of them."""
        return self.bound < SCALE


@contextmanager
def quiet_solver() -> Iterator[highspy.Highs]:
    """A solver that prints nothing and uses one thread; for one after the other, it takes long to make.

    It forgets the last programme when it is given the next: what it answers does not depend on who had it before.
    """
    try:
        solver = _IDLE.pop()
    except IndexError:
        solver = highspy.Highs()
        for name, value in OPTIONS.items():
            solver.setOptionValue(name, value)
    try:
        yield solver
    finally:
        _IDLE.append(solver)


def _model(
    upper: npt.NDArray[np.int32],
    low: npt.NDArray[np.int32],
    high: npt.NDArray[np.int32],
    start: npt.NDArray[np.int32],
    index: npt.NDArray[np.int32],
) -> highspy.HighsLp:
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(upper), len(low)
    model.col_cost_ = model.col_lower_ = np.zeros(len(upper))
    model.col_upper_ = upper.astype(np.float64)
    model.row_lower_, model.row_upper_ = low.astype(np.float64), high.astype(np.float64)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_ = start, index
    model.a_matrix_.value_ = np.ones(len(index))
    return model
