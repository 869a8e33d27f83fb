"""The frontier of a running game, kept from step to step: only the components that a move touches are counted again.

    legend   book      all components as they are now, numbered 0 … count − 1, in no order
             owner     of a hidden cell: the number of its component, or NONE if it is floating
             pending   a cell whose component was dissolved, and that waits for a new one
             rigid     of a component: all its configurations have the same number of mines

A cell that is uncovered dissolves its own component and those of its hidden neighbours; flooding from their cells finds
the new ones. Cost of a step: the components that it touches, counted. The rest of the book is not looked at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import inlined, kernel
from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE
from sapper.inference.exact.component import Counted, constraints_on, count_components
from sapper.inference.exact.layers import Longs, longer
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

NONE, PENDING, CLAIMED = -1, -2, -3
"""Owners of cells without a component; CLAIMED while its component is being flooded."""

FIRST_CELL, CELLS, FIRST_VALUE, BOXES, COUNTS, LEAST, GAP, FEWEST, CELL = range(9)
"""Columns of `head`: where its cells begin, and how many; where its values begin, for how many supercells and numbers
of mines; the least of these; the longest run of numbers in between that it cannot have. FEWEST and CELL belong to those
who choose: a cell of lowest risk and its hidden neighbours, or NONE if that is not known."""

COUNT, USED_CELLS, USED_VALUES, LIVE_VALUES, SEEN, STAMP, FRONTIER, LOW, SEEDS = range(9)
"""Places in `totals`: components; how far the cells and values are filled, and how many values are in use; how many
uncovered cells were taken in; floods so far; cells in components; the sum of their least mines; cells that wait."""

TOGETHER = 500
"""Components are counted together up to about so many cells: each call has its overhead, and needs memory for all."""
SLACK = 4096
"""The book is written anew when it has more gaps than live entries, and more than so many."""


class Book(NamedTuple):
    """The frontier; [board] are arrays over the cells of the board."""

    owner: Ints
    """[board]"""
    name: Ints
    """[board] work space."""
    stamp: Ints
    """[board] the last flood that met a clue."""
    seeds: Ints
    """[board] pending cells."""
    flooded: Ints
    """[2, board] cells and clues of the component that is being flooded."""
    head: Longs
    """[components, columns] see FIRST_CELL …"""
    lowest: Floats
    """[components] for those who choose: the lowest risk of a cell."""
    cells: Ints
    box: Ints
    """Cells of the components, and their supercells."""
    values: Floats
    """For each component its tally [counts], then the risk [boxes, counts]: see `Counted`."""
    bits: Bytes
    """In the same places: which counts are possible, then what is possible in each supercell."""
    totals: Longs


def new_book(board: int) -> Book:
    """Arrays for games on a board of so many cells; `begin_book` sets them up for each game."""
    owner, name, stamp, seeds = np.empty((4, board), np.int32)
    return Book(
        owner, name, stamp, seeds, np.empty((2, board), np.int32), np.zeros((16, 9), np.int64), np.zeros(16),
        np.zeros(256, np.int32), np.zeros(256, np.int32), np.zeros(1024), np.zeros(1024, np.int8),
        np.zeros(9, np.int64),
    )  # fmt: skip


@kernel
def begin_book(book: Book) -> None:
    """A new game, in place: no components."""
    for i in range(len(book.owner)):
        book.owner[i], book.stamp[i] = NONE, 0
    for i in range(len(book.totals)):
        book.totals[i] = 0


@kernel
def refresh(
    book: Book, cells: Bytes, mines: Bytes, neighbours: Ints, uncovered: Ints, upto: int, track: bool,
    most_states: int, most_values: int, found: Ints, verdict: Bytes,
) -> tuple[Book, int, int]:  # fmt: skip
    """Bring the book up to date with the first `upto` uncovered cells.

    mines: how many mines around each cell are known. found [board], filled: the cells that new components decide by
    themselves; verdict [board], UNDECIDED before: what they are. Returns the book, how many cells were found, and the
    status of `count_components` if it is not DONE.
    """
    owner, totals = book.owner, book.totals
    for i in range(totals[SEEN], upto):
        cell = uncovered[i]
        if owner[cell] >= 0:
            dissolve(book, owner[cell], cells)
        owner[cell] = NONE
        for k in range(8):
            near = neighbours[cell, k]
            if near < 0:
                break
            if owner[near] >= 0:
                dissolve(book, owner[near], cells)
            elif owner[near] == NONE and cells[cell] >= 0 and cells[near] == HIDDEN:
                _wait(near, owner, book.seeds, totals)
    totals[SEEN] = upto
    if totals[USED_VALUES] > 2 * totals[LIVE_VALUES] + SLACK or totals[USED_CELLS] > 2 * totals[FRONTIER] + SLACK:
        book = _rewritten(book)
    proved, seed = 0, 0
    while seed < totals[SEEDS]:
        n, m = 0, 0
        while seed < totals[SEEDS] and n < TOGETHER:
            if owner[book.seeds[seed]] == PENDING:
                n, m = _flood(book, book.seeds[seed], n, m, cells, neighbours)
            seed += 1
        if n:
            members, clues = book.flooded[0, :n].copy(), book.flooded[1, :m].copy()
            members.sort()
            clues.sort()
            c = constraints_on(members, clues, cells, mines, neighbours, book.name)
            counted, status = count_components(c, track, most_states, most_values)
            if status:
                return book, proved, status
            before = totals[COUNT]
            book = _entered(book, members, counted)
            for component in range(before, totals[COUNT]):
                proved = decide(book, component, proved, found, verdict)
    totals[SEEDS] = 0
    return book, proved, 0


@inlined
def _wait(cell: int, owner: Ints, seeds: Ints, totals: Longs) -> None:
    """Let a hidden cell wait for a component, in place."""
    owner[cell] = PENDING
    seeds[totals[SEEDS]] = cell
    totals[SEEDS] += 1


@kernel
def dissolve(book: Book, component: int, cells: Bytes) -> None:
    """Strike a component out, in place; the last one takes its number."""
    owner, seeds, head, lowest, members, totals = (
        book.owner,
        book.seeds,
        book.head,
        book.lowest,
        book.cells,
        book.totals,
    )
    first, beyond = head[component, FIRST_CELL], head[component, FIRST_CELL] + head[component, CELLS]
    for i in range(first, beyond):
        if cells[members[i]] == HIDDEN:
            _wait(members[i], owner, seeds, totals)
        else:
            owner[members[i]] = NONE
    totals[COUNT] -= 1
    totals[FRONTIER] -= head[component, CELLS]
    totals[LIVE_VALUES] -= head[component, COUNTS] * (1 + head[component, BOXES])
    totals[LOW] -= head[component, LEAST]
    last = totals[COUNT]
    if last != component:
        head[component], lowest[component] = head[last], lowest[last]
        for i in range(head[last, FIRST_CELL], head[last, FIRST_CELL] + head[last, CELLS]):
            owner[members[i]] = component


@kernel
def _flood(book: Book, seed: int, n: int, m: int, cells: Bytes, neighbours: Ints) -> tuple[int, int]:
    """Add the cells and clues that hang together with a seed to the n and m in `flooded`, in place; how many then."""
    owner, stamp, totals = book.owner, book.stamp, book.totals
    members, clues = book.flooded[0], book.flooded[1]
    totals[STAMP] += 1
    owner[seed] = CLAIMED
    members[n], done = seed, n
    n += 1
    while done < n:
        for k in range(8):
            clue = neighbours[members[done], k]
            if clue < 0:
                break
            if cells[clue] < 0 or stamp[clue] == totals[STAMP]:
                continue
            stamp[clue] = totals[STAMP]
            clues[m] = clue
            m += 1
            for j in range(8):
                cell = neighbours[clue, j]
                if cell < 0:
                    break
                if cells[cell] == HIDDEN and owner[cell] != CLAIMED:
                    if owner[cell] >= 0:
                        dissolve(book, owner[cell], cells)
                    owner[cell] = CLAIMED
                    members[n] = cell
                    n += 1
        done += 1
    return n, m


@kernel
def _entered(book: Book, members: Ints, counted: Counted) -> Book:
    """The book with some more components; members: their cells in reading order."""
    row, bounds, start, _, lows, _, _ = counted
    components, number, cell = len(bounds) - 1, book.totals[COUNT], book.totals[USED_CELLS]
    value, values = book.totals[USED_VALUES], 0
    for k in range(components):
        values += (start[k + 1] - start[k]) * (1 + bounds[k + 1] - bounds[k])
    book = _with_room(book, number + components, cell + len(members), value + values)
    head, totals = book.head, book.totals
    of = np.empty(bounds[components], np.int32)
    for k in range(components):
        of[bounds[k] : bounds[k + 1]] = k
        head[number + k, CELLS] = 0
    for i in range(len(members)):
        head[number + of[row[i]], CELLS] += 1
    for k in range(components):
        this, counts, boxes = number + k, start[k + 1] - start[k], bounds[k + 1] - bounds[k]
        head[this, FIRST_CELL], head[this, FIRST_VALUE], head[this, BOXES], head[this, COUNTS] = (
            cell,
            value,
            boxes,
            counts,
        )
        head[this, LEAST], head[this, FEWEST], head[this, CELL] = lows[k + 1] - lows[k], NONE, NONE
        head[this, GAP] = _enter_values(book, value, counted, k)
        cell += head[this, CELLS]
        value += counts * (1 + boxes)
        head[this, CELLS] = 0
    for i in range(len(members)):
        k = of[row[i]]
        place = head[number + k, FIRST_CELL] + head[number + k, CELLS]
        book.cells[place], book.box[place] = members[i], row[i] - bounds[k]
        book.owner[members[i]] = number + k
        head[number + k, CELLS] += 1
    totals[COUNT] += components
    totals[USED_CELLS], totals[USED_VALUES] = cell, value
    totals[LIVE_VALUES] += values
    totals[FRONTIER] += len(members)
    totals[LOW] += lows[components]
    return book


@kernel
def _enter_values(book: Book, value: int, counted: Counted, k: int) -> int:
    """Write the values of one component, in place; the longest run of counts that it cannot have."""
    _, bounds, start, tally, _, risk, possible = counted
    values, bits, counts, gap, run = book.values, book.bits, start[k + 1] - start[k], 0, 0
    for j in range(counts):
        weight = tally[start[k] + j]
        values[value + j], bits[value + j] = weight, weight > 0.0
        run = 0 if weight > 0.0 else run + 1
        gap = max(gap, run)
        for b in range(bounds[k + 1] - bounds[k]):
            values[value + counts * (1 + b) + j] = risk[bounds[k] + b, j]
            bits[value + counts * (1 + b) + j] = possible[bounds[k] + b, j]
    return gap


@kernel
def _with_room(book: Book, components: int, cells: int, values: int) -> Book:
    """The book, or the same one with more room, if it is too small for so many components, cells and values."""
    if len(book.head) >= components and len(book.cells) >= cells and len(book.values) >= values:
        return book
    head = book.head
    if len(head) < components:
        head = np.zeros((2 * components, head.shape[1]), np.int64)
        head[: len(book.head)] = book.head
    return Book(
        book.owner, book.name, book.stamp, book.seeds, book.flooded, head, longer(book.lowest, len(head)),
        longer(book.cells, cells), longer(book.box, cells), longer(book.values, values), longer(book.bits, values),
        book.totals,
    )  # fmt: skip


@kernel
def _rewritten(book: Book) -> Book:
    """The same book without gaps."""
    cells, box = np.zeros(len(book.cells), np.int32), np.zeros(len(book.box), np.int32)
    values, bits = np.zeros(len(book.values)), np.zeros(len(book.bits), np.int8)
    head, totals = book.head, book.totals
    cell, value = 0, 0
    for k in range(totals[COUNT]):
        first, length = head[k, FIRST_CELL], head[k, CELLS]
        cells[cell : cell + length], box[cell : cell + length] = (
            book.cells[first : first + length],
            book.box[first : first + length],
        )
        head[k, FIRST_CELL] = cell
        cell += length
        first, length = head[k, FIRST_VALUE], head[k, COUNTS] * (1 + head[k, BOXES])
        values[value : value + length] = book.values[first : first + length]
        bits[value : value + length] = book.bits[first : first + length]
        head[k, FIRST_VALUE] = value
        value += length
    totals[USED_CELLS], totals[USED_VALUES] = cell, value
    return Book(
        book.owner, book.name, book.stamp, book.seeds, book.flooded, head, book.lowest, cells, box, values, bits, totals
    )


@kernel
def decide(book: Book, component: int, proved: int, found: Ints, verdict: Bytes) -> int:
    """Find further cells that the possible counts of a component decide, in place; how many are found so far."""
    head, bits = book.head, book.bits
    first, counts = head[component, FIRST_VALUE], head[component, COUNTS]
    for i in range(head[component, FIRST_CELL], head[component, FIRST_CELL] + head[component, CELLS]):
        some, row = 0, first + counts * (1 + book.box[i])
        for j in range(counts):
            if bits[first + j]:
                some |= bits[row + j]
        if some != SOME_SAFE | SOME_MINED and verdict[book.cells[i]] == UNDECIDED:
            found[proved], verdict[book.cells[i]] = book.cells[i], SAFE if some == SOME_SAFE else MINE
            proved += 1
    return proved
