"""Whole games in compiled code, many per call."""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.board.notation import SAFE as NO_CLUE
from sapper.compiled import kernel
from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.inference.exact.frontier import FRONTIER, LOW, NONE, SEEN, Book, begin_book, refresh
from sapper.inference.exact.reach import count_is_idle, decide_by_count
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.players.champion.choice import Budget, choose
from sapper.players.champion.survey import choose_in_survey
from sapper.sim.lane.agenda import Longs
from sapper.sim.lane.floating import Floating, begin_floating, follow
from sapper.sim.lane.guesses import first_in_order, safest_in_book
from sapper.sim.lane.luck import worth
from sapper.sim.lane.rounds import carry_out, single_round
from sapper.sim.lane.table import (
    ANY,
    GUESSES,
    HIDDEN_LEFT,
    MINES_OPENED,
    MOVES,
    PROVED_EXACT,
    PROVED_SINGLE,
    SAFE_LEFT,
    Table,
    begin,
    count_flags,
    lay_mines,
    open_cell,
    over,
    settle,
)


@kernel
def play_basic(
    table: Table, rank: Ints, order: Ints, mines: int, first: int, cascade: bool, survey: bool, rules_too: bool,
    figures: Longs, log: Ints,
) -> None:  # fmt: skip
    """Games of `basic`, or without its rules of `random`.

    rank, order [games, cells]: where mines go first, what is guessed first. figures [games, FIGURES] and log
    [games, cells], filled: see `Table`.
    """
    for game in range(len(rank)):
        begin(table, rank[game], mines, first)
        place = 0
        while not over(table.figures, survey):
            proved = single_round(table) if rules_too else 0
            if proved:
                table.figures[PROVED_SINGLE] += carry_out(table, proved, cascade, survey)
            else:
                place = first_in_order(table.cells, order[game], place)
                guess(table, int(order[game, place]), rank[game], mines, first, cascade)
        count_flags(table, survey)
        figures[game], log[game] = table.figures, table.log


@kernel
def play_exact(
    table: Table, book: Book, floating: Floating, rank: Ints, order: Ints, mines: int, first: int, cascade: bool,
    survey: bool, told: bool, most_states: int, most_values: int, figures: Longs, log: Ints, status: Longs,
    luck: Floats,
) -> None:  # fmt: skip
    """Games of `exact`.

    status [games], filled: FINE, or why the engine gave up; such a game is to be played elsewhere. luck [games],
    filled: what guesses won beyond their expectation, if the mine count is told; see `luck.py`.
    """
    verdict = np.zeros(len(table.cells), np.int8)
    for game in range(len(rank)):
        begin(table, rank[game], mines, first)
        begin_book(book)
        begin_floating(floating, order[game], table.unsettled)
        status[game] = FINE
        while not over(table.figures, survey):
            proved, by = single_round(table), PROVED_SINGLE
            if proved == 0:
                book, proved, status[game] = prove(table, book, floating, told, most_states, most_values, verdict)
                if status[game] != FINE:
                    break
                by = PROVED_EXACT
            if proved:
                table.figures[by] += carry_out(table, proved, cascade, survey)
            else:
                cell, risk = safest_in_book(table, book, floating, order[game], told)
                luck[game] += guess_with_luck(table, cell, risk, rank[game], mines, first, cascade)
        count_flags(table, survey)
        figures[game], log[game] = table.figures, table.log


@kernel
def prove(
    table: Table, book: Book, floating: Floating, told: bool, most_states: int, most_values: int, verdict: Bytes
) -> tuple[Book, int, int]:
    """Settle all that the clues and the mine count decide, in reading order, in place: the book, how many, the status.

    Only components that changed since the last time can decide something by themselves. verdict [cells]: work space,
    UNDECIDED before and after.
    """
    neighbours, cells, _, _, settled, unsettled, mines, waiting, agenda, levels, _, found, _, _, _ = table
    figures, uncovered, since = table.figures, table.uncovered, book.totals[SEEN]
    upto = len(cells) - figures[HIDDEN_LEFT]
    book, proved, status = refresh(
        book, cells, mines, neighbours, uncovered, upto, told, most_states, most_values, found, verdict
    )
    if status != FINE:
        return book, 0, status
    follow(floating, book.owner, cells, neighbours, uncovered, since, upto)
    unclued = figures[HIDDEN_LEFT] - book.totals[FRONTIER]
    excess = figures[HIDDEN_LEFT] - figures[SAFE_LEFT] - book.totals[LOW]
    if told and not count_is_idle(book, unclued, excess):
        proved, some = decide_by_count(book, unclued, excess, proved, found, verdict)
        if unclued and some != SOME_SAFE | SOME_MINED:
            for cell in range(len(cells)):
                if cells[cell] == HIDDEN and book.owner[cell] == NONE:
                    found[proved], verdict[cell] = cell, SAFE if some == SOME_SAFE else MINE
                    proved += 1
    found[:proved].sort()
    for i in range(proved):
        cell = found[i]
        settle(cell, verdict[cell], neighbours, cells, settled, unsettled, mines, waiting, agenda, levels)
        verdict[cell] = UNDECIDED
    return book, proved, FINE


@kernel
def play_champion(
    table: Table, rank: Ints, order: Ints, mines: int, first: int, opened: Ints, start: int, cascade: bool,
    survey: bool, no_bounds: Bytes, likelihoods: Floats, most_states: int, most_values: int, budget: Budget,
    figures: Longs, log: Ints, status: Longs, luck: Floats,
) -> None:  # fmt: skip
    """Games of `champion`, with the mine count told.

    opened: cells that are open before the first move, if mines are laid by then. start: the first cell to open in a
    classic game, or -1.
    """
    neighbours, cells = table.neighbours, np.empty(len(table.cells), np.int8)
    risk, after, verdict = np.empty(len(cells)), np.empty(len(cells)), np.empty(len(cells), np.int8)
    candidates, worth = np.empty(budget.candidates, np.int32), np.empty(budget.candidates)
    for game in range(len(rank)):
        begin(table, rank[game], mines, first)
        for cell in opened:
            uncover_before(table, cell)
        status[game] = FINE
        while not over(table.figures, survey):
            proved, by = single_round(table), PROVED_SINGLE
            if proved == 0:
                copy_live(table.cells, table.unsettled, cells)
                verdict[:] = UNDECIDED
                status[game], _, _, weight = analyse_view(
                    cells, no_bounds, True, neighbours, likelihoods, mines, 1.0,
                    most_states, most_values, risk, verdict, True,
                )  # fmt: skip
                if status[game] != FINE:
                    break
                proved, by = settle_all(table, verdict), PROVED_EXACT
            if proved:
                table.figures[by] += carry_out(table, proved, cascade, survey)
                continue
            if survey:
                cell = choose_in_survey(
                    cells, neighbours, no_bounds, likelihoods, mines, weight, risk, order[game], budget,
                    most_states, most_values, after, verdict, candidates, worth,
                )  # fmt: skip
            elif table.figures[MOVES] == 0 and start >= 0:
                cell = start
            else:
                cell, _ = choose(
                    cells, neighbours, no_bounds, likelihoods, mines, weight, risk, order[game], budget,
                    most_states, most_values, after, verdict, candidates, worth,
                )  # fmt: skip
            luck[game] += guess_with_luck(table, cell, risk[cell], rank[game], mines, first, cascade)
        count_flags(table, survey)
        figures[game], log[game] = table.figures, table.log


@kernel
def copy_live(cells: Bytes, unsettled: Bytes, live: Bytes) -> None:
    """Copy what the player sees, without clues that have nothing hidden around, into `live`.

    Nothing follows from these any more, and a guess reads the board again for every clue that it thinks of.
    """
    for cell in range(len(cells)):
        live[cell] = NO_CLUE if cells[cell] >= 0 and unsettled[cell] == 0 else cells[cell]


@kernel
def settle_all(table: Table, verdict: Bytes) -> int:
    """Settle what the engine decided, in reading order, in place; how many cells."""
    neighbours, cells, _, _, settled, unsettled, mines, waiting, agenda, levels, _, found, _, _, _ = table
    proved = 0
    for cell in range(len(cells)):
        if verdict[cell] != UNDECIDED and cells[cell] == HIDDEN:
            settle(cell, verdict[cell], neighbours, cells, settled, unsettled, mines, waiting, agenda, levels)
            found[proved] = cell
            proved += 1
    return proved


@kernel
def guess(table: Table, cell: int, rank: Ints, mines: int, first: int, cascade: bool) -> None:
    """Open a cell without proof, in place; the first click lays the mines if the rules protect it."""
    neighbours, cells, mined, counts, settled, unsettled, near, waiting, agenda, levels, queue, _, _, _, _ = table
    note_guess(table, cell, rank, mines, first)
    open_cell(
        cell, cascade, neighbours, cells, mined, counts, settled, unsettled, near, waiting, agenda, levels, queue,
        table.uncovered, table.figures,
    )  # fmt: skip


@kernel
def uncover_before(table: Table, cell: int) -> None:
    """Open a cell before the first move, in place: a mine there is known, and no harm."""
    neighbours, cells, mined, counts, settled, unsettled, near, waiting, agenda, levels, queue, _, _, _, _ = table
    open_cell(
        cell, False, neighbours, cells, mined, counts, settled, unsettled, near, waiting, agenda, levels, queue,
        table.uncovered, table.figures,
    )  # fmt: skip
    table.figures[MINES_OPENED] = 0


@kernel
def note_guess(table: Table, cell: int, rank: Ints, mines: int, first: int) -> None:
    """All of a guess but the opening, in place."""
    log, figures = table.log, table.figures
    if figures[MOVES] == 0 and first != ANY:
        lay_mines(table, rank, mines, first, cell)
    else:
        figures[GUESSES] += 1
    log[figures[MOVES]] = 1 + cell
    figures[MOVES] += 1


@kernel
def guess_with_luck(table: Table, cell: int, risk: float, rank: Ints, mines: int, first: int, cascade: bool) -> float:
    """The same, and the luck it took; a first click that the rules protect takes none."""
    figures, total = table.figures, len(table.cells)
    protected = figures[MOVES] == 0 and first != ANY
    weight = worth(total, mines, total - mines - figures[SAFE_LEFT])
    before = figures[MINES_OPENED]
    guess(table, cell, rank, mines, first, cascade)
    survived = 1.0 if figures[MINES_OPENED] == before else 0.0
    return 0.0 if protected else weight * (survived - (1.0 - risk))
