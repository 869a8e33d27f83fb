"""Ways to conclude something from facts: one at a time, two at a time, and against the mine count.

Every way yields drafts: what follows, from which facts, resting on which cells decided before, and how to say it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sapper.board.grid import Cell
from sapper.inference.proof import words
from sapper.inference.proof.facts import Decided, Fact

MOST_DISJOINT = 12
"""Among so many facts, sets that share no cell are all tried; among more, they are taken as they come."""


@dataclass(frozen=True)
class Draft:
    """A conclusion, with the words for as much of it as is needed in the end."""

    level: str
    facts: tuple[Fact, ...]
    cells: frozenset[Cell]
    mine: bool
    uses: frozenset[Cell]
    say: Callable[[Sequence[Cell]], str]


def one_fact(facts: Sequence[Fact], decided: Decided) -> Iterator[Draft]:
    """A fact that has all its mines, or needs all the cells that are left."""
    for fact in facts:
        left, mines = fact.left(decided), fact.mines(decided)
        level = "single" if fact.clue else "mine_count"
        if left and fact.high == len(mines):
            say = partial(words.all_found, fact, mines)
            yield Draft(level, (fact,), left, False, frozenset(mines), say)
        elif left and fact.low == len(mines) + len(left):
            safe = frozenset(fact.safe(decided))
            say = partial(words.all_needed, fact, mines, len(left), bool(safe))
            yield Draft(level, (fact,), left, True, safe, say)


def two_facts(facts: Sequence[Fact], decided: Decided) -> Iterator[Draft]:
    """Two facts that overlap: what one allows in the common cells decides the rest of the other."""
    rests = [(fact, fact.left(decided)) for fact in facts]
    for fact, left in rests:
        for other, theirs in rests:
            if other is not fact and not left.isdisjoint(theirs) and (found := _compared(fact, other, decided)):
                yield _with_fewest_uses(found, fact, other, decided)


def _compared(fact: Fact, other: Fact, decided: Decided) -> Draft | None:
    """What the cells that two facts share say of the rest of the first, if anything."""
    left, theirs = fact.left(decided), other.left(decided)
    shared, rest = left & theirs, left - theirs
    if not shared or not rest:
        return None
    mines, found = len(fact.mines(decided)), len(other.mines(decided))
    least = max(0, other.low - found - len(theirs - left))
    most = min(len(shared), other.high - found)
    nested = theirs <= left
    if fact.high - mines <= least:
        say, mined = partial(words.shared_enough, fact, other, least, nested), False
    elif fact.low - mines - most >= len(rest):
        say, mined = partial(words.shared_too_little, fact, other, most, fact.low - mines), True
    else:
        return None
    uses = frozenset(cell for cell in fact.cells | other.cells if cell in decided)
    return Draft("subset" if nested else "zones", (fact, other), rest, mined, uses, say)


def _with_fewest_uses(found: Draft, fact: Fact, other: Fact, decided: Decided) -> Draft:
    """The same conclusion from as few of the decided cells as it takes."""
    for cell in sorted(found.uses):
        fewer = _compared(fact, other, {used: decided[used] for used in found.uses - {cell}})
        if fewer is not None and fewer.mine == found.mine and found.cells <= fewer.cells:
            found = replace(fewer, cells=found.cells)
    return found


def all_facts(facts: Sequence[Fact], decided: Decided) -> Iterator[Draft]:
    """The clues together against the mine count: they need all mines that are left, or have room for no more.

    Clues that share no cell and need all mines that are left make every other cell safe. Clues that together with the
    cells they do not touch have just enough room for the mines that are left count no mine twice.
    """
    count = next((fact for fact in facts if fact.clue is None), None)
    if count is None:
        return
    missing, everywhere = count.low - len(count.mines(decided)), count.left(decided)
    clues = [(fact, fact.left(decided), len(fact.mines(decided))) for fact in facts if fact.clue and fact.left(decided)]
    for chosen in (*_disjoint(clues), clues):
        together = tuple(fact for fact, _, _ in chosen)
        times = Counter(cell for _, left, _ in chosen for cell in left)
        rest, twice = everywhere.difference(times), frozenset(cell for cell in times if times[cell] > 1)
        lows = [fact.low - mines for fact, _, mines in chosen]
        highs = [fact.high - mines for fact, _, mines in chosen]
        uses = frozenset(cell for fact in (*together, count) for cell in fact.cells if cell in decided)
        draft = partial(Draft, "mine_count", (*together, count), uses=uses)
        if rest and not twice and sum(lows) == missing:
            yield draft(rest, False, say=partial(words.take_all, together, lows))
        elif sum(highs) + len(rest) == missing:
            if rest:
                yield draft(rest, True, say=partial(words.take_few, together, highs, missing))
            if twice:
                yield draft(twice, False, say=partial(words.none_twice, together, highs, missing, len(rest)))


Clue = tuple[Fact, frozenset[Cell], int]


def _disjoint(clues: Sequence[Clue]) -> Iterator[tuple[Clue, ...]]:
    """Sets of two or more clues that share no cell that is left; of many clues only the first such set."""
    if len(clues) > MOST_DISJOINT:
        taken: list[Clue] = []
        for clue in clues:
            if all(clue[1].isdisjoint(other[1]) for other in taken):
                taken.append(clue)
        yield tuple(taken)
        return
    waiting: list[tuple[tuple[Clue, ...], int]] = [((), 0)]
    for chosen, first in waiting:
        for number in range(first, len(clues)):
            if all(clues[number][1].isdisjoint(other[1]) for other in chosen):
                waiting.append(((*chosen, clues[number]), number + 1))
        if len(chosen) > 1:
            yield chosen
