"""`sapper generate`."""

from __future__ import annotations

import json

import pytest

from sapper import Layout, View, grade


def test_a_list_of_layouts_with_their_seeds(run) -> None:
    ran = run("generate", "--level", "beginner", "--no-guess", "--start", "3,3", "-n", 3, "--seed", 5, "--json")
    boards = json.loads(ran.out)
    assert [board["seed"] for board in boards] == [5, 6, 7]
    for board in boards:
        layout = Layout.parse(board["layout"])
        assert grade(layout, (3, 3)) is not None
        assert board["no_guess"] is True
        assert (board["mines"], board["start"]) == (10, [3, 3])
    assert {"level", "difficulty", "3bv", "openings", "islands", "zini", "tries", "repairs"} <= set(boards[0])


def test_text_has_a_blank_line_between_boards(run) -> None:
    texts = run("generate", "--level", "beginner", "-n", 2).out.split("\n\n")
    assert [Layout.parse(text).total for text in texts] == [10, 10]


def test_a_puzzle(run) -> None:
    words = ("generate", "--size", "8x8", "--mines", 12, "--puzzle", "zones")
    assert View.parse(run(*words).out).mines == 12
    puzzle = json.loads(run(*words, "--json").out)[0]
    assert set(puzzle) == {"view", "answer", "level", "layout", "seed"}


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_none_found_is_said_in_one_line_with_its_own_exit_code(run, form) -> None:
    ran = run("generate", "--size", "8x8", "--mines", 50, "--first", "safe", "--no-guess", "--tries", 5, *form)
    assert ran.code == 1
    assert ran.out == ("[]\n" if form else "")
    assert ran.err == (
        "sapper: none of the 5 boards tried for seed 0 is as wanted, 0 of 1 found: ask for less, or allow more tries\n"
    )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--3bv 5:a", "'5:a' is not a range: write it as 150:200"),
        ("--3bv 200:150", "no 3BV lies from 200 to 150"),
        ("--difficulty 3:x", "'3:x' is not a range"),
        ("--difficulty brutal", "unknown difficulty 'brutal'"),
        ("--solvable-by luck", "unknown level 'luck'"),
        ("--needs-level luck", "unknown level 'luck'"),
        ("--puzzle luck", "unknown level 'luck'"),
        ("--puzzle zones --no-guess", "--puzzle goes with a board"),
        ("--start 99,1", "the start (99,1) lies outside the 16×30 board"),
        ("--start x", "'x' is not a cell"),
        ("-n 0", "-n"),
        ("--tries 0", "--tries"),
        ("--no-guess --clues reveal:0.5", "exact clues only"),
        ("--size 3x3 --mines 3", "first click 'opening' keeps 9 of 9 cells free"),
    ],
)
def test_refusals(refused, words, line) -> None:
    assert line in refused("generate", *words.split())
