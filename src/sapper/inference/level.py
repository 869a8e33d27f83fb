"""What an inference level is, and how levels work together.

    legend   finding   a cell that a level decided, with the clues it used
             decided   int8 [n], per unknown cell: UNDECIDED, SAFE or MINE; what all levels so far found

A level looks at the constraints and at what is decided, decides more (in `decided`) and returns its findings. It
never decides wrongly: every finding is entailed by the clues it names together with the cells decided before.
A level above the cheapest may return after its first finding: the cheapest then has its turn again.

Each level has a kernel of one shape, its step: `zones_step(c, decided, order, …)` decides in place, lists the cells in
`order`, and returns how many they are, or a negative number if a clue cannot hold. The level adds the reasons; whole
games in compiled code (`sapper.sim.lane`) do without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from sapper.knowledge.constraints import Bytes, Constraints

BROKEN = -1
"""What a step returns if a clue cannot hold."""


class Finding(NamedTuple):
    """A decided cell; ids are those of the constraints."""

    cell: int
    mine: bool
    clues: tuple[int, ...]
    mine_count: bool = False


class Contradiction(Exception):
    """A level found a clue that cannot hold, its id, or -1 for the mine count.

    `infer` turns this into an InconsistentView that says which clues clash; `infer_trusting` drops the clue.
    """


class Level(Protocol):
    """A way to decide cells."""

    def __call__(self, c: Constraints, decided: Bytes) -> list[Finding]:
        """Decide more cells, in place, and say which and why."""
        ...


def run(levels: Sequence[tuple[str, Level]], c: Constraints) -> tuple[Bytes, list[tuple[str, Finding]]]:
    """Let named levels, cheapest first, decide all they can, going back to the cheapest after every change."""
    decided = np.zeros(len(c.cells), np.int8)
    trail: list[tuple[str, Finding]] = []
    turn = 0
    while turn < len(levels):
        name, level = levels[turn]
        findings = level(c, decided)
        trail.extend((name, finding) for finding in findings)
        turn = 0 if findings and turn else turn + 1
    return decided, trail
