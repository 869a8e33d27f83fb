"""The least loss: the best play for a set of layouts, each as likely as the others.

    legend   loss    classic: the layouts of a set that are not won; survey: the mines that are opened, over all of them
             limit   a loss below this is wanted; if there is none, any bound that is not below it will do

The set of layouts that agree with everything shown is the whole state of a game: what was opened shows the same in all
of them. A cell costs as much as it is mined, and splits the set into parts (see `parts.py`), which are searched one by
one: the loss of the cell is the sum. Every part has a bound below its loss, from the table of sets met before or from
layouts of which only one can be won (see `rivals.py`); a cell is given up as soon as these bounds add up to the best
loss so far, and no more cells are tried when the next one must lose that much (see `choices.py`). The limit goes down
with the search: a part is searched only for a loss that would make its cell the best.

Cost: counted, and bounded by `most_looks`. Memory: the table, and a few numbers per layout and depth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.layers import Longs, Words
from sapper.knowledge.constraints import Bytes, Ints
from sapper.players.endgame.choices import rank
from sapper.players.endgame.parts import LOOKS, SETS, Layouts, Parts, Signs, count, open_cell, signs_of, telling_free
from sapper.players.endgame.rivals import rival_groups
from sapper.players.endgame.table import Numbers, Table, look_up, numbers_of, remember

GIVEN_UP, ANY_CELL = -1, -1
DEEPEST = 64
"""Decisions in a row that the search follows; sets shrink at each, so real endgames need far fewer."""
NEVER = 1 << 30
"""More than can be lost."""
FEW_SLOTS, MANY_SLOTS = 1 << 14, 1 << 16
"""Slots of the table for one short search, and for a longer one …"""
MANY_LAYOUTS = 1_000
"""… over more layouts than this."""


class Frames(NamedTuple):
    """One decision of the search per depth; arrays are [DEEPEST] unless said otherwise."""

    source: Ints
    """The part that is being searched."""
    above: Ints
    """Where in `live` there is room."""
    order: Ints
    """[DEEPEST, cells] the cells worth trying, `choices` of them, …"""
    least: Ints
    """[DEEPEST, cells] … and what each loses at least, in that order."""
    choices: Ints
    place: Ints
    """How many of them were tried."""
    part: Ints
    """The part of the tried cell that is being searched, or GIVEN_UP if no cell is being tried."""
    last: Ints
    """The number behind the last of its parts."""
    loss: Ints
    """What the cell loses at least."""
    limit: Ints
    best: Ints
    """The least loss so far, or the limit."""
    best_cell: Ints
    low: Ints
    """The least that any cell loses that was given up."""


class Search(NamedTuple):
    """Everything that the search works with."""

    layouts: Layouts
    parts: Parts
    frames: Frames
    numbers: Numbers
    table: Table
    where: Words
    """[cells, words] work space of `rank`."""


@kernel
def search_layouts(shown: Bytes, survey: bool, most_looks: int) -> tuple[int, int]:
    """The least loss over at least two layouts, and the cell to open first; a search of its own, with its own table.

    shown [layouts, cells]. The loss is GIVEN_UP if the search took too long.
    """
    cells = np.arange(shown.shape[1]).astype(np.int32)
    numbers = numbers_of(shown, cells, cells[:0], cells.reshape(1, -1))
    slots = MANY_SLOTS if len(shown) > MANY_LAYOUTS else FEW_SLOTS
    table = Table(
        np.empty((slots, 2), np.uint64), np.zeros(slots, np.int32), np.empty(slots, np.int32), np.empty(slots, np.int8)
    )  # fmt: skip
    live, effort = np.arange(len(shown)).astype(np.int32), np.zeros(2, np.int64)
    return least_loss(signs_of(shown), numbers, live, survey, ANY_CELL, NEVER, table, most_looks, effort)


@kernel
def least_loss(
    signs: Signs, numbers: Numbers, live: Ints, survey: bool, only: int, limit: int, table: Table, most_looks: int,
    effort: Longs,
) -> tuple[int, int]:  # fmt: skip
    """The least loss of a set, and the cell to open first; or GIVEN_UP.

    signs [layouts, cells], numbers [layouts, images, 2], live: the layouts of the set, at least two if any cell may be
    opened. only: the cell that must be opened first, or ANY_CELL.
    limit: if the loss is not below this, the answer is any bound below the loss and not below the limit.
    effort [2]: counted on, in place.
    """
    search = _prepared(signs, numbers, live, survey, table, effort)
    frames, parts = search.frames, search.parts
    frames.limit[0] = limit
    depth, entering, found = 0, True, 0
    while depth >= 0:
        if entering:
            if effort[LOOKS] > most_looks or depth == DEEPEST - 1:
                return GIVEN_UP, -1
            _enter(search, depth, only)
        if _goes_deeper(search, depth):
            depth += 1
            entering = True
            continue
        source = frames.source[depth]
        solved = frames.best[depth] < frames.limit[depth]
        found = frames.best[depth] if solved else frames.low[depth]
        if depth > 0:
            frames.loss[depth - 1] += found - parts.low[source]
            parts.low[source], parts.solved[source] = found, solved
            remember(table, parts, source)
        depth -= 1
        entering = False
    return found, frames.best_cell[0]


@kernel
def _prepared(signs: Signs, numbers: Numbers, live: Ints, survey: bool, table: Table, effort: Longs) -> Search:
    """The search before its first step: part 0 is the whole set."""
    size, n = len(live), signs.shape[1]
    depths = min(n + 1, DEEPEST)
    room = size * (depths + 1)
    sets = np.empty(room, np.int32)
    sets[:size], group = (live, live) if survey else rival_groups(signs, live)
    layouts = Layouts(
        signs, survey, sets, effort, group, np.empty(n, np.uint16), np.empty(n, np.int32), np.empty(n, np.int32),
        np.empty(n, np.uint16), np.empty(size, np.int32), np.empty(size, np.uint16),
    )  # fmt: skip
    parts = Parts(
        np.zeros(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int32), np.zeros(room, np.int8),
        np.empty((room, 2), np.uint64),
    )  # fmt: skip
    parts.end[0] = size
    plain = np.zeros((11, DEEPEST), np.int32)
    frames = Frames(
        source=plain[0], above=plain[1], order=np.empty((DEEPEST, n), np.int32), least=np.empty((DEEPEST, n), np.int32),
        choices=plain[2], place=plain[3], part=plain[4], last=plain[5], loss=plain[6], limit=plain[7], best=plain[8],
        best_cell=plain[9], low=plain[10],
    )  # fmt: skip
    frames.above[0], frames.last[0] = size, 1
    return Search(layouts, parts, frames, numbers, table, np.empty((n, (size + 63) // 64), np.uint64))


@kernel
def _enter(search: Search, depth: int, only: int) -> None:
    """Begin with a set: which cells are to be tried."""
    layouts, frames, parts = search.layouts, search.frames, search.parts
    begin, end = parts.begin[frames.source[depth]], parts.end[frames.source[depth]]
    layouts.effort[SETS] += 1
    count(layouts, begin, end)
    order = frames.order[depth]
    given = only if depth == 0 else ANY_CELL
    if depth == 0 and given == ANY_CELL:
        given = telling_free(layouts.seen)  # below, sets are closed
    if given == ANY_CELL:
        frames.choices[depth] = rank(layouts, begin, end, layouts.survey, search.where, order)
    if given == ANY_CELL and frames.choices[depth] == 0:  # only the first set may be without a living cell
        rank(layouts, begin, end, True, search.where, order)
        given = order[0]
    if given != ANY_CELL:
        frames.choices[depth], order[0] = 1, given
    for place in range(frames.choices[depth]):
        frames.least[depth, place] = layouts.lost[order[place]]
    frames.place[depth], frames.part[depth] = 0, GIVEN_UP
    frames.best[depth], frames.best_cell[depth] = frames.limit[depth], order[0]
    frames.low[depth] = NEVER


@kernel
def _goes_deeper(search: Search, depth: int) -> bool:
    """Try cells until a part has to be searched, which becomes the next frame, or until none is left."""
    frames, parts = search.frames, search.parts
    while True:
        if frames.part[depth] != GIVEN_UP:
            if frames.loss[depth] < frames.best[depth]:
                while frames.part[depth] < frames.last[depth] and parts.solved[frames.part[depth]]:
                    frames.part[depth] += 1
                if frames.part[depth] < frames.last[depth]:
                    _descend(search, depth)
                    return True
                frames.best[depth] = frames.loss[depth]
                frames.best_cell[depth] = frames.order[depth, frames.place[depth] - 1]
            else:
                frames.low[depth] = min(frames.low[depth], frames.loss[depth])
            frames.part[depth] = GIVEN_UP
        place = frames.place[depth]
        if place == frames.choices[depth]:
            return False
        frames.place[depth] += 1
        if frames.least[depth, place] >= frames.best[depth]:  # and so do all that follow
            frames.low[depth] = min(frames.low[depth], frames.least[depth, place])
            frames.place[depth] = frames.choices[depth]
            return False
        _try(search, depth, frames.order[depth, place])


@kernel
def _try(search: Search, depth: int, cell: int) -> None:
    """Open a cell in thought: its parts, and what it loses at least."""
    layouts, frames, parts = search.layouts, search.frames, search.parts
    source = frames.source[depth]
    first = 1 if depth == 0 else frames.last[depth - 1]
    last, loss = open_cell(layouts, parts.begin[source], parts.end[source], cell, frames.above[depth], parts, first)
    for part in range(first, last):
        if not parts.solved[part]:
            look_up(search.table, search.numbers, layouts, parts, part)
        loss += parts.low[part]
        if loss >= frames.best[depth]:
            break
    frames.part[depth], frames.last[depth], frames.loss[depth] = first, last, loss


@kernel
def _descend(search: Search, depth: int) -> None:
    """Make the next frame that of a part; its loss must leave the cell better than the best so far."""
    frames, parts = search.frames, search.parts
    part, above = frames.part[depth], frames.above[depth]
    for other in range(1 if depth == 0 else frames.last[depth - 1], frames.last[depth]):
        above = max(above, parts.end[other])
    frames.source[depth + 1], frames.above[depth + 1] = part, above
    frames.limit[depth + 1] = frames.best[depth] - (frames.loss[depth] - parts.low[part])
