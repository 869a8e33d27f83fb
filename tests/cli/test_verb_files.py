"""`sapper convert` and `sapper measure`, and boards from files in `play`, `analyse` and `replay`."""

from __future__ import annotations

import json

import pytest
import replay_files

from sapper import GameRecord, Layout, View, read_layouts, read_views, write_file
from sapper.formats.pixels import pixels
from sapper.formats.png import png

LAYOUT = Layout.parse("......../......../..*...../......../.....*../......../*......./........")
CLICKS = [("left", 0, 0), ("left", 7, 0)]


@pytest.fixture
def mbf(tmp_path):
    path = tmp_path / "board.mbf"
    write_file(path, [LAYOUT])
    return path


@pytest.fixture
def rmv(tmp_path):
    path = tmp_path / "game.rmv"
    path.write_bytes(replay_files.rmv(LAYOUT, CLICKS))
    return path


def test_convert_a_board(run, mbf, tmp_path) -> None:
    ran = run("convert", mbf, tmp_path / "board.txt")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / "board.txt").read_text() == f"{LAYOUT}\n"
    run("convert", tmp_path / "board.txt", tmp_path / "again.abf")
    assert (tmp_path / "again.abf").read_bytes() == mbf.read_bytes()


def test_convert_a_replay_into_a_record_and_its_positions(run, rmv, tmp_path) -> None:
    assert run("convert", rmv, tmp_path / "game.json").code == 0
    record = GameRecord.from_json((tmp_path / "game.json").read_text())
    assert (record.agent, record.won) == ("Ada", True)
    assert run("convert", rmv, tmp_path / "game.csv").code == 0
    assert read_views(tmp_path / "game.csv") == list(record.replay())


def test_a_replay_is_replayed(run, rmv) -> None:
    out = run("replay", rmv).out
    assert "Ada on 8×8 with 3 mines" in out
    assert "won" in out


def test_measure(run, mbf) -> None:
    lines = run("measure", mbf).out.splitlines()
    assert lines[0].split() == ["board", "size", "mines", "3BV", "openings", "islands", "ZiNi"]
    assert lines[1].split() == ["1", "8×8", "3", "2", "1", "1", "2"]


def test_measure_with_a_start_and_as_json(run, mbf, tmp_path) -> None:
    found = json.loads(run("measure", mbf, "--start", "0,0", "--json").out)[0]
    assert (found["3bv"], found["no_guess"], found["level"], found["difficulty"]) == (2, True, "single", 0)
    write_file(tmp_path / "two.txt", [LAYOUT, Layout.parse("..*/.../*..")])
    lines = run("measure", tmp_path / "two.txt", "--start", "1,0").out.splitlines()
    assert lines[1].split()[-2:] == ["single", "0"]
    assert lines[2].endswith("a guess")


def test_play_the_board_in_a_file(run, mbf, tmp_path) -> None:
    record = GameRecord.from_json(run("play", "--board", mbf, "--start", "0,0", "--agent", "exact", "--json").out)
    assert record.layout == LAYOUT
    assert record.won


def test_analyse_a_screenshot(run, tmp_path) -> None:
    path = tmp_path / "board.png"
    path.write_bytes(png(pixels(View.parse("........./.12321.../.1F.F1.../.11211.../........."), cell=32)))
    ran = run("analyse", path, "--mines", 9, "--json")
    found = json.loads(ran.out)
    assert (found["height"], found["width"], found["mines"]) == (5, 9, 9)
    assert "read a 9×5 board from the picture, confidence 1.00\n" in ran.err


def test_generated_boards_can_be_measured_and_converted(run, tmp_path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(run("generate", "--level", "beginner", "-n", 2).out)
    assert len(run("measure", path).out.splitlines()) == 3
    run("convert", path, tmp_path / "boards.json")
    assert read_layouts(path) == [Layout.parse(text) for text in path.read_text().split("\n\n")]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("convert {mbf} {folder}/a.xyz", "no format is written as '.xyz'"),
        ("convert {mbf} {folder}/a.csv", "says where the mines are, not what a player sees"),
        ("convert {folder}/missing.mbf {folder}/a.txt", "No such file"),
        ("convert {mbf} /no/such/folder/a.txt", "there is no folder"),
        ("measure {folder}/missing.mbf", "No such file"),
        ("measure {mbf} --start 9,9", "the start (9,9) lies outside the 8×8 board"),
        ("play --board {mbf} --level expert", "--board brings its own size and mines"),
        ("play --board {folder}/missing.mbf", "No such file"),
        ("analyse {mbf}", "says where the mines are, not what a player sees"),
        ("replay {mbf}", "a MBF file holds boards, not games"),
    ],
)
def test_refusals(refused, mbf, tmp_path, words, line) -> None:
    words = [word.format(mbf=mbf, folder=tmp_path) for word in words.split()]
    assert line in refused(*words)


def test_a_refused_conversion_writes_nothing(refused, tmp_path) -> None:
    path = tmp_path / "cut.mbf"
    path.write_bytes(bytes([3, 2, 0, 2, 1, 1]))
    assert "cut off" in refused("convert", path, tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == [path]


def test_several_boards_where_one_is_wanted(refused, tmp_path) -> None:
    write_file(tmp_path / "two.txt", [LAYOUT, LAYOUT])
    assert "it holds 2 boards, one is played" in refused("play", "--board", tmp_path / "two.txt")
    assert "it holds 2 positions, one is wanted" in refused("analyse", tmp_path / "two.txt")
