"""Kernels for many games at once, one row per game: choose what `exact` chooses, and make its moves.

    legend   plan   int8 [games, cells]: SAFE where a cell is opened, MINE where it is flagged

They know exact clues only: then neither the order of proved moves nor the time of an opening changes what is shown.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.board.notation import FLAG, HIDDEN
from sapper.board.notation import MINE as KNOWN_MINE
from sapper.compiled import kernel
from sapper.inference.single import single
from sapper.knowledge.constraints import Bytes, Floats, Ints, gather
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.sim.lane.guesses import FEWEST_HIDDEN, safest

NONE = -1
Flags = npt.NDArray[np.bool_]


@kernel
def best_openings(cells: Bytes, risk: Floats, verdict: Bytes, neighbours: Ints, orders: Ints) -> Ints:
    """[games] the best cell to open of each view, or NONE; see `sapper.sim.decisions`.

    orders int32 [games, cells]: the random order of the cells in each game.
    """
    best = np.full(len(cells), NONE, np.int32)
    for game in range(len(cells)):
        best[game] = _best_opening(cells[game], risk[game], verdict[game], neighbours, orders[game])
    return best


@kernel
def _best_opening(cells: Bytes, risk: Floats, verdict: Bytes, neighbours: Ints, order: Ints) -> int:
    undecided = False
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN and verdict[cell] == SAFE:
            return cell
        undecided |= cells[cell] == HIDDEN and verdict[cell] == UNDECIDED
    return safest(cells, risk, order, neighbours, FEWEST_HIDDEN) if undecided else NONE


@kernel
def plans(cells: Bytes, verdict: Bytes, best: Ints, neighbours: Ints, likelihoods: Floats) -> Bytes:
    """[games, cells] what `exact` does: all that single clues decide, else all that is proved, else the best cell."""
    plan = np.zeros_like(cells)
    bounds = np.zeros(cells.shape[1], np.int8)
    for game in range(len(cells)):
        c, _, _ = gather(cells[game], bounds, True, neighbours, likelihoods)
        n = len(c.cells)
        decided = np.zeros(n, np.int8)
        found = single(c, decided, np.empty(n, np.int32), np.empty(n, np.int32))
        if found > 0:
            for i in range(n):
                plan[game, c.cells[i]] = decided[i]
        elif verdict[game].any():
            plan[game] = verdict[game]
        else:
            plan[game, best[game]] = SAFE
    return plan


@kernel
def carry_out(cells: Bytes, plan: Bytes, mined: Flags, counts: Bytes, neighbours: Ints, cascade: bool) -> None:
    """Open and flag what is planned, in place in `cells`; mined bool and counts int8 [games, cells] are the truth."""
    stack = np.empty(cells.shape[1], np.int32)
    for game in range(len(cells)):
        seen = cells[game]
        for cell in range(len(seen)):
            if plan[game, cell] == UNDECIDED or seen[cell] != HIDDEN:
                continue
            if plan[game, cell] == MINE:
                seen[cell] = FLAG
            elif mined[game, cell]:
                seen[cell] = KNOWN_MINE
            else:
                _open(seen, cell, counts[game], neighbours, cascade, stack)


@kernel
def _open(seen: Bytes, cell: int, counts: Bytes, neighbours: Ints, cascade: bool, stack: Ints) -> None:
    """Show a safe cell, and all that touch a shown zero; stack int32 [cells] is room to work in."""
    seen[cell] = counts[cell]
    stack[0], waiting = cell, 1
    while waiting:
        waiting -= 1
        current = stack[waiting]
        if not cascade or counts[current] > 0:
            continue
        for neighbour in neighbours[current]:
            if neighbour >= 0 and seen[neighbour] == HIDDEN:
                seen[neighbour] = counts[neighbour]
                stack[waiting] = neighbour
                waiting += 1
