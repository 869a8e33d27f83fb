from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import Ask, Flag, Game, Layout, Move, Open, Rules, Unflag
from sapper.board.moves import parse_move
from sapper.errors import BadInput, IllegalMove


def started(layout: str, *moves: str, seed: int = 0, **rules: Any) -> Game:
    """A game on this layout after these moves."""
    board = Layout.parse(layout)
    rules = {"first": "any", "topology": board.topology} | rules
    game = Game(Rules(height=board.grid.height, width=board.grid.width, mines=board.total, **rules), seed, board)
    for move in moves:
        game.apply(parse_move(move))
    return game


def shown(game: Game) -> str:
    """The cells of the view as one line."""
    return str(game.view).partition("\nmines")[0].replace("\n", "/")


# Opening and the cascade


def test_a_zero_opens_its_neighbours_wave_by_wave() -> None:
    game = started("...../...../....*")
    outcome = game.apply(Open((0, 0)))
    assert shown(game) == "00000/00011/0001F"
    assert not outcome.exploded
    assert sorted(outcome.changed.tolist()) == list(range(14))


def test_without_cascade_one_cell_opens() -> None:
    game = started("...../...../....*", "open 0,0", cascade=False)
    assert shown(game) == "0..../...../....."
    assert game.result.cells_opened == 1


def test_a_number_opens_only_itself_and_flags_stop_a_cascade() -> None:
    assert shown(started("*.../....", "open 0,1")) == ".1../...."
    assert shown(started("*..../.....", "flag 0,3", "open 0,4")) == ".10F0/.1000"


def test_a_cascade_goes_round_a_torus() -> None:
    assert shown(started("*..../...../...../...../...../grid=torus", "open 2,2")).partition("/grid")[0] == (
        "F1001/11001/00000/00000/11001"
    )


# How games end


def test_classic_ends_at_the_first_mine() -> None:
    game = started("*../...", "open 0,0")
    assert shown(game) == "*../..."
    assert (game.over, game.result.won, game.result.mines_opened) == (True, False, 1)
    with pytest.raises(IllegalMove, match="the game is over"):
        game.apply(Open((1, 1)))


def test_classic_is_won_when_every_safe_cell_is_open_and_flags_what_is_left() -> None:
    game = started("*.*", "open 0,1")
    assert shown(game) == "F2F"
    assert game.result.won
    assert (game.result.score, game.result.net_score, game.result.flags_right) == (1.0, 1.0, 2)


def test_classic_lost_late_scores_the_flags_so_far() -> None:
    game = started("*.*.", "flag 0,0", "open 0,2")
    assert (game.result.won, game.result.score, game.result.net_score) == (False, 0.5, 0.5)


def test_survey_goes_on_after_a_mine_until_every_cell_is_resolved() -> None:
    game = started("*.*", "open 0,0", "open 0,1", end="survey")
    assert shown(game) == "*2."
    assert not game.over
    game.apply(Flag((0, 2)))
    assert game.over
    assert not game.result.won
    assert (game.result.score, game.result.mines_opened) == (0.5, 1)


def test_survey_is_won_by_flagging_every_mine_and_nothing_else() -> None:
    assert started("*.", "flag 0,0", "open 0,1", end="survey").result.won
    assert not started("*.", "flag 0,0", "flag 0,1", end="survey").result.won
    assert not started("*.", "open 0,0", "open 0,1", end="survey").result.won


def test_survey_does_not_flag_by_itself() -> None:
    game = started("*.", "open 0,1", end="survey")
    assert (game.over, game.result.score) == (False, 0.0)


# Flags and scores


def test_wrong_flags_cost_net_score_only() -> None:
    result = started("*.*.", "flag 0,0", "flag 0,1", "flag 0,3", end="survey").result
    assert (result.flags_right, result.flags_wrong) == (1, 2)
    assert (result.score, result.net_score) == (0.5, -0.5)


def test_unflag_takes_the_flag_and_its_score_back() -> None:
    game = started("*..", "flag 0,0", "unflag 0,0")
    assert game.result.flags_right == 0
    assert game.view == started("*..").view


def test_flags_before_the_mines_are_laid_do_not_move_them() -> None:
    rules = Rules(height=5, width=5, mines=8, first="safe")
    flagged, plain = Game(rules, seed=3), Game(rules, seed=3)
    flagged.apply(Flag((4, 4)))
    flagged.apply(Open((0, 0)))
    plain.apply(Open((0, 0)))
    assert flagged.layout == plain.layout == Layout.random(rules, 3, (0, 0))


def test_flagging_everything_before_the_first_click_ends_a_survey() -> None:
    rules = Rules(height=2, width=2, mines=1, end="survey", first="safe")
    game = Game(rules, seed=1)
    with pytest.raises(IllegalMove, match="the mines are laid when the first cell is opened"):
        _ = game.layout
    for cell in np.ndindex(2, 2):
        game.apply(Flag(cell))
    assert game.over
    assert game.layout == Layout.random(rules, 1)
    assert (game.result.score, game.result.net_score, game.result.flags_wrong) == (1.0, -2.0, 3)


# The smallest and the fullest boards


@pytest.mark.parametrize(
    ("layout", "end", "moves", "over", "won"),
    [
        ("*", "classic", [], True, True),
        ("*", "survey", [], False, False),
        ("*", "survey", ["flag 0,0"], True, True),
        ("*", "survey", ["open 0,0"], True, False),
        (".", "classic", [], False, False),
        (".", "classic", ["open 0,0"], True, True),
        (".", "survey", ["open 0,0"], True, True),
        (".", "survey", ["flag 0,0"], True, False),
        ("**/**", "classic", [], True, True),
        ("../..", "classic", ["open 1,1"], True, True),
    ],
)
def test_smallest_and_fullest(layout: str, end: str, moves: list[str], over: bool, won: bool) -> None:
    result = started(layout, *moves, end=end).result
    assert (result.over, result.won) == (over, won)


def test_without_mines_the_score_is_one_and_wrong_flags_still_cost() -> None:
    result = started("...", "flag 0,0", end="survey").result
    assert (result.score, result.net_score) == (1.0, 0.0)


# What is not possible changes nothing


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (Open((0, 0)), "cannot open 0,0: the cell is already open"),
        (Open((0, 1)), "cannot open 0,1: the cell is flagged"),
        (Open((0, 2)), "cannot open 0,2: the cell is a known mine"),
        (Flag((0, 0)), "cannot flag 0,0: the cell is already open"),
        (Flag((0, 1)), "cannot flag 0,1: the cell is flagged"),
        (Unflag((0, 3)), "cannot unflag 0,3: the cell is hidden"),
        (Ask((0, 3)), "cannot ask 0,3: the cell is hidden"),
        (Ask((0, 4)), "cannot ask 0,4: under clues=reveal:0.0 a cell answers once"),
        (Open((0, 6)), "(0,6) lies outside the 1×6 board"),
        (Open((-1, 0)), "(-1,0) lies outside the 1×6 board"),
        (Open((0.5, 1)), "(0.5, 1) is not a cell: give (row, column), counted from 0"),  # type: ignore[arg-type]  # wrong on purpose
        (Open("here"), "'here' is not a cell: give (row, column), counted from 0"),  # type: ignore[arg-type]  # wrong on purpose
        ("open 0,3", "'open 0,3' is not a move"),
    ],
)
def test_illegal_moves_change_nothing(move: Move, message: str) -> None:
    moves = ("open 0,0", "flag 0,1", "open 0,2", "open 0,4")
    game = started(".**...", *moves, end="survey", clues="reveal:0")
    before = game.view, game.result
    with pytest.raises(IllegalMove) as caught:
        game.apply(move)
    assert str(caught.value) == message
    assert (game.view, game.result) == before


def test_cells_of_numpy_are_cells() -> None:
    game = started("*..")
    game.apply(Open((np.int64(0), np.int64(2))))  # type: ignore[arg-type]  # numbers of numpy do as well
    assert shown(game) == "F10"


# Clue models in play


def test_reveal_once_hides_a_clue_for_ever() -> None:
    game = started("*..", "open 0,1", clues="reveal:0.0", cascade=False)
    assert shown(game).startswith("._.")
    assert shown(started("*..", "open 0,1", clues="reveal:1.0", cascade=False)).startswith(".1.")


def test_reveal_again_answers_after_the_asks_that_its_noise_needs() -> None:
    # The noise of seed 7 at cell 0 is 0.48: with p = 0.2, 1 − 0.8² ≤ 0.48 < 1 − 0.8³, so the third time.
    game = started(".*", "open 0,0", seed=7, end="survey", clues="reveal:0.2:again")
    assert shown(game).startswith("_.")
    assert game.apply(Ask((0, 0))).changed.tolist() == []
    assert shown(game).startswith("_.")
    assert game.apply(Ask((0, 0))).changed.tolist() == [0]
    assert shown(game).startswith("1.")
    with pytest.raises(IllegalMove, match="cannot ask 0,0: the cell is already open"):
        game.apply(Ask((0, 0)))


def test_a_zero_that_is_shown_late_cascades_late() -> None:
    game = started("...*", "open 0,0", seed=7, clues="reveal:0.2:again")
    game.apply(Ask((0, 0)))
    assert shown(game).startswith("_...")
    outcome = game.apply(Ask((0, 0)))
    assert outcome.changed.tolist()[:2] == [0, 1]
    assert shown(game).startswith("0")
    assert not game.view.hidden[0, 1]


@pytest.mark.parametrize(
    ("clues", "moves", "bound"),
    [
        ("optimistic", ["open 1,1"], 0),
        ("optimistic", ["open 0,0", "open 1,1"], 1),
        ("optimistic", ["open 0,0", "flag 0,1", "flag 2,2", "open 1,1"], 3),
        ("cautious", ["open 1,1"], 8),
        ("cautious", ["open 2,0", "open 2,1", "open 1,1"], 6),
        ("cautious", ["open 0,0", "flag 0,1", "open 2,0", "open 1,1"], 7),
    ],
)
def test_the_bound_of_a_clue_is_kept_as_it_was_when_drawn(clues: str, moves: list[str], bound: int) -> None:
    game = started("**./.../...", *moves, end="survey", clues=clues, seed=4)
    assert game.view.bounds is not None
    assert game.view.bounds[1, 1] == bound
    likelihood = game.rules.clues.likelihood(game.view[1, 1], bound, degree=8)
    assert likelihood[2] > 0, "the true count explains the clue"
    game.apply(Open((1, 2)))
    assert game.view.bounds[1, 1] == bound


def test_wide_models_carry_no_bounds() -> None:
    assert started("*..", "open 0,1", end="survey", clues="cautious:wide").view.bounds is None
    assert started("*..", "open 0,1", end="survey", clues="optimistic:wide").view.bounds is None


def test_noise_belongs_to_the_cell_not_to_the_moment() -> None:
    rules = Rules(height=4, width=4, mines=4, end="survey", clues="reveal:0.5")
    forth, back = Game(rules, seed=9), Game(rules, seed=9)
    cells = [cell for cell in np.ndindex(4, 4) if not forth.layout.mines[cell]]
    for one, other in zip(cells, reversed(cells), strict=True):
        forth.apply(Open(one))
        back.apply(Open(other))
    assert forth.view == back.view


# Views, and layouts that do not fit


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    game = started("*..")
    before = game.view
    game.apply(Flag((0, 0)))
    assert before == started("*..").view


def test_the_view_carries_the_rules_that_a_player_may_know() -> None:
    view = started("*../...", end="survey", mine_count=False, clues="cautious").view
    assert (view.mines, view.end, view.first, str(view.clues)) == (None, "survey", "any", "cautious")
    assert started("*..").view.mines == 1


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("*..", "the layout is 1×3, the rules say 2×2"),
        ("**/..", "the layout has 2 mines, the rules say 1"),
        ("*./../grid=torus", "the grid of the layout is torus, the rules say square"),
    ],
)
def test_a_layout_must_be_of_the_rules(layout: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        Game(Rules(height=2, width=2, mines=1), layout=Layout.parse(layout))
    assert str(caught.value) == message
