"""Look-ahead: what a guess is worth, by what would follow after each clue that the cell may show.

    legend   click   an opening in thought: first the guess, then the obvious next cell, and so on
             path    the cells that are open in thought, one per click

The worth of a guess is the chance to survive it, the clicks that obviously follow it, and one click more. What
follows, for each clue, weighed by its exact probability, is a cell that is free, if there is one, else the safest
living cell. How safe the last click is, is said by the four safest living cells, blended, because several good cells
are better than one; if one of them is free, that counts a little more. A path that is unlikely is not followed to the
end: it hardly counts, and most paths are unlikely.
Cost: one exact analysis per clue of every click, but for the least clue of the last one; what does not depend on the
clue is done once per click (see `sapper.inference.exact.opened`). A cell is given up as soon as it cannot be the best.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.engine import FINE
from sapper.inference.exact.layers import Longs
from sapper.inference.exact.opened import analyse_shown, open_in_thought
from sapper.knowledge.constraints import COUNTS, Bytes, Floats, Ints, hidden_around, known_around
from sapper.knowledge.supercells import SAFE, UNDECIDED
from sapper.players.champion.dead import is_dead
from sapper.policies.safest import EQUAL

BEHIND = -1.0
SHARES = (0.45, 0.3, 0.15, 0.1)
"""Of the safest cells in how safe a click is; fitted to what guesses were worth, see docs/explanation/champion.md."""
PROGRESS = 0.01
"""What a certain next click is worth above a nearly certain one."""
NONE = -1


class Path(NamedTuple):
    """The cells that are open in thought, and where to go on from each."""

    cell: Ints
    """[clicks]"""
    step: Floats
    """[clicks, 4] of each click: EXPECTED … SURVIVED."""
    ways: Longs
    """[clicks, 2] how many clues of the cell are to be followed, and how many were: FOUND, FOLLOWED."""
    clue: Longs
    """[clicks, COUNTS] the clues to follow, …"""
    next_cell: Longs
    """[clicks, COUNTS] … the click after each …"""
    next_step: Floats
    """[clicks, COUNTS, 4] … and what is to be known of that click."""


EXPECTED, LOG2_WEIGHT, CHANCE, SURVIVED = 0, 1, 2, 3
"""How many mines are expected around a cell that are not known; the logarithm of the solutions before the click; the
chance to come as far as that; and to survive the click."""
FOUND, FOLLOWED = 0, 1


@kernel
def look_ahead(
    cell: int, clicks: int, thin: float, cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats,
    mines: int, log2_weight: float, risk: Floats, to_beat: float, most_states: int, most_values: int,
    risk_after: Floats, verdict: Bytes,
) -> float:  # fmt: skip
    """The worth of opening a cell, `clicks` clicks ahead, or BEHIND if it cannot reach `to_beat`.

    thin: what is less likely than this is not followed. log2_weight: of the solutions now. risk: exact.
    risk_after, verdict [cells]: work space.
    """
    path = _new_path(clicks)
    path.cell[0] = cell
    _write_step(path.step[0], _expected(cell, cells, neighbours, risk), log2_weight, 1.0, 1.0 - risk[cell])
    click, so_far, left, fresh = 0, 0.0, path.step[0, SURVIVED], True
    while click >= 0:
        if fresh:
            left -= path.step[click, SURVIVED]
            worth, open_yet = _think(
                path, click, click + 1 == clicks, thin, cells, neighbours, no_bounds, likelihoods, mines,
                to_beat - so_far - left * (1.0 + PROGRESS), most_states, most_values, risk_after, verdict,
            )  # fmt: skip
            so_far, left = so_far + worth, left + open_yet
        if so_far + left * (1.0 + PROGRESS) < to_beat:
            for i in range(click + 1):
                cells[path.cell[i]] = HIDDEN
            return BEHIND
        fresh = path.ways[click, FOLLOWED] < path.ways[click, FOUND]
        if fresh:
            cells[path.cell[click]] = _follow(path, click)
            click += 1
        else:
            cells[path.cell[click]] = HIDDEN
            click -= 1
    return float(so_far if so_far >= to_beat else BEHIND)


@kernel
def _new_path(clicks: int) -> Path:
    clues = np.empty((2, clicks, COUNTS), np.int64)
    return Path(
        np.empty(clicks, np.int32), np.empty((clicks, 4)), np.empty((clicks, 2), np.int64), clues[0], clues[1],
        np.empty((clicks, COUNTS, 4)),
    )  # fmt: skip


@kernel
def _write_step(step: Floats, expected: float, log2_weight: float, chance: float, survived: float) -> None:
    """Write down what is to be known of a click, in place."""
    step[EXPECTED], step[LOG2_WEIGHT], step[CHANCE], step[SURVIVED] = expected, log2_weight, chance, survived


@kernel
def _expected(cell: int, cells: Bytes, neighbours: Ints, risk: Floats) -> float:
    """How many mines are expected around a cell that are not known."""
    expected = 0.0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        expected += risk[near] if cells[near] == HIDDEN else 0.0
    return expected


@kernel
def _follow(path: Path, click: int) -> int:
    """Go on with the next clue that is to be followed, in place; the clue."""
    way = path.ways[click, FOLLOWED]
    path.ways[click, FOLLOWED] += 1
    path.cell[click + 1] = path.next_cell[click, way]
    path.step[click + 1] = path.next_step[click, way]
    return int(path.clue[click, way])


@kernel
def _think(
    path: Path, click: int, last: bool, thin: float, cells: Bytes, neighbours: Ints, no_bounds: Bytes,
    likelihoods: Floats, mines: int, to_beat: float, most_states: int, most_values: int, risk_after: Floats,
    verdict: Bytes,
) -> tuple[float, float]:  # fmt: skip
    """Think of every clue that the click may show.

    Returns what those are worth that are not followed further, and the chance to survive the next click after one of
    the others, which are noted in `path`; or less than `to_beat` in all, if that is certain before the last clue.
    """
    cell, step = path.cell[click], path.step[click]
    left = step[SURVIVED]
    last |= left < thin
    path.ways[click] = 0
    least, hidden = known_around(cell, cells, neighbours), hidden_around(cell, cells, neighbours)
    easy = last and hidden >= len(SHARES)
    opened = open_in_thought(cell, least, cells, no_bounds, neighbours, likelihoods, mines)
    likely, worth, open_yet = int(step[EXPECTED] + 0.5), 0.0, 0.0
    # From the likeliest clue outwards: so it is soonest seen that a cell cannot be the best, or that no clue is left.
    for tried in range(2 * hidden + 1):
        if left < EQUAL or worth + (left + open_yet) * (1.0 + PROGRESS) < to_beat:
            break
        mined = likely + (tried + 1) // 2 if tried % 2 else likely - tried // 2
        if mined < 0 or mined > hidden or (easy and mined == 0):
            continue
        status, weight = analyse_shown(opened, least + mined, most_states, most_values, risk_after, verdict)
        if status != FINE:
            continue
        cells[cell] = least + mined
        chance = step[CHANCE] * 2.0 ** (weight - step[LOG2_WEIGHT])
        left -= chance
        safety, following = _next_click(opened.constraints.cells, cells, neighbours, risk_after, verdict)
        if last or chance < thin or following == NONE:
            worth += chance * safety
            continue
        way, survived = path.ways[click, FOUND], chance * (1.0 - risk_after[following])
        path.ways[click, FOUND] += 1
        path.clue[click, way], path.next_cell[click, way] = least + mined, following
        expected = _expected(following, cells, neighbours, risk_after)
        _write_step(path.next_step[click, way], expected, weight, chance, survived)
        open_yet += survived
    # The least clue proves so many cells safe that its worth is known; its chance is what the others leave.
    return worth + left * (1.0 + PROGRESS) if easy and left >= EQUAL else worth, open_yet


@kernel
def _next_click(hidden: Ints, cells: Bytes, neighbours: Ints, risk: Floats, verdict: Bytes) -> tuple[float, int]:
    """How safe the next click is, and on which cell: a free one with most to tell, or the safest; NONE if all is won.

    hidden: the cells that are. Not a dead cell, unless all are.
    """
    risks = np.full(len(SHARES), np.inf)
    free, most, freest, undecided, safest, lowest = 0, -1, NONE, 0, NONE, np.inf
    living = NONE
    for cell in hidden:
        if verdict[cell] == SAFE:
            free += 1
            around = hidden_around(cell, cells, neighbours)
            if around > most:
                freest, most = cell, around
        elif verdict[cell] == UNDECIDED:
            undecided += 1
            if risk[cell] < lowest:
                safest, lowest = cell, risk[cell]
            if risk[cell] < risks[-1] and not is_dead(cell, cells, verdict, neighbours):
                living = cell if risk[cell] < risks[0] else living
                _keep(risk[cell], risks)
    if undecided == 0:
        return 1.0 + PROGRESS, NONE
    if living == NONE:
        living, risks[0] = safest, lowest
    safety = _blended(free, risks)
    return (safety * (1.0 + PROGRESS), freest) if free else (safety, living)


@kernel
def _keep(risk: float, risks: Floats) -> None:
    """Put a risk among the lowest, in place, and drop the highest."""
    at = len(risks) - 1
    while at > 0 and risks[at - 1] > risk:
        risks[at] = risks[at - 1]
        at -= 1
    risks[at] = risk


@kernel
def _blended(free: int, risks: Floats) -> float:
    """The safety of the safest cells by their shares: the free ones first; if there are fewer, the last counts on."""
    safety, last = 0.0, 0.0
    for i in range(len(SHARES)):
        if i >= free and risks[i - free] < np.inf:
            last = risks[i - free]
        safety += SHARES[i] * (1.0 - last)
    return safety
