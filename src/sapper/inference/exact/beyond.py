"""Beyond the limit: complete logic by SAT, risks by sampling, and an honest word about both.

What
    A position too wide for the dynamic programme is still decided completely: python-sat tests every cell that all
    known solutions agree on. Risks come from Markov chains over solutions whose step redraws a whole block of the
    board exactly, given the rest (see `chain.py`). Each step contributes the exact risks inside its block, not just
    one drawn board, which shrinks the error.

Why it is sound
    Certainties are proved by SAT. Each block step leaves the distribution of solutions unchanged, so long averages
    converge to the true risks; the error of each is estimated from the spread between independent chains.

Cost
    `Limit.sweeps` sweeps per chain; memory is that of one block. Unproved: how many sweeps are enough for a board,
    so the reported error is an estimate, not a bound, and the belief says `complete=False`.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from sapper.board.view import FLAG, MINE, View
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE
from sapper.inference.exact.chain import steer, sweep
from sapper.inference.exact.engine import NOT_TOLD
from sapper.inference.exact.prior import odds_of
from sapper.inference.exact.sampling import Bits
from sapper.inference.level import Contradiction
from sapper.inference.sat import a_solution, forced
from sapper.knowledge.belief import Belief, Deduction, Effort, Limit, Reason
from sapper.knowledge.constraints import Bytes, Constraints, Floats, constraints_of
from sapper.knowledge.supercells import MINE as MINED
from sapper.knowledge.supercells import SAFE

CHAINS = 8
BLOCK = 24
"""Clues per block to begin with."""


def infer_beyond(view: View, trust_flags: bool, limit: Limit) -> Belief:
    """Complete logic and sampled risks of a view that is too wide for the exact engine."""
    began = time.perf_counter()
    c = constraints_of(view, trust_flags)
    try:
        means, seen = _chains(c, _a_board(view, trust_flags, c), odds_of(view), limit)
        verdict = forced(c, seen_safe=(seen & SOME_SAFE) > 0, seen_mine=(seen & SOME_MINED) > 0)
    except Contradiction:
        explain_conflict(view, trust_flags)
    risk, error = means.mean(axis=0), means.std(axis=0, ddof=1) / np.sqrt(CHAINS)
    error[verdict != 0] = 0.0
    risk[verdict == SAFE], risk[verdict == MINED] = 0.0, 1.0
    return _belief(view, c, risk, error, verdict, Effort(seconds=time.perf_counter() - began))


def _a_board(view: View, trust_flags: bool, c: Constraints) -> Bits:
    """One layout [cells] that the view allows.

    A solver finds one that explains the clues at once, but is slow at getting the mine count right as well; steering
    it there by exact block steps is quick. Where that fails, the solver is asked for both.
    """
    flat = view.cells.ravel()
    board = np.equal(flat, MINE) | (np.equal(flat, FLAG) & trust_flags)
    board[c.cells] = a_solution(c._replace(mines_left=NOT_TOLD))
    if c.mines_left != NOT_TOLD and not steer(c, board, c.mines_left, 20 + 2 * len(c.clues), BLOCK, 0):
        board[c.cells] = a_solution(c)
    return board


def _chains(c: Constraints, first: Bits, odds: float, limit: Limit) -> tuple[Floats, Bytes]:
    """Mean risks [chains, n] of independent chains, and what solutions were met [n]."""
    steps = 1 + len(c.clues) // BLOCK

    def chain(number: int) -> tuple[Floats, Bytes]:
        board, seen = first.copy(), np.zeros(len(c.cells), np.int8)
        warm, risk, visits = (np.zeros(len(c.cells)) for _ in range(3))
        block = sweep(c, board, c.mines_left, odds, steps * (1 + limit.sweeps // 4), BLOCK, number, warm, warm, seen)
        turn = 0
        while (visits == 0.0).any():  # every cell must have been met: sweep on until it has
            turn += 1
            seed = CHAINS * turn + number
            block = sweep(c, board, c.mines_left, odds, steps * limit.sweeps, block, seed, risk, visits, seen)
        return risk / visits, seen

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(chain, range(CHAINS)))
    return np.stack([means for means, _ in results]), np.bitwise_or.reduce([seen for _, seen in results])


def _belief(view: View, c: Constraints, risk: Floats, error: Floats, verdict: Bytes, effort: Effort) -> Belief:
    """Put the answers for the unknown cells on the board."""
    shape, size = view.cells.shape, view.cells.size
    whole_risk, whole_error, whole_verdict = np.where(view.opened, 0.0, 1.0).ravel(), np.zeros(size), np.zeros(size)
    whole_risk[c.cells], whole_error[c.cells], whole_verdict[c.cells] = risk, error, verdict
    reason = Reason("sat", (), mine_count=view.mines is not None)
    return Belief(
        safe=np.equal(whole_verdict, SAFE).reshape(shape),
        mines=np.equal(whole_verdict, MINED).reshape(shape),
        risk=whole_risk.reshape(shape),
        complete=False,
        trail=tuple(
            Deduction(view.grid.cell(c.cells[i]), bool(verdict[i] == MINED), reason) for i in np.flatnonzero(verdict)
        ),
        effort=effort,
        risk_error=whole_error.reshape(shape),
    )
