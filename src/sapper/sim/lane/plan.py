"""An agent of rules as numbers: which levels it asks, and how it guesses.

Kernels are compiled once for all agents, and told by numbers which one they play.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.board.rules import Rules
from sapper.inference.levels import EXACT, parse_level
from sapper.inference.window import inner_cells
from sapper.players.agent import Reasoner
from sapper.policies.arrangements import Counted
from sapper.policies.average import average
from sapper.policies.order import first_in_order
from sapper.policies.policy import Policy
from sapper.policies.product import product
from sapper.policies.ratio import near_or_far
from sapper.policies.safest import Safest, Tie, believed, fewest_hidden, most_equations
from sapper.sim.lane.agenda import Longs
from sapper.sim.lane.guesses import (
    AVERAGE,
    BELIEVED,
    COUNTED,
    FEWEST_HIDDEN,
    IN_ORDER,
    MOST_EQUATIONS,
    NEAR_OR_FAR,
    NO_TIE,
    PRODUCT,
)
from sapper.sim.lane.levels import CODES
from sapper.sim.lane.table import MOST_LEVELS

TIES: dict[tuple[Tie, ...], int] = {(): NO_TIE, (fewest_hidden,): FEWEST_HIDDEN, (most_equations,): MOST_EQUATIONS}

Mask = npt.NDArray[np.bool_]


class Plan(NamedTuple):
    """What the kernels are told of an agent."""

    levels: Longs
    """[levels, 3] code, parameter, whether it counts mines; without `exact`, which is asked last if at all."""
    counting: bool
    """Whether levels look at the mine count."""
    policy: int
    cap: int
    """For COUNTED: the largest component that is counted."""
    tie: int
    reading: bool
    """Whether cells that are still tied go by reading order, not by the random order."""
    told: bool
    """Whether the policy knows the mine count."""
    inner: Mask
    """For the level `window`: see there."""


def plan_of(agent: Reasoner, rules: Rules) -> Plan | None:
    """The plan of an agent; None if one of its levels or its policy is not in the lane."""
    names = [name for name in agent.levels if name != EXACT]
    words = [parse_level(name)[0] for name in names]
    exact = EXACT in agent.levels
    guessing = _policy(agent.policy)
    if guessing is None or exact != (guessing[0] == BELIEVED) or not CODES.keys() >= set(words):
        return None
    if len(agent.levels) > MOST_LEVELS or (exact and agent.levels[-1] != EXACT):
        return None
    levels = np.array([_level(name) for name in names], np.int64).reshape(-1, 3)
    inner = inner_cells(rules.grid) if "window" in words else _no_cells()
    return Plan(levels, agent.mine_count and rules.mine_count, *guessing, rules.mine_count, inner)


def _level(name: str) -> tuple[int, int, int]:
    """Code, parameter and whether mines are counted; what the name does not say is as the level's own default."""
    word, options = parse_level(name)
    level = getattr(import_module(f"sapper.inference.{word}"), f"{word}_level")
    values = {option: parameter.default for option, parameter in signature(level).parameters.items()} | options
    return CODES[word], values.get("f", values.get("cap", 0)), int(values.get("count", False))


def _policy(policy: Policy) -> tuple[int, int, int, bool] | None:
    """Policy, cap, tie and reading, of a plan."""
    if policy is first_in_order:
        return IN_ORDER, 0, NO_TIE, False
    if policy is near_or_far:
        return NEAR_OR_FAR, 0, NO_TIE, False
    if not isinstance(policy, Safest) or policy.ties not in TIES:
        return None
    tie, reading = TIES[policy.ties], policy.last == "reading"
    if isinstance(policy.estimate, Counted):
        return COUNTED, policy.estimate.cap, tie, reading
    codes = {average: AVERAGE, product: PRODUCT, believed: BELIEVED}
    return (codes[policy.estimate], 0, tie, reading) if policy.estimate in codes else None


def _no_cells() -> Mask:
    """Read-only as those of a grid, because kernels are compiled for that."""
    mask = np.zeros(0, np.bool_)
    mask.setflags(write=False)
    return mask
