"""Independent layouts, each with the probability that the view gives it (uniform, if clues are exact).

What
    The mines are first shared among the components, one component after the other; then each component is walked
    from its last layer to its first, choosing an incoming edge in proportion to the ways that lead through it; then
    the mines of each supercell, and of the floating cells, are put on its cells at random.

Why it is sound
    Every choice is made with its exact conditional probability given the choices before: no Markov chain, no burn-in.

Cost
    One forward pass, then one walk per sample.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.board.chance import Seed, sampling_noise
from sapper.board.view import FLAG, MINE, View
from sapper.compiled import kernel
from sapper.errors import BadInput, LimitExceeded
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.engine import FINE, NOT_TOLD, OVER_LIMIT, run_forward
from sapper.inference.exact.layers import Layers, Longs
from sapper.inference.exact.prior import odds_of, settled
from sapper.inference.exact.tally import afters, share_mines
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints, constraints_of
from sapper.knowledge.supercells import DECIDED, FLOATING, Problem
from sapper.knowledge.supercells import MINE as MINED

Bits = npt.NDArray[np.bool_]


def sample(view: View, n: int, seed: Seed = 0, *, trust_flags: bool = True, limit: Limit | None = None) -> Bits:
    """Independent layouts that the view allows, bool [n, height, width].

    >>> boards = sample(View.parse("1../.../...", mines=3), n=4, seed=1)
    >>> boards.shape, boards.sum(axis=(1, 2)).tolist()
    ((4, 3, 3), [3, 3, 3, 3])
    """
    if n < 0:
        raise BadInput(f"cannot draw {n} samples")
    limit, view = limit or Limit(), settled(view, trust_flags)
    c = constraints_of(view, trust_flags)
    p, sequence, bounds, layers, decided, status, _ = run_forward(
        c, c.mines_left, odds_of(view), limit.states, limit.values
    )
    if status == OVER_LIMIT:
        raise LimitExceeded(f"sampling takes more than {limit.states} states; allow more with limit=Limit(states=…)")
    track = c.mines_left != NOT_TOLD
    left = c.mines_left - p.mines
    if status != FINE or (track and share_mines(layers, bounds, p.floating, left)[4] == -np.inf):
        explain_conflict(view, trust_flags)
    flat = view.cells.ravel()
    boards = np.zeros((n, flat.size), np.bool_)
    boards[:, np.equal(flat, MINE) | (np.equal(flat, FLAG) & trust_flags)] = True
    numbers = len(bounds) + len(sequence) + len(c.cells)
    noise = sampling_noise(seed, n * numbers).reshape(n, numbers)
    draw(c, p, sequence, bounds, layers, decided, left if track else NOT_TOLD, odds_of(view), noise, boards)
    return boards.reshape(n, *view.cells.shape)


@kernel
def draw(
    c: Constraints, p: Problem, sequence: Ints, bounds: Ints, layers: Layers, decided: Bytes, mines_left: int,
    odds: float, noise: Floats, boards: Bits,
) -> None:  # fmt: skip
    """Put the mines of the unknown cells on the boards, in place. noise [samples, components + 1 + boxes + cells]."""
    track = mines_left != NOT_TOLD
    after, after_start, lows = np.ones(1), np.zeros(1, np.int64), np.zeros(1, np.int64)
    if track:
        after, after_start, lows = afters(layers, bounds, p.floating, mines_left)
    into_start, into, origin = _incoming(layers)
    mines = np.zeros(len(p.size), np.int64)
    components = len(bounds) - 1
    for i in range(len(boards)):
        used = 0
        for k in range(components):
            final = layers.layer_start[bounds[k + 1] + k + 1] - 1
            t = 0
            if track:
                t = _choose_mines(layers, final, after[after_start[k + 1] :], used - lows[k + 1], noise[i, k])
            used += layers.least[final] + t
            path = noise[i, components + 1 :]
            _walk(layers, sequence, bounds[k], bounds[k + 1], final, t, track, into_start, into, origin, path, mines)
        among = mines_left - used if track else -1
        _scatter(c, p, decided, mines, among, odds, noise[i, components + len(sequence) + 1 :], boards[i])


@kernel
def _incoming(layers: Layers) -> tuple[Longs, Longs, Ints]:
    """The edges that lead into each state: `into[into_start[s] : into_start[s + 1]]`; and where each edge begins."""
    states = layers.layer_start[-1]
    edges = layers.edge_start[states] if states else 0
    into_start = np.zeros(states + 1, np.int64)
    origin = np.empty(edges, np.int32)
    for state in range(states):
        for edge in range(layers.edge_start[state], layers.edge_start[state + 1]):
            origin[edge] = state
            if layers.target[edge] >= 0:
                into_start[layers.target[edge] + 1] += 1
    for state in range(states):
        into_start[state + 1] += into_start[state]
    filled = into_start[:states].copy()
    into = np.empty(into_start[states], np.int64)
    for edge in range(edges):
        to = layers.target[edge]
        if to >= 0:
            into[filled[to]] = edge
            filled[to] += 1
    return into_start, into, origin


@kernel
def _choose_mines(layers: Layers, final: int, after: Floats, first: int, u: float) -> int:
    """How many mines above its least a component gets: ways × what everything later makes of it."""
    offset, ways, least = layers.offset, layers.ways, layers.least[final]
    length = offset[final + 1] - offset[final]
    total = 0.0
    for t in range(length):
        total += ways[offset[final] + t] * after[first + least + t]
    wanted, last = u * total, 0
    for t in range(length):
        weight = ways[offset[final] + t] * after[first + least + t]
        if weight > 0.0:
            last = t
            wanted -= weight
            if wanted < 0.0:
                break
    return last


@kernel
def _walk(
    layers: Layers, sequence: Ints, first: int, end: int, state: int, t: int, track: bool, into_start: Longs,
    into: Longs, origin: Ints, noise: Floats, mines: Longs,
) -> None:  # fmt: skip
    """Walk a component back from its last state, with t mines above its least: `mines` [boxes], in place."""
    offset, least, ways = layers.offset, layers.least, layers.ways
    for position in range(end - 1, first - 1, -1):
        total = 0.0
        for turn in range(2):  # first add the weights up, then walk to the wanted one
            wanted = noise[position] * total
            for i in range(into_start[state], into_start[state + 1]):
                edge = into[i]
                came = origin[edge]
                v = layers.fewest[came] + edge - layers.edge_start[came]
                before = least[state] + t - v - least[came] if track else 0
                if not 0 <= before < offset[came + 1] - offset[came]:
                    continue
                weight = layers.factor[edge] * ways[offset[came] + before]
                if turn == 0:
                    total += weight
                elif weight > 0.0:
                    chosen, chosen_v, chosen_t = came, v, before
                    wanted -= weight
                    if wanted < 0.0:
                        break
        state, t = chosen, chosen_t
        mines[sequence[position]] = chosen_v


@kernel
def _scatter(
    c: Constraints, p: Problem, decided: Bytes, mines: Longs, among: int, odds: float, noise: Floats, board: Bits
) -> None:
    """Put the mines of each supercell and of the floating cells on their cells, in place; among -1: by the odds."""
    cells_left, mines_to_go = p.size.copy(), mines.copy()
    floating, floating_mines = p.floating, among
    for cell in range(len(c.cells)):
        box = p.box[cell]
        if box == DECIDED:
            mined = decided[cell] == MINED
        elif box == FLOATING:
            mined = noise[cell] * floating < floating_mines if among >= 0 else noise[cell] * (1.0 + odds) < odds
            floating -= 1
            floating_mines -= mined
        else:
            mined = noise[cell] * cells_left[box] < mines_to_go[box]
            cells_left[box] -= 1
            mines_to_go[box] -= mined
        board[c.cells[cell]] = mined
