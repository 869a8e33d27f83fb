"""Choices in the lane, when nothing is proved. Each is one of the policies, in compiled code."""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.circle import Circle, chances, circle_of
from sapper.inference.exact.frontier import (
    BOXES,
    CELL,
    CELLS,
    COUNT,
    COUNTS,
    FEWEST,
    FIRST_CELL,
    FIRST_VALUE,
    FRONTIER,
    LOW,
    NONE,
    Book,
)
from sapper.knowledge.constraints import Bytes, Floats, Ints, hidden_around
from sapper.policies.ratio import MANY, NO_CLUE
from sapper.policies.safest import EQUAL
from sapper.sim.lane.floating import Floating, first_floating
from sapper.sim.lane.table import HIDDEN_LEFT, SAFE_LEFT, Table

IN_ORDER, NEAR_OR_FAR, AVERAGE, PRODUCT, COUNTED, BELIEVED = range(6)
"""Policies, and the estimates of the policy `safest`; the last one is that of the exact engine."""

NO_TIE, FEWEST_HIDDEN, MOST_EQUATIONS = range(3)
"""What breaks ties, before the order does."""


@kernel
def first_in_order(cells: Bytes, order: Ints, place: int) -> int:
    """The place in the order of the first hidden cell, from a place before which none is. See `policies/order.py`."""
    while cells[order[place]] != HIDDEN:
        place += 1
    return place


@kernel
def near_or_far(cells: Bytes, order: Ints, neighbours: Ints, mines: int) -> int:
    """The first cell in order beside the smallest clues, or beside none; mines left, or -1. See `policies/ratio.py`."""
    hidden, smallest = 0, NO_CLUE
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN:
            hidden += 1
            smallest = min(smallest, _smallest_clue(cells, cell, neighbours))
    wanted = smallest if mines > MANY * (hidden - mines) else NO_CLUE
    for cell in order:
        if mines >= 0 and cells[cell] == HIDDEN and _smallest_clue(cells, cell, neighbours) == wanted:
            return int(cell)
    return int(order[first_in_order(cells, order, 0)])


@kernel
def _smallest_clue(cells: Bytes, cell: int, neighbours: Ints) -> int:
    """The smallest clue around a cell, or NO_CLUE."""
    smallest = NO_CLUE
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        if 0 <= cells[near] < smallest:
            smallest = int(cells[near])
    return smallest


@kernel
def safest(cells: Bytes, risk: Floats, order: Ints, neighbours: Ints, tie: int) -> int:
    """The cell of lowest risk, then of those that a tie-breaker prefers the first. See `policies/safest.py`."""
    lowest = np.inf
    for i in range(len(cells)):
        if cells[i] == HIDDEN:
            lowest = min(lowest, risk[i])
    best, fewest = -1, 9
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] != HIDDEN or risk[cell] > lowest + EQUAL:
            continue
        value = 0
        for k in range(8):
            near = neighbours[cell, k]
            if near < 0:
                break
            if tie == FEWEST_HIDDEN:
                value += cells[near] == HIDDEN
            elif tie == MOST_EQUATIONS:
                value -= cells[near] >= 0
        if value < fewest:
            best, fewest = cell, value
    return best


@kernel
def safest_in_book(table: Table, book: Book, floating: Floating, order: Ints, told: bool) -> tuple[int, float]:
    """The same from a book of components; and its risk.

    Components that are rigid have the same risks until they are touched, so their choice is
    kept; the others are asked anew, because the mine count moves their risks a little at every step.
    """
    head, figures, place = book.head, table.figures, floating.place
    unclued = figures[HIDDEN_LEFT] - book.totals[FRONTIER]
    excess = figures[HIDDEN_LEFT] - figures[SAFE_LEFT] - book.totals[LOW]
    flexible = False
    for k in range(book.totals[COUNT]):
        flexible |= head[k, COUNTS] > 1
    circle = circle_of(book, unclued if flexible else 0, excess if flexible else 0)
    for k in range(book.totals[COUNT]):
        if head[k, COUNTS] > 1 or head[k, CELL] == NONE:
            _choose_in(book, k, circle, place, table.cells, table.neighbours)
    best, fewest = first_floating(floating, book.owner, order, table.cells, table.neighbours)
    lowest = np.inf
    if best != NONE:
        lowest = 0.5
        if flexible:
            chance = np.empty(2)
            chances(np.ones(2), circle, chance)
            lowest = chance[1]
        elif told:
            lowest = excess / unclued
    for k in range(book.totals[COUNT]):
        risk, hidden, cell = book.lowest[k], head[k, FEWEST], head[k, CELL]
        tied = risk <= lowest + EQUAL and (hidden < fewest or (hidden == fewest and place[cell] < place[best]))
        if risk < lowest - EQUAL or tied:
            best, lowest, fewest = cell, min(risk, lowest), hidden
    return best, lowest


@kernel
def _choose_in(book: Book, component: int, circle: Circle, place: Ints, cells: Bytes, neighbours: Ints) -> None:
    """Choose among the cells of one component, in place: into `lowest`, FEWEST and CELL."""
    head, values = book.head, book.values
    first, counts, boxes = head[component, FIRST_VALUE], head[component, COUNTS], head[component, BOXES]
    chance, risk = np.ones(counts), np.zeros(boxes)
    if counts > 1:
        chances(values[first : first + counts], circle, chance)
    lowest = np.inf
    for b in range(boxes):
        for j in range(counts):
            risk[b] += chance[j] * values[first + counts * (1 + b) + j]
        lowest = min(lowest, risk[b])
    best, fewest = NONE, 9
    for i in range(head[component, FIRST_CELL], head[component, FIRST_CELL] + head[component, CELLS]):
        if risk[book.box[i]] <= lowest + EQUAL:
            cell = book.cells[i]
            hidden = hidden_around(cell, cells, neighbours)
            if hidden < fewest or (hidden == fewest and place[cell] < place[best]):
                best, fewest = cell, hidden
    book.lowest[component], head[component, FEWEST], head[component, CELL] = lowest, fewest, best
