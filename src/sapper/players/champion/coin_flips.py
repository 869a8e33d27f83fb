"""Coin flips to come: where waiting gains nothing, so that the guess is better taken now.

    legend   pattern   two neighbours in a row or column, or a square of four: exactly one, or one diagonal, is mined
             ends      the cells that touch some of the pattern, but not as much of each half: only they could tell
             missing   ends that are hidden; if all of them are mines, no clue will ever decide the pattern

The chance that a pattern becomes a coin flip is exact: one analysis with the ends mined and one half of the pattern
mined, the other not; the halves are alike. A cell of such a pattern must be guessed sooner or later, and opening a
missing end that turns out to be safe ends the doubt: so much of a cell's risk waiting cannot avoid, and it should not
count against the cell.
Cost: one exact analysis per pattern whose ends may well be mines; up to four candidates share a pattern, and its
chance is kept for them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.board.notation import SAFE as NO_CLUE
from sapper.compiled import inlined, kernel
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.inference.exact.layers import Longs
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.players.champion.kinds import IN_FRONTIER
from sapper.players.toll import lowest_risk

MOST_MISSING = 3
MOST_KEPT = 200
"""Chances that are kept while a guess is chosen; few guesses need as many."""
UNLIKELY = 0.01
"""Patterns whose missing ends would all be mines with less than this chance, if they were independent, are left out."""


class Kept(NamedTuple):
    """Chances of patterns in one position, by number of the pattern."""

    number: Longs
    """[MOST_KEPT + 1] which patterns; the first entry says how many."""
    chance: Floats


@kernel
def nothing_kept() -> Kept:
    """Before the first pattern of a position."""
    return Kept(np.zeros(MOST_KEPT + 1, np.int64), np.empty(MOST_KEPT + 1))


@kernel
def unavoidable_risk(
    cell: int, cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float,
    risk: Floats, unlikely: float, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes, kept: Kept,
) -> float:  # fmt: skip
    """How much of a hidden cell's risk waiting cannot avoid, because of coin flips; never above its risk or safety.

    log2_weight: of the solutions now. risk: exact. unlikely: which patterns are left out, see UNLIKELY. risk_after,
    verdict [cells]: work space.
    """
    pattern, missing = np.empty(4, np.int32), np.empty(MOST_MISSING, np.int32)
    pair, square, end = 0.0, 0.0, 0.0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        if cells[near] != HIDDEN:
            continue
        pattern[0], pattern[1] = cell, near
        if _ends(pattern[:2], cells, neighbours, risk, MOST_MISSING, unlikely, missing) >= 0:
            pair = max(pair, _chance(
                pattern[:2], missing, cells, neighbours, no_bounds, likelihoods, mines, log2_weight,
                most_states, most_values, risk_after, verdict, kept,
            ))  # fmt: skip
        is_square = _square(cell, near, cells, neighbours, pattern)
        if is_square and _ends(pattern, cells, neighbours, risk, MOST_MISSING, unlikely, missing) >= 0:
            square = max(square, _chance(
                pattern, missing, cells, neighbours, no_bounds, likelihoods, mines, log2_weight,
                most_states, most_values, risk_after, verdict, kept,
            ))  # fmt: skip
        for j in range(8):
            far = neighbours[near, j]
            if far < 0:
                break
            if cells[far] != HIDDEN or far == cell or far < near:
                continue
            pattern[0], pattern[1] = near, far
            if _ends(pattern[:2], cells, neighbours, risk, 1, unlikely, missing) == 1 and missing[0] == cell:
                end += _chance(
                    pattern[:2], missing, cells, neighbours, no_bounds, likelihoods, mines, log2_weight,
                    most_states, most_values, risk_after, verdict, kept,
                )  # fmt: skip
    return float(min(pair + square + end, risk[cell], 1.0 - risk[cell]))


@kernel
def avoidable_risks(
    cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float, risk: Floats,
    kind_of: Bytes, close: float, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes, kept: Kept,
) -> Floats:  # fmt: skip
    """[cells] the risk of each cell; of those too risky to be looked at, without what waiting cannot avoid.

    Cost: next to nothing, because it is asked only of cells that this may bring back among the candidates. Asked of
    all, it would double the time of a guess.
    """
    avoidable, lowest = risk.copy(), lowest_risk(cells, risk)
    for cell in range(len(cells)):
        too_much = risk[cell] - lowest - close
        if cells[cell] == HIDDEN and kind_of[cell] == IN_FRONTIER and 0.0 < too_much <= 1.0 - risk[cell]:
            avoidable[cell] -= unavoidable_risk(
                cell, cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk, max(UNLIKELY, too_much),
                most_states, most_values, risk_after, verdict, kept,
            )  # fmt: skip
    return avoidable


@kernel
def _square(cell: int, across: int, cells: Bytes, neighbours: Ints, pattern: Ints) -> bool:
    """The square of hidden cells with these two on a diagonal, into `pattern`; whether there is one."""
    common = 0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        for j in range(8):
            if neighbours[across, j] == near:
                common += 1
                if common > 2 or cells[near] != HIDDEN:
                    return False
                pattern[1 + common] = near
    pattern[0], pattern[1] = cell, across
    return common == 2


@kernel
def _ends(
    pattern: Ints, cells: Bytes, neighbours: Ints, risk: Floats, most: int, unlikely: float, missing: Ints
) -> int:
    """The missing ends of a pattern, its first half in front, into `missing`; how many.

    -1 if a clue tells the halves apart, if there are more than `most`, or if they are unlikely to be mines.
    """
    half, found, chance = len(pattern) // 2, 0, 1.0
    for i in range(len(pattern)):
        for k in range(8):
            near = neighbours[pattern[i], k]
            if near < 0:
                break
            if cells[near] == MINE or cells[near] == FLAG:
                continue
            balance, inside = 0, False
            for j in range(len(pattern)):
                inside |= pattern[j] == near
                for step in range(8):
                    if neighbours[near, step] == pattern[j]:
                        balance += 1 if j < half else -1
            if inside or balance == 0:
                continue
            if cells[near] != HIDDEN:
                return -1
            known = False
            for j in range(found):
                known |= missing[j] == near
            if known:
                continue
            chance *= risk[near]
            if found == most or chance < unlikely:
                return -1
            missing[found] = near
            found += 1
    for j in range(found, len(missing)):
        missing[j] = -1
    return found


@inlined
def _chance(
    pattern: Ints, missing: Ints, cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int,
    log2_weight: float, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes, kept: Kept,
) -> float:  # fmt: skip
    """The chance that a pattern is a coin flip and its first half is mined, as are its missing ends."""
    half, number = len(pattern) // 2, _number(pattern, len(cells))
    place = 1
    while place <= kept.number[0] and kept.number[place] != number:
        place += 1
    if place <= kept.number[0]:
        return float(kept.chance[place])
    for i in range(len(missing)):
        if missing[i] >= 0:
            cells[missing[i]] = MINE
    for i in range(len(pattern)):
        cells[pattern[i]] = MINE if i < half else NO_CLUE
    status, _, _, weight = analyse_view(
        cells, no_bounds, True, neighbours, likelihoods, mines, 1.0, most_states, most_values, risk_after, verdict, True
    )
    for i in range(len(missing)):
        if missing[i] >= 0:
            cells[missing[i]] = HIDDEN
    for i in range(len(pattern)):
        cells[pattern[i]] = HIDDEN
    chance = float(2.0 ** (weight - log2_weight)) if status == FINE else 0.0
    if place <= MOST_KEPT:
        kept.number[0], kept.number[place], kept.chance[place] = place, number, chance
    return chance


@kernel
def _number(pattern: Ints, cells: int) -> int:
    """A number that tells patterns and their halves apart, the same whichever cell a pattern is seen from."""
    first, total = 0, 0
    for i in range(len(pattern)):
        first = i if pattern[i] < pattern[first] else first
        total += int(pattern[i])
    mate = pattern[first ^ 1]  # the other one of its half, or of the pair
    return (int(pattern[first]) * cells + int(mate)) * 4 * cells + total
