"""The level `single`, taken up where it stopped.

`inference/single.py` begins with a queue of all clues in reading order, and puts a clue back at the end when something
around it is decided. Between two views only the clues around settled cells can have something new to say. So here only
those wait: on an agenda, if the full queue would still hold the clue at its place in reading order, else at the end.
What is proved, and in which order, is the same, at the cost of what changed.
"""

from __future__ import annotations

from sapper.board.notation import FLAG, HIDDEN
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Ints
from sapper.knowledge.supercells import MINE, SAFE
from sapper.sim.lane.agenda import Longs, Words, add, discard, next_from
from sapper.sim.lane.table import MOVES, Table, open_cell, over, settle, uncover


@kernel
def single_round(table: Table) -> int:
    """Prove all that single clues prove; into `found`, in place; how many cells."""
    neighbours, cells, _, _, settled, unsettled, mines, waiting, agenda, levels, queue, found, _, _, _ = table
    n = len(cells)
    proved, tail, clue = 0, 0, next_from(0, agenda, levels)
    while clue >= 0:
        discard(clue, agenda, levels)
        waiting[clue] = 0
        missing = cells[clue] - mines[clue]
        if unsettled[clue] and (missing == 0 or missing == unsettled[clue]):
            proved, tail = _prove(
                clue, MINE if missing else SAFE, clue, proved, tail,
                neighbours, cells, settled, unsettled, mines, waiting, agenda, levels, queue, found,
            )  # fmt: skip
        clue = next_from(clue + 1, agenda, levels)
    head = 0
    while head != tail:
        clue = queue[head]
        head = head + 1 if head + 1 < n else 0
        waiting[clue] = 0
        missing = cells[clue] - mines[clue]
        if unsettled[clue] and (missing == 0 or missing == unsettled[clue]):
            proved, tail = _prove(
                clue, MINE if missing else SAFE, n, proved, tail,
                neighbours, cells, settled, unsettled, mines, waiting, agenda, levels, queue, found,
            )  # fmt: skip
    return proved


@kernel
def _prove(
    clue: int, verdict: int, passed: int, proved: int, tail: int, neighbours: Ints, cells: Bytes, settled: Bytes,
    unsettled: Bytes, mines: Bytes, waiting: Bytes, agenda: Words, levels: Longs, queue: Ints, found: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Settle all cells around a clue, in place; the number of proved cells and the end of the queue afterwards.

    passed: clues up to here are met again at the end of the queue, those behind it at their place.
    """
    for k in range(8):
        cell = neighbours[clue, k]
        if cell < 0:
            break
        if settled[cell]:
            continue
        settled[cell] = verdict
        found[proved] = cell
        proved += 1
        for j in range(8):
            other = neighbours[cell, j]
            if other < 0:
                break
            unsettled[other] -= 1
            mines[other] += verdict - 1
            if cells[other] >= 0 and not waiting[other]:
                waiting[other] = 1
                if other > passed:
                    add(other, agenda, levels)
                else:
                    queue[tail] = other
                    tail = tail + 1 if tail + 1 < len(queue) else 0
    return proved, tail


@kernel
def carry_out(table: Table, proved: int, cascade: bool, survey: bool) -> int:
    """Open and flag the cells in `found`, in place, until the game is over; how many moves that took.

    A cascade may have opened some of them meanwhile.
    """
    neighbours, cells, mined, counts, settled, unsettled, mines, waiting, agenda, levels, queue, _, _, _, _ = table
    found, log, uncovered, figures = table.found, table.log, table.uncovered, table.figures
    before = figures[MOVES]
    for position in range(proved):
        if over(figures, survey):
            break
        cell = found[position]
        if cells[cell] != HIDDEN:
            continue
        log[figures[MOVES]] = -1 - cell if settled[cell] == MINE else 1 + cell
        figures[MOVES] += 1
        if settled[cell] == MINE:
            cells[cell] = FLAG
            uncover(cell, uncovered, figures)
        else:
            open_cell(
                cell, cascade, neighbours, cells, mined, counts, settled, unsettled, mines, waiting, agenda, levels,
                queue, uncovered, figures,
            )  # fmt: skip
    return int(figures[MOVES] - before)


@kernel
def make_moves(table: Table, cells: Ints, verdicts: Bytes, cascade: bool, survey: bool) -> None:
    """Open and flag proved cells, in order, in place."""
    for position in range(len(cells)):
        cell = cells[position]
        settle(
            cell, verdicts[position], table.neighbours, table.cells, table.settled, table.unsettled, table.mines,
            table.waiting, table.agenda, table.levels,
        )  # fmt: skip
        table.found[position] = cell
    carry_out(table, len(cells), cascade, survey)
