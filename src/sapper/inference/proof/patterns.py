"""Patterns: the names that players give to small deductions.

    B1            a clue that needs all its cells                          minesweeper.online, help/patterns
    B2            a clue that has all its mines
    1-1           two clues that need one mine each, one inside the other: the rest is safe
    1-2           one that needs one mine and one that needs more and has no room for them elsewhere
    1-2-1, 1-2-2-1   clues in a line along a wall of hidden cells that need so many mines
    reduction     a pattern that shows only after known mines are subtracted: "1-2 by reduction"
    mine count    whatever needs the number of mines on the board

A name describes what is left after the first plain steps: mines that single clues find are subtracted, as players do.
A line is named even if a part of it proves the cell already: players see the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sapper.board.grid import Cell
from sapper.inference.proof.facts import Decided, Fact
from sapper.inference.proof.steps import Step

LINES = {(1, 2, 2, 1): "1-2-2-1", (1, 2, 1): "1-2-1"}

ClueAt = Callable[[Cell], Fact | None]
"""What the clue at a cell says of hidden cells, if there is one."""


def pattern_of(facts: Sequence[Fact], steps: Sequence[Step], clue_at: ClueAt) -> str | None:
    """The name that players have for a proof, if they have one."""
    if any(fact.clue is None for fact in facts):
        return "mine count"
    plain = next((number for number, step in enumerate(steps) if step.level != "single"), len(steps))
    if plain == len(steps):
        return "B1" if steps[-1].mine else "B2"
    found = {cell: step.mine for step in steps[:plain] for cell in step.cells}
    clues = {clue for step in steps[plain:] for clue in step.clues}
    left = [fact for fact in facts if fact.clue in clues]
    name, seen = next(_lines(clues, found, clue_at), (_of_two(left, steps[plain:], found), left))
    if not any(fact.known or fact.mines(found) for fact in seen):
        return name
    return f"{name} by reduction" if name else "reduction"


def _lines(clues: set[Cell], found: Decided, clue_at: ClueAt) -> Iterator[tuple[str, list[Fact]]]:
    """The lines of clues side by side that hold all of these and make a pattern, the longest first."""
    first, last = min(clues), max(clues)
    for needs, name in LINES.items():
        for down, right in ((0, 1), (1, 0)):
            span = (last[0] - first[0]) * down + (last[1] - first[1]) * right + 1
            for back in range(len(needs) - span + 1):
                line = [(first[0] + down * k, first[1] + right * k) for k in range(-back, len(needs) - back)]
                facts = [fact for fact in map(clue_at, line) if fact is not None]
                if clues <= set(line) and len(facts) == len(needs) and _along_a_wall(facts, needs, found, right):
                    yield name, facts


def _along_a_wall(facts: Sequence[Fact], needs: Sequence[int], found: Decided, across: int) -> bool:
    """Whether the clues need so many mines, all of them in one row or column beside the line."""
    wall = {cell[1 - across] for fact in facts for cell in fact.left(found)}
    return len(wall) == 1 and all(
        fact.low == fact.high == need + len(fact.mines(found)) for fact, need in zip(facts, needs, strict=True)
    )


def _of_two(facts: Sequence[Fact], steps: Sequence[Step], found: Decided) -> str | None:
    """Two exact clues compared once; more steps, or other numbers, have no name."""
    compared = [step for step in steps if step.level in ("subset", "zones")]
    if len(compared) != 1 or len(facts) != 2 or any(fact.low != fact.high for fact in facts):
        return None
    fewer, more = sorted(fact.low - len(fact.mines(found)) for fact in facts)
    if fewer != 1 or (more == 1 and compared[0].mine):
        return None
    return "1-1" if more == 1 else "1-2"
