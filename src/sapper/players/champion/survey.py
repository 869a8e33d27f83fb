"""The champion's guess in a survey game, where a mine is survived and costs score.

    legend   toll      a cell's own risk, and the lowest risk that the next guess will have to take
             doubt     the entropy of all hidden cells together, as if they were independent

Every outcome of opening a cell is followed, with its exact probability: a mine, or each clue. If anything is then
certain, the next click is free; otherwise it costs the lowest risk. A cell that tells much is worth a little more toll,
so doubt is added with a small weight. Cells of equal risk differ most: breaking ties well is nearly all there is
to gain over the lowest risk. When few layouts are left, the search over them is exact.
Cost: one exact analysis per cell and outcome.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN, MINE
from sapper.compiled import inlined, kernel
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.knowledge.supercells import UNDECIDED
from sapper.players.champion.choice import Budget, search_endgame
from sapper.players.champion.lookahead import possible_clues
from sapper.policies.safest import EQUAL

DOUBT = 0.1
"""What one nat of doubt weighs."""


@kernel
def choose_in_survey(
    cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float, risk: Floats,
    order: Ints, budget: Budget, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes,
    candidates: Ints, tolls: Floats,
) -> int:  # fmt: skip
    """The cell to open where nothing is decided. See `choose`; tolls, filled: what each candidate costs."""
    candidates[:] = -1
    cell, _, _ = search_endgame(cells, neighbours, mines, log2_weight, True, budget)
    if cell >= 0:
        candidates[0], tolls[0] = cell, risk[cell]
        return cell
    found = _safest_few(cells, neighbours, risk, order, budget.close, candidates[: budget.tolls])
    best, least = candidates[0], np.inf
    for i in range(found):
        tolls[i] = _toll(
            candidates[i], cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk[candidates[i]], least,
            most_states, most_values, risk_after, verdict,
        )  # fmt: skip
        if tolls[i] < least - EQUAL:
            best, least = candidates[i], tolls[i]
    return int(best)


@kernel
def _safest_few(cells: Bytes, neighbours: Ints, risk: Floats, order: Ints, close: float, candidates: Ints) -> int:
    """The safest cells, ties to fewest hidden neighbours, then in order; into `candidates`. How many."""
    lowest = np.inf
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN:
            lowest = min(lowest, risk[cell])
    rank = np.empty(len(candidates))
    found = 0
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] != HIDDEN or risk[cell] > lowest + close:
            continue
        least, most = possible_clues(cell, cells, neighbours)
        mine = risk[cell] + EQUAL * (most - least)
        if found == len(candidates) and mine >= rank[found - 1]:
            continue
        found = min(found + 1, len(candidates))
        at = found - 1
        while at > 0 and rank[at - 1] > mine:
            candidates[at], rank[at] = candidates[at - 1], rank[at - 1]
            at -= 1
        candidates[at], rank[at] = cell, mine
    return found


@inlined
def _toll(
    cell: int, cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float,
    risk: float, to_beat: float, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes,
) -> float:  # fmt: skip
    """What opening a cell costs, this click and the next; at least `to_beat` if it is no cheaper."""
    lowest, highest = possible_clues(cell, cells, neighbours)
    toll, left = risk, 1.0
    for outcome in range(lowest - 1, highest + 1):  # the first one stands for a mine
        cells[cell] = MINE if outcome < lowest else outcome
        verdict[:] = UNDECIDED
        status, _, _, weight = analyse_view(
            cells, no_bounds, True, neighbours, likelihoods, mines, 1.0, most_states, most_values, risk_after, verdict,
            True,
        )  # fmt: skip
        if status == FINE:
            chance = 2.0 ** (weight - log2_weight)
            left -= chance
            toll += chance * _after(cells, risk_after, verdict)
        if toll >= to_beat or left < EQUAL:
            break
    cells[cell] = HIDDEN
    return toll


@kernel
def _after(cells: Bytes, risk: Floats, verdict: Bytes) -> float:
    """The lowest risk of the next click, and a little for all that is in doubt."""
    lowest, doubt = 1.0, 0.0
    for cell in range(len(cells)):
        if cells[cell] != HIDDEN:
            continue
        if verdict[cell] != UNDECIDED:
            lowest = 0.0
            continue
        p = risk[cell]
        lowest = min(lowest, p)
        doubt -= p * np.log(p) + (1.0 - p) * np.log1p(-p)
    if doubt == 0.0:
        return 0.0
    return lowest + DOUBT * doubt
