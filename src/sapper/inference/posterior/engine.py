"""The steps of level `posterior`, one after another.

    constraints → single-clue rules → supercells → programme, cut where it is wide → layers → prior → risks

The steps are kernels, most of them compiled for exact inference already; nothing here loops over cells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE, backward
from sapper.inference.exact.engine import FINE, INCONSISTENT, NOT_TOLD
from sapper.inference.exact.layers import Layers, Longs
from sapper.inference.exact.tally import share_mines
from sapper.inference.posterior.any_number import share_any_number
from sapper.inference.posterior.narrow import narrow_programme
from sapper.inference.posterior.prior import Prior
from sapper.inference.single import single
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED, Problem, compress


class Answer(NamedTuple):
    """What is said of the unknown cells, by id."""

    status: int
    risk: Floats
    verdict: Bytes
    states: int = 0
    width: int = 0
    cut: bool = False


class Shared(NamedTuple):
    """How the mines are shared: the weight of the rest for each component, and the floating cells."""

    outside: Floats
    start: Longs
    floating_risk: float
    floating: int
    """What is possible there: SOME_SAFE | SOME_MINED."""


def analyse(
    c: Constraints, prior: Prior, board_width: int, limit: Limit, exact_states: int, strip_states: int
) -> Answer:
    """Risk and verdict of every unknown cell; components with more than `exact_states` states are cut."""
    n = len(c.cells)
    verdict = np.zeros(n, np.int8)
    found = single(c, verdict, np.empty(n, np.int32), np.empty(n, np.int32))
    p, consistent = compress(c, verdict)
    no_answer = Answer(INCONSISTENT, np.empty(0), verdict)
    if found < 0 or not consistent or NOT_TOLD < prior.mines_left < p.mines:
        return no_answer
    programme = narrow_programme(c, p, prior, board_width, exact_states, strip_states)
    odds = 1.0 if prior.counted else prior.first_odds(p)
    layers, status = programme.forward(odds, prior.counted, limit.states, limit.values)
    if status != FINE:
        return no_answer._replace(status=status)
    shared = _share(p, prior, layers, programme.bounds, n)
    if shared is None:
        return no_answer
    expected, possible = backward(
        programme.problem, layers, programme.sequence, programme.bounds, shared.outside, shared.start, prior.counted
    )
    # p.box is the supercell of a cell, or −1 if it is floating, or −2 if it is decided.
    some = np.append(possible, (0, shared.floating))[p.box]
    risk: Floats = np.append(expected / p.size, (0.0, shared.floating_risk))[p.box]
    verdict[(verdict == UNDECIDED) & (some == SOME_SAFE)] = SAFE
    verdict[(verdict == UNDECIDED) & (some == SOME_MINED)] = MINE
    risk[verdict == SAFE], risk[verdict == MINE] = 0.0, 1.0
    return Answer(FINE, risk, verdict, int(layers.layer_start[-1]), programme.width, programme.cut)


def _share(p: Problem, prior: Prior, layers: Layers, bounds: Ints, unknown: int) -> Shared | None:
    """Share the mines among components and floating cells, as the prior says; None if that is impossible."""
    anything = SOME_SAFE | SOME_MINED
    if prior.mines_left != NOT_TOLD:
        outside, start, mines, floating, shared = share_mines(layers, bounds, p.floating, prior.mines_left - p.mines)
        return Shared(outside, start, mines / max(p.floating, 1), floating) if shared > -np.inf else None
    if prior.density is not None:
        return Shared(np.ones(len(bounds)), np.arange(len(bounds)), prior.density, anything)
    mined = prior.known + p.mines
    others = prior.known + prior.opened + unknown - p.floating - mined
    return Shared(*share_any_number(layers, bounds, mined, others), anything)
