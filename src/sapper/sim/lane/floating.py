"""Which floating cell to guess: all have the same risk, so the one with the fewest hidden neighbours, then by order.

    legend   place  of a cell: where it stands in the order of guesses

One agenda of places for each number of hidden neighbours. A cell enters another one when a mine beside it is flagged
or opened; those that are no longer floating, or have moved on, are only struck out when they come first. Cost: each
cell is entered at the start and struck out at most once for each neighbour, and most never are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.frontier import NONE
from sapper.knowledge.constraints import Bytes, Ints, hidden_around
from sapper.sim.lane.agenda import Longs, Words, add, discard, new_agenda, next_from


class Floating(NamedTuple):
    """The floating cells of a running game, in the order in which they are guessed."""

    place: Ints
    """[cells]"""
    agendas: Words
    """[9, words] one agenda of places for each number of hidden neighbours."""
    levels: Longs


def new_floating(cells: int) -> Floating:
    """Arrays for games on a board of so many cells; `begin_floating` sets them up for each game."""
    words, levels = new_agenda(cells)
    return Floating(np.empty(cells, np.int32), np.zeros((9, len(words)), np.uint64), levels)


@kernel
def begin_floating(floating: Floating, order: Ints, degree: Bytes) -> None:
    """A new game, in place: every cell is floating. degree: how many neighbours each cell has."""
    place, agendas, levels = floating
    agendas[:] = np.uint64(0)
    for i in range(len(order)):
        place[order[i]] = i
        add(i, agendas[degree[order[i]]], levels)


@kernel
def follow(
    floating: Floating, owner: Ints, cells: Bytes, neighbours: Ints, uncovered: Ints, since: int, upto: int
) -> None:
    """Take in newly uncovered cells, in place. owner: of the frontier, see `Book`."""
    place, agendas, levels = floating
    for i in range(since, upto):
        if cells[uncovered[i]] >= 0:
            continue  # around a clue nothing is floating
        for k in range(8):
            near = neighbours[uncovered[i], k]
            if near < 0:
                break
            if cells[near] == HIDDEN and owner[near] == NONE:
                add(place[near], agendas[hidden_around(near, cells, neighbours)], levels)


@kernel
def first_floating(floating: Floating, owner: Ints, order: Ints, cells: Bytes, neighbours: Ints) -> tuple[int, int]:
    """The floating cell to guess, and how many hidden neighbours it has; -1 and 9 if none is floating."""
    _, agendas, levels = floating
    for hidden in range(9):
        place = next_from(0, agendas[hidden], levels)
        while place >= 0:
            cell = order[place]
            if cells[cell] == HIDDEN and owner[cell] == NONE and hidden_around(cell, cells, neighbours) == hidden:
                return cell, hidden
            discard(place, agendas[hidden], levels)
            place = next_from(place + 1, agendas[hidden], levels)
    return -1, 9
