"""Look-ahead: what the next click is worth after each clue that a cell may show.

The worth of a guess is the chance to survive it and the click after it: over all clues that the cell may show, weighed
by their exact probability, the safety of the next click is that of the safest living cell, blended with the second
safest, because two good cells are better than one; a clue that proves something safe counts a little more.
Cost: one exact analysis per cell and clue, but for the least clue. A cell is given up as soon as it cannot be the best
any more.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.compiled import inlined, kernel
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.knowledge.supercells import SAFE, UNDECIDED
from sapper.players.champion.dead import is_dead
from sapper.policies.safest import EQUAL

BEHIND = -1.0
SECOND = 0.35
"""Share of the second safest cell."""
PROGRESS = 0.01
"""What a certain next click is worth above a nearly certain one."""


@inlined
def look_ahead(
    cell: int, cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float,
    risk: Floats, to_beat: float, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes,
) -> float:  # fmt: skip
    """The worth of opening a cell, or BEHIND if it cannot reach `to_beat`.

    log2_weight: of the solutions now. risk: exact. risk_after, verdict [cells]: work space.
    """
    so_far, left = 0.0, 1.0 - risk[cell]
    least, most, likely = _clues(cell, cells, neighbours, risk)
    # The least clue proves all hidden neighbours safe. With two of them its worth is known, and its chance is the rest.
    easiest = least if most > least + 1 else -1
    # From the likeliest clue outwards: so it is soonest seen that a cell cannot be the best, or that no clue is left.
    for step in range(2 * (most - least) + 1):
        clue = likely + (step + 1) // 2 if step % 2 else likely - step // 2
        if clue < least or clue > most or clue == easiest or left < EQUAL:
            continue
        if so_far + left * (1.0 + PROGRESS) < to_beat:
            break
        cells[cell] = clue
        verdict[:] = UNDECIDED
        status, _, _, weight = analyse_view(
            cells, no_bounds, True, neighbours, likelihoods, mines, 1.0, most_states, most_values, risk_after, verdict,
            True,
        )  # fmt: skip
        if status == FINE:
            chance = 2.0 ** (weight - log2_weight)
            left -= chance
            so_far += chance * _next_click(cells, neighbours, risk_after, verdict)
    cells[cell] = HIDDEN
    worth = so_far + left * (1.0 + PROGRESS) if easiest >= 0 else so_far
    return float(worth if worth >= to_beat else BEHIND)


@kernel
def _clues(cell: int, cells: Bytes, neighbours: Ints, risk: Floats) -> tuple[int, int, int]:
    """The least and the most that a hidden cell may show, and what it is likely to show."""
    known, hidden, expected = 0, 0, 0.0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        known += cells[near] == MINE or cells[near] == FLAG
        hidden += cells[near] == HIDDEN
        expected += risk[near] if cells[near] == HIDDEN else 0.0
    return known, known + hidden, known + int(expected + 0.5)


@kernel
def _next_click(cells: Bytes, neighbours: Ints, risk: Floats, verdict: Bytes) -> float:
    """How safe the next click is: the two safest living cells, blended."""
    free, undecided, lowest = 0, 0, 1.0
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN:
            free += verdict[cell] == SAFE
            undecided += verdict[cell] == UNDECIDED
            lowest = min(lowest, risk[cell])
    if free > 1 or undecided == 0:
        return 1.0 + PROGRESS
    first = 0.0 if free == 1 else np.inf
    second = np.inf
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN and verdict[cell] == UNDECIDED and risk[cell] < second:
            if is_dead(cell, cells, verdict, neighbours):
                continue
            if risk[cell] < first:
                first, second = risk[cell], first
            else:
                second = risk[cell]
    if first == np.inf:  # every cell is dead
        first = lowest
    if second == np.inf:
        second = first
    worth = (1.0 - SECOND) * (1.0 - first) + SECOND * (1.0 - second)
    return worth * (1.0 + PROGRESS) if free else worth
