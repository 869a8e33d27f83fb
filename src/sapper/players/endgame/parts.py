"""What opening a cell leaves: the layouts split by what the cell shows, and by what every cell shows that is free then.

    legend   sign     what a cell shows in a layout, as a bit: 1 << clue, or MINE_SIGN
             free     a cell that is safe in all layouts of a set; opening it costs nothing
             closed   a set in which no free cell would tell anything more

A set of one layout is solved and is left out. Cost: every split looks at each cell of each layout, which is counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.inference.exact.layers import Longs, Words
from sapper.knowledge.constraints import Bytes, Ints
from sapper.players.endgame.solutions import MINED

Signs = npt.NDArray[np.uint16]

MINE_SIGN = 1 << MINED
SETS, LOOKS = 0, 1
"""What is counted of the work: sets that were searched, and looks at one cell of one layout."""


class Layouts(NamedTuple):
    """Every layout, and what is being looked at."""

    signs: Signs
    """[layouts, cells]"""
    survey: bool
    """Whether a mine costs one, and play goes on; otherwise it costs the game."""
    live: Ints
    """The sets of layouts that are being searched, one behind the other."""
    effort: Longs
    """[2] the work so far."""
    group: Ints
    """[layouts] the rivals that each belongs to, see `rivals.py`; they stand side by side in `live`."""
    seen: Signs
    """[cells] all signs of each cell in the set that was counted last."""
    mined: Ints
    """[cells] in how many layouts of that set each cell is mined."""
    lost: Ints
    """[cells] what opening each cell loses at least; in a survey game as much as it is mined."""
    whole: Signs
    """[cells] work space."""
    spare: Ints
    """[layouts] work space …"""
    spare_signs: Signs
    """[layouts] … too."""


class Parts(NamedTuple):
    """Sets of layouts, as a list."""

    begin: Ints
    end: Ints
    """Where they stand in `live`."""
    low: Ints
    """What must be lost of each at least."""
    solved: Bytes
    """Whether no more than that is lost."""
    key: Words
    """[parts, 2] what an unsolved part is known by."""


@kernel
def signs_of(shown: Bytes) -> Signs:
    """The signs of cells [layouts, cells] that show so much."""
    signs = np.empty(shown.shape, np.uint16)
    for i in range(shown.shape[0]):
        for cell in range(shown.shape[1]):
            signs[i, cell] = 1 << np.int64(shown[i, cell])
    return signs


@kernel
def count(layouts: Layouts, begin: int, end: int) -> None:
    """What each cell shows in a set of layouts, in how many it is mined, and what it loses at least, in place."""
    signs, seen, mined, lost, whole = layouts.signs, layouts.seen, layouts.mined, layouts.lost, layouts.whole
    groups, current = 0, -1
    for i in range(begin, end):
        layout = layouts.live[i]
        fresh = not layouts.survey and layouts.group[layout] != current
        if i == begin:
            for cell in range(len(seen)):
                sign = signs[layout, cell]
                seen[cell], mined[cell], lost[cell], whole[cell] = sign, sign >> MINED, 0, sign & MINE_SIGN
        elif fresh:  # what was mined in the whole group before loses one more
            for cell in range(len(seen)):
                sign = signs[layout, cell]
                seen[cell] |= sign
                mined[cell] += sign >> MINED
                lost[cell] += whole[cell] >> MINED
                whole[cell] = sign & MINE_SIGN
        else:
            for cell in range(len(seen)):
                sign = signs[layout, cell]
                seen[cell] |= sign
                mined[cell] += sign >> MINED
                whole[cell] &= sign
        if fresh:
            current = layouts.group[layout]
            groups += 1
    for cell in range(len(seen)):
        lost[cell] = mined[cell] if layouts.survey else end - begin - groups + lost[cell] + (whole[cell] >> MINED)
    layouts.effort[LOOKS] += (end - begin) * len(seen)


@kernel
def different(seen: int) -> int:
    """How many signs there are."""
    number = 0
    while seen:
        seen &= seen - 1
        number += 1
    return number


@kernel
def telling_free(seen: Signs) -> int:
    """The cell that is safe in all layouts and shows most different clues, or -1 if none shows two."""
    best, most = -1, 1
    for cell in range(len(seen)):
        if seen[cell] < MINE_SIGN and seen[cell] & (seen[cell] - 1) and different(seen[cell]) > most:
            best, most = cell, different(seen[cell])
    return best


@kernel
def worth_trying(seen: int, dead_too: bool) -> bool:
    """Whether a cell that shows such signs in a closed set is neither free, nor a certain mine, nor dead."""
    clues = seen & (MINE_SIGN - 1)
    if seen < MINE_SIGN or clues == 0:
        return False
    return dead_too or clues & (clues - 1) != 0


@kernel
def open_cell(
    layouts: Layouts, begin: int, end: int, cell: int, above: int, parts: Parts, first: int
) -> tuple[int, int]:
    """Copy a set, by what opening the cell tells, to `above`, in closed parts.

    Returns the number behind the last part, and in how many layouts the cell is mined. In a classic game these are
    lost, and left out. parts: filled from `first` on.
    """
    fill, mined = above, 0
    for i in range(begin, end):
        is_mined = layouts.signs[layouts.live[i], cell] == MINE_SIGN
        mined += is_mined
        layouts.live[fill] = layouts.live[i]
        fill += layouts.survey or not is_mined
    last = _split(layouts, above, fill, cell, parts, first)
    part = first
    while part < last:
        begin, end = parts.begin[part], parts.end[part]
        free = -1
        if _is_lost_but_one(layouts, begin, end):
            parts.low[part], parts.solved[part] = end - begin - 1, True
            part += 1
            continue
        if end - begin > 2:
            count(layouts, begin, end)
            free = telling_free(layouts.seen)
            if free < 0:
                _bound(layouts, parts, part)
                part += 1
                continue
        last -= 1  # the last part takes its place
        parts.begin[part], parts.end[part] = parts.begin[last], parts.end[last]
        if free >= 0:
            last = _split(layouts, begin, end, free, parts, last)
    return last, mined


@kernel
def _is_lost_but_one(layouts: Layouts, begin: int, end: int) -> bool:
    """Whether a part is known, without counting, to lose all layouts but one: rivals. Of two, one or none is lost."""
    if end - begin == 2:
        signs, one, other, apart = layouts.signs, layouts.live[begin], layouts.live[begin + 1], False
        for cell in range(signs.shape[1]):
            apart |= (signs[one, cell] != signs[other, cell]) & (signs[one, cell] | signs[other, cell] < MINE_SIGN)
        layouts.effort[LOOKS] += signs.shape[1]
        return not apart
    return (
        not layouts.survey
        and end - begin > 2
        and layouts.group[layouts.live[begin]] == layouts.group[layouts.live[end - 1]]
    )


@kernel
def _bound(layouts: Layouts, parts: Parts, part: int) -> None:
    """What must be lost of a closed part that was just counted: as much as any cell worth trying loses, in place.

    In a classic game one layout can always be won, and no more without a living cell. Of two layouts one is lost.
    """
    size = parts.end[part] - parts.begin[part]
    low = size - 1
    for cell in range(len(layouts.seen)):
        if worth_trying(layouts.seen[cell], layouts.survey):
            low = min(low, layouts.lost[cell])
    parts.low[part] = low
    parts.solved[part] = size == 2 or (low == size - 1 and not layouts.survey)


@kernel
def _split(layouts: Layouts, begin: int, end: int, cell: int, parts: Parts, last: int) -> int:
    """Sort a set by what the cell shows, and add a part for each sign to the list; the number behind the last."""
    # What a layout shows is hard to predict, so each is written to both sides and counted on one.
    live, spare, signs, left, fill = layouts.live, layouts.spare, layouts.spare_signs, end - begin, begin
    for i in range(left):
        spare[i], signs[i] = live[begin + i], layouts.signs[live[begin + i], cell]
    while left > 0:
        wanted, kept, start = signs[0], 0, fill
        for i in range(left):
            layout, sign = spare[i], signs[i]
            live[fill], spare[kept], signs[kept] = layout, layout, sign
            fill += sign == wanted
            kept += sign != wanted
        left = kept
        parts.begin[last], parts.end[last] = start, fill
        last += 1
    return last
