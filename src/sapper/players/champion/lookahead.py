"""Look-ahead: what a guess is worth, by what would follow after each clue that the cell may show.

    legend   click   an opening in thought: first the guess, then the obvious next cell, and so on
             path    the cells that are open in thought, one per click

The worth of a guess is the chance to survive it, the clicks that obviously follow it, and one click more. What
follows, for each clue, weighed by its exact probability, is a cell that is free, if there is one, else the safest
living cell. How safe the last click is, is said by the four safest living cells, blended, because several good cells
are better than one; if one of them is free, that counts a little more. A path that is unlikely is not followed to the
end: it hardly counts, and most paths are unlikely.
Cost: one exact analysis per clue of every click, but for the least clue of the last one. A cell is given up as soon as
it cannot be the best any more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.compiled import kernel
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.inference.exact.layers import Longs
from sapper.knowledge.constraints import Bytes, Floats, Ints, hidden_around
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
    """The cells that are open in thought, and how far the thought has come; all [clicks]."""

    cell: Ints
    least: Longs
    """The least and the most that the cell may show, and what it is likely to."""
    most: Longs
    likely: Longs
    tried: Longs
    """How many steps away from the likely clue."""
    log2_weight: Floats
    """Of the solutions before the cell was opened."""
    chance: Floats
    """To come as far as that."""
    left: Floats
    """The chance to survive the click with a clue that was not thought of yet."""


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
    _enter(path, 0, cell, cells, neighbours, risk, log2_weight, 1.0)
    click, so_far, left = 0, 0.0, path.left[0]
    while click >= 0:
        if so_far + left * (1.0 + PROGRESS) < to_beat:
            for i in range(click + 1):
                cells[path.cell[i]] = HIDDEN
            return BEHIND
        last = click + 1 == clicks or path.left[click] < thin
        clue = _next_clue(path, click, last)
        if clue == NONE:
            left -= path.left[click]
            if last and _is_easy(path, click):
                so_far += path.left[click] * (1.0 + PROGRESS)
            cells[path.cell[click]] = HIDDEN
            click -= 1
            continue
        cells[path.cell[click]] = clue
        verdict[:] = UNDECIDED
        status, _, _, weight = analyse_view(
            cells, no_bounds, True, neighbours, likelihoods, mines, 1.0, most_states, most_values, risk_after, verdict,
            True,
        )  # fmt: skip
        if status != FINE:
            continue
        chance = path.chance[click] * 2.0 ** (weight - path.log2_weight[click])
        path.left[click] -= chance
        safety, following = _next_click(cells, neighbours, risk_after, verdict)
        if last or chance < thin or following == NONE:
            so_far += chance * safety
            left -= chance
        else:
            click += 1
            _enter(path, click, following, cells, neighbours, risk_after, weight, chance)
            left -= chance - path.left[click]
    return float(so_far if so_far >= to_beat else BEHIND)


@kernel
def _new_path(clicks: int) -> Path:
    cell, numbers, shares = np.empty(clicks, np.int32), np.empty((4, clicks), np.int64), np.empty((3, clicks))
    return Path(cell, numbers[0], numbers[1], numbers[2], numbers[3], shares[0], shares[1], shares[2])


@kernel
def _enter(
    path: Path, click: int, cell: int, cells: Bytes, neighbours: Ints, risk: Floats, log2_weight: float, chance: float
) -> None:
    """Go on with a cell, in place: what it may show, and how likely it is to get there and to survive."""
    known, hidden, expected = 0, 0, 0.0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        known += cells[near] == MINE or cells[near] == FLAG
        hidden += cells[near] == HIDDEN
        expected += risk[near] if cells[near] == HIDDEN else 0.0
    path.cell[click], path.tried[click] = cell, -1
    path.least[click], path.most[click], path.likely[click] = known, known + hidden, known + int(expected + 0.5)
    path.log2_weight[click], path.chance[click], path.left[click] = log2_weight, chance, chance * (1.0 - risk[cell])


@kernel
def _next_clue(path: Path, click: int, last: bool) -> int:
    """The next clue to think of, or NONE, in place.

    From the likeliest clue outwards: so it is soonest seen that a cell cannot be the best, or that no clue is left.
    """
    least, most, likely = path.least[click], path.most[click], path.likely[click]
    lowest = least + 1 if last and _is_easy(path, click) else least
    while path.left[click] >= EQUAL and path.tried[click] < 2 * (most - least):
        path.tried[click] += 1
        step = path.tried[click]
        clue = likely + (step + 1) // 2 if step % 2 else likely - step // 2
        if lowest <= clue <= most:
            return int(clue)
    return NONE


@kernel
def _is_easy(path: Path, click: int) -> bool:
    """Whether the least clue proves so many cells safe that its worth is known; its chance is what the others leave."""
    return bool(path.most[click] - path.least[click] >= len(SHARES))


@kernel
def _next_click(cells: Bytes, neighbours: Ints, risk: Floats, verdict: Bytes) -> tuple[float, int]:
    """How safe the next click is, and on which cell: a free one with most to tell, or the safest; NONE if all is won.

    Not a dead cell, unless all are.
    """
    risks = np.full(len(SHARES), np.inf)
    free, most, freest, undecided, safest, lowest = 0, -1, NONE, 0, NONE, np.inf
    living = NONE
    for cell in range(len(cells)):
        if cells[cell] != HIDDEN:
            continue
        if verdict[cell] == SAFE:
            free += 1
            hidden = hidden_around(cell, cells, neighbours)
            if hidden > most:
                freest, most = cell, hidden
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
