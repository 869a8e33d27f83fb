"""The point of the relaxed clues that is nearest to what they are likely to mean: one linear programme.

    legend   usual    the share of mines among undecided cells; ½ if the mine count is not told
             wanted   for each clue its mean number of mines, by its likelihood, if cells were mined independently with
                      the usual share

Within every clue and the mine count, the sum of |mines − wanted| over the clues is made small, and among equals the sum
of |mines − usual| over the supercells. A distance is two columns, above and below, whose limits keep the clue's bounds;
so the programme has one row per clue. Cost: 0.5 to 2 ms.
"""

from __future__ import annotations

from math import comb

import highspy
import numpy as np

from sapper.knowledge.constraints import COUNTS, Floats
from sapper.knowledge.relaxation import quiet_solver
from sapper.knowledge.supercells import Problem

NEARNESS = 0.01
"""What a cell away from its usual share costs, if a clue away from its wanted number costs 1."""
NO_COUNT = 0.5
BINOMIAL = np.array([[comb(n, k) for k in range(COUNTS)] for n in range(COUNTS)], dtype=np.float64)


def nearest(p: Problem, mines: int) -> tuple[Floats, float]:
    """Mines of each supercell, and per floating cell; mines: among the undecided cells, −1 if not told."""
    upper = np.append(p.size, p.floating).astype(np.float64)
    share = min(max(mines / max(upper.sum(), 1.0), 0.0), 1.0) if mines >= 0 else NO_COUNT
    usual, wanted = share * upper, _wanted(p, share)
    with quiet_solver() as solver:
        solver.passModel(_model(p, mines, upper, usual, wanted))
        solver.run()
        answer, boxes = np.array(solver.getSolution().col_value), len(upper)
    point = usual + answer[:boxes] - answer[boxes : 2 * boxes]
    return point[:-1], float(point[-1]) / max(p.floating, 1)


def _model(p: Problem, mines: int, upper: Floats, usual: Floats, wanted: Floats) -> highspy.HighsLp:
    """Columns: each supercell, and the floating cells, above and below the usual; each clue above and below."""
    boxes, clues = len(upper), len(p.low)
    rows, start = p.box_clues, np.append(p.box_start, len(p.box_clues))
    sides = wanted - np.add.reduceat(usual[p.clue_boxes], p.clue_start[:-1]) if clues else np.zeros(0)
    if mines >= 0:
        rows, start = np.append(np.insert(rows, start[1:-1], clues), clues), start + np.arange(boxes + 1)
        sides = np.append(sides, mines - usual.sum())
    own, entries = np.arange(clues), len(rows)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = 2 * (boxes + clues), len(sides)
    model.col_lower_ = np.zeros(2 * (boxes + clues))
    model.col_upper_ = np.concatenate([upper - usual, usual, p.high - wanted, wanted - p.low])
    model.col_cost_ = np.repeat([NEARNESS, 1.0], [2 * boxes, 2 * clues])
    model.row_lower_ = model.row_upper_ = sides
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    ends = [start[:-1], entries + start[:-1], 2 * entries + np.arange(2 * clues + 1)]
    model.a_matrix_.start_ = np.concatenate(ends).astype(np.int32)
    model.a_matrix_.index_ = np.concatenate([rows, rows, own, own]).astype(np.int32)
    model.a_matrix_.value_ = np.repeat([1.0, -1.0, -1.0, 1.0], [entries, entries, clues, clues])
    return model


def _wanted(p: Problem, share: float) -> Floats:
    """[clues] the mean number of mines of each clue by its likelihood, if cells were mined with that probability."""
    cells = np.add.reduceat(p.size[p.clue_boxes], p.clue_start[:-1]) if len(p.low) else np.zeros(0, np.int32)
    counts = np.arange(COUNTS)
    prior = BINOMIAL[cells] * share**counts * (1.0 - share) ** np.maximum(cells[:, None] - counts, 0)
    weight = prior * p.weight
    total = weight.sum(axis=1)
    mean: Floats = np.where(total > 0.0, weight @ counts / np.maximum(total, 1e-300), (p.low + p.high) / 2.0)
    return mean
