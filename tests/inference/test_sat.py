"""Complete logic by python-sat, against brute force and against the exact engine."""

import numpy as np
import pytest

from sapper import infer
from sapper.board.moves import Flag, Open
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, View
from sapper.errors import InconsistentView, LimitExceeded
from sapper.game.game import Game
from sapper.inference.brute import enumerate_layouts
from sapper.inference.level import Contradiction
from sapper.inference.sat import a_solution, forced, logic
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

MODELS = ("exact", "reveal:0.6", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
SHAPES = ((1, 9), (9, 1), (2, 6), (3, 4), (4, 4), (3, 5))


def played(rng, height, width, model, opened=0.4, **changes):
    """A view after random moves in a survey game, at most 13 cells hidden."""
    mines = int(rng.integers(0, height * width // 2 + 1))
    rules = Rules(height=height, width=width, mines=mines, end="survey", clues=model, **changes)
    game = Game(rules, seed=int(rng.integers(2**31)))
    order = rng.permutation(height * width)
    for number, index in enumerate(order):
        cell = divmod(int(index), width)
        late = height * width - number <= 13 and rng.random() > opened
        if game.over or late:
            break
        if game.view[cell] == HIDDEN:
            flag = game.layout.mines[cell] and rng.random() < 0.3
            game.apply(Flag(cell) if flag else Open(cell))
    return game.view


def views(count, seed):
    rng = np.random.default_rng(seed)
    for number in range(count):
        height, width = SHAPES[number % len(SHAPES)]
        topology = ("square", "square", "hex", "torus")[number // 36 % 4]
        if topology == "torus":
            height, width = 3, 5
        yield played(rng, height, width, MODELS[number // 6 % 6], mine_count=bool(number % 2), topology=topology)


def brute_verdicts(view, trust_flags):
    layouts = enumerate_layouts(view, trust_flags).layouts.reshape(-1, view.cells.size)
    never, always = ~layouts.any(axis=0), layouts.all(axis=0)
    return np.where(never, SAFE, np.where(always, MINE, UNDECIDED))


def test_forced_equals_brute_force():
    for number, view in enumerate(views(3000, seed=1)):
        trust_flags = number % 3 > 0
        c = constraints_of(view, trust_flags)
        assert forced(c).tolist() == brute_verdicts(view, trust_flags)[c.cells].tolist(), repr(view)


def test_a_solution_is_one_of_all():
    for view in views(400, seed=2):
        c = constraints_of(view)
        solutions = enumerate_layouts(view).layouts.reshape(-1, view.cells.size)[:, c.cells]
        for found in (a_solution(c), logic(c).solution):
            assert (solutions == found).all(axis=1).any(), repr(view)


def test_any_mine_count_decides_as_brute_force_does():
    view = View.parse("1..1/..../1..2/....")
    for mines in range(13):
        told = View(view.cells, mines=mines)
        try:
            expected = brute_verdicts(told, True)
        except InconsistentView:
            with pytest.raises(Contradiction):
                forced(constraints_of(told))
            with pytest.raises(Contradiction):
                a_solution(constraints_of(told))
            continue
        c = constraints_of(told)
        assert forced(c).tolist() == expected[c.cells].tolist(), mines


def test_contradicting_clues():
    with pytest.raises(Contradiction):
        forced(constraints_of(View.parse("1.3/...")))


def test_what_was_seen_is_not_asked_and_changes_nothing():
    for view in views(200, seed=3):
        c = constraints_of(view)
        solutions = enumerate_layouts(view).layouts.reshape(-1, view.cells.size)[:, c.cells]
        some = solutions[: 1 + len(solutions) // 2]
        assert forced(c, ~some.all(axis=0), some.any(axis=0)).tolist() == forced(c).tolist()


def test_no_unknown_cell():
    assert forced(constraints_of(View.parse("1*", mines=1))).tolist() == []
    assert a_solution(constraints_of(View.parse("00"))).tolist() == []


@pytest.mark.parametrize("density", [0.15, 0.2, 0.3])
def test_forced_equals_the_exact_engine(density):
    for seed in range(12):
        rules = Rules(height=16, width=16, density=density, end="survey", mine_count=seed % 2 == 0)
        game = Game(rules, seed=seed)
        for index in np.random.default_rng(seed).permutation(256)[: 80 + 8 * seed].tolist():
            if not game.layout.mines.ravel()[index]:
                game.apply(Open(divmod(index, 16)))
        view = game.view
        belief, c = infer(view), constraints_of(view)
        verdict = np.where(belief.safe, SAFE, np.where(belief.mines, MINE, UNDECIDED)).ravel()
        assert forced(c).tolist() == verdict[c.cells].tolist()


def every_second_cell(side, density, seed):
    """A clue on every second cell of every second row: far too wide for the exact engine."""
    mines = np.random.default_rng(seed).random((side, side)) < density
    mines[::2, ::2] = False
    padded = np.pad(mines, 1).astype(np.int8)
    around = sum(
        padded[1 + down : side + 1 + down, 1 + right : side + 1 + right] for down in (-1, 0, 1) for right in (-1, 0, 1)
    )
    cells = np.full((side, side), HIDDEN, np.int8)
    cells[::2, ::2] = around[::2, ::2]
    return View(cells, mines=int(mines.sum())), mines


def test_a_wide_board_takes_little_work_and_is_right(monkeypatch):
    monkeypatch.setattr("sapper.inference.sat.MOST_CONFLICTS", 20_000)
    view, mines = every_second_cell(31, 0.2, seed=1)
    c = constraints_of(view)
    decided, truth = forced(c), mines.ravel()[c.cells]
    assert (decided > 0).sum() > 300
    assert not truth[decided == SAFE].any()
    assert truth[decided == MINE].all()


def test_many_coins_and_a_tight_count():
    """40 separate coins take all 40 mines: the lone cells are safe, and that needs no search over 2⁴⁰ ways."""
    view = View.parse("/".join([".1._...1.", "_________"] * 20), mines=40)
    c = constraints_of(view)
    lone = np.diff(c.touch_start) == 0
    decided = forced(c)
    assert len(c.clues) == 40
    assert (decided[lone] == SAFE).all()
    assert (decided[~lone] == UNDECIDED).all()


def test_thousands_of_cells_with_a_count(monkeypatch):
    monkeypatch.setattr("sapper.inference.sat.MOST_CONFLICTS", 500)
    cells = np.full((55, 55), HIDDEN, np.int8)
    cells[::5, ::5] = 1
    assert not forced(constraints_of(View(cells, mines=600))).any()


def test_only_ones_on_a_wide_board_stop_at_the_limit(monkeypatch):
    """Every clue is 1 and every mine touches an even number of the odd number of clues: a parity argument."""
    monkeypatch.setattr("sapper.inference.sat.MOST_CONFLICTS", 500)
    cells = np.full((31, 31), HIDDEN, np.int8)
    cells[1::2, 1::2] = 1
    cells[0, :] = cells[-1, :] = cells[:, 0] = cells[:, -1] = -4
    with pytest.raises(LimitExceeded, match="500 conflicts"):
        forced(constraints_of(View(cells)))
