"""The public side of the exact engine: one view, or many at once."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sapper.board.clues import ClueModel
from sapper.board.grid import Cell, Grid
from sapper.board.view import View
from sapper.errors import BadInput
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.beyond import infer_beyond
from sapper.inference.exact.counting import count_solutions, log10_of
from sapper.inference.exact.engine import FINE, INCONSISTENT, OVER_LIMIT, analyse_view, analyse_views
from sapper.inference.exact.neighbourhood import Neighbourhood
from sapper.inference.exact.prior import prior_of, settled
from sapper.knowledge.belief import Belief, Limit
from sapper.knowledge.constraints import COUNTS, Bytes, Floats, bounds_of, cells_of, likelihoods
from sapper.knowledge.supercells import MINE, SAFE
from sapper.knowledge.written import WrittenBelief

VIEWS_AT_ONCE = 128
"""How many views of a batch one thread takes at a time."""


_NO_WEIGHTS = np.empty(0)
_USUAL_LIMIT = Limit()


class ExactBelief(WrittenBelief):
    """A belief that can also count solutions and weigh the clue that a cell would show."""

    def __init__(
        self, view: View, trust_flags: bool, limit: Limit, risk: Floats, verdict: Bytes, effort: tuple[int, int, float]
    ) -> None:
        # As its parent does it, but in one go: two calls were a twentieth of what a position takes.
        values = {
            "view": view, "trust_flags": trust_flags, "limit": limit, "_risk": risk, "verdict": verdict,
            "_effort": effort,
        }  # fmt: skip
        object.__setattr__(self, "__dict__", values)

    level = "exact"
    trust_flags: bool
    limit: Limit

    @cached_property
    def solutions(self) -> int:
        """How many layouts the view allows: an exact integer, counted when it is first asked for."""
        return count_solutions(self.view, self.trust_flags, self.limit)

    @property
    def log10_solutions(self) -> float:
        """The decimal logarithm of `solutions`."""
        return log10_of(self.solutions)

    @cached_property
    def _neighbourhood(self) -> Neighbourhood:
        return Neighbourhood(self.view, self.trust_flags, self.limit, self.__dict__["_risk"])

    def clue_distribution(self, cell: Cell) -> npt.NDArray[np.float64]:
        """Probability that the cell is safe and has 0, 1, … 8 mines around it; they add up to 1 − risk."""
        if not self.view.grid.holds(cell) or not (self.view.hidden | self.view.flags)[cell]:
            raise BadInput(f"({cell[0]},{cell[1]}) is not a hidden cell")
        row: npt.NDArray[np.float64] = self._neighbourhood.clues(np.array([self.view.grid.index(cell)]))[0]
        return row

    def clue_distributions(self) -> npt.NDArray[np.float64]:
        """The same for all hidden cells: [height, width, 9], zeros elsewhere; about as long as a dozen inferences.

        >>> infer_exactly(View.parse("1..", mines=1)).clue_distributions()[0, 2].tolist()
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        """
        every = np.zeros((self.view.cells.size, COUNTS))
        hidden = np.flatnonzero(self.view.hidden)
        every[hidden] = self._neighbourhood.clues(hidden)
        return every.reshape(*self.view.cells.shape, COUNTS)


def infer_exactly(view: View, trust_flags: bool = True, limit: Limit | None = None) -> Belief:
    """Every certainty and every risk of one view; past the limit, complete logic and sampled risks."""
    began = time.perf_counter()
    view, limit = settled(view, trust_flags), limit or _USUAL_LIMIT
    mines, odds = prior_of(view)
    cells = cells_of(view)
    risk, verdict = np.empty(len(cells)), np.zeros(len(cells), np.int8)
    status, states, width, _ = analyse_view(
        cells, bounds_of(view), trust_flags, view.grid.kernel_neighbours, likelihoods(view.clues), mines, odds,
        limit.states, limit.values, risk, verdict, False,
    )  # fmt: skip
    return _answer(view, trust_flags, limit, status, risk, verdict, (states, width, time.perf_counter() - began))


def infer_many(
    views: Sequence[View], *, trust_flags: bool = True, limit: Limit | None = None, threads: int | None = None
) -> list[Belief]:
    """The exact belief of each view: a batch on all cores, in threads, because the kernels release the GIL.

    `threads`: how many, instead of one per core.

    >>> [belief.solutions for belief in infer_many([View.parse("1.."), View.parse("1..", mines=1)])]
    [2, 1]
    """
    limit = limit or _USUAL_LIMIT
    plain = [settled(view, trust_flags) for view in views]
    groups: dict[tuple[Grid, ClueModel], list[int]] = defaultdict(list)
    for number, view in enumerate(plain):
        groups[view.grid, view.clues].append(number)
    chunks = [
        numbers[first : first + VIEWS_AT_ONCE]
        for numbers in groups.values()
        for first in range(0, len(numbers), VIEWS_AT_ONCE)
    ]
    beliefs: list[Belief | None] = [None] * len(plain)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        answers = pool.map(lambda chunk: _chunk([plain[number] for number in chunk], trust_flags, limit), chunks)
        for chunk, answer in zip(chunks, answers, strict=True):
            for number, belief in zip(chunk, answer, strict=True):
                beliefs[number] = belief
    return [belief for belief in beliefs if belief is not None]


def infer_cells(
    cells: Bytes, pattern: View, *, trust_flags: bool = True, limit: Limit | None = None
) -> tuple[Floats, Bytes, npt.NDArray[np.bool_]]:
    """Views that differ from a pattern in their cells only: arrays in, arrays out, no object per view.

    cells int8 [views, cells]. Returns risk and verdict (UNDECIDED, SAFE or MINE, at unknown cells), both like `cells`,
    and per view whether they are complete. Clues whose range depends on the past need `infer_many`.

    >>> risk, verdict, complete = infer_cells(np.array([[1, -1, -1], [0, -1, -1]], np.int8), View.parse("...", mines=1))
    >>> risk.tolist(), verdict.tolist(), complete.tolist()
    ([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[0, 2, 1], [0, 1, 2]], [True, True])
    """
    limit, pattern = limit or _USUAL_LIMIT, settled(pattern, trust_flags)
    prior = np.tile(np.array(prior_of(pattern)), (len(cells), 1))
    risk, verdict, answer = _analyse(cells, np.zeros_like(cells), pattern, trust_flags, prior, limit)
    for i in np.flatnonzero(answer[:, 0]):
        view = replace(pattern, cells=cells[i].reshape(pattern.cells.shape))
        belief = _answer(view, trust_flags, limit, int(answer[i, 0]), risk[i], verdict[i], (0, 0, 0.0))
        risk[i] = belief.risk.ravel()
        verdict[i] = SAFE * belief.safe.ravel() + MINE * belief.mines.ravel()
    return risk, verdict, np.equal(answer[:, 0], FINE)


def _analyse(
    cells: Bytes, bounds: Bytes, like: View, trust_flags: bool, prior: Floats, limit: Limit
) -> tuple[Floats, Bytes, npt.NDArray[np.int64]]:
    """Run the kernel on views on one grid under one clue model: risk, verdict, answer."""
    risk, verdict = np.empty(cells.shape), np.zeros(cells.shape, np.int8)
    answer = np.empty((len(cells), 3), np.int64)
    analyse_views(
        cells, bounds, trust_flags, like.grid.kernel_neighbours, likelihoods(like.clues), prior,
        limit.states, limit.values, risk, verdict, answer, _NO_WEIGHTS,
    )  # fmt: skip
    return risk, verdict, answer


def _chunk(views: list[View], trust_flags: bool, limit: Limit) -> list[Belief]:
    """Beliefs of views on one grid under one clue model, by one thread."""
    began = time.perf_counter()
    cells, bounds = np.stack([cells_of(view) for view in views]), np.stack([bounds_of(view) for view in views])
    prior = np.array([prior_of(view) for view in views], np.float64)
    risk, verdict, answer = _analyse(cells, bounds, views[0], trust_flags, prior, limit)
    seconds = (time.perf_counter() - began) / len(views)
    return [
        _answer(view, trust_flags, limit, status, risk[i], verdict[i], (states, width, seconds))
        for i, (view, (status, states, width)) in enumerate(zip(views, answer.tolist(), strict=True))
    ]


def _answer(
    view: View, trust_flags: bool, limit: Limit, status: int, risk: Floats, verdict: Bytes,
    effort: tuple[int, int, float],
) -> Belief:  # fmt: skip
    if status == INCONSISTENT:
        explain_conflict(view, trust_flags)
    if status == OVER_LIMIT:
        return infer_beyond(view, trust_flags, limit)
    return ExactBelief(view, trust_flags, limit, risk, verdict, effort)
