"""Contradictory views are explained by a smallest set of clues, against trying every layout and every set."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from sapper.board.moves import Flag, Open
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, SAFE, View
from sapper.errors import BadInput, InconsistentView
from sapper.game.game import Game
from sapper.inference.brute import enumerate_layouts
from sapper.inference.conflict import explain_conflict

MODELS = ("exact", "exact", "reveal:0.8", "optimistic", "optimistic:wide", "cautious", "cautious:wide")


def possible(view, clues, mine_count, trust_flags):
    """Whether some layout explains the view with these clues only."""
    cells = view.cells.copy()
    for cell in np.argwhere(cells >= 0).tolist():
        if tuple(cell) not in clues:
            cells[tuple(cell)] = SAFE
    try:
        enumerate_layouts(replace(view, cells=cells, mines=view.mines if mine_count else None), trust_flags)
    except InconsistentView:
        return False
    return True


def corrupted(rng, number):
    """A small view with some clues changed, as if misread."""
    height, width = ((3, 4), (2, 6), (4, 4), (1, 9))[number % 4]
    rules = Rules(
        height=height, width=width, mines=int(rng.integers(1, height * width // 2)), end="survey",
        clues=MODELS[number % 7], mine_count=bool(rng.random() < 0.7),
    )  # fmt: skip
    game = Game(rules, seed=number)
    for index in rng.permutation(height * width)[: height * width - int(rng.integers(4, 9))].tolist():
        cell = divmod(index, width)
        game.apply(Flag(cell) if rng.random() < 0.15 else Open(cell))
    cells, degree = game.view.cells.copy(), rules.grid.degree.reshape(height, width)
    for cell in map(tuple, np.argwhere(cells >= 0).tolist()):
        if rng.random() < 0.4:
            cells[cell] = min(max(cells[cell] + int(rng.integers(-1, 2)), 0), degree[cell])
    return replace(game.view, cells=cells)


def conflicts(count):
    """Contradictory views, whether flags are trusted, and what is said of them."""
    rng = np.random.default_rng(5)
    for number in range(count):
        view, trust_flags = corrupted(rng, number), bool(rng.random() < 0.5)
        everything = {tuple(cell) for cell in np.argwhere(view.cells >= 0).tolist()}
        if possible(view, everything, True, trust_flags):
            with pytest.raises(BadInput):
                explain_conflict(view, trust_flags)
            continue
        with pytest.raises(InconsistentView) as caught:
            explain_conflict(view, trust_flags)
        yield view, trust_flags, everything, caught.value


def test_named_clues_are_a_smallest_contradiction():
    sizes = np.zeros(20, int)
    for view, trust_flags, everything, error in conflicts(2000):
        named, counted = set(error.clues), error.mine_count
        sizes[len(named)] += 1
        assert named <= everything
        assert not possible(view, named, counted, trust_flags), (view, error)
        for size in range(len(named)):
            for fewer in combinations(sorted(everything), size):
                assert possible(view, set(fewer), counted, trust_flags), (view, error, fewer)
        if counted and named:
            assert possible(view, everything, False, trust_flags), (view, error)
        for row, column in named:
            assert f"({row},{column})={view[row, column]}" in str(error)
    assert sizes[:4].min() > 0, sizes
    assert sizes.sum() > 500


@pytest.mark.parametrize(
    ("text", "message", "clues", "mine_count"),
    [
        ("1.3/...", "(0,0)=1 and (0,2)=3 cannot both hold", ((0, 0), (0, 2)), False),
        ("2*./___", "(0,0)=2 cannot hold: it touches 1 known mines and 0 hidden cells", ((0, 0),), False),
        ("_1./___/___/mines=3", "the board has 3 mines, but there is room for 1 only", (), True),
        ("1./../mines=2", "(0,0)=1 cannot hold with 2 mines on the board", ((0, 0),), True),
        ("1._.1/mines=1", "(0,0)=1 and (0,4)=1 cannot both hold with 1 mine on the board", ((0, 0), (0, 4)), True),
        (
            ".1._.1._.1./mines=2",
            "(0,1)=1, (0,5)=1 and (0,9)=1 cannot all hold with 2 mines on the board",
            ((0, 1), (0, 5), (0, 9)),
            True,
        ),
    ],
)
def test_words(text, message, clues, mine_count):
    with pytest.raises(InconsistentView) as caught:
        explain_conflict(View.parse(text))
    assert (str(caught.value), caught.value.clues, caught.value.mine_count) == (message, clues, mine_count)


def test_a_message_alone_makes_the_error():
    error = InconsistentView("no layout explains the view")
    assert (str(error), error.clues, error.mine_count) == ("no layout explains the view", (), False)


def misread_expert(seed, wrong):
    game = Game(Rules.expert(end="survey", first="any", cascade=False), seed=seed)
    rng = np.random.default_rng(seed)
    for index in rng.permutation(480)[:250].tolist():
        if not game.layout.mines.ravel()[index]:
            game.apply(Open(divmod(index, 30)))
    cells = game.view.cells.copy()
    for cell in rng.permutation(np.argwhere(cells > 0))[:wrong].tolist():
        cells[tuple(cell)] -= 1
    return replace(game.view, cells=cells)


@pytest.mark.parametrize("wrong", [1, 3, 10])
def test_expert_boards_are_explained_with_little_work(wrong, monkeypatch):
    monkeypatch.setattr("sapper.inference.sat.MOST_CONFLICTS", 500)
    for seed in range(4):
        view = misread_expert(seed, wrong)
        with pytest.raises(InconsistentView, match=r"cannot|room") as caught:
            explain_conflict(view)
        assert len(caught.value.clues) < 12


def test_a_board_too_large_to_single_out_clues_names_all():
    cells = np.full((56, 56), HIDDEN, np.int8)
    cells[1::3, 1::3] = 1
    with pytest.raises(InconsistentView, match=r"^361 clues cannot all hold with 2400 mines") as caught:
        explain_conflict(View(cells, mines=2400))
    assert len(caught.value.clues) == 361


def test_a_consistent_view_is_bad_input():
    with pytest.raises(BadInput):
        explain_conflict(View(np.full((3, 3), HIDDEN, np.int8), mines=2))


def test_a_conflict_too_hard_to_explain_names_no_clue(monkeypatch):
    monkeypatch.setattr("sapper.inference.sat.MOST_CONFLICTS", 500)
    cells = np.full((31, 31), HIDDEN, np.int8)
    cells[::2, ::2] = 1
    cells[-1, -1] = 0
    with pytest.raises(InconsistentView, match=r"within the limit") as caught:
        explain_conflict(View(cells))
    assert caught.value.clues == ()
