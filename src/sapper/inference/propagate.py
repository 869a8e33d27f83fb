"""Single-clue propagation from one assumption, with a trail to take it back: shared by `assume` and `contradiction`.

    legend   track   the sums of each clue, and the trail of cells decided since an assumption
             trail   those cells in the order in which they were decided; each with the clue that decided it
             taken   how many cells of the trail are already counted in the sums; a broken clue stops the count

What is known before the assumption is counted once per call of a level, in `begin`. A track pays only for the cells
that follow from its assumption, and `take_back` undoes just these.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

NOTHING = -1

Mask = npt.NDArray[np.bool_]


class Track(NamedTuple):
    """One line of reasoning."""

    undecided: Ints
    """[m] cells of each clue not yet counted as safe or mined."""
    mines: Ints
    """[m] cells of each clue counted as mined."""
    trail: Ints
    """[n] cells in the order in which they were decided."""
    why: Ints
    """[n] for each place of the trail the clue that decided it, or NOTHING for the assumption."""
    place: Ints
    """[n] where each cell stands in the trail, or NOTHING."""


@kernel
def begin(c: Constraints, decided: Bytes) -> tuple[Track, int]:
    """The track before any assumption, and a clue that is already broken or NOTHING."""
    n, m = len(c.cells), len(c.clues)
    undecided, mines = np.zeros(m, np.int32), np.zeros(m, np.int32)
    broken = NOTHING
    for clue in range(m):
        for i in range(c.start[clue], c.start[clue + 1]):
            undecided[clue] += decided[c.members[i]] == UNDECIDED
            mines[clue] += decided[c.members[i]] == MINE
        if mines[clue] > c.high[clue] or mines[clue] + undecided[clue] < c.low[clue]:
            broken = clue
    place = np.full(n, NOTHING, np.int32)
    return Track(undecided, mines, np.empty(n, np.int32), np.empty(n, np.int32), place), broken


@kernel
def follow(c: Constraints, decided: Bytes, track: Track, cell: int, verdict: int) -> tuple[int, int, int]:
    """Assume a cell and decide, in place, all that single clues then decide.

    Returns the length of the trail, how many of its cells are taken, and the broken clue or NOTHING.
    """
    decided[cell] = verdict
    track.trail[0], track.why[0], track.place[cell] = cell, NOTHING, 0
    length, taken, broken = 1, 0, NOTHING
    while taken < length and broken == NOTHING:
        cell = track.trail[taken]
        taken += 1
        for j in range(c.touch_start[cell], c.touch_start[cell + 1]):
            clue = c.touching[j]
            track.undecided[clue] -= 1
            track.mines[clue] += decided[cell] == MINE
            mines, most = track.mines[clue], track.mines[clue] + track.undecided[clue]
            if mines > c.high[clue] or most < c.low[clue]:
                broken = clue
                continue
            if mines == most or (c.high[clue] > mines and c.low[clue] < most):
                continue
            forced = SAFE if c.high[clue] == mines else MINE
            for i in range(c.start[clue], c.start[clue + 1]):
                other = c.members[i]
                if decided[other] == UNDECIDED:
                    decided[other] = forced
                    track.trail[length], track.why[length], track.place[other] = other, clue, length
                    length += 1
    return length, taken, broken


@kernel
def take_back(c: Constraints, decided: Bytes, track: Track, length: int, taken: int) -> None:
    """Undo `follow`."""
    for k in range(length):
        cell = track.trail[k]
        if k < taken:
            for j in range(c.touch_start[cell], c.touch_start[cell + 1]):
                track.undecided[c.touching[j]] += 1
                track.mines[c.touching[j]] -= decided[cell] == MINE
        decided[cell] = UNDECIDED
        track.place[cell] = NOTHING


@kernel
def clues_behind(c: Constraints, decided: Bytes, track: Track, cell: int, verdict: int, target: int) -> Mask:
    """Bool [m], the clues by which an assumption leads to a target cell, or to a broken clue if the target is NOTHING.

    Walks the trail backwards: a cell was found safe because of the mines around its clue, and mined because of the
    safe cells around it, so only these matter.
    """
    length, taken, broken = follow(c, decided, track, cell, verdict)
    wanted, used = np.zeros(length, np.bool_), np.zeros(len(c.clues), np.bool_)
    if target != NOTHING:
        wanted[track.place[target]] = True
    else:
        used[broken] = True
        culprit = MINE if track.mines[broken] > c.high[broken] else SAFE
        _want(c, decided, track, broken, culprit, length, wanted)
    for k in range(length - 1, 0, -1):
        if wanted[k]:
            used[track.why[k]] = True
            culprit = MINE if decided[track.trail[k]] == SAFE else SAFE
            _want(c, decided, track, track.why[k], culprit, k, wanted)
    take_back(c, decided, track, length, taken)
    return used


@kernel
def _want(c: Constraints, decided: Bytes, track: Track, clue: int, culprit: int, before: int, wanted: Mask) -> None:
    """Mark the cells of a clue that the trail gave a verdict before a place."""
    for i in range(c.start[clue], c.start[clue + 1]):
        cell = c.members[i]
        if decided[cell] == culprit and NOTHING < track.place[cell] < before:
            wanted[track.place[cell]] = True
