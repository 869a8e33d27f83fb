"""Rivals: layouts of which only one can be won, whatever is played.

    legend   rivals   two layouts such that wherever they show something different, one of them has a mine
             group    layouts that are rivals of each other

Why only one is won: until a cell is opened that differs, a player sees the same in both, and so does the same in both.
That cell is a mine in one of them, which is lost. And while no such cell is opened, neither game is won.

So of n layouts in g groups at least n − g are lost, before anything is searched; and a cell loses one more for each
group whose layouts are all mined there, because then not even one of them is won. Coin flips, however large and however
many at once, are groups.

Each layout is put into the first group that takes it, which need not give the fewest groups: any groups give a bound.
Cost: some machine words for each layout and each group that may take it. Two layouts that show different clues at one
cell, the pivot, are never compared, and each is compared with the last groups only if there are very many.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import Words
from sapper.knowledge.constraints import Ints
from sapper.players.endgame.parts import MINE_SIGN, Signs

MOST_CELLS = 64
"""With more cells than a word has bits each layout is a group of its own: a weaker bound, but true."""
MOST_COMPARED = 4_096
"""A layout is compared with so many groups at the most."""
PLANES = 5
"""A layout in bits, one per cell: where it is mined, and the four bits of each clue."""
SHOWING = (0b010101010, 0b011001100, 0b011110000, 0b100000000)
"""The signs of the clues whose first, second, third and fourth bit is set."""
NONE = -1


@kernel
def rival_groups(signs: Signs, live: Ints) -> tuple[Ints, Ints]:
    """The layouts of a set, those of a group side by side, and the group of each layout [layouts].

    signs [layouts, cells]; live: the set.
    """
    group = np.zeros(len(signs), np.int32)
    if signs.shape[1] > MOST_CELLS:
        for i in range(len(live)):
            group[live[i]] = i
        return live.copy(), group
    pivot = _pivot(signs, live)
    order = live[np.argsort(signs[live, pivot], kind="mergesort")]
    size, groups, same_sign = len(order), 0, 0
    planes, leader = np.empty((size, PLANES), np.uint64), np.empty((size, PLANES), np.uint64)
    first, last, behind = np.empty(size, np.int32), np.empty(size, np.int32), np.full(size, NONE, np.int32)
    for i in range(size):
        sign = signs[order[i], pivot]
        if i and sign != signs[order[i - 1], pivot]:
            same_sign = 0 if sign == MINE_SIGN else groups
        _write_bits(signs[order[i]], planes[i])
        at = max(same_sign, groups - MOST_COMPARED)
        while at < groups and not (_are_rivals(planes[i], leader[at]) and _takes(first[at], i, planes, behind)):
            at += 1
        if at == groups:
            first[at], leader[at] = i, planes[i]
            groups += 1
        else:
            behind[last[at]] = i
        last[at] = i
        group[order[i]] = at
    return order[np.argsort(group[order], kind="mergesort")], group


@kernel
def _pivot(signs: Signs, live: Ints) -> int:
    """The cell that leaves the fewest layouts to be compared."""
    best, fewest = 0, np.inf
    for cell in range(signs.shape[1]):
        number = np.zeros(16, np.int64)
        for i in range(len(live)):
            sign, clue = signs[live[i], cell], 0
            while sign > 1:
                sign >>= 1
                clue += 1
            number[clue] += 1
        mined = number[9]
        pairs = float((number * number).sum()) + 2.0 * mined * (len(live) - mined)
        if pairs < fewest:
            best, fewest = cell, pairs
    return best


@kernel
def _write_bits(row: Signs, planes: Words) -> None:
    """A layout [cells] in bits, in place."""
    planes[:] = 0
    for cell in range(len(row)):
        bit = np.uint64(1) << np.uint64(cell)
        if row[cell] == MINE_SIGN:
            planes[0] |= bit
            continue
        for k in range(1, PLANES):
            if row[cell] & SHOWING[k - 1]:
                planes[k] |= bit


@kernel
def _are_rivals(one: Words, other: Words) -> bool:
    """Whether two layouts show the same wherever none of them has a mine."""
    different = (one[1] ^ other[1]) | (one[2] ^ other[2]) | (one[3] ^ other[3]) | (one[4] ^ other[4])
    return bool(different & ~(one[0] | other[0]) == 0)


@kernel
def _takes(member: int, layout: int, planes: Words, behind: Ints) -> bool:
    """Whether a layout is a rival of all members of a group behind its first."""
    member = behind[member]
    while member != NONE and _are_rivals(planes[layout], planes[member]):
        member = behind[member]
    return bool(member == NONE)
