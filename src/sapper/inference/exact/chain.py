"""A Markov chain over solutions that redraws whole blocks exactly.

    legend   block   the cells of some clues that lie close together; everything else stays as it is
             sweep   so many block steps that every clue is expected to be met once

One step: free the cells of a block and all floating cells, solve what is left exactly, add the risks inside the block
to the averages, and draw the block anew from its exact distribution given the rest.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE, backward
from sapper.inference.exact.engine import NOT_TOLD
from sapper.inference.exact.forward import DONE, forward
from sapper.inference.exact.order import elimination_order
from sapper.inference.exact.sampling import Bits, draw
from sapper.inference.exact.tally import share_mines
from sapper.knowledge.components import components
from sapper.knowledge.constraints import Bytes, Constraints, Floats
from sapper.knowledge.supercells import FLOATING, MINE, SAFE, UNDECIDED, compress

BLOCK_STATES, BLOCK_VALUES = 20_000, 400_000
"""A block that takes more is made smaller."""
SMALLEST_BLOCK = 4


@kernel
def sweep(
    c: Constraints, board: Bits, mines_left: int, odds: float, steps: int, block: int, noise_seed: int,
    risk: Floats, visits: Floats, seen: Bytes,
) -> int:  # fmt: skip
    """Make block steps from `board` [cells of the board], in place.

    risk, visits [n]: sums of exact risks inside blocks, and how many there are. seen [n]: SOME_SAFE | SOME_MINED,
    what solutions were met. block: clues per block; returns the size that turned out to be affordable.
    """
    np.random.seed(noise_seed)
    n, m = len(c.cells), len(c.clues)
    decided = np.empty(n, np.int8)
    member = np.zeros(m, np.int64)
    for step in range(steps):
        _fix(c, board, decided)
        if m:
            _free_block(c, np.random.randint(m), block, step + 1, member, decided)
        if not _redraw(c, board, decided, mines_left, odds, risk, visits, seen):
            block = max(SMALLEST_BLOCK, 3 * block // 4)
    return block


@kernel
def steer(c: Constraints, board: Bits, mines_left: int, steps: int, block: int, noise_seed: int) -> bool:
    """Redraw blocks of a board that explains the clues, in place, until it has the right number of mines, or give up.

    Each step gives the block the number of mines nearest to what is missing.
    """
    np.random.seed(noise_seed)
    n, m = len(c.cells), len(c.clues)
    decided, member = np.empty(n, np.int8), np.zeros(m, np.int64)
    for step in range(steps):
        mines = 0
        for cell in range(n):
            mines += board[c.cells[cell]]
        if mines == mines_left:
            return True
        _fix(c, board, decided)
        if m:
            _free_block(c, np.random.randint(m), block, step + 1, member, decided)
        p, _ = compress(c, decided)
        start, clues = components(p)
        sequence, bounds, width = elimination_order(p, start, clues)
        layers, status = forward(p, sequence, bounds, width, 1.0, True, BLOCK_STATES, BLOCK_VALUES)
        if status != DONE:
            block = max(SMALLEST_BLOCK, 3 * block // 4)
            continue
        fewest, most = 0, p.floating
        for k in range(len(bounds) - 1):
            final = layers.layer_start[bounds[k + 1] + k + 1] - 1
            fewest += layers.least[final]
            most += layers.least[final] + layers.offset[final + 1] - layers.offset[final] - 1
        left = min(max(mines_left - p.mines, fewest), most)
        if share_mines(layers, bounds, p.floating, left)[4] > -np.inf:
            noise = np.random.random((1, len(bounds) + len(sequence) + n))
            draw(c, p, sequence, bounds, layers, decided, left, 1.0, noise, board.reshape(1, -1))
    return False


@kernel
def _fix(c: Constraints, board: Bits, decided: Bytes) -> None:
    """Decide every cell as the board has it, in place; floating cells stay free."""
    for cell in range(len(c.cells)):
        decided[cell] = MINE if board[c.cells[cell]] else SAFE
        if c.touch_start[cell] == c.touch_start[cell + 1]:
            decided[cell] = UNDECIDED


@kernel
def _free_block(
    c: Constraints, first: int, block: int, stamp: int, member: npt.NDArray[np.int64], decided: Bytes
) -> None:
    """Free the cells of the clues around a first one, nearest first, in place. member [clues]: work space."""
    members, start, touching, touch_start = c.members, c.start, c.touching, c.touch_start
    queue = np.empty(block, np.int32)
    queue[0] = first
    member[first] = stamp
    head, count = 0, 1
    while head < count:
        clue = queue[head]
        head += 1
        for i in range(start[clue], start[clue + 1]):
            cell = members[i]
            decided[cell] = UNDECIDED
            for j in range(touch_start[cell], touch_start[cell + 1]):
                other = touching[j]
                if member[other] != stamp and count < block:
                    member[other] = stamp
                    queue[count] = other
                    count += 1


@kernel
def _redraw(
    c: Constraints, board: Bits, decided: Bytes, mines_left: int, odds: float, risk: Floats, visits: Floats, seen: Bytes
) -> bool:
    """Solve the free cells exactly, note their risks, and draw them anew, in place; False if that is too much work."""
    p, _ = compress(c, decided)
    start, clues = components(p)
    sequence, bounds, width = elimination_order(p, start, clues)
    track = mines_left != NOT_TOLD
    layers, status = forward(p, sequence, bounds, width, odds, track, BLOCK_STATES, BLOCK_VALUES)
    if status != DONE:
        return False
    left = mines_left - p.mines if track else NOT_TOLD
    outside, outside_start = np.ones(len(bounds)), np.arange(len(bounds))
    floating_risk, floating_seen = odds / (1.0 + odds), SOME_SAFE | SOME_MINED
    if track:
        outside, outside_start, mines, floating_seen, _ = share_mines(layers, bounds, p.floating, left)
        floating_risk = mines / max(p.floating, 1)
    expected, possible = backward(p, layers, sequence, bounds, outside, outside_start, track)
    for cell in range(len(c.cells)):
        box = p.box[cell]
        if decided[cell] == UNDECIDED:
            risk[cell] += floating_risk if box == FLOATING else expected[box] / p.size[box]
            visits[cell] += 1.0
            seen[cell] |= floating_seen if box == FLOATING else possible[box]
    noise = np.random.random((1, len(bounds) + len(sequence) + len(c.cells)))
    draw(c, p, sequence, bounds, layers, decided, left, odds, noise, board.reshape(1, -1))
    return True
