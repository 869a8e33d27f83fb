"""Suppositions: give a cell a value and follow what the facts then say, one at a time or two at a time.

legend   track   what follows from a supposition, as far as its end needs it
         end     a fact that cannot hold, or the goal decided
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from sapper.board.grid import Cell
from sapper.inference.proof import words
from sapper.inference.proof.facts import Decided, Fact
from sapper.inference.proof.ways import Draft, one_fact, two_facts


class Track(NamedTuple):
    """What follows from a supposition."""

    links: tuple[Draft, ...]
    facts: tuple[Fact, ...]
    uses: frozenset[Cell]
    """Cells decided before that it rests on."""
    broken: str
    """How the fact at its end would break, in words; "" if it ends with the goal."""


def contradictions(facts: Sequence[Fact], decided: Decided, goal: Cell, mine: bool, pairs: bool) -> Iterator[Draft]:
    """The opposite of a supposition that breaks a fact; the goal is tried first, then other cells beside clues."""
    for cell, value in ((goal, not mine), *((cell, value) for cell in _beside(facts, decided, goal) for value in BOTH)):
        track = _follow(facts, decided, cell, value, pairs)
        if track is not None:
            say = partial(words.supposed, cell, value, track.links, track.broken)
            yield Draft("contradiction", track.facts, frozenset({cell}), not value, track.uses, say)


def agreements(facts: Sequence[Fact], decided: Decided, goal: Cell, mine: bool, pairs: bool) -> Iterator[Draft]:
    """The goal, if it follows from both values of some other cell."""
    for cell in _beside(facts, decided, goal):
        tracks = [_follow(facts, decided, cell, value, pairs, (goal, mine)) for value in BOTH]
        safe, mined = tracks
        if safe is not None and mined is not None:
            together = tuple(dict.fromkeys((*safe.facts, *mined.facts)))
            say = partial(words.either_way, cell, safe.links, mined.links)
            yield Draft("assume", together, frozenset({goal}), mine, safe.uses | mined.uses, say)


BOTH = (False, True)


def _beside(facts: Sequence[Fact], decided: Decided, goal: Cell) -> list[Cell]:
    """The undecided cells beside clues, without the goal."""
    return sorted({cell for fact in facts if fact.clue for cell in fact.left(decided)} - {goal})


def _follow(
    facts: Sequence[Fact], decided: Decided, cell: Cell, value: bool, pairs: bool, goal: tuple[Cell, bool] | None = None
) -> Track | None:
    """Follow a supposition to a broken fact or, if it is given, to the goal; None if it leads nowhere."""
    believed = {**decided, cell: value}
    chain: list[Draft] = []
    while goal is None or goal[0] not in believed:
        broken = next((fact for fact in facts if _cannot_hold(fact, believed)), None)
        if broken is not None:
            too_many = len(broken.mines(believed)) > broken.high
            culprits = broken.mines(believed) if too_many else broken.safe(believed)
            ending = words.breaks(broken, len(broken.mines(believed)), len(broken.left(believed)))
            return None if goal else _track(chain, set(culprits), decided, (broken,), ending)
        draft = next(one_fact(facts, believed), None) or (next(two_facts(facts, believed), None) if pairs else None)
        if draft is None:
            return None
        chain.append(draft)
        believed.update(dict.fromkeys(draft.cells, draft.mine))
    return _track(chain, {goal[0]}, decided, (), "") if believed[goal[0]] == goal[1] else None


def _track(chain: list[Draft], wanted: set[Cell], decided: Decided, end: tuple[Fact, ...], broken: str) -> Track:
    """The part of a chain that its end needs."""
    links: list[Draft] = []
    for draft in reversed(chain):
        if draft.cells & wanted:
            links.append(replace(draft, cells=draft.cells & wanted))
            wanted |= draft.uses
    facts = dict.fromkeys([*(fact for link in reversed(links) for fact in link.facts), *end])
    return Track(tuple(reversed(links)), tuple(facts), frozenset(wanted.intersection(decided)), broken)


def _cannot_hold(fact: Fact, believed: Decided) -> bool:
    mines = len(fact.mines(believed))
    return mines > fact.high or mines + len(fact.left(believed)) < fact.low
