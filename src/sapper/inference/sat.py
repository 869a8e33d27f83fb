"""Complete logic by a satisfiability solver: for positions too wide for the exact engine.

    legend   box      unknown cells that touch the same clues; its cells are ordered: mines come first
             literal  k: the cell with id k − 1 is a mine, −k: it is safe; numbers above n are auxiliary
             sum      mines among a run of boxes, in unary: literal t says "at least low + t mines"

What
    Every clue becomes clauses over its own cells, without auxiliary variables; a selector literal can switch it off.
    The mine count becomes bounds on a tree of sums. Two floating cells stand for all: one that is a mine if any is, one
    that is safe if any is. The rest of the floating cells only widen the bounds. A cell is decided when no solution
    gives it the other value; models found on the way spare most of these questions.

Why it is sound
    Cells of a box are interchangeable, so some solution mines them in any wanted order if any solution has as many. The
    clauses of a clue forbid exactly the counts outside its interval. "No" comes only from a refutation by the solver,
    "yes" only from a model.

Cost
    Without mine count a few tenths of a second for thousands of cells. With it the tree has about (range of the sum)²
    clauses at its root; before two sums are added their ranges are narrowed by asking the solver what the clues
    allow, which keeps the tree small and lets the solver refute by propagation. The worst case is exponential in time,
    for instance parity on a wide board of only 1s: cut off by MOST_CONFLICTS.
    Memory: tens of MiB for 61×61 cells with a clue on every second cell of every second row.

Example
    `1..` with one mine: the clue takes the mine, so the last cell is safe. No single clue says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from pysat.solvers import Solver

from sapper.errors import LimitExceeded
from sapper.inference.level import Contradiction
from sapper.knowledge.constraints import Bytes, Constraints
from sapper.knowledge.supercells import MINE, SAFE

Mask = npt.NDArray[np.bool_]

PROBE_CONFLICTS = 20
"""Conflicts spent on narrowing one end of one sum; when they are used up the range stays as it is."""
MOST_CONFLICTS = 500_000
"""Conflicts spent on all questions of one formula; minutes at most. Then LimitExceeded is raised."""
NARROWED_CELLS = 256
"""Sums over more cells are not narrowed: it costs more than it saves."""


class Sum(NamedTuple):
    """Mines among some cells in unary: at least `low`, and `literals[t]` says that they are more than `low + t`."""

    low: int
    literals: list[int]
    cells: list[int]
    """The literals of the cells that are added up."""

    @property
    def high(self) -> int:
        """The most that it can be."""
        return self.low + len(self.literals)

    def at_least(self, number: int) -> int | None:
        """The literal for "at least number" when low < number ≤ high; beyond that it is always or never true."""
        return self.literals[number - self.low - 1] if self.low < number <= self.high else None


class Formula:
    """The clues of a position in one solver.

    >>> from sapper.board.view import View
    >>> from sapper.knowledge.constraints import constraints_of
    >>> with Formula(constraints_of(View.parse("1./.1")), guarded=True) as formula:
    ...     formula.solve([*formula.selectors, 1]), formula.solve([formula.selectors[0], 1, 2])
    (True, False)
    """

    def __init__(self, c: Constraints, guarded: bool = False) -> None:
        """Write down the clues; guarded: a clue holds only where its selector is assumed."""
        self.c = c
        self.boxes, self.floating = boxes_of(c)
        self._frontier = np.diff(c.touch_start) > 0
        n, m = len(c.cells), len(c.clues)
        self.selectors = list(range(n + 1, n + m + 1)) if guarded else []
        self.solver = Solver(name="glucose4")
        self.models: list[Mask] = []
        self._top = n + len(self.selectors)
        rows: list[list[list[int]]] = [[] for _ in range(m)]
        for clues, box in self.boxes:
            self._in_order(box)
            for clue in clues:
                rows[clue].append(box)
        for clue, row in enumerate(rows):
            off = [-self.selectors[clue]] if guarded else []
            for clause in _between(row, int(c.low[clue]), int(c.high[clue])):
                self.solver.add_clause(off + clause)

    def __enter__(self) -> Formula:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether the clauses and the assumptions can hold together; raises LimitExceeded after MOST_CONFLICTS."""
        possible = self.solve_within(MOST_CONFLICTS - self.solver.accum_stats()["conflicts"], assumptions)
        if possible is None:
            raise LimitExceeded(f"the satisfiability solver gave up after {MOST_CONFLICTS} conflicts")
        return possible

    def solve_within(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        """The same within so many conflicts; None when the solver gives up."""
        self.solver.conf_budget(max(conflicts, 1))
        possible: bool | None = self.solver.solve_limited(assumptions=list(assumptions))
        return possible

    def model(self) -> Mask:
        """The mines [n] of the solution just found; floating cells that it does not mention are safe."""
        mines = np.zeros(len(self.c.cells), np.bool_)
        values = np.array(self.solver.get_model()[: len(mines)], np.int64)
        mines[: len(values)] = values > 0
        return mines

    def core(self) -> list[int]:
        """Those of the assumptions just refuted that the refutation needed."""
        return list(self.solver.get_core() or [])

    def start(self) -> None:
        """Find a first model, or raise Contradiction."""
        if not self.solve():
            raise Contradiction("the clues contradict each other")
        self.models.append(self.model())

    def fits_count(self, model: Mask) -> bool:
        """Whether floating cells can make up for what a model of the clues lacks to the mine count."""
        return 0 <= self.c.mines_left - int(model[self._frontier].sum()) <= len(self.floating)

    def enforce_count(self) -> None:
        """Let the mine count hold from now on, and find a model, or raise Contradiction."""
        bounds = self.count(narrow=True)
        for bound in bounds or []:
            self.solver.add_clause([bound])
        if bounds is None or not self.solve():
            raise Contradiction("the clues contradict the mine count")
        self.models.append(self.model())

    def count(self, narrow: bool) -> list[int] | None:
        """Write down the mine count: literals that, assumed, enforce it; None if it cannot hold.

        narrow: let the clues limit every sum first; only without guards, because then all clues hold.
        """
        standing = standing_for(self.floating)
        self._in_order(standing)
        slack = len(self.floating) - len(standing)
        least, most = self.c.mines_left - slack, self.c.mines_left
        if least <= 0 and most >= len(self.c.cells) - slack:
            return []
        leaves = self._grouped()
        total = self._total([*leaves, Sum(0, standing, standing)] if standing else leaves, narrow)
        if total.high < least or total.low > most:
            return None
        bounds = total.at_least(least), total.at_least(most + 1)
        return [sign * literal for sign, literal in zip((1, -1), bounds, strict=True) if literal is not None]

    def _grouped(self) -> list[Sum]:
        """The boxes, each clue's side by side if no clue before it took one of them: their sum has a small range."""
        at: dict[int, list[int]] = {}
        for number, (clues, _) in enumerate(self.boxes):
            for clue in clues:
                at.setdefault(clue, []).append(number)
        order: dict[int, None] = {}
        for clues, _ in self.boxes:
            for clue in clues:
                if not any(other in order for other in at[clue]):
                    order.update(dict.fromkeys(at[clue]))
        rest = [number for number in range(len(self.boxes)) if number not in order]
        return [Sum(0, box, box) for _, box in (self.boxes[number] for number in [*order, *rest])]

    def _in_order(self, literals: Sequence[int]) -> None:
        """Each literal implies the one before it."""
        for before, after in pairwise(literals):
            self.solver.add_clause([before, -after])

    def _total(self, sums: list[Sum], narrow: bool) -> Sum:
        """Add up, pair by pair: neighbours first, because the boxes come in the order of a walk over the board."""
        if narrow:
            sums = self._narrowed(sums)
        while len(sums) > 1:
            pairs = [self._added(a, b) for a, b in zip(sums[::2], sums[1::2], strict=False)]
            if narrow:
                pairs = self._narrowed(pairs)
            sums = pairs + sums[2 * len(pairs) :]
        return sums[0] if sums else Sum(0, [], [])

    def _added(self, a: Sum, b: Sum) -> Sum:
        low, high = a.low + b.low, a.high + b.high
        total = Sum(low, list(range(self._top + 1, self._top + 1 + high - low)), a.cells + b.cells)
        self._top += high - low
        self._in_order(total.literals)
        for i in range(a.low, a.high + 1):
            for j in range(b.low, b.high + 1):
                reached, exceeded = total.at_least(i + j), total.at_least(i + j + 1)
                if reached is not None:
                    self.solver.add_clause([-x for x in (a.at_least(i), b.at_least(j)) if x is not None] + [reached])
                if exceeded is not None:
                    above = [x for x in (a.at_least(i + 1), b.at_least(j + 1)) if x is not None]
                    self.solver.add_clause([*above, -exceeded])
        return total

    def _narrowed(self, sums: list[Sum]) -> list[Sum]:
        """The same sums without the values at either end that the clues exclude."""
        known = np.array(self.models)
        reached = [known[:, np.array(one.cells) - 1].sum(axis=1) for one in sums]
        return [self._trimmed(one, values) for one, values in zip(sums, reached, strict=True)]

    def _trimmed(self, one: Sum, reached: npt.NDArray[np.int64]) -> Sum:
        """Without the values that are refuted; those that a known model reached need no question."""
        low, literals, cells = one
        if len(cells) > NARROWED_CELLS:
            return one
        least, most = int(reached.min()), int(reached.max())
        while low < least and self._refuted(-literals[0]):
            low, literals = low + 1, literals[1:]
        while low + len(literals) > most and self._refuted(literals[-1]):
            literals = literals[:-1]
        return Sum(low, literals, cells)

    def _refuted(self, literal: int) -> bool:
        """Whether the solver refutes the literal quickly; then it knows so from now on."""
        answer = self.solve_within(PROBE_CONFLICTS, [literal])
        if answer:
            self.models.append(self.model())
        if answer is False:
            self.solver.add_clause([-literal])
        return answer is False


def boxes_of(c: Constraints) -> tuple[list[tuple[tuple[int, ...], list[int]]], list[int]]:
    """Boxes as (their clues, literals of their cells), in the order of a walk from clue to clue; floating cells."""
    boxes: dict[tuple[int, ...], list[int]] = {}
    for cell in range(len(c.cells)):
        clues = tuple(c.touching[c.touch_start[cell] : c.touch_start[cell + 1]].tolist())
        boxes.setdefault(clues, []).append(cell + 1)
    floating = boxes.pop((), [])
    at: list[list[tuple[int, ...]]] = [[] for _ in c.clues]
    for clues in boxes:
        for clue in clues:
            at[clue].append(clues)
    walk: dict[tuple[int, ...], None] = {}
    for first in boxes:
        if first in walk:
            continue
        queue = [first]
        walk[first] = None
        for clues in queue:
            fresh = [other for clue in clues for other in at[clue] if other not in walk]
            walk.update(dict.fromkeys(fresh))
            queue.extend(dict.fromkeys(fresh))
    return [(clues, boxes[clues]) for clues in walk], floating


def standing_for(floating: Sequence[int]) -> list[int]:
    """The first floating cell and the last one, which stand for all."""
    return [floating[0], floating[-1]][: len(floating)] if floating else []


def _between(row: Sequence[Sequence[int]], low: int, high: int) -> Iterator[list[int]]:
    """Clauses that allow from low to high mines in boxes whose cells are in order."""
    sizes = tuple(len(box) for box in row)
    for reach in _reaches(sizes, high + 1):
        yield [-box[k - 1] for box, k in zip(row, reach, strict=True) if k]
    for reach in _reaches(sizes, sum(sizes) - low + 1):
        yield [box[len(box) - k] for box, k in zip(row, reach, strict=True) if k]


@lru_cache(maxsize=4096)
def _reaches(sizes: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    """All ways to take `total` cells out of boxes of these sizes."""
    return [reach for reach in product(*(range(size + 1) for size in sizes)) if sum(reach) == total]


class Logic(NamedTuple):
    """What a position entails, and a solution of it."""

    decided: Bytes
    """[n] UNDECIDED, SAFE or MINE."""
    solution: Mask
    """[n] one way to mine the unknown cells."""


def a_solution(c: Constraints) -> Mask:
    """One way to mine the unknown cells [n] that explains every clue, and the mine count if told.

    >>> from sapper.board.view import View
    >>> from sapper.knowledge.constraints import constraints_of
    >>> a_solution(constraints_of(View.parse("1..", mines=2))).tolist()
    [True, True]
    """
    with Formula(c) as formula:
        formula.start()
        if c.mines_left >= 0 and not formula.fits_count(formula.models[0]):
            formula.enforce_count()
        return _filled(formula, formula.models[-1])


def forced(c: Constraints, seen_safe: Mask | None = None, seen_mine: Mask | None = None) -> Bytes:
    """UNDECIDED, SAFE or MINE for every unknown cell [n]: all that the clues entail, and the mine count if told.

    >>> from sapper.board.view import View
    >>> from sapper.knowledge.constraints import constraints_of
    >>> forced(constraints_of(View.parse("1..", mines=1))).tolist()
    [2, 1]
    """
    return logic(c, seen_safe, seen_mine).decided


def logic(c: Constraints, seen_safe: Mask | None = None, seen_mine: Mask | None = None) -> Logic:
    """All that the clues entail, and the mine count if told, with a solution found on the way.

    seen_safe, seen_mine: cells that have that value in some solution already known; they need no question.
    """
    with Formula(c) as formula:
        formula.start()
        boxes = [box for _, box in formula.boxes]
        refuted = _refuted(formula, _questions(boxes, seen_safe, seen_mine))
        if c.mines_left >= 0:
            boxes += [formula.floating] if formula.floating else []
            questions = dict.fromkeys(x for x in _questions(boxes, seen_safe, seen_mine) if x not in refuted)
            fitting = [_filled(formula, model) for model in formula.models if formula.fits_count(model)]
            for model in fitting:
                _strike(questions, model)
            if questions or not fitting:
                formula.enforce_count()
                refuted |= _refuted(formula, questions)
                fitting = formula.models
            solution = _filled(formula, fitting[-1])
        else:
            solution = formula.models[-1]
    decided = np.zeros(len(c.cells), np.int8)
    for box in boxes:
        if box[0] in refuted or -box[-1] in refuted:
            decided[np.array(box) - 1] = SAFE if box[0] in refuted else MINE
    return Logic(decided, solution)


def _filled(formula: Formula, model: Mask) -> Mask:
    """The model with as many floating cells mined, first ones first, as the mine count still needs."""
    mines = model.copy()
    missing = max(formula.c.mines_left - int(mines.sum()), 0)
    spare = [literal - 1 for literal in formula.floating if not mines[literal - 1]]
    mines[spare[:missing]] = True
    return mines


def _questions(boxes: Iterable[list[int]], seen_safe: Mask | None, seen_mine: Mask | None) -> list[int]:
    """Per box, unless it was seen: whether its first cell can be a mine, and its last one safe."""
    questions: list[int] = []
    for box in boxes:
        cells = np.array(box) - 1
        if seen_mine is None or not seen_mine[cells].any():
            questions.append(box[0])
        if seen_safe is None or not seen_safe[cells].any():
            questions.append(-box[-1])
    return questions


def _refuted(formula: Formula, questions: Iterable[int]) -> set[int]:
    """The literals that hold in no solution; the solver is steered towards those that no model has shown yet."""
    waiting, refuted = dict.fromkeys(questions), set()
    _strike(waiting, formula.models[-1])
    while waiting:
        formula.solver.set_phases(list(waiting))
        literal, _ = waiting.popitem()
        if formula.solve([literal]):
            formula.models.append(formula.model())
            _strike(waiting, formula.models[-1])
        else:
            formula.solver.add_clause([-literal])
            refuted.add(literal)
    return refuted


def _strike(waiting: dict[int, None], model: Mask) -> None:
    """Take the literals off the list that the model shows to be possible."""
    for literal in [literal for literal in waiting if model[abs(literal) - 1] == (literal > 0)]:
        del waiting[literal]
