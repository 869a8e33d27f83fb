"""Level `linopt`: sound under every clue model, by certificates in whole numbers."""

from __future__ import annotations

import numpy as np
import pytest
from sets import MODELS, called, check, covers_single, on_board, random_views, refuses

from sapper import View, infer
from sapper.inference.linopt import linopt_level
from sapper.inference.zones import zones_level
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.relaxation import SCALE, Relaxation, quiet_solver
from sapper.knowledge.supercells import FLOATING, MINE, SAFE, compress


def test_small_sets() -> None:
    assert called(linopt_level, "1:ab 2:abc") == {"c": (True, (0, 1))}
    assert called(linopt_level, "0-1:ab 2-3:abc") == {"c": (True, (0, 1))}
    assert called(linopt_level, "1-2:ab", mines_left=2) == {"a": (True, ()), "b": (True, ())}
    assert refuses(linopt_level, "2:ab 0-1:ab")
    assert refuses(linopt_level, "1:ab 1:bc 1:ac"), "each is ½ in the only point: neither safe nor a mine"


def test_a_proof_that_needs_three_clues_and_no_subset() -> None:
    """Add the first two and subtract the third: 2b + … leaves b only."""
    found = called(linopt_level, "1:abd 1:bce 2:acde")
    assert found["b"] == (False, (0, 1, 2))


@pytest.mark.parametrize("model", MODELS)
def test_sound_and_with_real_reasons(model: str) -> None:
    assert sum(check(view, linopt_level) for view in random_views(seed=5, boards=60, models=(model,))) > 0


@pytest.mark.parametrize("model", MODELS)
def test_decides_all_that_single_and_zones_decide(model: str) -> None:
    for view in random_views(seed=6, boards=40, models=(model,)):
        assert covers_single(view, linopt_level)
        by_zones = on_board(view, zones_level)
        by_linopt = on_board(view, linopt_level)
        assert by_zones.items() <= by_linopt.items(), repr(view)


def test_the_bound_is_a_bound_whatever_the_duals_are() -> None:
    """Weak duality: rounded, wrong or random duals give a weaker bound, never a false one."""
    rng = np.random.default_rng(3)
    for view in random_views(seed=7, boards=40):
        c = constraints_of(view)
        p, consistent = compress(c, np.zeros(len(c.cells), np.int8))
        if not consistent or not len(p.low):
            continue
        with quiet_solver() as solver:
            programme = Relaxation(solver, p, c.mines_left if c.mines_left >= 0 else -1)
            objective = rng.integers(-2, 3, len(programme.upper))
            optimum = programme.most(objective)
        assert optimum is not None
        value = float(objective @ optimum.point)
        assert optimum.bound >= SCALE * (value - 1e-6)
        assert optimum.bound <= SCALE * (value + 1e-3)
        wild = rng.integers(-SCALE, SCALE, len(optimum.duals))
        assert programme._bound(objective, wild) >= SCALE * (value - 1e-6)


@pytest.mark.parametrize("model", MODELS)
def test_no_exchange_hides_what_two_programmes_per_cell_prove(model: str) -> None:
    decided_cells = 0
    for view in random_views(seed=8, boards=60, models=(model,)):
        c = constraints_of(view)
        decided = np.zeros(len(c.cells), np.int8)
        p, _ = compress(c, decided)
        linopt_level(c, decided)
        with quiet_solver() as solver:
            programme = Relaxation(solver, p, c.mines_left if c.mines_left >= 0 else -1)
            for column in range(len(programme.upper) if len(p.low) else 0):
                one = np.eye(1, len(programme.upper), column, dtype=np.int64)[0]
                most, least = programme.most(one), programme.most(-one, int(programme.upper[column]))
                assert most is not None
                assert least is not None
                cells = p.box == (column if column < len(p.size) else FLOATING)
                assert (decided[cells] == SAFE).all() == most.proves_none, repr(view)
                assert (decided[cells] == MINE).all() == least.proves_none, repr(view)
                decided_cells += np.count_nonzero(decided[cells])
    assert decided_cells > 0


def test_the_mine_count_is_one_more_equation() -> None:
    view = View.parse("121/.../121/clues=cautious:wide", mines=2)
    belief = infer(view, "linopt")
    assert belief.mines.tolist() == [[False] * 3, [True, False, True], [False] * 3]
    assert belief.safe[1, 1]
    assert any(deduction.reason.mine_count for deduction in belief.deductions)
