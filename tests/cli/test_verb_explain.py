from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

WALL = "....../_1221_"


@pytest.fixture
def board(tmp_path):
    def write(text):
        path = tmp_path / "board.txt"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_cell_is_explained_on_the_board_and_in_words(run, board):
    ran = run("explain", board(WALL), "0,1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:5] == [
        "    0   1   2   3   4   5",
        "0   .  (+)  *   .   .   .",
        "1   _  [1]  2  [2] [1]  _",
        "",
        "(0,1) is safe.",
    ]
    assert "(pattern 1-2-2-1)" in ran.out


def test_a_cell_alone_reads_standard_input(process):
    assert process("explain", "0,1", input=WALL).stdout.splitlines()[4] == "(0,1) is safe."


def test_of_a_large_board_only_the_part_around_the_proof_is_drawn(run, board):
    rows = [["_"] * 60 for _ in range(40)]
    rows[20][30], rows[20][31] = "1", "."
    lines = run("explain", board("\n".join("".join(row) for row in rows)), "20,31").out.splitlines()
    assert lines[1].startswith("18 ")
    assert len(lines[1]) < 40


def test_without_a_cell_it_says_whether_to_guess(run, board):
    assert run("explain", board(WALL)).out == "A hidden cell is proved safe: you need not guess.\n"
    assert run("explain", board("1../...")).out == "No hidden cell is proved safe: you may guess.\n"


def test_hints_go_deeper_one_by_one(run, board):
    path = board(WALL)
    told = [run("explain", path, "--hint", depth).out for depth in (1, 2, 3, 4)]
    assert told[1].startswith("A hidden cell is safe at the top left")
    assert told[2] == "(0,0) is safe.\n"
    assert "Proved by" in told[3]
    assert "(0,0)" not in told[0] + told[1]


def test_json(run, board):
    proof = json.loads(run("explain", board(WALL), "0,1", "--json").out)
    assert (proof["verdict"], proof["minimum"], proof["pattern"]) == ("safe", True, "1-2-2-1")
    assert proof["clues"] == [[1, 1], [1, 3], [1, 4]]
    assert [step["cells"] for step in proof["steps"]] == [[[0, 2]], [[0, 1]]]
    guess = json.loads(run("explain", board("1../..."), "1,1", "--json").out)
    assert (guess["verdict"], guess["safe_solutions"], guess["mine_solutions"]) == ("undecided", 8, 4)
    assert guess["examples"] == [[".*.", "..."], ["...", ".*."]]
    assert json.loads(run("explain", board(WALL), "--hint", 2, "--json").out)["cell"] is None


def test_pictures_ring_the_clues(run, board, tmp_path):
    svg, png = tmp_path / "p.svg", tmp_path / "p.png"
    assert run("explain", board(WALL), "0,1", "--svg", svg, "--png", png).code == 0
    text = svg.read_text(encoding="utf-8")
    assert ET.fromstring(text).tag.endswith("svg")
    assert text.count('href="#g-ring"') == 3
    assert text.count('href="#g-corners"') == 1
    assert png.read_bytes().startswith(b"\x89PNG")


def test_flags_can_be_ignored(run, refused, board):
    path = board("F1F/...")
    assert "see --ignore-flags" in refused("explain", path, "1,1")
    assert run("explain", path, "1,1", "--ignore-flags").code == 0


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        (WALL, ("1,1",), "(1,1) is open and shows 1: there is nothing to prove; ask about a hidden cell"),
        (WALL, ("7,7",), "(7,7) lies outside: rows 0–1, columns 0–5"),
        (WALL, ("here",), "'here' is not a cell: write row,column, counted from 0"),
        (WALL, ("0,1", "--hint", 2), "give a cell or --hint, not both"),
        (WALL, ("--hint", 9), "a hint has a depth from 1 to 4, not 9"),
        ("1.3/...", ("0,1",), "(0,0)=1 and (0,2)=3 cannot both hold"),
        ("1.3/...", (), "(0,0)=1 and (0,2)=3 cannot both hold"),
    ],
)
def test_bad_questions(refused, board, text, words, line):
    assert refused("explain", board(text), *words) == line


def test_nothing_is_drawn_where_nothing_can_be_written(refused, board, tmp_path):
    assert "there is no folder" in refused("explain", board(WALL), "0,1", "--svg", tmp_path / "no" / "p.svg")
