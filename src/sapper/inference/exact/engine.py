"""Exact inference from a view to every risk and every certainty, in compiled code.

    view → constraints → single-clue rules → supercells → components → order → layers → mine count → risks

Idea and cost: the states of the dynamic programme are the counts of the clues that are open at once. Real positions
have few open clues, so a whole expert board takes tens of microseconds; the worst case is exponential in the width,
and bounded by a limit.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import Layers, backward, forward
from sapper.inference.exact.order import elimination_order
from sapper.inference.exact.tally import share_mines
from sapper.inference.single import single
from sapper.knowledge.components import components
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints
from sapper.knowledge.supercells import DECIDED, FLOATING, MINE, SAFE, Problem, compress

FINE, INCONSISTENT, OVER_LIMIT = 0, 1, 2
NOT_TOLD = -1


@kernel
def analyse(
    c: Constraints, odds: float, most_states: int, most_values: int, risk: Floats, verdict: Bytes
) -> tuple[int, int, int]:
    """Fill risk [cells of the board] and verdict [same] at the unknown cells: SAFE, MINE or UNDECIDED.

    Returns the status, the number of states and the width.
    """
    p, sequence, bounds, layers, decided, status, width = run_forward(c, odds, most_states, most_values)
    if status != FINE:
        return status, 0, width
    track = c.mines_left != NOT_TOLD
    if track:
        outside, start, mines, possible, shared = share_mines(layers, bounds, p.floating, c.mines_left - p.mines)
        if not shared:
            return INCONSISTENT, 0, width
        floating_risk = mines / max(p.floating, 1)
    else:
        outside, start = np.ones(len(bounds)), np.arange(len(bounds))
        floating_risk, possible = odds / (1.0 + odds), 3
    expected, box_possible = backward(p, layers, sequence, bounds, outside, start, track)
    for cell in range(len(c.cells)):
        index = c.cells[cell]
        box = p.box[cell]
        if box == DECIDED:
            verdict[index] = decided[cell]
            risk[index] = 1.0 if decided[cell] == MINE else 0.0
            continue
        value, some = floating_risk, possible
        if box != FLOATING:
            value, some = expected[box] / p.size[box], box_possible[box]
        if some == 1:
            verdict[index], value = SAFE, 0.0
        elif some == 2:
            verdict[index], value = MINE, 1.0
        risk[index] = value
    return FINE, layers.layer_start[-1], width


@kernel
def run_forward(
    c: Constraints, odds: float, most_states: int, most_values: int
) -> tuple[Problem, Ints, Ints, Layers, Bytes, int, int]:
    """Everything up to the forward pass: problem, order, component bounds, layers, decided cells, status, width."""
    n = len(c.cells)
    decided = np.zeros(n, np.int8)
    order, why = np.empty(n, np.int32), np.empty(n, np.int32)
    found = single(c, decided, order, why)
    p, consistent = compress(c, decided)
    start, clues = components(p)
    sequence, bounds, width = elimination_order(p, start, clues)
    layers, status = forward(
        p, sequence, bounds, width, odds, c.mines_left != NOT_TOLD, most_states, most_values
    )
    if found < 0 or not consistent:
        status = INCONSISTENT
    if c.mines_left != NOT_TOLD and status == FINE and not 0 <= c.mines_left - p.mines:
        status = INCONSISTENT
    return p, sequence, bounds, layers, decided, status, width
