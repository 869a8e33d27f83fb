"""The cells worth trying in a closed set of layouts; first those that need not lose much (see `rivals.py`).

**Dead cells** show the same in all layouts where they are safe. In a classic game they are left out: whoever opens one
now could open it last, and would learn the same from the others meanwhile. If all cells are dead, nothing tells the
layouts apart, and just one is won. In a survey game there are none: a mine tells, too.

**Covered cells** are left out: if b is mined wherever a is, opening a first is as good as opening b. Where b is safe, a
is free anyway; and where a is a mine, so is b, which need not be opened then.

Of cells that lose as much at least, the safest is tried first; equally safe ones in reading order, which begins in a
corner: on whole boards that was half the work of trying those first that may show most.
Cost: a look at each cell of each layout, and some words of 64 layouts for each pair of cells.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import Words
from sapper.knowledge.constraints import Ints
from sapper.players.endgame.parts import MINE_SIGN, Layouts, worth_trying


@kernel
def rank(layouts: Layouts, begin: int, end: int, dead_too: bool, where: Words, order: Ints) -> int:
    """The cells worth trying into `order`; how many.

    The set was just counted. where [cells, words]: work space.
    """
    found = 0
    for cell in range(len(layouts.seen)):
        if worth_trying(layouts.seen[cell], dead_too):
            order[found] = cell
            found += 1
    _sort(order, found, layouts.mined)  # a cell covers only those that are mined as often, or more
    kept = _uncovered(layouts, begin, end, where, order, found)
    _sort(order, kept, layouts.lost)
    return kept


@kernel
def _sort(order: Ints, number: int, by: Ints) -> None:
    """Sort the first cells of `order` by some number of each; equal ones stay as they are."""
    for i in range(1, number):
        cell, place = order[i], i
        while place > 0 and by[order[place - 1]] > by[cell]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = cell


@kernel
def _uncovered(layouts: Layouts, begin: int, end: int, where: Words, order: Ints, number: int) -> int:
    """Keep only cells that no other covers, in place; how many."""
    words, kept = (end - begin + 63) // 64, 0
    for place in range(number):
        cell = order[place]
        for word in range(words):
            start = begin + 64 * word
            bits = np.uint64(0)
            for i in range(start, min(start + 64, end)):
                if layouts.signs[layouts.live[i], cell] == MINE_SIGN:
                    bits |= np.uint64(1) << np.uint64(i - start)
            where[kept, word] = bits
        if not _covered(where, words, kept):
            order[kept] = cell
            kept += 1
    return kept


@kernel
def _covered(where: Words, words: int, place: int) -> bool:
    """Whether a cell is mined wherever one before it is."""
    for other in range(place):
        inside = True
        for word in range(words):
            if where[other, word] & ~where[place, word] != 0:
                inside = False
                break
        if inside:
            return True
    return False
