"""The perfect endgame: of the layouts that are left, as many as possible are to be won.

    legend   live      the layouts that agree with everything shown so far; that set is the whole state of the game
             splits    a cell splits the live layouts by what it shows there; those with a mine there are lost

A cell that is safe in all live layouts costs nothing: it is opened at once. Otherwise the cells are tried, safest
first, until the next one is safe in no more layouts than the best so far wins. A set met before is looked up: sets are
known by the sum of random numbers of their layouts. If no cell would show anything new, only one layout can be won
(with the mine choices known). Cost: bounded by `most_work`, counted in looks at one cell of one layout.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import Words
from sapper.knowledge.constraints import Bytes, Ints
from sapper.knowledge.supercells import scramble
from sapper.players.champion.solutions import MINED

GIVEN_UP, UNKNOWN = -1, -2
TABLE = 1 << 14
"""Sets that are remembered; a new one takes the place of an old one with the same end of its sum."""
DEEPEST = 64
"""Decisions in a row that the search follows; sets shrink at each, so real endgames need far fewer."""


class Frames(NamedTuple):
    """One decision of the search per depth; arrays are [DEEPEST] unless said otherwise."""

    begin: Ints
    end: Ints
    """Where the live layouts of a frame stand."""
    order: Ints
    """[DEEPEST, cells] the cells worth trying, safest first, `choices` of them."""
    safe: Ints
    """[DEEPEST, cells] in how many live layouts each cell is safe."""
    choices: Ints
    place: Ints
    """How many of them were tried."""
    cell: Ints
    """The cell that is being tried, or -1."""
    part: Ints
    """[DEEPEST, 10] where the parts begin into which it splits the live layouts, `parts` of them."""
    parts: Ints
    done: Ints
    """How many parts were searched, or are being."""
    wins: Ints
    """What the searched parts win together."""
    hope: Ints
    """What the others could win at most."""
    best: Ints
    best_cell: Ints
    key: Words


@kernel
def most_wins(shown: Bytes, layouts: int, most_work: int) -> tuple[int, int]:
    """The most of at least two layouts that can be won, and the cell to open first.

    shown [layouts, cells]. The first number is GIVEN_UP if the search took too long.
    """
    n = shown.shape[1]
    known, values = np.zeros(TABLE, np.uint64), np.zeros(TABLE, np.int32)
    live = np.empty(layouts * (DEEPEST + 1), np.int32)  # the sets of all frames, one behind the other
    (begin, end, order, safe, choices, place, cell, part, parts, done, wins, hope, best, best_cell, key) = _frames(n)
    for i in range(layouts):
        live[i] = i
    end[0] = layouts
    work, depth, entering, result = 0, 0, True, UNKNOWN
    while depth >= 0:
        if entering:
            entering = False
            key[depth] = _sum(live, begin[depth], end[depth])
            result = _looked_up(end[depth] - begin[depth], key[depth], known, values)
            if result != UNKNOWN:
                depth -= 1
                continue
            work += (end[depth] - begin[depth]) * n
            if work > most_work or depth == DEEPEST - 1:
                return GIVEN_UP, -1
            choices[depth], tells = _rank(shown, live, begin[depth], end[depth], order[depth], safe[depth])
            best[depth], best_cell[depth] = 0 if tells else 1, order[depth, 0]
            place[depth], cell[depth], parts[depth], done[depth] = 0 if tells else choices[depth], -1, 0, 0
        elif result != UNKNOWN:
            wins[depth] += result
            result = UNKNOWN
        if done[depth] < parts[depth] and wins[depth] + hope[depth] > best[depth]:
            begin[depth + 1], end[depth + 1] = part[depth, done[depth]], part[depth, done[depth] + 1]
            hope[depth] -= end[depth + 1] - begin[depth + 1]
            done[depth] += 1
            depth += 1
            entering = True
            continue
        if cell[depth] >= 0 and done[depth] == parts[depth] and wins[depth] > best[depth]:
            best[depth], best_cell[depth] = wins[depth], cell[depth]
        tried = order[depth, min(place[depth], n - 1)]
        if place[depth] < choices[depth] and safe[depth, tried] > best[depth]:
            free = safe[depth, tried] == end[depth] - begin[depth]
            place[depth] = choices[depth] if free else place[depth] + 1  # no other cell is better than a free one
            above = end[0] if depth == 0 else part[depth - 1, parts[depth - 1]]
            parts[depth] = _split(shown, live, begin[depth], end[depth], tried, part[depth], above)
            cell[depth], done[depth], wins[depth], hope[depth] = tried, 0, 0, safe[depth, tried]
            continue
        slot = np.int64(key[depth] >> np.uint64(7)) & (TABLE - 1)
        known[slot], values[slot] = key[depth], best[depth]
        result = best[depth]
        depth -= 1
    return result, best_cell[0]


@kernel
def _frames(cells: int) -> Frames:
    plain = np.zeros((10, DEEPEST), np.int32)
    return Frames(
        begin=plain[0], end=plain[1], order=np.zeros((DEEPEST, cells), np.int32),
        safe=np.zeros((DEEPEST, cells), np.int32), choices=plain[2], place=plain[3], cell=plain[4],
        part=np.zeros((DEEPEST, MINED + 1), np.int32), parts=plain[5], done=plain[6], wins=plain[7], hope=plain[8],
        best=plain[9], best_cell=np.zeros(DEEPEST, np.int32), key=np.zeros(DEEPEST, np.uint64),
    )  # fmt: skip


@kernel
def _sum(live: Ints, begin: int, end: int) -> np.uint64:
    total = np.uint64(0)
    for i in range(begin, end):
        total += scramble(live[i] + 1)
    return total


@kernel
def _looked_up(size: int, key: np.uint64, known: Words, values: Ints) -> int:
    """What a set wins, if it has one layout or was met before."""
    if size == 1:
        return 1
    slot = np.int64(key >> np.uint64(7)) & (TABLE - 1)
    return values[slot] if known[slot] == key else UNKNOWN


@kernel
def _rank(shown: Bytes, live: Ints, begin: int, end: int, order: Ints, safe: Ints) -> tuple[int, bool]:
    """The cells worth trying, safest first, into `order`; how many, and whether any of them would tell something."""
    n, size = shown.shape[1], end - begin
    telling, kept = False, 0
    for cell in range(n):
        number, seen = 0, 0
        for i in range(begin, end):
            value = shown[live[i], cell]
            if value != MINED:
                number += 1
                seen |= 1 << value
        safe[cell] = number
        tells = seen & (seen - 1) != 0
        if number == 0 or (number == size and not tells):
            continue
        if number == size:
            order[0] = cell
            return 1, True
        telling |= tells
        place = kept
        while place > 0 and safe[order[place - 1]] < number:
            order[place] = order[place - 1]
            place -= 1
        order[place] = cell
        kept += 1
    return kept, telling


@kernel
def _split(shown: Bytes, live: Ints, begin: int, end: int, cell: int, part: Ints, above: int) -> int:
    """Copy the live layouts, by what the cell shows, to `above`; how many parts."""
    fill, parts = above, 0
    part[0] = above
    for value in range(MINED):
        for i in range(begin, end):
            if shown[live[i], cell] == value:
                live[fill] = live[i]
                fill += 1
        if fill > part[parts]:
            parts += 1
            part[parts] = fill
    return parts
