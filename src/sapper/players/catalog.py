"""Every named agent: inference levels × policy, with the report it comes from.

A parameter that a report varies is part of the name: `assume(f=3)`, `brute(cap=12)`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import replace

from sapper.errors import BadInput, UnknownAgent
from sapper.players.agent import Reasoner
from sapper.players.bayes import Bayes
from sapper.players.champion.policy import DEEP, FAST, USUAL, Champion
from sapper.players.cheapest import Cheapest
from sapper.players.optimal.policy import best_play
from sapper.players.toll import Pick
from sapper.players.trusting import Trusting
from sapper.policies.arrangements import Counted
from sapper.policies.average import select
from sapper.policies.order import first_in_order
from sapper.policies.product import lowest_product
from sapper.policies.ratio import near_or_far
from sapper.policies.relaxed import lowest_relaxed
from sapper.policies.safest import Safest, lowest_risk_few_hidden, most_equations


def _assume(f: int = 2) -> Reasoner:
    return Reasoner(
        "assume",
        ("single", f"assume(f={f})"),
        first_in_order,
        "004",
        "follows both assumptions about a cell in at least f facts; what both agree on is true",
        mine_count=False,
    )


def _brute(cap: int = 20) -> Reasoner:
    return Reasoner(
        "brute",
        ("single", f"enumeration(cap={cap})"),
        Safest(Counted(cap)),
        "002",
        "counts the configurations of components of at most cap cells; takes the lowest risk",
    )


def _linear_brute(cap: int = 20) -> Reasoner:
    return Reasoner(
        "linear+brute",
        ("single", "linear", f"enumeration(cap={cap})"),
        Safest(Counted(cap)),
        "002",
        "the linear system first, then counting; takes the lowest risk",
    )


_WITH_PARAMETERS: dict[str, Callable[..., Reasoner]] = {
    "assume": _assume,
    "brute": _brute,
    "linear+brute": _linear_brute,
}

_WITH_INTERVALS: tuple[Reasoner, ...] = (
    Reasoner("random", (), first_in_order, "–", "opens hidden cells in a random order and proves nothing"),
    Reasoner(
        "basic",
        ("single",),
        first_in_order,
        "000–004",
        "both single-clue rules until nothing changes, else random",
    ),
    Reasoner(
        "queue",
        ("queue",),
        first_in_order,
        "000",
        "both single-clue rules, each clue looked at once per view, else random",
    ),
    Reasoner(
        "window",
        ("queue", "window"),
        first_in_order,
        "000",
        "compares clues of one 5×5 window two at a time, else random",
    ),
    Reasoner(
        "window+ratio",
        ("queue", "window"),
        near_or_far,
        "000",
        "as window; guesses near small clues when mines are dense, far from clues when not",
    ),
    Reasoner(
        "contradiction",
        ("single", "contradiction"),
        first_in_order,
        "001",
        "assumes a frontier cell safe, then mined; a broken equation proves the opposite",
        mine_count=False,
    ),
    Reasoner(
        "double",
        ("single", "contradiction", "exact"),
        Safest(),
        "001",
        "counts all arrangements of the equations; takes the lowest share, ties at random",
        mine_count=False,
    ),
    Reasoner(
        "triple",
        ("single", "contradiction", "exact"),
        Safest(ties=(most_equations,)),
        "001",
        "as double; ties go to the cell in most equations",
        mine_count=False,
    ),
    Reasoner(
        "linear",
        ("single", "linear"),
        first_in_order,
        "002",
        "all clues and the mine count as one linear system in echelon form, else random",
    ),
    _brute(),
    _linear_brute(),
    Reasoner(
        "zones",
        ("single", "zones"),
        lowest_product,
        "003",
        "bounds the mines that two overlapping zones share; guesses by the product rule",
    ),
    Reasoner(
        "subset",
        ("single", "subset"),
        first_in_order,
        "004",
        "subtracts equations that contain one another (ARAVIND), else random",
        mine_count=False,
    ),
    _assume(),
    Reasoner(
        "charles",
        ("single", "subset", "assume"),
        first_in_order,
        "004",
        "basic, then subset, then assume, back to the cheapest after every change",
        mine_count=False,
    ),
    Reasoner(
        "charles+global",
        ("mine_count", "single", "subset(count=1)", "assume(count=1)"),
        first_in_order,
        "004",
        "as charles, with the mine count as one more fact, looked at first",
    ),
    Reasoner(
        "charles+select",
        ("single", "subset", "assume"),
        select,
        "004",
        "as charles; guesses by the mean of mines left / hidden over the clues around",
        mine_count=False,
    ),
    Reasoner(
        "charles+both",
        ("mine_count", "single", "subset(count=1)", "assume(count=1)"),
        select,
        "004",
        "charles with both bonuses",
    ),
    Reasoner(
        "exact",
        ("single", "exact"),
        lowest_risk_few_hidden,
        "ours",
        "every cell that the clues and the mine count decide, else the lowest exact risk",
    ),
    Reasoner(
        "champion(fast)",
        ("single", "exact"),
        Champion(FAST),
        "ours",
        "the champion with a fifth of its time",
    ),
    Reasoner(
        "champion",
        ("single", "exact"),
        Champion(USUAL),
        "ours",
        "exact inference, look-ahead when it must guess, a perfect endgame: made to win classic games",
    ),
    Reasoner(
        "champion(deep)",
        ("single", "exact"),
        Champion(DEEP),
        "ours",
        "the champion with four or five times its time",
    ),
    Reasoner(
        "optimal",
        ("single", "exact"),
        best_play,
        "ours",
        "provably the best play on small boards and in endgames, as champion elsewhere",
    ),
)
"""Under uncertain clues these read each clue as the interval of numbers that it allows, and are never wrong."""


def _trusting(base: Reasoner) -> Reasoner:
    return Trusting(
        f"{base.name}+trusting",
        base.levels,
        base.policy,
        "002",
        f"as {base.name}, but takes uncertain clues at their word: its flags may be wrong",
        base.mine_count,
    )


CATALOG: tuple[Reasoner, ...] = (
    *_WITH_INTERVALS,
    *(_trusting(base) for base in _WITH_INTERVALS if base.name in ("basic", "linear", "zones", "subset")),
    Reasoner(
        "linopt",
        ("single", "linopt"),
        lowest_relaxed,
        "002",
        "clues as inequalities of a linear programme: decides what its bounds decide, else its lowest estimate",
    ),
    Bayes(
        "bayes",
        ("posterior",),
        Cheapest(true=Pick(most=3, close=0.1, spread=0.03, work=4_500), ranges=Pick(1, close=1.0, spread=0.1, work=0)),
        "ours",
        "exact posterior under the clue model, look-ahead; plays for the net score: flags the rest above a risk of ½",
    ),
)

_NAME = re.compile(r"([^()]+)\((.*)\)")


def agent(name: str) -> Reasoner:
    """The agent of that name.

    >>> agent("basic").about
    'both single-clue rules until nothing changes, else random'
    >>> agent("assume(f=3)").levels
    ('single', 'assume(f=3)')
    """
    match = _NAME.fullmatch(name)
    if match is not None and match[1] in _WITH_PARAMETERS:
        return replace(_with_parameters(match[1], match[2]), name=name)
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


def _with_parameters(name: str, text: str) -> Reasoner:
    try:
        pairs = [pair.split("=") for pair in text.split(",")]
        return _WITH_PARAMETERS[name](**{key.strip(): int(value) for key, value in pairs})
    except (ValueError, TypeError):
        wanted = {"assume": "assume(f=3)"}.get(name, f"{name}(cap=20)")
        raise BadInput(f"the agent {name}({text}) has wrong parameters: write {wanted}") from None
