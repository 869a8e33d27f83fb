from __future__ import annotations

import json

import pytest

from sapper import GameRecord


def test_review_in_words_and_as_json(run, record_file):
    ran = run("review", record_file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("guesses ")
    data = json.loads(run("review", record_file, "--json").out)
    assert f"luck {data['luck']:.2f}" in ran.out
    assert ran.out.count("step ") >= len(data["guesses"])


def test_what_is_no_record_is_refused(refused, tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{}")
    assert refused("review", path).startswith(f"cannot review '{path}': ")
    assert refused("chains", "game", path).startswith(f"cannot follow '{path}': ")
    assert refused("difficulty", path).startswith(f"cannot read '{path}': ")


def test_chains_of_a_game(run, record_file, tmp_path):
    svg, png = tmp_path / "c.svg", tmp_path / "c.png"
    ran = run("chains", "game", record_file, "--svg", svg, "--png", png)
    assert ran.out.startswith("longest chain ")
    assert "</svg>" in svg.read_text(encoding="utf-8")
    assert png.read_bytes().startswith(b"\x89PNG")
    data = json.loads(run("chains", "game", record_file, "--json").out)
    assert ran.out.startswith(f"longest chain {data['length']}: ")
    assert {"cell", "mine", "level", "step", "sources", "depth", "reach"} == set(data["nodes"][0])


def test_a_search_writes_its_record(run, tmp_path):
    out = tmp_path / "long.json"
    ran = run("chains", "search", "--size", "6x5", "--mines", 6, "--tries", 5, "--seed", 3, "--out", out, "--json")
    assert GameRecord.from_json(out.read_text(encoding="utf-8")).layout.mines.shape == (5, 6)
    again = run("chains", "game", out, "--json")
    assert json.loads(ran.out) == json.loads(again.out)
    assert "longest chain" in run("chains", "search", "--size", "6x5", "--mines", 6, "--tries", 2).out


def test_a_table_by_density(run, refused):
    words = ("chains", "density", "--size", "5x5", "--boards", 3)
    lines = run(*words, "--densities", "0.1,0.2").out.splitlines()
    assert [line.split()[0] for line in lines] == ["density", "0.1", "0.2"]
    assert [row["density"] for row in json.loads(run(*words, "--densities", "0.1", "--json").out)] == [0.1]
    assert refused(*words, "--densities", "many") == "'many' are no densities: write them as in 0.1,0.2"


def test_chains_alone_show_what_there_is(run):
    assert "density" in run("chains").out


def test_difficulty_of_a_layout_and_of_a_record(run, refused, record_file, tmp_path):
    path = tmp_path / "layout.txt"
    path.write_text("..../..../*..*")
    assert run("difficulty", path, "--start", "0,0").out == "solved by zones\ndeductions: single 3, zones 1\n"
    assert refused("difficulty", path) == "a layout has no first click: give --start ROW,COLUMN"
    assert refused("difficulty", path, "--start", "2,0") == "the start (2,0) is a mine: choose a safe cell"
    data = json.loads(run("difficulty", record_file, "--json").out)
    assert set(data) == {"level", "deductions", "opened", "safe", "start"}


@pytest.mark.parametrize("verb", ["review", "difficulty"])
def test_a_file_that_is_not_there(refused, verb):
    assert refused(verb, "nowhere.json") == "cannot read 'nowhere.json': No such file or directory"
