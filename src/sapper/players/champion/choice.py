"""The champion's guess in a classic game: the endgame if it can be searched, look-ahead otherwise."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.board.notation import SAFE as NO_CLUE
from sapper.compiled import kernel
from sapper.inference.exact.layers import Longs
from sapper.knowledge.constraints import Bytes, Floats, Ints, hidden_around, known_around
from sapper.knowledge.supercells import UNDECIDED
from sapper.players.champion.coin_flips import UNLIKELY, avoidable_risks, nothing_kept, unavoidable_risk
from sapper.players.champion.dead import is_dead
from sapper.players.champion.enclosed import search_enclosed
from sapper.players.champion.kinds import AT_SEA, IN_FRONTIER, KINDS, kinds_of
from sapper.players.champion.lookahead import BEHIND, PROGRESS, look_ahead
from sapper.players.champion.start import another_corner
from sapper.players.endgame.search import GIVEN_UP, search_layouts
from sapper.players.endgame.solutions import layouts_of
from sapper.players.toll import lowest_risk, rank_of
from sapper.policies.safest import EQUAL

MANY_FLOATING = 30
"""With so many cells away from all clues, only those on the shore are looked at, …"""
IN_A_CORNER = 3
"""… and those with no more hidden neighbours than this."""

PRICE = 0.85
"""How much of the unavoidable risk is added to the safety of a cell; fitted, as all the next."""
FLOATING = 0.01
"""How much less a floating cell is worth: what it shows says little about the frontier …"""
FIRST_CELLS = 15
"""… once there is one worth the name, with so many cells open."""
BESIDE_A_MINE = 0.0025
"""How much more a cell is worth for each known mine that it touches."""
NEARBY = 0.25
"""What the worth one click ahead counts in the worth of a close call."""


LATE = 60.0
"""A guess is late when no more layouts are left than two to this power."""


class Look(NamedTuple):
    """How far to look around and ahead for a guess."""

    close: float
    """Cells to look ahead from are at most so much riskier than the safest …"""
    frontier: int
    """… and at most so many in the frontier, …"""
    shore: int
    """… so many on the shore …"""
    sea: int
    """… and so many at sea, see `kinds.py`."""
    further: int
    """Of cells that are worth about as much as the best, so many are looked at further, …"""
    clicks: int
    """… so many clicks ahead …"""
    thin: float
    """… on paths that are at least so likely, …"""
    call: float
    """… if they are worth at least this share of the best."""


class Budget(NamedTuple):
    """How much work a decision may take."""

    layouts: int
    """The endgame is searched when no more layouts than this are left …"""
    work: int
    """… and the search may look so often at one cell of one layout."""
    candidates: int
    """Cells to look ahead from."""
    early: Look
    late: Look
    """The last guesses decide most, and there cells that are riskier, or floating, are more often the best."""
    tolls: int
    """Cells of each kind to look ahead from in a survey game, see `survey.py`; fewer than half of `candidates`."""


@kernel
def choose(
    cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float, risk: Floats,
    order: Ints, budget: Budget, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes,
    candidates: Ints, worth: Floats,
) -> tuple[int, float]:  # fmt: skip
    """The cell to open where nothing is decided, and the chance to win, or -1 where it is not known.

    risk: exact. order: cells that are equal otherwise are taken in this order, not by rounding. risk_after, verdict
    [cells]: work space.
    candidates, worth [budget.candidates], filled: the cells looked at, or -1, and what each was found to be worth one
    click ahead, or BEHIND for those that could not be the best, and for one that needed no look.
    """
    candidates[:] = -1
    cell, layouts, lost = search_endgame(cells, neighbours, mines, log2_weight, False, budget)
    if cell >= 0:
        return cell, 1.0 - lost / layouts
    kind_of = kinds_of(cells, neighbours)
    cell = another_corner(cells, neighbours, risk, order)
    if cell < 0:
        cell = search_enclosed(cells, neighbours, risk, kind_of, False, budget.layouts, budget.work)
    if cell >= 0:
        candidates[0], worth[0] = cell, BEHIND
        return cell, -1.0
    kept, look = nothing_kept(), budget.late if log2_weight <= LATE else budget.early
    avoidable = avoidable_risks(
        cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk, kind_of, look.close,
        most_states, most_values, risk_after, verdict, kept,
    )  # fmt: skip
    found = _candidates(cells, neighbours, avoidable, kind_of, order, look, verdict, candidates)
    bonus = _bonuses(cells, neighbours, kind_of, candidates[:found])
    best, most = 0, -1.0
    for i in range(found):
        cell = candidates[i]
        safety = 1.0 - risk[cell]
        worth[i] = BEHIND
        all_it_could_be = (bonus[i] * safety + min(risk[cell], safety)) * (1.0 + PROGRESS)
        if all_it_could_be < most * look.call:
            continue
        bonus[i] += PRICE * unavoidable_risk(
            cell, cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk, UNLIKELY,
            most_states, most_values, risk_after, verdict, kept,
        ) / safety  # fmt: skip
        survival = look_ahead(
            cell, 1, 0.0, cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk,
            most * look.call / bonus[i], most_states, most_values, risk_after, verdict,
        )  # fmt: skip
        if survival != BEHIND:
            worth[i] = bonus[i] * survival
        if worth[i] > most + EQUAL:
            best, most = i, worth[i]
    if look.further > 1:
        best = _closest_call(
            cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk, look, most_states, most_values,
            risk_after, verdict, candidates[:found], worth, bonus, best,
        )  # fmt: skip
    return int(candidates[best]), -1.0


@kernel
def _bonuses(cells: Bytes, neighbours: Ints, kind_of: Bytes, candidates: Ints) -> Floats:
    """What each candidate is worth more, or less, for the place it has, as a factor."""
    bonus, opened = np.ones(len(candidates)), 0
    for cell in range(len(cells)):
        opened += cells[cell] >= 0 or cells[cell] == NO_CLUE
    for i in range(len(candidates)):
        if kind_of[candidates[i]] != IN_FRONTIER and opened >= FIRST_CELLS:
            bonus[i] -= FLOATING
        bonus[i] += BESIDE_A_MINE * known_around(candidates[i], cells, neighbours)
    return bonus


@kernel
def _closest_call(
    cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float, risk: Floats,
    look: Look, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes, candidates: Ints,
    worth: Floats, bonus: Floats, best: int,
) -> int:  # fmt: skip
    """Which of the candidates that are worth nearly as much as the best, looked at further.

    The worth so far ahead and the worth one click ahead, blended, tell more than either.
    """
    close = np.zeros(len(candidates), np.bool_)
    for i in range(len(candidates)):
        close[i] = worth[i] >= worth[best] * look.call
    if close.sum() < 2:
        return best
    chosen, most = best, -1.0
    for _ in range(min(look.further, int(close.sum()))):
        at = -1
        for i in range(len(candidates)):
            if close[i] and (at < 0 or worth[i] > worth[at] + EQUAL):
                at = i
        close[at] = False
        near, factor = NEARBY * worth[at], (1.0 - NEARBY) * bonus[at]
        survival = look_ahead(
            candidates[at], look.clicks, look.thin, cells, neighbours, no_bounds, likelihoods, mines, log2_weight,
            risk, (most - near) / factor, most_states, most_values, risk_after, verdict,
        )  # fmt: skip
        if survival != BEHIND and near + factor * survival > most + EQUAL:
            chosen, most = at, near + factor * survival
    return chosen


@kernel
def search_endgame(
    cells: Bytes, neighbours: Ints, mines: int, log2_weight: float, survey: bool, budget: Budget
) -> tuple[int, int, int]:
    """The best cell to open, how many layouts are left, and the least loss over all of them.

    The cell is -1 if there are too many layouts, or the search took too long.
    """
    if log2_weight > np.log2(budget.layouts):
        return -1, 0, 0
    left = mines
    for cell in range(len(cells)):
        left -= cells[cell] == MINE or cells[cell] == FLAG
    hidden, shown, layouts = layouts_of(cells, neighbours, left, budget.layouts)
    if layouts <= 1:
        return -1, 0, 0
    lost, first = search_layouts(shown[:layouts], survey, budget.work)
    return -1 if lost == GIVEN_UP else int(hidden[first]), layouts, lost


@kernel
def _candidates(
    cells: Bytes, neighbours: Ints, risk: Floats, kind_of: Bytes, order: Ints, look: Look, verdict: Bytes,
    candidates: Ints,
) -> int:  # fmt: skip
    """The cells worth looking ahead from, safest first, in place; how many.

    Of equally safe ones, as all floating cells are, those with fewest hidden neighbours are first, then those in order.
    risk: as far as it can be avoided. A coin flip that must be taken has none, and leaves no room for risky cells.
    """
    verdict[:] = UNDECIDED
    floating, lowest = 0, lowest_risk(cells, risk)
    for cell in range(len(cells)):
        floating += cells[cell] == HIDDEN and kind_of[cell] != IN_FRONTIER
    found, safest = 0, -1
    room, taken = np.array([look.frontier, look.shore, look.sea]), np.zeros(KINDS, np.int64)
    kinds, ranks = np.empty(len(candidates), np.int64), np.empty(len(candidates))
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] != HIDDEN or risk[cell] > lowest + look.close:
            continue
        if safest < 0 or risk[cell] < risk[safest]:
            safest = cell
        kind, rank = kind_of[cell], rank_of(cell, cells, neighbours, risk, 0.0)
        worst = _to_give_way(kind, kinds[:found], taken[kind] == room[kind], found == len(candidates))
        if worst >= 0 and rank >= ranks[worst]:
            continue
        if kind == AT_SEA and floating >= MANY_FLOATING and hidden_around(cell, cells, neighbours) > IN_A_CORNER:
            continue
        if is_dead(cell, cells, verdict, neighbours):
            continue
        if worst >= 0:
            taken[kinds[worst]] -= 1
        at = worst if worst >= 0 else found
        found += worst < 0
        while at > 0 and ranks[at - 1] > rank:
            candidates[at], kinds[at], ranks[at] = candidates[at - 1], kinds[at - 1], ranks[at - 1]
            at -= 1
        candidates[at], kinds[at], ranks[at] = cell, kind, rank
        taken[kind] += 1
    if found == 0:
        candidates[0] = safest
        found = 1
    return found


@kernel
def _to_give_way(kind: int, kinds: Longs, kind_is_full: bool, all_are_full: bool) -> int:
    """The place of the candidate that a new one would replace: the riskiest, of its own kind if that is full; or -1."""
    if not kind_is_full:
        return len(kinds) - 1 if all_are_full else -1
    last = len(kinds) - 1
    while last >= 0 and kinds[last] != kind:
        last -= 1
    return last
