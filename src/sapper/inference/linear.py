"""Level `linear`: all clues as one linear system, reduced to echelon form (report 002).

What
    Every clue is a row "the sum of its undecided cells is its need"; the mine count, if told, is one more row over all
    undecided cells. The rows are reduced to echelon form, columns in reading order. A row a·x = b with x in {0, 1}
    whose right side is the most that its left side can be decides its cells: those with a positive coefficient are
    mines, those with a negative one are safe; the other way round if it is the least. The rows are looked at before
    the reduction, after it, and the mine count's row after all others are subtracted from it.

Why it is sound
    A reduced row is a sum of multiples of true rows, so it is true. All arithmetic is on integers: a row is multiplied
    and divided by whole numbers only, and a row whose coefficients exceed LARGEST is thrown away, which loses
    strength, not truth. Uncertain clues are rows with an interval on the right; intervals are combined by interval
    arithmetic, so the interval of a reduced row holds its true value.

Cost
    Components have no cells in common, so each is reduced alone, over supercells, as a dense matrix whose rows
    know their first and last entry: about (clues of the component) × (clues that share a supercell) × (width of a
    row). The multiples that make up a deciding row are tracked only in a component where a row decides.

Example
    `_____/_121_/_..._/_121_/_____` — the rows a + b = 1 and a + b + c = 2 leave c = 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import inlined, kernel
from sapper.inference.echelon import (
    LARGEST,
    Blocks,
    blocks_of,
    combinations,
    gcd,
    load,
    reduce_rows,
    sides_and_extents,
)
from sapper.inference.level import BROKEN, Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.origins import clues_behind
from sapper.knowledge.supercells import DECIDED, FLOATING, MINE, SAFE, UNDECIDED, Problem, compress

Longs = npt.NDArray[np.int64]

NOTHING, FOUND, BROKEN_CLUE, BROKEN_COUNT, EXCLUSIVE = 0, 1, 2, 3, 4
"""How it ended; EXCLUSIVE: two clues on the same cells exclude each other, and the merged one allows no number."""
ORIGINAL, REDUCED, COUNT = 0, 1, 2


class Verdicts(NamedTuple):
    """What the rows decide of each supercell; the last entry is for the floating cells."""

    verdict: Bytes
    kind: Bytes
    """Which row decided: ORIGINAL, REDUCED or COUNT."""
    row: Ints
    """The position of that row among `rows`; for COUNT, of the reduced row it was subtracted from, or -1."""
    used: Bytes
    """[rows] whether the mine count's row made use of each reduced row."""


def linear_level(c: Constraints, decided: Bytes) -> list[Finding]:
    """Decide all cells that a row of the reduced system decides."""
    status, broken_kind, broken_row, answer = solve(c, decided)
    if status == NOTHING:
        return []
    p, _ = compress(c, decided)
    if status == BROKEN_COUNT:
        raise Contradiction(-1)
    if status == EXCLUSIVE:
        raise Contradiction(int(clues_behind(c, decided, p, int(np.argmin(p.high)))[-1]))
    reasons = _Reasons(c, decided.copy(), p, answer.used)
    if status == BROKEN_CLUE:
        raise Contradiction(reasons.of(broken_kind, broken_row)[-1])
    findings = []
    for cell in np.flatnonzero(p.box != DECIDED).tolist():
        box = int(p.box[cell])
        verdict = answer.verdict[box]  # the floating cells are box -1, the last entry
        if verdict != UNDECIDED:
            decided[cell] = verdict
            kind, row = int(answer.kind[box]), int(answer.row[box])
            findings.append(Finding(cell, bool(verdict == MINE), reasons.of(kind, row), kind == COUNT))
    return findings


@inlined
def linear_step(c: Constraints, decided: Bytes, order: Ints) -> int:
    """The same in place, without the reasons; order int32 [n], in place: the cells. How many, or BROKEN."""
    status, _, _, answer = solve(c, decided)
    if status != FOUND:
        return 0 if status == NOTHING else BROKEN
    p, _ = compress(c, decided)
    found = 0
    for cell in range(len(decided)):
        verdict = verdict_on(cell, p, answer)
        if verdict != UNDECIDED:
            decided[cell] = verdict
            order[found] = cell
            found += 1
    return found


@kernel
def verdict_on(cell: int, p: Problem, answer: Verdicts) -> int:
    """What the rows say of a cell, floating or not; UNDECIDED of one that was decided before."""
    box = p.box[cell]
    if box == DECIDED:
        return UNDECIDED
    return int(answer.verdict[box if box != FLOATING else len(p.size)])


class _Reasons:
    """Which clues are combined in a deciding row; worked out when it is asked for."""

    def __init__(self, c: Constraints, decided: Bytes, p: Problem, used: Bytes) -> None:
        self._c, self._decided, self._p, self._used = c, decided, p, used
        self._blocks = blocks_of(p)
        self._combined: dict[int, Ints] = {}
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    def of(self, kind: int, row: int) -> tuple[int, ...]:
        """The clues, as ids of the constraints, in rising order."""
        if (kind, row) not in self._known:
            self._known[kind, row] = tuple(sorted(self._collect(kind, row)))
        return self._known[kind, row]

    def _collect(self, kind: int, row: int) -> set[int]:
        if kind == ORIGINAL:
            return set(clues_behind(self._c, self._decided, self._p, self._blocks.rows[row]).tolist())
        if kind == COUNT:
            rows = np.flatnonzero(self._used).tolist() + ([row] if row >= 0 else [])
            return {clue for used in rows for clue in self.of(REDUCED, used)}
        component = int(np.searchsorted(self._blocks.row_start, row, side="right")) - 1
        if component not in self._combined:
            self._combined[component] = combinations(self._p, self._blocks, component)
        first = int(self._blocks.row_start[component])
        multiples = self._combined[component][row - first]
        return {clue for used in np.flatnonzero(multiples).tolist() for clue in self.of(ORIGINAL, first + used)}


@kernel
def judge(
    answer: Verdicts, kind: int, row: int, boxes: Ints, sizes: Ints, entries: Ints, first: int, last: int,
    low: int, high: int,
) -> int:  # fmt: skip
    """Decide the supercells of one row if its bounds force them, in place; NOTHING, FOUND or BROKEN_CLUE.

    entries [columns]: the row, between first and last. boxes [columns]: their supercells. sizes: of all supercells.
    """
    least, most = 0, 0
    for j in range(first, last + 1):
        if entries[j] > 0:
            most += entries[j] * sizes[boxes[j]]
        else:
            least += entries[j] * sizes[boxes[j]]
    if low > most or high < least:
        return BROKEN_CLUE
    if least == most or (low < most and high > least):
        return NOTHING
    for j in range(first, last + 1):
        if entries[j] == 0:
            continue
        box, verdict = boxes[j], MINE if (entries[j] > 0) == (low == most) else SAFE
        if answer.verdict[box] == UNDECIDED:
            answer.verdict[box], answer.kind[box], answer.row[box] = verdict, kind, row
        elif answer.verdict[box] != verdict:
            return BROKEN_CLUE
    return FOUND


@kernel
def solve(c: Constraints, decided: Bytes) -> tuple[int, int, int, Verdicts]:
    """Reduce the whole system once: status, kind and position of the row that cannot hold if one cannot, verdicts."""
    p, consistent = compress(c, decided)
    blocks = blocks_of(p)
    boxes, rows = len(p.size), len(blocks.rows)
    answer = Verdicts(
        np.zeros(boxes + 1, np.int8), np.zeros(boxes + 1, np.int8), np.zeros(boxes + 1, np.int32),
        np.zeros(rows, np.int8),
    )  # fmt: skip
    if not consistent:
        return EXCLUSIVE, ORIGINAL, 0, answer
    sizes = np.empty(boxes + 1, np.int32)
    sizes[:boxes] = p.size
    sizes[boxes] = p.floating
    offset = np.zeros(len(blocks.row_start), np.int64)
    for k in range(len(offset) - 1):
        height = blocks.row_start[k + 1] - blocks.row_start[k]
        offset[k + 1] = offset[k] + height * (blocks.column_start[k + 1] - blocks.column_start[k])
    pool = np.zeros(offset[-1], np.int32)
    low, high, first, last = sides_and_extents(rows)
    pivot = np.full(rows, -1, np.int32)
    status = NOTHING
    for k in range(len(offset) - 1):
        begin, end = blocks.row_start[k], blocks.row_start[k + 1]
        matrix = pool[offset[k] : offset[k + 1]].reshape(end - begin, -1)
        load(p, blocks, k, matrix, low[begin:end], high[begin:end], first[begin:end], last[begin:end])
        found, row = _judge_all(answer, ORIGINAL, blocks, sizes, k, matrix, low, high, first, last)
        if found == BROKEN_CLUE:
            return found, ORIGINAL, row, answer
        status = max(status, found)
        pivot[begin:end] = reduce_rows(
            matrix, matrix.shape[1], low[begin:end], high[begin:end], first[begin:end], last[begin:end]
        )
        found, row = _judge_all(answer, REDUCED, blocks, sizes, k, matrix, low, high, first, last)
        if found == BROKEN_CLUE:
            return found, REDUCED, row, answer
        status = max(status, found)
    if c.mines_left >= 0:
        told = c.mines_left - p.mines
        status = max(status, _count_row(answer, blocks, sizes, offset, pool, pivot, low, high, first, last, told))
    return status, COUNT, -1, answer


@kernel
def _judge_all(
    answer: Verdicts, kind: int, blocks: Blocks, sizes: Ints, k: int, matrix: Ints, low: Ints, high: Ints, first: Ints,
    last: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Look at every row of one component, up to one that cannot hold: status, and that row.

    The sides and extents are those of all rows.
    """
    boxes = blocks.columns[blocks.column_start[k] : blocks.column_start[k + 1]]
    status = NOTHING
    for i in range(len(matrix)):
        row = blocks.row_start[k] + i
        found = judge(answer, kind, row, boxes, sizes, matrix[i], first[row], last[row], low[row], high[row])
        if found == BROKEN_CLUE:
            return found, row
        status = max(status, found)
    return status, -1


@kernel
def _count_row(
    answer: Verdicts, blocks: Blocks, sizes: Ints, offset: Longs, pool: Ints, pivot: Ints, low: Ints, high: Ints,
    first: Ints, last: Ints, mines: int,
) -> int:  # fmt: skip
    """Subtract all reduced rows from the mine count's row, and look at it; the last column is the floating cells.

    Without floating cells its first entry is then used to reduce the other rows, which are looked at again.
    """
    width = len(sizes)
    boxes = np.arange(width, dtype=np.int32)
    count = np.ones(width, np.int32)
    count[width - 1] = min(sizes[width - 1], 1)
    least = most = mines
    for k in range(len(offset) - 1):
        base, columns = blocks.column_start[k], blocks.column_start[k + 1] - blocks.column_start[k]
        for row in range(blocks.row_start[k], blocks.row_start[k + 1]):
            at = offset[k] + (row - blocks.row_start[k]) * columns
            if pivot[row] < 0 or pool[at + pivot[row]] == 0:
                continue
            one, other = pool[at + pivot[row]], count[blocks.columns[base + pivot[row]]]
            if other == 0:
                continue
            answer.used[row] = 1
            divisor = gcd(one, abs(other))
            one, other = one // divisor, other // divisor
            if one != 1:
                count *= one
            for j in range(first[row], last[row] + 1):
                count[blocks.columns[base + j]] -= other * pool[at + j]
            lower, upper = (low[row], high[row]) if other > 0 else (high[row], low[row])
            least, most = one * least - other * upper, one * most - other * lower
            if max(np.abs(count).max(), abs(least), abs(most)) > LARGEST:
                return NOTHING
    status = judge(answer, COUNT, -1, boxes, sizes, count, 0, width - 1, least, most)
    if status == NOTHING and sizes[width - 1] == 0:
        status = _couple(answer, blocks, sizes, offset, pool, low, high, count, least, most)
    return BROKEN_COUNT if status == BROKEN_CLUE else status


@kernel
def _couple(
    answer: Verdicts, blocks: Blocks, sizes: Ints, offset: Longs, pool: Ints, low: Ints, high: Ints, count: Ints,
    least: int, most: int,
) -> int:  # fmt: skip
    """Reduce the rows of one component by the mine count's row, at its first entry there, and look at them."""
    width, status = len(sizes), NOTHING
    boxes = np.arange(width, dtype=np.int32)
    column = 0
    while column < width - 1 and count[blocks.columns[column]] == 0:
        column += 1
    if column == width - 1:
        return NOTHING
    k = np.searchsorted(blocks.column_start, column, side="right") - 1
    base, columns = blocks.column_start[k], blocks.column_start[k + 1] - blocks.column_start[k]
    sign = 1 if count[blocks.columns[column]] > 0 else -1
    for row in range(blocks.row_start[k], blocks.row_start[k + 1]):
        at = offset[k] + (row - blocks.row_start[k]) * columns
        other = pool[at + column - base] * sign
        if other == 0:
            continue
        one = count[blocks.columns[column]] * sign
        divisor = gcd(one, abs(other))
        one, other = one // divisor, other // divisor
        mixed = np.zeros(width, np.int32)
        for j in range(columns):
            mixed[blocks.columns[base + j]] = one * pool[at + j]
        for j in range(width):
            mixed[j] -= other * count[j]
        lower, upper = (least, most) if other > 0 else (most, least)
        found = judge(
            answer, COUNT, row, boxes, sizes, mixed, 0, width - 1, one * low[row] - other * upper,
            one * high[row] - other * lower,
        )  # fmt: skip
        status = max(status, found)
    return status
