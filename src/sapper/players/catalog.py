"""Every named agent: inference levels × policy, with the report it comes from."""

from __future__ import annotations

import difflib

from sapper.errors import UnknownAgent
from sapper.players.agent import Reasoner
from sapper.policies.order import first_in_order

CATALOG: tuple[Reasoner, ...] = (
    Reasoner("random", (), first_in_order, "–", "opens hidden cells in a random order and proves nothing"),
    Reasoner(
        "basic",
        ("single",),
        first_in_order,
        "000–004",
        "both single-clue rules until nothing changes, else random",
    ),
)


def agent(name: str) -> Reasoner:
    """The agent of that name.

    >>> agent("basic").about
    'both single-clue rules until nothing changes, else random'
    """
    for entry in CATALOG:
        if entry.name == name:
            return entry
    names = [entry.name for entry in CATALOG]
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"choose {', '.join(names)}, or path/to/file.py:Class"
    raise UnknownAgent(f"no agent is called {name!r}: {hint}")


def agents() -> tuple[Reasoner, ...]:
    """All named agents, simplest first; each has `name`, `report` and `about`."""
    return CATALOG
