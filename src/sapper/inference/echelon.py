"""Echelon form on whole numbers: the arithmetic of level `linear`.

A system has one row per clue of a component and one column per supercell, in reading order. The right side of a row is
an interval, [need, need] for an exact clue. Reduction multiplies rows by whole numbers and subtracts them; intervals
follow by interval arithmetic. Rows that grow too large are dropped, which is sound: every row is true by itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.components import components
from sapper.knowledge.constraints import Ints
from sapper.knowledge.supercells import Problem

LARGEST = 1 << 14
"""Rows with larger coefficients are thrown away: products and sums of two stay within 32 bits."""


class Blocks(NamedTuple):
    """The rows and columns of each component's system."""

    row_start: Ints
    """[k + 1] where the clues of each component begin in `rows`."""
    rows: Ints
    column_start: Ints
    """[k + 1] where the supercells of each component begin in `columns`; in reading order."""
    columns: Ints
    place: Ints
    """[boxes] the column of each supercell in its component."""


@kernel
def blocks_of(p: Problem) -> Blocks:
    """Sort clues and supercells by component."""
    row_start, rows = components(p)
    found = len(row_start) - 1
    owner = np.full(len(p.size), -1, np.int32)
    column_start = np.zeros(found + 1, np.int32)
    for k in range(found):
        column_start[k + 1] = column_start[k]
        for i in range(row_start[k], row_start[k + 1]):
            for j in range(p.clue_start[rows[i]], p.clue_start[rows[i] + 1]):
                box = p.clue_boxes[j]
                if owner[box] < 0:
                    owner[box] = k
                    column_start[k + 1] += 1
    filled = column_start[:found].copy()
    columns, place = np.empty(len(p.size), np.int32), np.empty(len(p.size), np.int32)
    for box in range(len(p.size)):
        k = owner[box]
        columns[filled[k]] = box
        place[box] = filled[k] - column_start[k]
        filled[k] += 1
    return Blocks(row_start, rows, column_start, columns, place)


@kernel
def load(p: Problem, blocks: Blocks, k: int, matrix: Ints, low: Ints, high: Ints, first: Ints, last: Ints) -> None:
    """Write the system of one component into zeroed arrays; a matrix with more columns also gets an identity."""
    columns = blocks.column_start[k + 1] - blocks.column_start[k]
    for i in range(len(matrix)):
        clue = blocks.rows[blocks.row_start[k] + i]
        low[i], high[i] = p.low[clue], p.high[clue]
        first[i], last[i] = columns, -1
        for j in range(p.clue_start[clue], p.clue_start[clue + 1]):
            column = blocks.place[p.clue_boxes[j]]
            matrix[i, column] = 1
            first[i], last[i] = min(first[i], column), max(last[i], column)
        if matrix.shape[1] > columns:
            matrix[i, columns + i] = 1


@kernel
def reduce_rows(matrix: Ints, columns: int, low: Ints, high: Ints, first: Ints, last: Ints) -> Ints:
    """Gauss and Jordan's elimination on integers, in place; the pivot column of each row, or -1.

    matrix [rows, columns or more]; right sides in [low, high]; entries of a row lie in its first … last.
    """
    rows = len(matrix)
    pivot, hits = np.full(rows, -1, np.int32), np.empty(rows, np.int32)
    for column in range(columns):
        best, count = -1, 0
        for row in range(rows):
            if first[row] <= column <= last[row] and matrix[row, column] != 0:
                hits[count] = row
                count += 1
                if pivot[row] < 0:
                    size, width = abs(matrix[row, column]), last[row] - column
                    if best < 0 or (size, width) < (abs(matrix[best, column]), last[best] - column):
                        best = row
        if best < 0:
            continue
        pivot[best] = column
        first[best] = column
        if matrix[best, column] < 0:
            for j in range(column, matrix.shape[1]):
                matrix[best, j] = -matrix[best, j]
            low[best], high[best] = -high[best], -low[best]
        for i in range(count):
            if hits[i] != best:
                _eliminate(matrix, columns, low, high, first, last, hits[i], best, column)
    return pivot


@kernel
def _eliminate(
    matrix: Ints, columns: int, low: Ints, high: Ints, first: Ints, last: Ints, row: int, by: int, column: int
) -> None:
    """Make `matrix[row, column]` zero with the help of a row whose entry there is positive; in place."""
    one, other = matrix[by, column], matrix[row, column]
    largest = 0
    if one == 1:
        for j in range(column, last[by] + 1):
            matrix[row, j] -= other * matrix[by, j]
            largest = max(largest, abs(matrix[row, j]))
        for j in range(columns, matrix.shape[1]):
            matrix[row, j] -= other * matrix[by, j]
            largest = max(largest, abs(matrix[row, j]))
    else:
        divisor = gcd(one, abs(other))
        one, other = one // divisor, other // divisor
        for j in range(matrix.shape[1]):
            matrix[row, j] = one * matrix[row, j] - other * matrix[by, j]
            largest = max(largest, abs(matrix[row, j]))
    least, most = (low[by], high[by]) if other > 0 else (high[by], low[by])
    low[row], high[row] = one * low[row] - other * most, one * high[row] - other * least
    last[row] = max(last[row], last[by])
    if max(largest, abs(low[row]), abs(high[row])) > LARGEST:
        first[row], last[row] = columns, -1
        low[row], high[row] = 0, 0
        for j in range(matrix.shape[1]):
            matrix[row, j] = 0


@kernel
def gcd(a: int, b: int) -> int:
    """Greatest common divisor of two positive numbers."""
    while b:
        a, b = b, a % b
    return a


@kernel
def combinations(p: Problem, blocks: Blocks, k: int) -> Ints:
    """By how much each clue of a component is multiplied in each of its reduced rows [rows, clues].

    All ones where that grows too large.
    """
    rows = blocks.row_start[k + 1] - blocks.row_start[k]
    columns = blocks.column_start[k + 1] - blocks.column_start[k]
    matrix = np.zeros((rows, columns + rows), np.int32)
    low, high, first, last = sides_and_extents(rows)
    load(p, blocks, k, matrix, low, high, first, last)
    reduce_rows(matrix, columns, low, high, first, last)
    for row in range(rows):
        if last[row] < 0:
            matrix[row] = 1
    return matrix[:, columns:].copy()


@kernel
def sides_and_extents(length: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Four arrays for the sides and the extents of rows."""
    return (
        np.zeros(length, np.int32), np.zeros(length, np.int32), np.zeros(length, np.int32), np.zeros(length, np.int32)
    )  # fmt: skip
