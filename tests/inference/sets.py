"""What the tests of levels share: small sets by hand, small views by chance, and checks by trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from sapper import ClueModel, View
from sapper.board.grid import Grid
from sapper.board.view import HIDDEN, MINE, SAFE
from sapper.inference.brute import enumerate_layouts
from sapper.inference.level import Contradiction, Finding, Level, run
from sapper.inference.single import single_level
from sapper.knowledge import supercells
from sapper.knowledge.constraints import COUNTS, Bytes, Constraints, constraints_of

MODELS = ("exact", "reveal:0.6", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
MOST_UNKNOWN = 13


def constraints(text: str, mines_left: int = -1) -> Constraints:
    """Clues in a line: `2:abc 1:bcd 0-1:de`; cells are letters, ids their order in the alphabet."""
    words = [word.split(":") for word in text.split()]
    names = sorted(set("".join(cells for _, cells in words)))
    rows = [[names.index(name) for name in cells] for _, cells in words]
    bounds = [[int(number) for number in need.split("-")] for need, _ in words]
    touching = [[k for k, row in enumerate(rows) if cell in row] for cell in range(len(names))]
    low, high = ints([bound[0] for bound in bounds]), ints([bound[-1] for bound in bounds])
    weight = np.zeros((len(rows), COUNTS))
    for k in range(len(rows)):
        weight[k, low[k] : high[k] + 1] = 1.0
    return Constraints(
        ints(range(len(names))),
        ints(range(100, 100 + len(rows))),
        ints(np.cumsum([0] + [len(row) for row in rows])),
        ints([cell for row in rows for cell in row]),
        ints(np.cumsum([0] + [len(row) for row in touching])),
        ints([clue for row in touching for clue in row]),
        low,
        high,
        weight,
        mines_left,
    )


def ints(values: Sequence[int] | range | npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    return np.array(values, dtype=np.int32)


def called(level: Level, text: str, mines_left: int = -1) -> dict[str, tuple[bool, tuple[int, ...]]]:
    """What one call of a level says of sets, by letter: mine?, clues."""
    c = constraints(text, mines_left)
    names = sorted(set("".join(word.split(":")[1] for word in text.split())))
    found = level(c, np.zeros(len(c.cells), np.int8))
    return {names[finding.cell]: (finding.mine, finding.clues) for finding in found}


def on_board(view: View, *levels: Level) -> dict[tuple[int, int], bool]:
    """What levels, after `single`, decide on a board: cell → mine?"""
    c = constraints_of(view)
    decided, _ = run([("single", single_level), *((f"level {k}", level) for k, level in enumerate(levels))], c)
    return {
        view.grid.cell(int(c.cells[j])): bool(decided[j] == supercells.MINE)
        for j in range(len(c.cells))
        if decided[j] != supercells.UNDECIDED
    }


def random_views(seed: int, boards: int, models: Sequence[str] = MODELS) -> Iterator[View]:
    """Views that a layout explains, with few enough unknown cells to try every layout."""
    rng = np.random.default_rng(seed)
    for board in range(boards):
        model = ClueModel.parse(models[board % len(models)])
        height, width = int(rng.integers(2, 6)), int(rng.integers(3, 6))
        density, opened = rng.choice([0.15, 0.3, 0.5, 0.7]), rng.uniform(0.3, 0.95)
        mines = rng.random((height, width)) < density
        show = rng.random((height, width)) < opened
        if board % 2:
            height, width = 3, 6
            mines, show = rng.random((height, width)) < density, rng.random((height, width)) < 0.1
            show[2] = True
        spare = height * width - MOST_UNKNOWN - int(show.sum())
        if spare > 0:
            show.ravel()[rng.choice(np.flatnonzero(~show), spare, replace=False)] = True
        yield _view(rng, mines, show, model)


def _view(
    rng: np.random.Generator, mines: npt.NDArray[np.bool_], show: npt.NDArray[np.bool_], model: ClueModel
) -> View:
    grid = Grid(*mines.shape)
    cells = np.full(mines.shape, HIDDEN, np.int8)
    bounds = np.full(mines.shape, -1, np.int8)
    for index in np.flatnonzero(show).tolist():
        cell = grid.cell(index)
        around = list(grid.around(cell))
        count = sum(bool(mines[other]) for other in around)
        bound = {"optimistic": rng.integers(0, count + 1), "cautious": rng.integers(count, len(around) + 1)}.get(
            model.kind, count
        )
        if model.wide:
            bound = 0 if model.kind == "optimistic" else len(around)
        shown = rng.integers(min(bound, count), max(bound, count) + 1)
        quiet = model.kind == "reveal" and rng.random() > model.probability
        cells[cell] = MINE if mines[cell] else SAFE if quiet else shown
        bounds[cell] = bound if cells[cell] >= 0 else -1
    told = int(mines.sum()) if rng.random() < 0.5 else None
    return View(cells, mines=told, clues=model, bounds=bounds if model.needs_bound else None)


def check(view: View, level: Level) -> int:
    """Run a level to the end, after `single` and alone, and try every layout. Returns how many cells it found.

    Every verdict holds in every layout, every reason is real, a further call finds nothing, however it began.
    """
    c = constraints_of(view)
    layouts = enumerate_layouts(view).layouts.reshape(-1, view.cells.size)[:, c.cells]
    by_single, _ = run([("single", single_level)], c)
    found = 0
    for decided in (by_single.copy(), np.zeros(len(c.cells), np.int8)):
        with_single = bool(decided.any())
        findings = [Finding(-1, False, ())]
        while findings:
            before = decided.copy()
            findings = level(c, decided)
            check_findings(c, before, decided, findings)
            found += len(findings)
            if with_single:
                single_level(c, decided)
        assert not level(c, decided)
        for cell in np.flatnonzero(decided):
            assert (layouts[:, cell] == (decided[cell] == supercells.MINE)).all(), f"wrong on {view!r}"
    return found


def covers_single(view: View, level: Level) -> bool:
    """Whether a level alone decides at least what `single` decides."""
    c = constraints_of(view)
    by_single, _ = run([("single", single_level)], c)
    alone = np.zeros(len(c.cells), np.int8)
    while level(c, alone):
        pass
    return bool(np.array_equal(by_single[by_single > 0], alone[by_single > 0]))


def check_findings(c: Constraints, before: Bytes, after: Bytes, findings: list[Finding]) -> None:
    """Each finding is new, and the clues it names entail it together with the cells decided before."""
    bits = assignments(len(c.cells))
    known = before != supercells.UNDECIDED
    fitting = bits[(bits[:, known] == (before[known] == supercells.MINE)).all(axis=1)]
    for finding in findings:
        assert before[finding.cell] == supercells.UNDECIDED
        assert after[finding.cell] == (supercells.MINE if finding.mine else supercells.SAFE)
        allowed = fitting
        for clue in finding.clues:
            mines = allowed[:, c.members[c.start[clue] : c.start[clue + 1]]].sum(axis=1)
            allowed = allowed[(c.low[clue] <= mines) & (mines <= c.high[clue])]
        if finding.mine_count:
            allowed = allowed[allowed.sum(axis=1) == c.mines_left]
        assert len(allowed), "the reason has no solution at all"
        assert (allowed[:, finding.cell] == finding.mine).all(), f"{finding} does not follow from its reason"
    assert int(np.count_nonzero(after)) == int(np.count_nonzero(before)) + len(findings)


@cache
def assignments(n: int) -> npt.NDArray[np.bool_]:
    """Every way to mine n cells, bool [2ⁿ, n]."""
    return ((np.arange(2**n)[:, None] >> np.arange(n)) & 1).astype(np.bool_)


def refuses(level: Level, text: str) -> bool:
    """Whether a level notices that sets cannot hold."""
    try:
        called(level, text)
    except Contradiction:
        return True
    return False
