"""Look-ahead: what the next click is worth after each clue that a cell may show.

The worth of a guess is the chance to survive it and the click after it: over all clues that the cell may show, weighed
by their exact probability, the safety of the next click is that of the safest living cell, blended with the second
safest, because two good cells are better than one; a clue that proves something safe counts a little more.
Cost: one exact analysis per cell and clue. A cell is given up as soon as it cannot be the best any more.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.compiled import inlined, kernel
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.knowledge.constraints import COUNTS, Bytes, Floats, Ints
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
    risk: Floats, to_beat: float, cover: float, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes,
) -> float:  # fmt: skip
    """The worth of opening a cell, or BEHIND if it cannot reach `to_beat`.

    log2_weight: of the solutions now. risk: exact. cover: the likeliest clues are followed until they make up this
    share of all; the rest is taken to be worth as much as these. risk_after, verdict [cells]: work space.
    """
    worth, so_far, left = np.zeros(COUNTS), 0.0, 1.0 - risk[cell]
    enough = max(EQUAL, (1.0 - cover) * left)
    least, most, likely = _clues(cell, cells, neighbours, risk)
    # From the likeliest clue outwards: so it is soonest seen that a cell cannot be the best, or that no clue is left.
    for step in range(2 * (most - least) + 1):
        clue = likely + (step + 1) // 2 if step % 2 else likely - step // 2
        if clue < least or clue > most or left < enough or so_far + left * (1.0 + PROGRESS) < to_beat:
            continue
        cells[cell] = clue
        verdict[:] = UNDECIDED
        status, _, _, weight = analyse_view(
            cells, no_bounds, True, neighbours, likelihoods, mines, 1.0, most_states, most_values, risk_after, verdict,
            True,
        )  # fmt: skip
        if status == FINE:
            chance = 2.0 ** (weight - log2_weight)
            left -= chance
            worth[clue] = chance * _next_click(cells, neighbours, risk_after, verdict)
            so_far += worth[clue]
    cells[cell] = HIDDEN
    if so_far + left * (1.0 + PROGRESS) < to_beat:
        return BEHIND
    followed = 1.0 - risk[cell] - left
    return float(worth.sum() if left < EQUAL else worth.sum() * (followed + left) / max(followed, EQUAL))


@kernel
def _clues(cell: int, cells: Bytes, neighbours: Ints, risk: Floats) -> tuple[int, int, int]:
    """The least and the most that a hidden cell may show, and what it is likely to show."""
    least, most = _possible_clues(cell, cells, neighbours)
    expected = 0.0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        if cells[near] == HIDDEN:
            expected += risk[near]
    return least, most, least + int(expected + 0.5)


@kernel
def _possible_clues(cell: int, cells: Bytes, neighbours: Ints) -> tuple[int, int]:
    """The least and the most that a hidden cell may show: the mines known around it, and with all hidden ones."""
    known, hidden = 0, 0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        known += cells[near] == MINE or cells[near] == FLAG
        hidden += cells[near] == HIDDEN
    return known, known + hidden


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
