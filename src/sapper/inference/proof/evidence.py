"""Evidence: the fewest clues that decide a cell, and the mine count only if it is needed.

    legend   distance   of a clue from a cell: 1 if it touches the cell, else 1 more than the nearest clue it overlaps
             ball       the clues up to some distance

What
    One clue or two are found by arithmetic. More are found by a solver in a ball around the cell: the largest set is
    shrunk until no clue can be spared, then smaller ones are looked for until none can exist (see `smallest`).
    A cell that clues alone do not decide is proved with the mine count; then every clue of the board may matter.

Why it is sound
    A set counts only if it refutes the opposite. The clues of a smallest set hang together: a part that shares no
    unknown cell with the rest could be left out. So a set of k clues lies in the ball of distance k, and if the ball
    holds no smaller set than one of at most k + 1 clues, then there is none on the board.

Cost
    Below a millisecond for one or two clues, some milliseconds for more; with the mine count up to tenths of a second
    when no mine is marked. Caps: CALLS questions, after which no clue can be spared but a smaller set might exist
    (`minimum` is False); and with the mine count on boards with more than MOST_COUNTED cells beside clues the clues
    are only spared one by one, each by an exact inference.

Example
    `...` over `11_`: both clues decide the last cell, neither does alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sapper.board.grid import Cell
from sapper.board.view import SAFE, View
from sapper.errors import LimitExceeded
from sapper.inference.clue_sets import asking
from sapper.inference.levels import infer
from sapper.inference.sat import Formula
from sapper.inference.smallest import Answer, Items, Smallest, shrunk, smallest
from sapper.knowledge.constraints import COUNTS, Constraints, transpose

CALLS = 400
"""Questions to the solver about one cell, beyond one per clue."""
MOST_COUNTED = 1000
"""Cells beside clues for which the mine count is written down for the solver."""
FIRST_DISTANCE = 3
GAVE_UP = "the solver gave up looking for a proof of this cell"


class Evidence(NamedTuple):
    """What decides a cell."""

    clues: tuple[int, ...]
    """Ids of the constraints, in rising order."""
    mine_count: bool
    minimum: bool
    """Whether it is proved that no smaller set exists."""


def evidence(view: View, c: Constraints, cell: int, mine: bool) -> Evidence:
    """The fewest clues that decide an unknown cell of a view.

    >>> from sapper.knowledge.constraints import constraints_of
    >>> view = View.parse(".../11_")
    >>> evidence(view, constraints_of(view), cell=2, mine=False)
    Evidence(clues=(0, 1), mine_count=False, minimum=True)
    """
    if view.mines is None or _decided(replace(view, mines=None), view.grid.cell(c.cells[cell]), mine):
        few = _one_clue(c, cell, mine) or _two_clues(c, cell, mine)
        return Evidence(few, False, True) if few else _several_clues(c, cell, mine)
    return _with_count(view, c, cell, mine)


def stripped(view: View, clues: Sequence[Cell], mine_count: bool) -> View:
    """The same view with no other clues than these: the rest are open cells that show nothing.

    >>> stripped(View.parse("121/...", mines=2), [(0, 1)], mine_count=False)
    View.parse('_2_/...')
    """
    cells = np.where(view.cells >= 0, SAFE, view.cells)
    for clue in clues:
        cells[clue] = view[clue]
    return replace(view, cells=cells, mines=view.mines if mine_count else None)


def members(c: Constraints, clue: int) -> list[int]:
    """The unknown cells that a clue touches."""
    found: list[int] = c.members[c.start[clue] : c.start[clue + 1]].tolist()
    return found


def touching(c: Constraints, cell: int) -> list[int]:
    """The clues that touch an unknown cell."""
    found: list[int] = c.touching[c.touch_start[cell] : c.touch_start[cell + 1]].tolist()
    return found


def _decided(view: View, cell: Cell, mine: bool) -> bool:
    belief = infer(view)
    return bool((belief.mines if mine else belief.safe)[cell])


def _one_clue(c: Constraints, cell: int, mine: bool) -> tuple[int, ...]:
    """A clue that alone decides the cell, if there is one."""
    for clue in touching(c, cell):
        if (c.low[clue] == c.start[clue + 1] - c.start[clue]) if mine else (c.high[clue] == 0):
            return (clue,)
    return ()


def _two_clues(c: Constraints, cell: int, mine: bool) -> tuple[int, ...]:
    """Two clues that decide the cell, if there are any.

    The cell is touched by one of them only: a part that both touch is bounded by each clue on its own.
    """
    for clue in touching(c, cell):
        own = set(members(c, clue))
        overlapping = sorted({other for member in own for other in touching(c, member)} - set(touching(c, cell)))
        for other in overlapping:
            theirs = set(members(c, other))
            shared, rest = len(own & theirs), len(own - theirs)
            least = max(0, int(c.low[other]) - len(theirs - own))
            most = min(shared, int(c.high[other]))
            if (int(c.low[clue]) - most >= rest) if mine else (int(c.high[clue]) <= least):
                return (clue, other) if clue < other else (other, clue)
    return ()


def _several_clues(c: Constraints, cell: int, mine: bool) -> Evidence:
    """A smallest set of clues that decides a cell which clues alone decide."""
    balls = _balls(c, cell)
    distance, ball = 0, list[int]()
    found: Smallest | None = None
    while found is None or (found.minimum and len(found.items) > distance + 1):
        wanted = max(FIRST_DISTANCE, 2 * distance) if found is None else len(found.items) - 1
        before = len(ball)
        while distance < wanted and (grown := next(balls, None)) is not None:
            distance, ball = distance + 1, sorted({*ball, *grown})
        if len(ball) == before:
            break
        found = _smallest_in(c, ball, cell, mine)
    if found is None:
        raise LimitExceeded(GAVE_UP)
    return Evidence(tuple(ball[item] for item in found.items), False, found.minimum)


def _balls(c: Constraints, cell: int) -> Iterator[list[int]]:
    """The clues at distance 1, 2, … from a cell."""
    front = touching(c, cell)
    seen = set(front)
    while front:
        yield front
        around = {other for clue in front for member in members(c, clue) for other in touching(c, member)}
        front = sorted(around - seen)
        seen |= around


def _smallest_in(c: Constraints, ball: list[int], cell: int, mine: bool) -> Smallest | None:
    """A smallest set among some clues that decides the cell; None if all of them together do not."""
    local, ids = _restricted(c, ball)
    with Formula(local, guarded=True) as formula:
        return _smallest_of(formula, [_opposite(formula, ids[cell], mine)])


def _smallest_of(formula: Formula, always: list[int]) -> Smallest | None:
    formula.solver.set_phases(formula.selectors)
    return smallest(range(len(formula.selectors)), asking(formula, always), CALLS + len(formula.selectors))


def _opposite(formula: Formula, cell: int, mine: bool) -> int:
    """The literal that gives the cell the other value: cells of a box are interchangeable, and mines come first."""
    boxes = [*(cells for _, cells in formula.boxes), formula.floating]
    box = next(cells for cells in boxes if cell + 1 in cells)
    return -box[-1] if mine else box[0]


def _restricted(c: Constraints, clues: list[int]) -> tuple[Constraints, dict[int, int]]:
    """The constraints of some clues alone, with their cells renamed; and the new id of each cell."""
    rows = [members(c, clue) for clue in clues]
    ids = {cell: number for number, cell in enumerate(dict.fromkeys(cell for row in rows for cell in row))}
    start = np.zeros(len(rows) + 1, np.int32)
    np.cumsum([len(row) for row in rows], out=start[1:])
    renamed = np.array([ids[cell] for row in rows for cell in row], np.int32)
    touch_start, touched = transpose(start, renamed, len(ids))
    local = Constraints(
        c.cells[list(ids)], c.clues[clues], start, renamed, touch_start, touched, c.low[clues], c.high[clues],
        np.empty((0, COUNTS)), -1,
    )  # fmt: skip
    return local, ids


def _with_count(view: View, c: Constraints, cell: int, mine: bool) -> Evidence:
    """A smallest set of clues that, with the mine count, decides a cell."""
    if np.count_nonzero(np.diff(c.touch_start)) > MOST_COUNTED:
        return Evidence(_unspared(view, c, cell, mine), True, False)
    with Formula(c, guarded=True) as formula:
        found = _smallest_of(formula, [*(formula.count(narrow=False) or []), _opposite(formula, cell, mine)])
    if found is None:
        raise LimitExceeded(GAVE_UP)
    return Evidence(found.items, True, found.minimum)


def _unspared(view: View, c: Constraints, cell: int, mine: bool) -> tuple[int, ...]:
    """Clues of which none can be spared; by exact inference, because the solver's formula would be too large."""
    clues, place = [view.grid.cell(clue) for clue in c.clues], view.grid.cell(c.cells[cell])

    def check(items: Items) -> Answer:
        return Answer(_decided(stripped(view, [clues[item] for item in items], True), place, mine), items)

    return tuple(sorted(shrunk(frozenset(range(len(clues))), check)))
