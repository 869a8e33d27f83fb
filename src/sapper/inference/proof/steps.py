"""Steps: how the facts of a proof decide its cell, one small conclusion after the other.

    legend   draft   a conclusion before anybody knows how much of it is needed
             goal    the cell to be decided

What
    The simplest way that concludes anything has its turn, then all begin again: one fact; two facts; all facts
    against the mine count; an assumption that breaks a fact; two that agree on the goal; trying everything. When the
    goal is decided, conclusions that it does not rest on are dropped.

Why it is sound
    Each draft follows from its facts and from the cells decided before, which it lists in `uses`.

Cost
    Sets of a few cells, in plain Python: tenths of a millisecond. A proof of dozens of clues with the mine count takes
    some tens of milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sapper.board.grid import Cell
from sapper.inference.proof.facts import Decided, Fact
from sapper.inference.proof.suppose import agreements, contradictions
from sapper.inference.proof.ways import Draft, all_facts, one_fact, two_facts
from sapper.inference.proof.words import every_way


@dataclass(frozen=True)
class Step:
    """One conclusion of a proof."""

    level: str
    """The inference level that reasons like this."""
    clues: tuple[Cell, ...]
    mine_count: bool
    cells: tuple[Cell, ...]
    """The cells that it decides, as far as the proof needs them."""
    mine: bool
    """Whether they are mines, or safe."""
    uses: tuple[Cell, ...]
    """Cells that earlier steps decided and this one rests on."""
    text: str


def steps_to(facts: Sequence[Fact], goal: Cell, mine: bool) -> tuple[Step, ...]:
    """The steps by which facts decide a cell of which it is known that they do."""
    decided: dict[Cell, bool] = {}
    drafts: list[Draft] = []
    while goal not in decided:
        draft = next(_conclusions(facts, decided, goal, mine))
        drafts.append(draft)
        decided.update(dict.fromkeys(draft.cells, draft.mine))
    return tuple(_needed(drafts, goal))


def _conclusions(facts: Sequence[Fact], decided: Decided, goal: Cell, mine: bool) -> Iterator[Draft]:
    """What can be concluded next, the simplest first; trying everything always ends it."""
    near = sorted(facts, key=lambda fact: (fact.clue is None, goal not in fact.cells))
    ways: tuple[Callable[[Sequence[Fact], Decided], Iterator[Draft]], ...] = (one_fact, two_facts, all_facts)
    for way in ways:
        yield from way(near, decided)
    for pairs in (False, True):
        yield from contradictions(near, decided, goal, mine, pairs)
        yield from agreements(near, decided, goal, mine, pairs)
    used = frozenset(cell for fact in facts for cell in fact.cells if cell in decided)
    yield Draft("exact", tuple(facts), frozenset({goal}), mine, used, lambda _: every_way(mine, goal))


def _needed(drafts: Sequence[Draft], goal: Cell) -> list[Step]:
    """The drafts that the goal rests on, each with the cells that are needed of it."""
    wanted, steps = {goal}, list[Step]()
    for draft in reversed(drafts):
        cells = sorted(draft.cells & wanted)
        if not cells:
            continue
        wanted |= draft.uses
        clues, counted = _sources(draft.facts)
        steps.append(
            Step(draft.level, clues, counted, tuple(cells), draft.mine, tuple(sorted(draft.uses)), draft.say(cells))
        )
    return steps[::-1]


def _sources(facts: Sequence[Fact]) -> tuple[tuple[Cell, ...], bool]:
    """The clues behind some facts, and whether the mine count is one of them."""
    return tuple(sorted(fact.clue for fact in facts if fact.clue)), any(fact.clue is None for fact in facts)
