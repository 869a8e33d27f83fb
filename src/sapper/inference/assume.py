"""Level `assume` (report 004, COWAN DOES IT BETTER): follow both assumptions on a cell that is in many facts.

What
    For each undecided cell in at least f clues (f = 1, 2 or 3; default 2), those in most clues first: assume it
    safe, assume it mined, and let the single-clue rules run on both tracks. A contradiction on one track decides the
    cell the other way; otherwise, what both tracks agree on is true. Returns after the first productive cell.
    With `count` the mine count, if told, is one more clue on both tracks; it does not make a cell more frequent.

Why it is sound
    Every solution has the cell safe or mined, so it lies on one of the two tracks; what holds on both, or on the only
    one that is possible, holds in all. The reason names the clues on the way on both tracks, or to the broken clue.

Cost
    Two propagations per candidate. What is known is counted once; a track touches only the cells it decides and takes
    them back. A track that says nothing new ends its candidate if the other one is known to break nothing.

Example
    `1.2/.../...` — from (0,1): if it is safe, the 2 has mines at (1,1) and (1,2), so the 1 has (1,0) safe; if it is a
    mine, the 1 is served, so (1,0) and (1,1) are safe and the 2 needs (1,2). Either way (1,2) is mined, (1,0) safe.
"""

from __future__ import annotations

import numpy as np

from sapper.board.grid import MAX_NEIGHBOURS
from sapper.compiled import inlined, kernel
from sapper.inference.level import BROKEN, Contradiction, Finding
from sapper.inference.mine_count import finding, with_mine_count
from sapper.inference.propagate import NOTHING, Track, begin, clues_behind, follow, take_back
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

AGREED = 3
"""Outcome of a candidate whose tracks agree; SAFE or MINE is the track that broke."""


def assume_level(c: Constraints, decided: Bytes, f: int = 2, count: bool = False) -> list[Finding]:
    """Decide what follows from both assumptions on the first productive cell."""
    m = len(c.clues)
    if count and c.mines_left >= 0:
        c = with_mine_count(c)
    track, broken = begin(c, decided)
    if broken != NOTHING:
        raise Contradiction(broken if broken < m else -1)
    same, verdicts = np.empty(len(c.cells), np.int32), np.empty(len(c.cells), np.int8)
    cell, outcome, agreed = try_both(c, decided, track, m, f, same, verdicts)
    if cell == NOTHING:
        return []
    if outcome != AGREED:
        clues = clues_behind(c, decided, track, cell, outcome, NOTHING)
        decided[cell] = MINE if outcome == SAFE else SAFE
        return [finding(m, cell, outcome == SAFE, clues)]
    findings = []
    for other, verdict in zip(same[:agreed].tolist(), verdicts[:agreed].tolist(), strict=True):
        clues = clues_behind(c, decided, track, cell, SAFE, other) | clues_behind(c, decided, track, cell, MINE, other)
        findings.append(finding(m, other, verdict == MINE, clues))
    decided[same[:agreed]] = verdicts[:agreed]
    return findings


@inlined
def assume_step(c: Constraints, decided: Bytes, order: Ints, f: int, count: bool) -> int:
    """The same in place, without the reasons; order int32 [n], in place: the cells. How many, or BROKEN."""
    if count and c.mines_left >= 0:
        return _step(with_mine_count(c), decided, order, len(c.clues), f)
    return _step(c, decided, order, len(c.clues), f)


@inlined
def _step(c: Constraints, decided: Bytes, order: Ints, m: int, f: int) -> int:
    """The step; m: clues without the mine count."""
    track, broken = begin(c, decided)
    if broken != NOTHING:
        return BROKEN
    verdicts = np.empty(len(c.cells), np.int8)
    cell, outcome, agreed = try_both(c, decided, track, m, f, order, verdicts)
    if cell == NOTHING:
        return 0
    if outcome != AGREED:
        order[0], verdicts[0], agreed = cell, MINE if outcome == SAFE else SAFE, 1
    for i in range(agreed):
        decided[order[i]] = verdicts[i]
    return agreed


@kernel
def try_both(
    c: Constraints, decided: Bytes, track: Track, m: int, f: int, same: Ints, verdicts: Bytes
) -> tuple[int, int, int]:
    """The first productive candidate, its outcome, and how many cells both tracks agree on; or NOTHING.

    m: clues without the mine count. same int32 [n] and verdicts int8 [n], in place: the cells agreed on.
    decided int8 [n] and the track are as before when it returns.
    """
    counted = len(c.clues) - m
    harmless = np.zeros((len(c.cells), 3), np.bool_)
    for frequency in range(MAX_NEIGHBOURS, f - 1, -1):
        for cell in range(len(c.cells)):
            if decided[cell] != UNDECIDED or c.touch_start[cell + 1] - c.touch_start[cell] - counted != frequency:
                continue
            first, agreed = 0, 0
            for verdict in (SAFE, MINE):
                if first == 1 and harmless[cell, MINE]:
                    break
                length, taken, broken = follow(c, decided, track, cell, verdict)
                for k in range(first):
                    if verdicts[k] == decided[same[k]]:
                        same[agreed], verdicts[agreed] = same[k], verdicts[k]
                        agreed += 1
                for k in range(length):
                    other = track.trail[k]
                    harmless[other, decided[other]] = True
                    if verdict == SAFE:
                        same[k], verdicts[k] = other, decided[other]
                        first = length
                take_back(c, decided, track, length, taken)
                if broken != NOTHING:
                    return cell, verdict, 0
            if agreed:
                return cell, AGREED, agreed
    return NOTHING, UNDECIDED, 0
