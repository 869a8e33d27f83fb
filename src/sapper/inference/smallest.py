"""The smallest set of items that cannot hold together: fewest clues that contradict, or that prove a cell.

    legend   item        a number that stands for something that may be assumed or left out: a clue, the mine count
             refuted     no solution makes all items of a set hold
             correction  items of which at least one is in every refuted set: what a possible set leaves out

What
    `shrunk` drops items from a refuted set as long as it stays refuted: no item can be spared then. `smallest` goes on
    to a set of minimum size, as far as its budget of questions allows.

Why it is sound
    Every refuted set hits every correction. A smallest set that hits the corrections known so far is therefore no
    larger than any refuted set: if it is refuted itself, or as large as a refuted set at hand, the minimum is proved.
    Otherwise it is possible, and what it leaves out after adding all that fits is a new correction.

Cost
    `shrunk`: at most one question per item of the first core. `smallest`: a few questions per item near the conflict
    when there is one conflict; the number of corrections multiplies with separate conflicts, hence the budget.

Example
    Of the facts a, a ∨ b, ¬a, ¬b: shrunk might keep any two or three that clash, smallest keeps a and ¬a.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from pysat.examples.hitman import Hitman

Items = frozenset[int]


class Answer(NamedTuple):
    """What a solver says of a set of items."""

    refuted: bool
    items: Items
    """Refuted: a part of the set that cannot hold. Possible: all items that hold in the solution found."""


Check = Callable[[Items], Answer | None]
"""Asks whether items can hold together; None when the solver gives up."""


class Smallest(NamedTuple):
    """A set of items that cannot hold together."""

    items: tuple[int, ...]
    """In rising order."""
    minimum: bool
    """Whether it is proved that no smaller set exists."""


@dataclass
class _Budget:
    """Counts questions; a question over budget is answered by None, like one that the solver gives up."""

    check: Check
    left: int

    def __call__(self, items: Items) -> Answer | None:
        self.left -= 1
        return self.check(items) if self.left >= 0 else None


def smallest(items: Collection[int], check: Check, calls: int = 1000) -> Smallest | None:
    """A smallest set of items that cannot hold together, within so many calls; None if all can hold.

    >>> smallest(range(9), lambda items: Answer(items >= {2, 5}, items))
    Smallest(items=(2, 5), minimum=True)
    """
    ask = _Budget(check, calls)
    first = check(frozenset(items))
    if first is None or not first.refuted:
        return None
    best = shrunk(first.items, ask)
    with Hitman(solver="g4") as corrections:
        while ask.left > 0:
            guess = frozenset(corrections.get() or ())
            if len(guess) >= len(best):
                return Smallest(tuple(sorted(best)), True)
            answer = ask(guess)
            if answer is None:
                break
            if answer.refuted:
                return Smallest(tuple(sorted(answer.items)), True)
            corrections.hit(sorted(frozenset(items) - _grown(answer.items, items, ask)))
    return Smallest(tuple(sorted(best)), False)


def shrunk(items: Items, check: Check) -> Items:
    """A part of a refuted set from which no item can be spared, unless the checks give up."""
    for item in sorted(items):
        if item in items:
            answer = check(items - {item})
            if answer is not None and answer.refuted:
                items = answer.items
    return items


def _grown(held: Items, items: Collection[int], check: Check) -> Items:
    """A possible set with all items added that still fit."""
    for item in sorted(frozenset(items) - held):
        if item not in held:
            answer = check(held | {item})
            if answer is not None and not answer.refuted:
                held = answer.items
    return held
