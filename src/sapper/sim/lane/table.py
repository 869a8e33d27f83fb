"""One running game as arrays: the board, and beside each cell what the clues around it still have to say.

    legend   settled     a cell that is opened, flagged, or proved and about to be opened or flagged
             waiting     a clue around which something was settled since it was last looked at
             uncovered   a cell that is no longer hidden: opened or flagged

Only exact clues. Cost of a move: the neighbours of the cells that it changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.compiled import inlined, kernel
from sapper.knowledge.constraints import Bytes, Ints
from sapper.sim.lane.agenda import Longs, Words, add, new_agenda

HIDDEN_LEFT, SAFE_LEFT, MINES_OPENED, MOVES, GUESSES, WRONG_FLAGS, RIGHT_FLAGS, PROVED = range(8)
"""Places in `figures`; from the last one on, how many moves each level of the agent proved."""
MOST_LEVELS = 4
PROVED_SINGLE, PROVED_EXACT = PROVED, PROVED + 1
"""… which are these two for `basic`, `exact` and `champion`."""
FIGURES = PROVED + MOST_LEVELS

ANY, SAFE_CELL, OPENING = range(3)
"""First-click rules."""


class Table(NamedTuple):
    """A running game; all arrays are [cells] unless said otherwise."""

    neighbours: Ints
    """[cells, 8] padded with -1; in each row rising."""
    cells: Bytes
    """What the player sees."""
    mined: Bytes
    counts: Bytes
    """The clue of each cell."""
    settled: Bytes
    """0, or the verdict SAFE or MINE of `supercells`."""
    unsettled: Bytes
    """How many neighbours are not settled."""
    mines: Bytes
    """How many neighbours are settled as mines."""
    waiting: Bytes
    agenda: Words
    """The waiting clues in reading order …"""
    levels: Longs
    """… as an `Agenda`."""
    queue: Ints
    found: Ints
    """The cells that a round proved, in order."""
    log: Ints
    """The moves so far, `figures[MOVES]` of them: 1 + the cell for an opening, its negative for a flag."""
    uncovered: Ints
    """The uncovered cells in order; cascades open several by one move."""
    figures: Longs


def new_table(neighbours: Ints) -> Table:
    """Arrays for games on one grid; `begin` sets them up for each game."""
    n = len(neighbours)
    cells, mined, counts, settled, unsettled, mines, waiting = np.zeros((7, n), np.int8)
    agenda, levels = new_agenda(n)
    queue, found, log, uncovered = np.zeros((4, n), np.int32)
    figures = np.zeros(FIGURES, np.int64)
    return Table(
        neighbours, cells, mined, counts, settled, unsettled, mines, waiting, agenda, levels, queue, found, log,
        uncovered, figures,
    )  # fmt: skip


@kernel
def begin(table: Table, rank: Ints, mines: int, first: int) -> None:
    """A new game, in place: everything hidden; the mines are laid, unless they wait for the first click."""
    neighbours, cells, mined, counts, settled, unsettled, near, waiting, agenda, _, _, _, _, _, figures = table
    n = len(cells)
    for i in range(n):
        degree = 0
        while degree < 8 and neighbours[i, degree] >= 0:
            degree += 1
        cells[i], mined[i], counts[i], settled[i], near[i], waiting[i] = HIDDEN, 0, 0, 0, 0, 0
        unsettled[i] = degree
    figures[:] = 0
    figures[HIDDEN_LEFT], figures[SAFE_LEFT] = n, n - mines
    agenda[:] = np.uint64(0)
    if first == ANY:
        lay_mines(table, rank, mines, first, -1)


@kernel
def lay_mines(table: Table, rank: Ints, mines: int, first: int, start: int) -> None:
    """Mine the first cells in rank that the first click at `start` does not keep free, in place."""
    neighbours, mined, counts = table.neighbours, table.mined, table.counts
    laid, place = 0, 0
    while laid < mines:
        cell = rank[place]
        place += 1
        free = first != ANY and cell == start
        if first == OPENING:
            for k in range(8):
                free |= neighbours[start, k] == cell
        if free:
            continue
        mined[cell] = 1
        laid += 1
        for k in range(8):
            near = neighbours[cell, k]
            if near < 0:
                break
            counts[near] += 1


@inlined
def open_cell(
    cell: int, cascade: bool, neighbours: Ints, cells: Bytes, mined: Bytes, counts: Bytes, settled: Bytes,
    unsettled: Bytes, mines: Bytes, waiting: Bytes, agenda: Words, levels: Longs, stack: Ints, uncovered: Ints,
    figures: Longs,
) -> None:  # fmt: skip
    """Open a hidden cell, in place, and with `cascade` all that touches a shown zero."""
    uncover(cell, uncovered, figures)
    if mined[cell]:
        cells[cell] = MINE
        figures[MINES_OPENED] += 1
        if not settled[cell]:
            settle(cell, 2, neighbours, cells, settled, unsettled, mines, waiting, agenda, levels)
        return
    cells[cell] = counts[cell]
    stack[0], height = cell, 1
    while height:
        height -= 1
        shown = stack[height]
        figures[SAFE_LEFT] -= 1
        wait(shown, waiting, agenda, levels)
        if not settled[shown]:
            settle(shown, 1, neighbours, cells, settled, unsettled, mines, waiting, agenda, levels)
        if cascade and counts[shown] == 0:
            for k in range(8):
                near = neighbours[shown, k]
                if near < 0:
                    break
                if cells[near] == HIDDEN:
                    cells[near] = counts[near]
                    uncover(near, uncovered, figures)
                    stack[height] = near
                    height += 1


@inlined
def settle(
    cell: int, verdict: int, neighbours: Ints, cells: Bytes, settled: Bytes, unsettled: Bytes, mines: Bytes,
    waiting: Bytes, agenda: Words, levels: Longs,
) -> None:  # fmt: skip
    """Tell the clues around a cell, in place, what the cell is; they wait to be looked at again."""
    settled[cell] = verdict
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        unsettled[near] -= 1
        mines[near] += verdict - 1
        if cells[near] >= 0:
            wait(near, waiting, agenda, levels)


@inlined
def wait(clue: int, waiting: Bytes, agenda: Words, levels: Longs) -> None:
    """Put a clue on the list of those to be looked at, in place."""
    if not waiting[clue]:
        waiting[clue] = 1
        add(clue, agenda, levels)


@inlined
def uncover(cell: int, uncovered: Ints, figures: Longs) -> None:
    """Note a cell that is no longer hidden, in place."""
    uncovered[len(uncovered) - figures[HIDDEN_LEFT]] = cell
    figures[HIDDEN_LEFT] -= 1


@inlined
def over(figures: Longs, survey: bool) -> bool:
    """Whether the game has ended."""
    return bool(figures[HIDDEN_LEFT] == 0 if survey else figures[MINES_OPENED] > 0 or figures[SAFE_LEFT] == 0)


@kernel
def count_flags(table: Table, survey: bool) -> None:
    """At the end, in place: flags right and wrong. When a classic game is won, what is still hidden is flagged."""
    cells, mined, figures = table.cells, table.mined, table.figures
    won = not survey and figures[SAFE_LEFT] == 0 and figures[MINES_OPENED] == 0
    for i in range(len(cells)):
        if cells[i] == FLAG or (won and cells[i] == HIDDEN):
            figures[RIGHT_FLAGS if mined[i] else WRONG_FLAGS] += 1
