"""Cutting a wide component into strips.

    legend   strip   a band of the board; each supercell lies in one
             part    the supercells of a clue that lie in one strip; a clue across a border has several

An uncut clue is its own only part. The parts of a clue know of each other only by a guess at the other side's number
of mines (see `messages.py`). Clues that allow one number only are never cut: the guess would be wrong by whole mines.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.constraints import COUNTS, Ints, transpose
from sapper.knowledge.supercells import Problem


class Cut(NamedTuple):
    """A problem whose clues are parts of the clues of another; same supercells."""

    problem: Problem
    """`low`, `high` and `weight` are to be filled in: see `join` in `messages.py`."""
    first_part: Ints
    """[clues + 1] the parts of clue q are `first_part[q] … first_part[q + 1]`."""
    cells: Ints
    """[parts] how many cells each part has."""


@kernel
def strips_of(p: Problem, start: Ints, clues: Ints, bands: Ints, box_row: Ints, box_column: Ints) -> Ints:
    """[boxes] the strip of each supercell. bands [components]: how many strips each is cut into, 1 for none.

    Bands run along the longer side of a component, so that they are short across. box_row, box_column [boxes].
    """
    strip = np.zeros(len(p.size), np.int32)
    for k in range(len(start) - 1):
        if bands[k] < 2:
            continue
        top, bottom, left, right = 1 << 30, -1, 1 << 30, -1
        for i in range(start[k], start[k + 1]):
            for j in range(p.clue_start[clues[i]], p.clue_start[clues[i] + 1]):
                box = p.clue_boxes[j]
                top, bottom = min(top, box_row[box]), max(bottom, box_row[box])
                left, right = min(left, box_column[box]), max(right, box_column[box])
        flat = bottom - top <= right - left
        first, extent = (top, bottom - top + 1) if flat else (left, right - left + 1)
        for i in range(start[k], start[k + 1]):
            for j in range(p.clue_start[clues[i]], p.clue_start[clues[i] + 1]):
                box = p.clue_boxes[j]
                place = (box_row[box] if flat else box_column[box]) - first
                strip[box] = place * bands[k] // extent
    _keep_hard_clues(p, strip)
    return strip


@kernel
def _keep_hard_clues(p: Problem, strip: Ints) -> None:
    """Move supercells, in place, until no clue that allows one number only lies across a border."""
    moved = True
    while moved:
        moved = False
        for clue in range(len(p.low)):
            if p.low[clue] < p.high[clue]:
                continue
            first = 1 << 30
            for j in range(p.clue_start[clue], p.clue_start[clue + 1]):
                first = min(first, strip[p.clue_boxes[j]])
            for j in range(p.clue_start[clue], p.clue_start[clue + 1]):
                moved |= strip[p.clue_boxes[j]] != first
                strip[p.clue_boxes[j]] = first


@kernel
def cut(p: Problem, strip: Ints) -> Cut:
    """Make one clue per part."""
    m, total = len(p.low), len(p.clue_boxes)
    part_start, part_boxes = np.zeros(total + 1, np.int32), np.empty(total, np.int32)
    first_part, cells = np.zeros(m + 1, np.int32), np.zeros(total, np.int32)
    parts, filled = 0, 0
    for clue in range(m):
        done = 0
        here = p.clue_boxes[p.clue_start[clue] : p.clue_start[clue + 1]]
        taken = np.zeros(len(here), np.bool_)
        while done < len(here):
            now = -1
            for i in range(len(here)):
                if taken[i] or (now >= 0 and strip[here[i]] != now):
                    continue
                now = strip[here[i]]
                taken[i] = True
                part_boxes[filled] = here[i]
                cells[parts] += p.size[here[i]]
                filled, done = filled + 1, done + 1
            parts += 1
            part_start[parts] = filled
        first_part[clue + 1] = parts
    part_start = part_start[: parts + 1]
    box_start, box_parts = transpose(part_start, part_boxes, len(p.size))
    problem = Problem(
        p.box, p.size, box_start, box_parts, part_start, part_boxes, np.zeros(parts, np.int32),
        np.zeros(parts, np.int32), np.zeros((parts, COUNTS)), p.floating, p.mines, p.log2_factor,
    )  # fmt: skip
    return Cut(problem, first_part, cells[:parts])
