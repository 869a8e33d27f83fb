"""The guess of least toll in a survey game, where a mine is survived and costs score; under every clue model.

    legend   toll      a cell's own risk, and the lowest risk that the next guess will have to take
             doubt     the entropy of all hidden cells together, as if they were independent

Only a few cells are looked at. `look_ahead` chooses them by risk, and a little by how open the number of mines around
them is: a number that is nearly known beforehand says most about the few cells that could make it another one.
`least_toll` is told which.

Every outcome of opening a cell is thought of, with its exact probability: a mine, nothing, or each number that may be
shown. If anything is then certain, the next click is free; otherwise it costs the lowest risk. A cell that tells much
is worth a little more toll, so doubt is added with a small weight. Cells of equal risk differ most: breaking ties
well is nearly all there is to gain over the lowest risk. Who follows what comes next opens the obvious next cell in
thought, too, a free one or the safest, pays its risk, and asks for the toll after that.
Cost: one exact analysis per cell and outcome; to follow what comes next, several times that.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.grid import MAX_NEIGHBOURS
from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.engine import FINE, OVER_LIMIT, analyse_view
from sapper.knowledge.constraints import Bytes, Floats, Ints, hidden_around
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.players.showing import MOST_OUTCOMES, Showing, possible_outcomes
from sapper.policies.safest import EQUAL

NEXT, DOUBT = 1.0, 0.1
"""What the lowest risk of the next click weighs, and what one nat of doubt does."""
FOLLOWED = 0.8
"""What the risk of the next click weighs if it is followed; fitted to what guesses cost in the end, as the others."""
LATER_NEXT, LATER_DOUBT = 0.2, 0.09
"""What the lowest risk and a nat of doubt weigh one click later …"""
LATER_MINE = 0.05
"""… and what a cell does that is then proved a mine: that ends doubt, but frees nothing."""
USUAL_OUTCOMES = 6
"""So many analyses a cell takes, more or less."""


class Pick(NamedTuple):
    """Which cells are looked at."""

    most: int
    """At most so many, the lowest in rank …"""
    close: float
    """… that are no more than this riskier than the safest."""
    spread: float
    """What the variance of the number of mines around a cell, as if risks were independent, adds to its rank."""
    work: int
    """All analyses of a decision together may take about so many steps: one per cell of the board and per state."""


class Prior(NamedTuple):
    """What is known of the mines before any clue, see `sapper.inference.exact.prior`."""

    mines: int
    odds: float


class Work(NamedTuple):
    """Bounds of one exact analysis, and room for it."""

    states: int
    values: int
    risk: Floats
    """[cells] filled anew by every analysis, as is the next."""
    verdict: Bytes


@kernel
def look_ahead(
    cells: Bytes, bounds: Bytes, neighbours: Ints, showing: Showing, prior: Prior, risk: Floats, order: Ints,
    pick: Pick, work: Work,
) -> int:  # fmt: skip
    """The cell of least toll, where nothing is decided; the lowest in rank if looking ahead takes too much work.

    risk: exact. An analysis takes about as many states as that of the board as it is, so that one tells how many cells
    can be afforded.
    """
    if pick.work < 2 * USUAL_OUTCOMES * len(cells):
        return lowest_in_rank(cells, neighbours, risk, order, pick)
    work.verdict[:] = UNDECIDED
    status, states, _, weight = analyse_view(
        cells, bounds, True, neighbours, showing.likelihoods, prior.mines, prior.odds, work.states, work.values,
        work.risk, work.verdict, True,
    )  # fmt: skip
    most = min(pick.most, pick.work // (USUAL_OUTCOMES * (len(cells) + states)))
    if status != FINE or most < 2:
        return lowest_in_rank(cells, neighbours, risk, order, pick)
    candidates = np.empty(most, np.int32)
    found = _safest_few(cells, neighbours, risk, order, pick, candidates)
    return least_toll(
        cells, bounds, neighbours, showing, prior, weight, risk, False, work, candidates[:found], np.empty(found)
    )


@kernel
def lowest_in_rank(cells: Bytes, neighbours: Ints, risk: Floats, order: Ints, pick: Pick) -> int:
    """The cell that comes first without looking ahead."""
    candidates = np.empty(1, np.int32)
    _safest_few(cells, neighbours, risk, order, pick, candidates)
    return int(candidates[0])


@kernel
def least_toll(
    cells: Bytes, bounds: Bytes, neighbours: Ints, showing: Showing, prior: Prior, log2_weight: float, risk: Floats,
    follow: bool, work: Work, candidates: Ints, tolls: Floats,
) -> int:  # fmt: skip
    """Which of the candidates to open where nothing is decided; of equal ones the first. tolls, filled: of each.

    log2_weight: of all solutions now. risk: exact, or as far as it is to count. follow: whether what comes next is.
    """
    best, least = candidates[0], np.inf
    for i in range(len(candidates)):
        tolls[i] = _toll(
            candidates[i], cells, bounds, neighbours, showing, prior, log2_weight, risk[candidates[i]], follow, least,
            work,
        )  # fmt: skip
        if tolls[i] < least - EQUAL:
            best, least = candidates[i], tolls[i]
    return int(best)


@kernel
def _safest_few(cells: Bytes, neighbours: Ints, risk: Floats, order: Ints, pick: Pick, candidates: Ints) -> int:
    """The lowest in rank, ties to fewest hidden neighbours, then in order; into `candidates`. How many."""
    ranks, found, most = np.empty(len(candidates)), 0, lowest_risk(cells, risk) + pick.close
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] == HIDDEN and risk[cell] <= most:
            found = keep_lowest(cell, rank_of(cell, cells, neighbours, risk, pick.spread), candidates, ranks, found)
    return found


@kernel
def lowest_risk(cells: Bytes, risk: Floats) -> float:
    """Of all hidden cells."""
    lowest = np.inf
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN:
            lowest = min(lowest, risk[cell])
    return float(lowest)


@kernel
def rank_of(cell: int, cells: Bytes, neighbours: Ints, risk: Floats, spread: float) -> float:
    """The risk of a cell, and what its hidden neighbours add: next to nothing each, and their variance; see `Pick`."""
    rank = float(risk[cell])
    for k in range(MAX_NEIGHBOURS):
        near = neighbours[cell, k]
        if near < 0:
            break
        if cells[near] == HIDDEN:
            rank += EQUAL + spread * risk[near] * (1.0 - risk[near])
    return rank


@kernel
def keep_lowest(cell: int, rank: float, kept: Ints, ranks: Floats, found: int) -> int:
    """Put a cell among the `found` that are kept, lowest rank first, if it belongs there, in place; how many are kept.

    Of equal ones the earlier comes first.
    """
    if found == len(kept) and rank >= ranks[found - 1]:
        return found
    found = min(found + 1, len(kept))
    at = found - 1
    while at > 0 and ranks[at - 1] > rank:
        kept[at], ranks[at] = kept[at - 1], ranks[at - 1]
        at -= 1
    kept[at], ranks[at] = cell, rank
    return found


@kernel
def _toll(
    cell: int, cells: Bytes, bounds: Bytes, neighbours: Ints, showing: Showing, prior: Prior, log2_weight: float,
    risk: float, follow: bool, to_beat: float, work: Work,
) -> float:  # fmt: skip
    """What opening a cell costs, this click and the next; at least `to_beat` if it is no cheaper, or cannot be told."""
    codes, factor = np.empty(MOST_OUTCOMES, np.int8), np.empty(MOST_OUTCOMES)
    found, bound = possible_outcomes(cell, cells, neighbours, showing, prior.odds, codes, factor)
    before, toll, left = bounds[cell], risk, 1.0
    if showing.known:
        bounds[cell] = bound
    for i in range(found):
        cells[cell] = codes[i]
        status, weight = _analysed(cells, bounds, neighbours, showing, prior, work)
        if status == OVER_LIMIT:
            toll = np.inf
        elif status == FINE:
            chance = factor[i] * 2.0 ** (weight - log2_weight)
            left -= chance
            following = _next_cell(cells, neighbours, work.risk, work.verdict) if follow else -1
            if following >= 0:
                toll += chance * _further(following, cells, bounds, neighbours, showing, prior, weight, work)
            elif not follow:
                toll += chance * _after(cells, work.risk, work.verdict, NEXT, DOUBT, 0.0)
        if toll >= to_beat or left < EQUAL:
            break
    cells[cell] = HIDDEN
    if showing.known:
        bounds[cell] = before
    return toll


@kernel
def _analysed(
    cells: Bytes, bounds: Bytes, neighbours: Ints, showing: Showing, prior: Prior, work: Work
) -> tuple[int, float]:
    """Analyse a position, into `work`; the status, and the base-2 logarithm of the weight of its solutions."""
    work.verdict[:] = UNDECIDED
    status, _, _, weight = analyse_view(
        cells, bounds, True, neighbours, showing.likelihoods, prior.mines, prior.odds, work.states, work.values,
        work.risk, work.verdict, True,
    )  # fmt: skip
    return status, weight


@kernel
def _further(
    cell: int, cells: Bytes, bounds: Bytes, neighbours: Ints, showing: Showing, prior: Prior, log2_weight: float,
    work: Work,
) -> float:  # fmt: skip
    """What the next click is to pay on this cell, and what comes after that. `work` is filled anew.

    That is a toll again; but a kernel cannot call itself through the types that `compiled.py` asks for.
    """
    codes, factor = np.empty(MOST_OUTCOMES, np.int8), np.empty(MOST_OUTCOMES)
    found, bound = possible_outcomes(cell, cells, neighbours, showing, prior.odds, codes, factor)
    before, toll = bounds[cell], FOLLOWED * float(work.risk[cell])
    if showing.known:
        bounds[cell] = bound
    for i in range(found):
        cells[cell] = codes[i]
        status, weight = _analysed(cells, bounds, neighbours, showing, prior, work)
        if status == OVER_LIMIT:
            toll = np.inf
        elif status == FINE:
            later = _after(cells, work.risk, work.verdict, LATER_NEXT, LATER_DOUBT, LATER_MINE)
            toll += factor[i] * 2.0 ** (weight - log2_weight) * later
    cells[cell] = HIDDEN
    if showing.known:
        bounds[cell] = before
    return toll


@kernel
def _next_cell(cells: Bytes, neighbours: Ints, risk: Floats, verdict: Bytes) -> int:
    """The obvious next click: a free cell with most to tell, else the safest cell; -1 if everything is decided."""
    free, most, safest, lowest = -1, -1, -1, np.inf
    for cell in range(len(cells)):
        if cells[cell] != HIDDEN:
            continue
        if verdict[cell] == SAFE:
            hidden = hidden_around(cell, cells, neighbours)
            if hidden > most:
                free, most = cell, hidden
        elif verdict[cell] == UNDECIDED and risk[cell] < lowest - EQUAL:
            safest, lowest = cell, risk[cell]
    return free if free >= 0 and safest >= 0 else safest


@kernel
def _after(cells: Bytes, risk: Floats, verdict: Bytes, next_click: float, per_nat: float, per_mine: float) -> float:
    """What is still to be paid, by the lowest risk of the next click, all that is in doubt, and mines just proved."""
    lowest, doubt, mines = 1.0, 0.0, 0
    for cell in range(len(cells)):
        if cells[cell] != HIDDEN:
            continue
        if verdict[cell] != UNDECIDED:
            lowest = 0.0
            mines += verdict[cell] == MINE
            continue
        p = risk[cell]
        lowest = min(lowest, p)
        doubt -= p * np.log(p) + (1.0 - p) * np.log1p(-p)
    if doubt == 0.0:
        return 0.0
    return next_click * lowest + per_nat * doubt + per_mine * mines
