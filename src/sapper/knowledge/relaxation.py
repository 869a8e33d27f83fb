"""The clues as a linear programme: cells in [0, 1], each clue an inequality, the mine count an equality.

    legend   column   a supercell, with 0 to `size` mines; the last one, if mines are counted, is the floating cells
             row      a clue: low ≤ mines of its supercells ≤ high; the last one, if told, is the mine count

Every solution of the clues is a point of this polytope; not every point is one. So what the polytope excludes is excluded,
and `Optimum.proves_none` says so from whole numbers only, because the solver's are rounded. HiGHS solves; a change of
the objective starts from the last optimum, which stays feasible (so: primal simplex, no presolve).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import highspy
import numpy as np
import numpy.typing as npt

from sapper.knowledge.constraints import Floats
from sapper.knowledge.supercells import Problem

SCALE = 1 << 20
"""Duals are rounded to multiples of 1 / SCALE; sums of a few hundred of them stay far below 2⁶³."""
OPTIONS = {"output_flag": False, "presolve": "off", "solver": "simplex", "simplex_strategy": 4, "parallel": "off"}

Longs = npt.NDArray[np.int64]


class Relaxation:
    """The programme of one problem, solved for one objective after another."""

    def __init__(self, p: Problem, mines: int) -> None:
        """Mines: among the undecided cells; −1 if not told."""
        counted = mines >= 0
        self.upper = np.append(p.size, p.floating) if counted else p.size
        self.low, self.high = (np.append(side, mines) if counted else side for side in (p.low, p.high))
        self.start, self.index = p.clue_start, p.clue_boxes
        if counted:
            self.start = np.append(self.start, len(self.index) + len(self.upper)).astype(np.int32)
            self.index = np.append(self.index, np.arange(len(self.upper))).astype(np.int32)
        self._row_of = np.repeat(np.arange(len(self.low)), np.diff(self.start))

    @cached_property
    def _solver(self) -> highspy.Highs:
        solver = quiet_solver()
        solver.passModel(_model(self.upper, self.low, self.high, self.start, self.index))
        return solver

    def most(self, objective: Longs, constant: int = 0) -> Optimum | None:
        """The point with the most of an objective: whole numbers [columns], plus a constant. None if there is no point."""
        columns = len(self.upper)
        self._solver.changeColsCost(columns, np.arange(columns, dtype=np.int32), -objective.astype(np.float64))
        self._solver.run()
        if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
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


def quiet_solver() -> highspy.Highs:
    """A solver that prints nothing and uses one thread."""
    solver = highspy.Highs()
    for name, value in OPTIONS.items():
        solver.setOptionValue(name, value)
    return solver


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


def nearest(p: Problem, mines: int) -> tuple[Floats, float]:
    """Mines of each supercell, and per floating cell, in the point nearest to what the clues are likely to mean.

    Columns: how far each supercell is above and below its usual share, each clue above and below its wanted number.
    """
    cells = p.floating + int(p.size.sum())
    share = min(max(mines / max(cells, 1), 0.0), 1.0) if mines >= 0 else 0.5
    upper = np.append(p.size, p.floating).astype(np.float64)
    boxes, clues, counted = len(upper), len(p.low), mines >= 0
    usual, wanted = share * upper, _wanted(p, share)
    sums = np.add.reduceat(usual[p.clue_boxes], p.clue_start[:-1]) if clues else np.zeros(0)
    rows, columns = np.repeat(np.arange(clues), np.diff(p.clue_start)), p.clue_boxes
    if counted:
        rows, columns = np.append(rows, np.full(boxes, clues)), np.append(columns, np.arange(boxes))
    own = np.arange(clues)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = 2 * (boxes + clues), clues + counted
    model.col_lower_ = np.zeros(2 * (boxes + clues))
    model.col_upper_ = np.concatenate([upper - usual, usual, p.high - wanted, wanted - p.low])
    model.col_cost_ = np.concatenate([np.full(2 * boxes, NEARNESS), np.ones(2 * clues)])
    sides = np.append(wanted - sums, mines - usual.sum()) if counted else wanted - sums
    model.row_lower_ = model.row_upper_ = sides
    entry_row = np.concatenate([rows, rows, own, own])
    entry_column = np.concatenate([columns, columns + boxes, own + 2 * boxes, own + 2 * boxes + clues])
    value = np.repeat([1.0, -1.0, -1.0, 1.0], [len(rows), len(rows), clues, clues])
    order = np.argsort(entry_row, kind="stable")
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.searchsorted(entry_row[order], np.arange(clues + counted + 1)).astype(np.int32)
    model.a_matrix_.index_, model.a_matrix_.value_ = entry_column[order].astype(np.int32), value[order]
    solver = quiet_solver()
    solver.passModel(model)
    solver.run()
    answer = np.array(solver.getSolution().col_value)
    point = usual + answer[:boxes] - answer[boxes : 2 * boxes]
    return point[:-1], float(point[-1]) / max(p.floating, 1)


NEARNESS = 0.01


def _wanted(p, share):
    wanted = np.empty(len(p.low))
    for clue in range(len(p.low)):
        n = int(p.size[p.clue_boxes[p.clue_start[clue]:p.clue_start[clue+1]]].sum())
        k = np.arange(n + 1)
        from math import comb
        b = np.array([comb(n, i) * share**i * (1-share)**(n-i) for i in k]) * p.weight[clue, :n+1]
        wanted[clue] = b @ k / b.sum() if b.sum() > 0 else (p.low[clue] + p.high[clue]) / 2
    return wanted
