"""Exact inference from a view to every risk and every certainty, in compiled code.

    view → constraints → single-clue rules → supercells → components → order → layers → mine count → risks

Idea and cost: the states of the dynamic programme are the counts of the clues that are open at once. Real positions
have few open clues, so a whole expert board takes tens of microseconds; the worst case is exponential in the width,
and bounded by a limit.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import SAFE as NO_CLUE
from sapper.compiled import inlined, kernel
from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE, backward
from sapper.inference.exact.forward import forward
from sapper.inference.exact.layers import Layers, Longs
from sapper.inference.exact.order import elimination_order
from sapper.inference.exact.tally import log2_ways, log2_weight, share_mines
from sapper.inference.single import single
from sapper.knowledge.components import components
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints, gather
from sapper.knowledge.supercells import DECIDED, FLOATING, MINE, SAFE, UNDECIDED, Problem, compress

FINE, INCONSISTENT, OVER_LIMIT = 0, 1, 2
NOT_TOLD = -1


@kernel
def analyse_view(
    cells: Bytes, bounds: Bytes, trust_flags: bool, neighbours: Ints, likelihoods: Floats, mines: int, odds: float,
    most_states: int, most_values: int, risk: Floats, verdict: Bytes, weigh: bool,
) -> tuple[int, int, int, float]:  # fmt: skip
    """Fill risk and verdict [cells] for one view; mines: all on the board, or NOT_TOLD. See `analyse`."""
    c, known, broken = gather(cells, bounds, trust_flags, neighbours, likelihoods)
    if broken >= 0 or (mines != NOT_TOLD and not known <= mines <= known + len(c.cells)):
        return INCONSISTENT, 0, 0, -np.inf
    for index in range(len(cells)):
        risk[index] = 0.0 if (cells[index] >= 0) | (cells[index] == NO_CLUE) else 1.0
    left = mines if mines == NOT_TOLD else mines - known
    return analyse(c, left, odds, most_states, most_values, risk, verdict, weigh)


@kernel
def analyse_views(
    cells: Bytes, bounds: Bytes, trust_flags: bool, neighbours: Ints, likelihoods: Floats, prior: Floats,
    most_states: int, most_values: int, risk: Floats, verdict: Bytes, answer: Longs, log2_weight: Floats,
) -> None:  # fmt: skip
    """The same for a batch on one grid, all arrays with one row per view.

    prior [views, 2]: all mines on the board, or NOT_TOLD; the odds of a mine.
    answer [views, 3], filled: status, states, width. log2_weight [views], filled unless it is empty: the logarithm of
    the weight of all solutions together.
    """
    for view in range(len(cells)):
        status, states, width, weight = analyse_view(
            cells[view], bounds[view], trust_flags, neighbours, likelihoods, int(prior[view, 0]), prior[view, 1],
            most_states, most_values, risk[view], verdict[view], len(log2_weight) > 0,
        )  # fmt: skip
        answer[view, 0], answer[view, 1], answer[view, 2] = status, states, width
        if len(log2_weight):
            log2_weight[view] = weight


@inlined
def analyse(
    c: Constraints, mines_left: int, odds: float, most_states: int, most_values: int, risk: Floats, verdict: Bytes,
    weigh: bool,
) -> tuple[int, int, int, float]:  # fmt: skip
    """Fill risk [cells of the board] and verdict [same] at the unknown cells: SAFE, MINE or UNDECIDED.

    Returns the status, the number of states, the width and, if `weigh`, the logarithm of the weight of all solutions
    together: of their number, if all weigh the same.
    """
    p, sequence, bounds, layers, decided, status, width = run_forward(c, mines_left, odds, most_states, most_values)
    if status != FINE:
        return status, 0, width, -np.inf
    status, weight = conclude(c, p, sequence, bounds, layers, decided, mines_left, odds, risk, verdict, weigh)
    return status, layers.layer_start[-1], width, weight


@kernel
def conclude(
    c: Constraints, p: Problem, sequence: Ints, bounds: Ints, layers: Layers, decided: Bytes, mines_left: int,
    odds: float, risk: Floats, verdict: Bytes, weigh: bool,
) -> tuple[int, float]:  # fmt: skip
    """Everything after the forward pass: fill risk and verdict, see `analyse`; the status and the weight."""
    track = mines_left != NOT_TOLD
    if track:
        outside, start, mines, possible, shared = share_mines(layers, bounds, p.floating, mines_left - p.mines)
        if shared == -np.inf:
            return INCONSISTENT, -np.inf
        floating_risk = mines / max(p.floating, 1)
    else:
        outside, start = np.ones(len(bounds)), np.arange(len(bounds))
        floating_risk, possible, shared = odds / (1.0 + odds), SOME_SAFE | SOME_MINED, 0.0
    expected, box_possible = backward(p, layers, sequence, bounds, outside, start, track)
    indices, boxes, size = c.cells, p.box, p.size
    box_verdict = np.empty(len(size), np.int8)
    for box in range(len(size)):
        expected[box], box_verdict[box] = _settle(expected[box] / size[box], box_possible[box])
    floating_risk, floating_verdict = _settle(floating_risk, possible)
    for cell in range(len(indices)):
        index, box = indices[cell], boxes[cell]
        if box == FLOATING:
            risk[index], verdict[index] = floating_risk, floating_verdict
        elif box == DECIDED:
            risk[index], verdict[index] = 1.0 if decided[cell] == MINE else 0.0, decided[cell]
        else:
            risk[index], verdict[index] = expected[box], box_verdict[box]
    return FINE, _log2_total(c, p, layers, bounds, mines_left, odds, shared) if weigh else 0.0


@inlined
def _settle(risk: float, possible: int) -> tuple[float, int]:
    """The risk, and the verdict that goes with it, of cells where that much is possible."""
    verdict = SAFE if possible == SOME_SAFE else MINE if possible == SOME_MINED else UNDECIDED
    return 0.0 if verdict == SAFE else 1.0 if verdict == MINE else risk, verdict


@inlined
def _log2_total(
    c: Constraints, p: Problem, layers: Layers, bounds: Ints, mines_left: int, odds: float, shared: float
) -> float:
    """The logarithm of the weight of all solutions together."""
    if mines_left != NOT_TOLD:
        total = log2_weight(layers, bounds, p.floating, mines_left - p.mines, shared)
    else:
        decided = p.mines * np.log2(odds) if p.mines else 0.0
        total = log2_ways(layers, bounds) + p.floating * np.log2(1.0 + odds) + decided
    return float(c.log2_factor + p.log2_factor + total)


@kernel
def run_forward(
    c: Constraints, mines_left: int, odds: float, most_states: int, most_values: int
) -> tuple[Problem, Ints, Ints, Layers, Bytes, int, int]:
    """Everything up to the forward pass: problem, order, component bounds, layers, decided cells, status, width."""
    n = len(c.cells)
    decided = np.zeros(n, np.int8)
    trail = np.empty((2, n), np.int32)
    found = single(c, decided, trail[0], trail[1])
    p, consistent = compress(c, decided)
    start, clues = components(p)
    sequence, bounds, width = elimination_order(p, start, clues)
    layers, status = forward(p, sequence, bounds, width, odds, mines_left != NOT_TOLD, most_states, most_values)
    if found < 0 or not consistent or (mines_left != NOT_TOLD and mines_left < p.mines):
        status = INCONSISTENT
    return p, sequence, bounds, layers, decided, status, width
