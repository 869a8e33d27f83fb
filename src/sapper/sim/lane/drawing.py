"""Clues as a model draws them, in compiled code: what `Game` does with uncertain clues, on a table.

Agents of rules read their constraints off the board anew for every decision, so nothing is kept beside the cells: of a
table only the cells, the truth, the log and the figures are used. A range may depend on what is known when a clue is
drawn, so cells are shown in the order of the readable loop, cascades wave by wave.
"""

from __future__ import annotations

from typing import NamedTuple

from sapper.board.clues import ClueModel
from sapper.board.notation import FLAG, HIDDEN, MINE, SAFE
from sapper.compiled import inlined, kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints, likelihoods
from sapper.knowledge.supercells import MINE as MINED
from sapper.knowledge.supercells import SAFE as PROVED_SAFE
from sapper.sim.lane.table import MINES_OPENED, MOVES, SAFE_LEFT, Table, over, uncover

EXACT, REVEAL, OPTIMISTIC, CAUTIOUS = range(4)
KINDS = {"exact": EXACT, "reveal": REVEAL, "optimistic": OPTIMISTIC, "cautious": CAUTIOUS}


class Drawing(NamedTuple):
    """How clues are drawn in some games, and what was drawn in the running one."""

    kind: int
    wide: bool
    probability: float
    noise: Floats
    """[games, cells] the luck of each cell, see `sapper.game.clues`; no rows if clues are exact."""
    bounds: Bytes
    """[cells] the bound of each clue when it was drawn, or 0 where the model needs none; as in a view."""
    likelihoods: Floats


def drawing_of(model: ClueModel, noise: Floats, bounds: Bytes) -> Drawing:
    """What kernels are told of a clue model; bounds [cells]: zeros."""
    return Drawing(KINDS[model.kind], model.wide, model.probability, noise, bounds, likelihoods(model))


@kernel
def make_drawn_moves(
    table: Table, drawing: Drawing, noise: Floats, cells: Ints, verdicts: Bytes, cascade: bool, survey: bool
) -> None:
    """As `make_moves`, where clues are drawn. noise [cells]: of this game."""
    seen, log, figures = table.cells, table.log, table.figures
    for position in range(len(cells)):
        cell = cells[position]
        if over(figures, survey):
            break
        if seen[cell] != HIDDEN:
            continue
        mine = verdicts[position] == MINED
        log[figures[MOVES]] = -1 - cell if mine else 1 + cell
        figures[MOVES] += 1
        if mine:
            seen[cell] = FLAG
            uncover(cell, table.uncovered, figures)
        else:
            open_drawn(table, drawing, noise, cell, cascade)


@kernel
def open_drawn(table: Table, drawing: Drawing, noise: Floats, cell: int, cascade: bool) -> None:
    """As `open_cell`, where clues are drawn."""
    neighbours, seen, figures, wave = table.neighbours, table.cells, table.figures, table.queue
    if table.mined[cell]:
        seen[cell] = MINE
        figures[MINES_OPENED] += 1
        uncover(cell, table.uncovered, figures)
        return
    wave[0], first, end = cell, 0, 1
    while first < end:
        for i in range(first, end):
            _show(table, drawing, noise, wave[i])
        last = end
        for i in range(first, end):
            if not cascade or seen[wave[i]] != 0:
                continue
            for k in range(8):
                near = neighbours[wave[i], k]
                if near < 0:
                    break
                if seen[near] == HIDDEN and not table.settled[near]:
                    table.settled[near] = PROVED_SAFE
                    wave[last] = near
                    last += 1
        wave[end:last].sort()
        first, end = end, last


@inlined
def _show(table: Table, drawing: Drawing, noise: Floats, cell: int) -> None:
    """Show a safe cell with its clue, in place; see `sapper.game.clues`."""
    seen, count, u = table.cells, table.counts[cell], noise[cell]
    known, hidden, degree = 0, 0, 0
    for k in range(8):
        near = table.neighbours[cell, k]
        if near < 0:
            break
        degree += 1
        known += seen[near] in (MINE, FLAG)
        hidden += seen[near] == HIDDEN
    shown, bound = count, 0
    if drawing.kind == REVEAL:
        shown = count if u < drawing.probability else SAFE
    elif drawing.kind == OPTIMISTIC:
        bound = 0 if drawing.wide else known
        low = min(bound, count)
        shown = low + int(u * (count - low + 1))
    else:
        bound = degree if drawing.wide else known + hidden
        shown = count + int(u * (max(bound, count) - count + 1))
    seen[cell] = shown
    drawing.bounds[cell] = 0 if drawing.wide else bound
    uncover(cell, table.uncovered, table.figures)
    table.figures[SAFE_LEFT] -= 1
