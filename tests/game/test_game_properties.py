"""What holds in every game, whatever the rules and whatever the player does."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sapper import Ask, Flag, Game, Layout, Move, Open, Rules, Unflag, View
from sapper.board.chance import Seed
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE
from strategies import rule_sets, seeds

KINDS = {HIDDEN: (Open, Open, Flag), FLAG: (Unflag,), SAFE: (Ask,)}


def legal_moves(game: Game) -> list[Move]:
    """All moves; opening is listed twice so that games get somewhere."""
    view = game.view
    moves = [kind(cell) for cell in np.ndindex(view.cells.shape) for kind in KINDS.get(view[cell], ())]
    return [move for move in moves if game.rules.clues.again or not isinstance(move, Ask)]


def some_play(game: Game, data: st.DataObject, most: int = 12) -> list[tuple[View, Move]]:
    """Make some legal moves; what was seen before each, and the move."""
    history: list[tuple[View, Move]] = []
    while not game.over and len(history) < most and (moves := legal_moves(game)):
        move = data.draw(st.sampled_from(moves))
        history.append((game.view, move))
        game.apply(move)
    return history


def consistent(view: View, layout: Layout) -> bool:
    """Whether a view tells nothing but the truth about a layout, by the rules of its clue model."""
    for cell in np.ndindex(view.cells.shape):
        code = view[cell]
        if code == MINE and not layout.mines[cell]:
            return False
        if code >= 0 or code == SAFE:
            if layout.mines[cell]:
                return False
            degree = int(view.grid.degree[view.grid.index(cell)])
            bound = view.clues.bound(0, degree, degree) if view.bounds is None else int(view.bounds[cell])
            if code >= 0 and view.clues.likelihood(code, bound, degree)[layout.counts[cell]] == 0:
                return False
    return True


@given(rule_sets(), seeds, st.data())
def test_numbers_stay_in_their_ranges(rules: Rules, seed: Seed, data: st.DataObject) -> None:
    game = Game(rules, seed)
    some_play(game, data)
    result, view = game.result, game.view
    assert 0.0 <= result.score <= 1.0
    assert result.net_score <= result.score
    assert result.flags_right + result.flags_wrong == view.flags.sum()
    assert result.mines_opened == view.known_mines.sum()
    assert result.cells_opened == view.opened.sum()
    assert view.hidden.sum() == rules.cells - view.flags.sum() - result.mines_opened - result.cells_opened
    if rules.end == "survey":
        assert result.over == (not view.hidden.any())
    elif result.over:
        assert result.won == (result.mines_opened == 0)
    if result.won:
        assert (result.score, result.net_score, result.flags_wrong) == (1.0, 1.0, 0)


@given(rule_sets(), seeds, st.data())
def test_the_view_never_lies_and_reads_back(rules: Rules, seed: Seed, data: st.DataObject) -> None:
    game = Game(rules, seed)
    history = some_play(game, data)
    for view in [*(view for view, _ in history), game.view]:
        assert View.parse(str(view)) == view
        if game.result.cells_opened or game.over:
            assert consistent(view, game.layout)


@given(rule_sets(), seeds, st.data())
def test_an_outcome_names_exactly_the_cells_that_changed(rules: Rules, seed: Seed, data: st.DataObject) -> None:
    game = Game(rules, seed)
    for _ in range(10):
        if game.over or not (moves := legal_moves(game)):
            break
        before = game.view
        outcome = game.apply(data.draw(st.sampled_from(moves)))
        assert outcome.exploded == (game.view.known_mines.sum() > before.known_mines.sum())
        if not game.over:  # a win also flags what is left
            assert sorted(outcome.changed.tolist()) == np.flatnonzero(before.cells != game.view.cells).tolist()


@given(rule_sets(), seeds, st.data())
def test_hidden_cells_hide_the_truth(rules: Rules, seed: Seed, data: st.DataObject) -> None:
    """Two mines swapped with safe cells out of everybody's sight: the same moves show the same views."""
    game = Game(rules, seed)
    history = some_play(game, data)
    if game.over or not game.result.cells_opened + game.result.mines_opened:
        return
    view = game.view
    far = [
        cell
        for cell in np.ndindex(view.cells.shape)
        if view[cell] in (HIDDEN, FLAG) and not any(view.opened[other] for other in view.grid.around(cell))
    ]
    mines = game.layout.mines.copy()
    shuffled = data.draw(st.permutations(far))
    for cell, other in zip(far, shuffled, strict=True):
        mines[cell] = game.layout.mines[other]
    twin = Game(rules, seed, Layout(mines, rules.topology))
    for seen, move in history:
        assert twin.view == seen
        twin.apply(move)
    assert twin.view == view


@given(rule_sets(), seeds, st.data())
def test_the_same_moves_make_the_same_game(rules: Rules, seed: Seed, data: st.DataObject) -> None:
    game, again = Game(rules, seed), Game(rules, seed)
    for seen, move in some_play(game, data):
        assert again.view == seen
        again.apply(move)
    assert (again.view, again.result) == (game.view, game.result)
