"""Level `enumeration`: count the configurations of small components (report 002's brute force).

What
    Every component of the frontier with at most `cap` undecided cells is enumerated. A cell that is safe, or mined, in
    all its configurations is decided: all such cells at once. If the mine count is told, configurations with more or
    fewer mines than the other components and the cells outside can make up for are struck out first; and if every
    combination leaves nothing, or only mines, for the cells outside, those are decided too.

Why it is sound
    The true mines of a component are one of its configurations, and the true numbers of mines are one of the
    combinations. What holds in all of them holds in truth. A component above the cap counts as "outside", where any
    number of mines is thought possible: that keeps more combinations than there are, never fewer.
    Uncertain clues: a configuration counts if every clue allows it, so the same argument holds.

Cost
    At most 2^cap per component; in practice tens to thousands of steps, because supercells are filled as a whole and
    clues leave few choices. The mine count: the square of the mines that components may differ by.

Example
    `1.2/.../.3.` — whatever the clues allow, the second cell of the first column is safe (report 000 gives this
    board as one that its window cannot solve).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.compiled import inlined
from sapper.inference.level import BROKEN, Contradiction, Finding
from sapper.knowledge.configurations import BROKEN_CLUE, CAP, FINE, NO_COMPONENT, Examination, examine
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, UNDECIDED


def enumeration_level(c: Constraints, decided: Bytes, cap: int = CAP, count: bool = True) -> list[Finding]:
    """Decide all cells that are alike in every configuration of a component of at most `cap` cells.

    count: whether the mine count is looked at, if it is told (report 001 does not).
    """
    seen = examine(c, decided, cap, count)
    if seen.status != FINE:
        raise Contradiction(_broken_clue(c, seen))
    cells = np.flatnonzero((seen.verdict != UNDECIDED) & (decided == UNDECIDED)).tolist()
    if not cells:
        return []
    reasons = {NO_COMPONENT: _live_clues(c, decided, seen.component != NO_COMPONENT)}
    for component in set(seen.component[cells].tolist()) - {NO_COMPONENT}:
        reasons[component] = _live_clues(c, decided, seen.component == component)
    findings = []
    for cell in cells:
        counted = bool(seen.counted[cell])
        clues = reasons[NO_COMPONENT if counted else int(seen.component[cell])]
        findings.append(Finding(cell, bool(seen.verdict[cell] == MINE), clues, counted))
    decided[cells] = seen.verdict[cells]
    return findings


@inlined
def enumeration_step(c: Constraints, decided: Bytes, order: Ints, cap: int, count: bool) -> int:
    """The same in place, without the reasons; order int32 [n], in place: the cells. How many, or BROKEN."""
    seen = examine(c, decided, cap, count)
    if seen.status != FINE:
        return BROKEN
    found = 0
    for cell in range(len(decided)):
        if decided[cell] == UNDECIDED and seen.verdict[cell] != UNDECIDED:
            decided[cell] = seen.verdict[cell]
            order[found] = cell
            found += 1
    return found


def _live_clues(c: Constraints, decided: Bytes, chosen: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    """The clues that touch the chosen undecided cells."""
    clues: set[int] = set()
    for cell in np.flatnonzero(chosen & (decided == UNDECIDED)).tolist():
        clues.update(c.touching[c.touch_start[cell] : c.touch_start[cell + 1]].tolist())
    return tuple(sorted(clues))


def _broken_clue(c: Constraints, seen: Examination) -> int:
    """A clue of the component that has no configuration, or -1 if it is the mine count that cannot be met."""
    if seen.status != BROKEN_CLUE:
        return -1
    return int(c.touching[c.touch_start[seen.broken]]) if seen.broken >= 0 else 0
