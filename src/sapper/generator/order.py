"""Boards to order: laid by a seed until one is as it was asked for.

    seed → lay → solve by proof → (repair → solve again)* → the other wishes → board

Every board has a seed of its own, so any of them can be made again alone. Unless a proof is asked for, the first board
that is tried is the one that `Layout.random` gives for the seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sapper.board.chance import making_state, plain_seed
from sapper.board.grid import Cell
from sapper.board.rules import Rules
from sapper.errors import BadInput, BadRules, NoneFound
from sapper.game.layout import Layout
from sapper.game.measures import Measures, clicks_needed, measure
from sapper.generator.grade import (
    LADDER,
    Grade,
    exact_likelihoods,
    graded,
    level_word,
    levels_below,
    solvable,
)
from sapper.generator.lay import Luck, count_mines, lay
from sapper.generator.search import REPAIRS, find
from sapper.generator.solver import RUNGS, Bools, Longs
from sapper.inference.exact.engine import NOT_TOLD
from sapper.knowledge.constraints import Ints
from sapper.sim.play import play
from sapper.study.influence import influence

Range = tuple[int, int | None]
"""From … to, both included; None is no limit."""

TRIES = 10_000
"""Boards laid per seed before the search is given up."""
DIFFICULTIES: dict[str, Range] = {"easy": (0, 2), "medium": (3, 5), "hard": (6, 9), "extreme": (10, None)}
"""Of expert boards without a guess about 1 in 8 is easy, half are medium, 1 in 3 is hard and 1 in 15 extreme."""


@dataclass(frozen=True)
class Wishes:
    """What a board is to be like; see `generate`."""

    no_guess: bool = False
    solvable_by: str | None = None
    needs_level: str | None = None
    difficulty: Range | None = None
    bbbv: Range | None = None
    chain: Range | None = None
    uniform: bool = False

    def __post_init__(self) -> None:
        for level in (self.solvable_by, self.needs_level):
            if level is not None:
                level_word(level)
        for name, wanted in (("difficulty", self.difficulty), ("3BV", self.bbbv), ("chain", self.chain)):
            if wanted is not None and (wanted[0] < 0 or (wanted[1] is not None and wanted[1] < wanted[0])):
                raise BadInput(f"no {name} lies from {wanted[0]} to {wanted[1]}")

    @property
    def proof(self) -> bool:
        """Whether the board must be solvable without a guess."""
        return self.no_guess or (self.solvable_by, self.needs_level, self.difficulty) != (None, None, None)

    @property
    def top(self) -> int:
        """The rung of the ladder up to which a board must be solvable."""
        return LADDER.index(self.solvable_by) if self.solvable_by in LADDER else RUNGS - 1


@dataclass(frozen=True)
class Board:
    """A board that was made to order."""

    layout: Layout
    seed: int | tuple[int, ...]
    """Makes this board again, alone, with the same wishes."""
    start: Cell
    """Where the first click goes."""
    tries: int
    """Boards laid before this one was found, this one included."""
    repairs: int = 0
    """How often mines of this board were moved; 0 for a board as it was laid."""
    grade: Grade | None = None
    """What it takes to solve it; None if that was not asked."""

    @cached_property
    def measures(self) -> Measures:
        """3BV and the other measures."""
        return measure(self.layout)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        height, width = self.layout.mines.shape
        graded = {} if self.grade is None else {"level": self.grade.level, "difficulty": self.grade.difficulty}
        return {
            "layout": str(self.layout),
            "seed": self.seed,
            "start": self.start,
            "width": width,
            "height": height,
            "mines": self.layout.total,
            "no_guess": None if self.grade is None else True,
            **graded,
            **self.measures.to_dict(),
            "tries": self.tries,
            "repairs": self.repairs,
        }


def generate(
    rules: Rules,
    n: int = 1,
    seed: int = 0,
    *,
    start: Cell | None = None,
    no_guess: bool = False,
    solvable_by: str | None = None,
    needs_level: str | None = None,
    difficulty: str | Range | None = None,
    bbbv: Range | None = None,
    chain: Range | None = None,
    uniform: bool = False,
    tries: int = TRIES,
) -> list[Board]:
    """Make boards to order, one per seed: `seed`, `seed + 1`, ….

    `start`: where the first click goes; the middle of the board if left out.
    `no_guess`: complete inference, with the mine count if the rules tell it, solves the board from there.
    `solvable_by`: a level does: `single`, `pairs`, `linear` or `exact`, each with those before it, or another by name.
    `needs_level`: all weaker levels together do not.
    `difficulty`: easy, medium, hard or extreme, or a range of `Grade.difficulty`. `bbbv`: a range of 3BV.
    `chain`: a range for the longest chain of influence when `exact` plays from the start (`sapper.study.influence`).
    `uniform`: only filter, so that all boards that fit are equally likely. Otherwise boards are repaired where play is
    stuck, which is faster, but favours some boards over others.
    `tries`: boards laid per seed; if none of them will do, `NoneFound` is raised, with those found before.

    >>> board, = generate(Rules.beginner(first="opening"), no_guess=True, start=(3, 3))
    >>> board.grade
    Grade(pairs=0, linear=0, exact=0)
    >>> board == generate(Rules.beginner(first="opening"), no_guess=True, start=(3, 3))[0]
    True
    """
    wanted = DIFFICULTIES.get(difficulty) if isinstance(difficulty, str) else difficulty
    if difficulty is not None and wanted is None:
        raise BadInput(f"unknown difficulty {difficulty!r}: choose {', '.join(DIFFICULTIES)}, or a range such as 3:8")
    wishes = Wishes(no_guess, solvable_by, needs_level, wanted, bbbv, chain, uniform)
    if n < 0 or tries < 1:
        raise BadInput(f"{n} boards in {tries} tries each make no sense")
    if wishes.proof and rules.clues.kind != "exact":
        raise BadRules(f"a board is proved with exact clues only, not with {rules.clues}")
    maker = _Maker(rules, (rules.height // 2, rules.width // 2) if start is None else start, wishes)
    boards: list[Board] = []
    for number in range(n):
        board = maker.make(seed + number, tries)
        if board is None:
            raise NoneFound(
                f"none of the {tries:,} boards tried for seed {seed + number} is as wanted, {len(boards)} of {n} found:"
                " ask for less, or allow more tries",
                tuple(boards),
            )
        boards.append(board)
    return boards


class _Maker:
    """Makes boards of one kind, one per seed."""

    def __init__(self, rules: Rules, start: Cell, wishes: Wishes) -> None:
        grid = rules.grid
        if not grid.holds(start):
            raise BadInput(f"the start ({start[0]},{start[1]}) lies outside the {grid.height}×{grid.width} board")
        self._rules, self._start, self._wishes = rules, start, wishes
        self._neighbours, self._index, self._allowed = grid.kernel_neighbours, grid.index(start), _allowed(rules, start)

    def make(self, seed: int, tries: int) -> Board | None:
        """The first board of the seed that fits, or None."""
        luck, allowed, laid = making_state(seed), self._allowed.copy(), 0
        mines, steps = np.empty(len(self._neighbours), np.bool_), np.zeros(RUNGS, np.int64)
        while laid < tries:
            more, repairs = self._lay(seed, laid, luck, allowed, mines, tries - laid, steps)
            laid += abs(more)
            if more > 0 and self._fits(mines, steps):
                layout = Layout(mines.reshape(self._rules.height, self._rules.width), self._rules.topology)
                if self._needs_what_it_should(layout, steps) and self._chained(layout, seed):
                    found = graded(steps) if self._wishes.proof else None
                    return Board(layout, plain_seed(seed), self._start, laid, repairs, found)
        return None

    def _lay(
        self, seed: int, laid: int, luck: Luck, allowed: Ints, mines: Bools, tries: int, steps: Longs
    ) -> tuple[int, int]:
        """Fill `mines` with the next board, one that is solved by proof if that is wished; as `find`."""
        rules, wishes, total = self._rules, self._wishes, self._rules.mines
        if wishes.proof:
            told, repairs = total if rules.mine_count else NOT_TOLD, 0 if wishes.uniform else REPAIRS
            return find(
                luck, mines, allowed, total, self._neighbours, exact_likelihoods(), self._index, told, wishes.top,
                repairs, tries, steps,
            )  # fmt: skip
        if laid:
            lay(luck, allowed, total, mines)
        else:
            mines[:] = Layout.random(rules, seed, self._start).mines.ravel()
        return 1, 0

    def _fits(self, mines: Bools, steps: Longs) -> bool:
        """The wishes that are quick to check."""
        wishes = self._wishes
        if wishes.difficulty is not None and not _within(graded(steps).difficulty, wishes.difficulty):
            return False
        if wishes.bbbv is None:
            return True
        counts = np.empty(len(mines), np.int8)
        count_mines(mines, self._neighbours, counts)
        return _within(clicks_needed(mines, counts, self._neighbours)[0], wishes.bbbv)

    def _needs_what_it_should(self, layout: Layout, steps: Longs) -> bool:
        """The wishes that need every move to be looked at."""
        wishes, told = self._wishes, self._rules.mine_count
        if wishes.needs_level is not None:
            if LADDER.index(graded(steps).level) < _least_rung(wishes.needs_level):
                return False
            if solvable(layout, self._start, levels_below(wishes.needs_level), told):
                return False
        by = wishes.solvable_by
        return by is None or by in LADDER or solvable(layout, self._start, level_word(by), told)

    def _chained(self, layout: Layout, seed: int) -> bool:
        """Whether the longest chain of influence is as wished; a whole game and its graph, so it comes last."""
        wanted = self._wishes.chain
        if wanted is None:
            return True
        record = play("exact", self._rules, seed, layout=layout, start=self._start)
        return _within(influence(record).length, wanted)


def _least_rung(level: str) -> int:
    """The rung of the ladder without which a board cannot need that level: the levels below include the other rungs."""
    below = levels_below(level)
    return max((rung + 1 for rung, name in enumerate(LADDER) if level_word(name) in below), default=0)


def _allowed(rules: Rules, start: Cell) -> Ints:
    """The cells that may be mined under the first-click rule."""
    grid = rules.grid
    kept = {"any": [], "safe": [start], "opening": [start, *grid.around(start)]}[rules.first]
    return np.setdiff1d(np.arange(grid.size), [grid.index(cell) for cell in kept]).astype(np.int32)


def _within(value: int, wanted: Range) -> bool:
    return wanted[0] <= value and (wanted[1] is None or value <= wanted[1])
