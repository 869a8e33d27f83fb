"""The ordered table of inference levels, and `infer`, which runs them.

A level is named by its word, with parameters where a report varies them: `assume(f=3)`, `enumeration(cap=20)`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from importlib import import_module
from inspect import signature

import numpy as np

from sapper.board.grid import Grid
from sapper.board.view import View
from sapper.errors import BadInput
from sapper.inference.level import Contradiction, Finding, Level, run
from sapper.knowledge.belief import Belief, Deduction, Effort, Limit, Reason
from sapper.knowledge.constraints import Bytes, Constraints, constraints_of
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

EXACT, POSTERIOR = "exact", "posterior"

# Weakest first; the level `zones` is the function `zones_level` in the file `zones.py`, and so on. A file is loaded
# when its level is used, because kernels cost time to load and more to compile.
LEVELS = (
    "queue",
    "single",
    "mine_count",
    "window",
    "zones",
    "subset",
    "contradiction",
    "assume",
    "linear",
    "linopt",
    "enumeration",
    EXACT,
    POSTERIOR,
)

LADDER = tuple(level for level in LEVELS if level not in ("queue", "linopt", POSTERIOR))
"""The levels by which deductions and boards are graded: `queue` reasons as `single` does, only less often, and the
other two are for uncertain clues."""

ALONE = ("single", "queue")
"""Levels that make no sense behind `single`."""

_NAME = re.compile(r"(\w+)(?:\((.*)\))?")


def infer(
    view: View, level: str | Sequence[str] = EXACT, *, trust_flags: bool = True, limit: Limit | None = None
) -> Belief:
    """What a view says of its hidden cells.

    `level`: `exact`, or another level by name (it has `single` before it), or several names, cheapest first. Levels
    go back to the cheapest after every change; `exact`, as the last of several, is asked only when the others find
    nothing. `posterior`, always alone, weighs by the clue model, and takes every density up to ½ for equally likely
    where `exact` takes every layout for so. A flag counts as a known mine, unless `trust_flags` is off. `limit` bounds
    the work of both.

    >>> belief = infer(View.parse("..../.11./.1../....", mines=3))
    >>> belief.solutions, round(float(belief.risk[0, 0]), 3)
    (21, 0.429)
    >>> infer(View.parse("01."), level="single").mines.tolist()
    [[False, False, True]]
    """
    if level == EXACT:
        return _exact()(view, trust_flags, limit)
    if level == POSTERIOR or tuple(level) == (POSTERIOR,):
        return _posterior()(view, trust_flags, limit)
    names = ((level,) if level in ALONE else ("single", level)) if isinstance(level, str) else tuple(level)
    began = time.perf_counter()
    constraints, decided, trail = deduce(view, names, trust_flags)
    if EXACT in names and not trail:
        return _exact()(view, trust_flags, limit)
    return on_board(view, constraints, decided, trail, time.perf_counter() - began)


def deduce(
    view: View, names: Sequence[str], trust_flags: bool = True
) -> tuple[Constraints, Bytes, list[tuple[str, Finding]]]:
    """What the levels of these names find, cheapest first, leaving out `exact`: constraints, verdicts, the trail.

    Cheaper than `infer`, which puts the same on the board.
    """
    steps = [(name, level_named(name, view.grid)) for name in names if name != EXACT]
    constraints = constraints_of(view, trust_flags)
    try:
        return constraints, *run(steps, constraints)
    except Contradiction:
        from sapper.inference.conflict import explain_conflict

        explain_conflict(view, trust_flags)


@lru_cache(maxsize=256)
def level_named(name: str, grid: Grid) -> Level:
    """The level of that name, ready for views on a grid."""
    word, options = parse_level(name)
    if word == POSTERIOR:
        raise BadInput("the level 'posterior' is asked alone, not with others")
    level: Callable[..., list[Finding]] = getattr(import_module(f"sapper.inference.{word}"), f"{word}_level")
    if word == "window":  # the only level that is defined by geometry
        return partial(level, grid=grid)
    if unknown := set(options) - set(signature(level).parameters):
        raise BadInput(f"the level {word!r} has no parameter {min(unknown)!r}")
    return partial(level, **options) if options else level


def parse_level(name: str) -> tuple[str, dict[str, int]]:
    """The word and the parameters of a level's name.

    >>> parse_level("assume(f=3)")
    ('assume', {'f': 3})
    """
    match = _NAME.fullmatch(name)
    if match is None or match[1] not in LEVELS:
        raise BadInput(f"unknown level {name!r}: choose {', '.join(LEVELS)}")
    try:
        pairs = [pair.split("=") for pair in match[2].split(",")] if match[2] else []
        return match[1], {key.strip(): int(value) for key, value in pairs}
    except ValueError:
        raise BadInput(f"the level {name!r} has wrong parameters: write them as in assume(f=3)") from None


@lru_cache(maxsize=1)
def _exact() -> Callable[[View, bool, Limit | None], Belief]:
    """The exact engine; it is loaded when it is first used."""
    from sapper.inference.exact.solve import infer_exactly

    return infer_exactly


@lru_cache(maxsize=1)
def _posterior() -> Callable[[View, bool, Limit | None], Belief]:
    """The same for the posterior."""
    from sapper.inference.posterior.solve import infer_posterior

    return infer_posterior


def on_board(view: View, c: Constraints, decided: Bytes, trail: list[tuple[str, Finding]], seconds: float) -> Belief:
    """Put what the levels found on the board."""
    cell_of, shape = view.grid.cell, view.cells.shape
    verdict, risk = np.full(view.cells.size, UNDECIDED, np.int8), np.where(view.opened, 0.0, 1.0).ravel()
    verdict[c.cells] = decided
    risk[c.cells] = np.where(decided == UNDECIDED, np.nan, np.where(decided == MINE, 1.0, 0.0))
    trail_on_board = tuple(
        Deduction(
            cell_of(c.cells[found.cell]),
            bool(found.mine),
            Reason(name, tuple(cell_of(c.clues[clue]) for clue in found.clues), found.mine_count),
        )
        for name, found in trail
    )
    return Belief(
        safe=np.equal(verdict, SAFE).reshape(shape),
        mines=np.equal(verdict, MINE).reshape(shape),
        risk=risk.reshape(shape),
        complete=False,
        trail=trail_on_board,
        effort=Effort(seconds=seconds),
    )
