from __future__ import annotations

import json

import pytest

import sapper
from sapper.board.moves import Ask, Flag, Open, Unflag
from sapper.cli.person import read_move
from sapper.errors import SapperError

GAME = ("play", "--agent", "me", "--size", "3x1", "--mines", 1, "--first", "any", "--no-cascade", "--seed", 0)
MINE = next(
    column
    for column in range(3)
    if sapper.Layout.random(sapper.Rules(height=1, width=3, mines=1, first="any"), 0).mines[0, column]
)
SAFE = [column for column in range(3) if column != MINE]


def test_a_person_wins(run):
    ran = run(*GAME, typed=f"0,{SAFE[0]}\nf 0,{MINE}\no 0 {SAFE[1]}\n")
    assert ran.code == 0
    assert "result        won" in ran.out
    assert "me on 3×1 with 1 mines" in ran.out


def test_a_person_loses(run):
    assert "result        lost" in run(*GAME, typed=f"0,{MINE}\n").out


def test_wrong_input_gets_one_line_and_is_asked_again(run):
    typed = f"hello\n0,9\n\n-1,0\nu 0,0\na 0,0\no\nf\n?\n0,{SAFE[0]}\n0,{SAFE[0]}\n0,{SAFE[1]}\n"
    ran = run(*GAME, typed=typed)
    assert ran.code == 0
    assert ran.err == ""
    assert (
        "> 'hello' is not a move; ? helps\n> (0,9) lies outside: rows 0–0, columns 0–2\n> '' is not a move" in ran.out
    )
    assert "(0,0) is not flagged" in ran.out
    assert ran.out.count("q quits") == 2  # at the start, and when asked
    assert f"(0,{SAFE[0]}) is not hidden" in ran.out
    assert "result        won" in ran.out


def test_q_leaves_without_a_record(run, tmp_path):
    ran = run(*GAME, "--out", tmp_path / "game.json", typed="q\n0,0\n")
    assert ran.code == 0
    assert ran.err == "you left the game\n"
    assert "result" not in ran.out
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_input_is_said(run):
    ran = run(*GAME, typed=f"0,{SAFE[0]}\n")
    assert ran.code == 2
    assert ran.err == "sapper: the input ended before the game was over\n"


def test_with_json_the_dialogue_goes_to_standard_error(run):
    ran = run(*GAME, "--json", typed=f"0,{SAFE[0]}\n0,{SAFE[1]}\n")
    assert json.loads(ran.out)["metrics"]["won"] is True
    assert "mines left" in ran.err


def test_the_board_has_numbers_and_no_escape_codes(run):
    out = run(*GAME, typed="q\n").out
    assert "   0 1 2\n0  . . .\n1 mines left, 3 cells hidden\n" in out
    assert "\x1b" not in out


def test_every_person_gets_a_new_board_unless_a_seed_is_given(run):
    def seed():
        ran = run("play", "--agent", "me", "--size", "1x1", "--mines", 0, "--json", typed="0,0\n")
        return json.loads(ran.out)["seed"]

    assert len({seed() for _ in range(3)}) == 3


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("0,0", Open((0, 0))),
        ("o 0,0", Open((0, 0))),
        ("open 0 0", Open((0, 0))),
        ("f 0,0", Flag((0, 0))),
        ("u 0,1", Unflag((0, 1))),
        ("unflag 0,1", Unflag((0, 1))),
        ("a 0,2", Ask((0, 2))),
    ],
)
def test_lines_that_are_moves(line, move):
    assert read_move(line, sapper.View.parse(".F_", clues="reveal:0.5:again")) == move


def test_asking_again_needs_a_game_that_allows_it():
    with pytest.raises(SapperError, match="answers only once"):
        read_move("a 0,0", sapper.View.parse("_.", clues="reveal:0.5"))
