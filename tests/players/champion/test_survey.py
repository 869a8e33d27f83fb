"""The cells that the champion looks at in a survey game, against their definition; and coin flips."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sapper import View, infer
from sapper.board.chance import Chance
from sapper.board.grid import Grid
from sapper.board.notation import HIDDEN, MINE
from sapper.players.champion.choice import Budget, Look
from sapper.players.champion.kinds import AT_SEA, IN_FRONTIER, ON_SHORE, kinds_of
from sapper.players.champion.policy import Champion
from sapper.players.champion.survey import some_of_each
from sapper.players.optimal.value import optimum

LOOK = Look(close=0.15, frontier=7, shore=7, sea=7, further=1, clicks=1, thin=0.0, call=1.0)
BUDGET = Budget(layouts=0, work=0, candidates=7, early=LOOK, late=LOOK, tolls=2)
ROOM = {IN_FRONTIER: 2, ON_SHORE: 2, AT_SEA: 1}


def kind_of(cells: list[int], around: list[list[int]], cell: int) -> int:
    """By its definition."""

    def floats(index: int) -> bool:
        return not any(cells[near] >= 0 for near in around[index])

    if not floats(cell):
        return IN_FRONTIER
    return ON_SHORE if any(cells[near] == HIDDEN and not floats(near) for near in around[cell]) else AT_SEA


def test_the_safest_of_each_kind_are_looked_at() -> None:
    rng, grid, met = np.random.default_rng(44), Grid(7, 8), set[tuple[int, bool]]()
    around = [[grid.index(near) for near in grid.around(grid.cell(cell))] for cell in range(grid.size)]
    for _ in range(60):
        cells = rng.choice([HIDDEN, MINE, 2], size=grid.size, p=[0.85, 0.12, 0.03]).astype(np.int8)
        cells[0] = HIDDEN
        risk, order = rng.choice([0.1, 0.2, 0.3], size=grid.size), rng.permutation(grid.size).astype(np.int32)
        candidates = np.full(BUDGET.candidates, -1, np.int32)
        kinds = kinds_of(cells, grid.kernel_neighbours)
        found = some_of_each(cells, grid.kernel_neighbours, risk, kinds, order, BUDGET, candidates)
        most = risk[cells == HIDDEN].min() + LOOK.close
        rank = {
            cell: (risk[cell], sum(cells[near] == HIDDEN for near in around[cell]))
            for cell in order.tolist()
            if cells[cell] == HIDDEN and risk[cell] <= most
        }
        ranked = sorted(rank, key=rank.__getitem__)
        wanted = set[int]()
        for kind, room in ROOM.items():
            of_kind = [cell for cell in ranked if kind_of(cells.tolist(), around, cell) == kind]
            wanted |= set(of_kind[:room])
            met.add((kind, len(of_kind) > room))
        looked_at = candidates[:found].tolist()
        assert set(looked_at) == wanted
        assert looked_at == sorted(looked_at, key=rank.__getitem__)
    assert {(kind, True) for kind in ROOM} <= met


def test_a_coin_flip_that_cannot_be_avoided_costs_nothing() -> None:
    """All of the corner's risk is unavoidable, so no other cell is close."""
    view = replace(View.parse("00001./00013./1102../.213../......", mines=7), end="survey")
    belief = infer(view)
    assert belief.risk[view.hidden].min() < belief.risk[0, 5]
    looked_at = [candidate.cell for candidate in Champion(BUDGET)(view, belief, Chance(1))]
    assert set(looked_at) == {(0, 5), (1, 5)}
    assert looked_at[0] in optimum(view).cells
