from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

import sapper


def test_json_is_the_record_of_the_same_game(run):
    ran = run("play", "--level", "expert", "--agent", "basic", "--seed", 1, "--json")
    assert ran.code == 0
    record = sapper.GameRecord.from_json(ran.out)
    same = sapper.play("basic", sapper.Rules.expert(), seed=1)
    assert record.agent == "basic"
    assert record.rules == sapper.Rules.expert()
    assert [(step.move, step.reason) for step in record.steps] == [(step.move, step.reason) for step in same.steps]
    assert json.loads(ran.out)["metrics"]["score"] == same.score


def test_text_shows_board_result_and_metrics(run):
    lines = run("play", "--size", "6x5", "--mines", 6, "--rule", "survey", "--seed", 3).out.splitlines()
    record = sapper.play("basic", sapper.Rules(height=5, width=6, mines=6, end="survey"), seed=3)
    assert lines[0].split() == ["0", "1", "2", "3", "4", "5"]
    assert [line[0] for line in lines[1:6]] == ["0", "1", "2", "3", "4"]
    assert "basic on 6×5 with 6 mines, survey, seed 3" in lines
    table = {line[2:16].strip(): line[16:] for line in lines if line.startswith("  ")}
    assert table["score"].startswith(f"{record.score:.3f}")
    assert table["moves"] == str(record.moves)
    assert table["guesses"] == str(record.guesses)
    assert table["mines opened"] == str(record.result.mines_opened)
    assert table["deductions"] == f"single {record.deductions['single']}"


def test_a_lost_board_shows_the_mines_that_were_missed(run):
    record = sapper.play("random", sapper.Rules.beginner(), seed=0)
    assert not record.won
    out = run("play", "--level", "beginner", "--agent", "random").out
    board = out.split("\n\n")[0]
    assert board.count("*") == 9
    assert board.count("B") == 1
    assert "* hidden mine" in out
    assert "result        lost" in out


def test_trace_has_one_line_per_step_with_its_reason(run):
    out = run("play", "--level", "survey10", "--seed", 2, "--trace").out
    record = sapper.play("basic", sapper.Rules.level("survey10"), seed=2)
    lines = out.splitlines()[1 : 1 + record.moves]
    for number, (line, step) in enumerate(zip(lines, record.steps, strict=True), start=1):
        assert line.split()[0] == str(number)
        assert str(step.move) in line
        assert (str(step.reason) if step.reason else "guess") in line
        assert ("a mine" in line) == step.exploded


def test_trace_says_that_a_protected_first_click_is_no_guess(run):
    out = run("play", "--level", "beginner", "--start", "4,4", "--first", "opening", "--trace").out
    line = out.splitlines()[1]
    assert "open 4,4" in line
    assert "0, " in line
    assert "cells" in line
    assert "first click: the rules keep it safe" in line


def test_trace_lists_candidates_with_their_risks(run, tmp_path):
    agent = tmp_path / "weighs.py"
    agent.write_text(
        "from sapper import Decision, Open\n"
        "from sapper.policies.policy import Candidate\n"
        "class Weighs:\n"
        "    def act(self, view, rng):\n"
        "        cells = [(0, column) for column in range(8) if view[0, column] == -1]\n"
        "        weighed = tuple(Candidate(cell, 0.125 * cell[1]) for cell in cells)\n"
        "        return Decision((Open(cells[0]),), candidates=weighed)\n"
    )
    out = run(
        *("play", "--size", "8x1", "--mines", 0, "--first", "any", "--no-cascade", "--trace"),
        *("--agent", f"{agent}:Weighs"),
    ).out
    assert "guess: (0,0) risk 0.000, (0,1) risk 0.125, (0,2) risk 0.250" in out.splitlines()[1]
    assert out.splitlines()[1].endswith("3 more")


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ((), sapper.Rules.expert()),
        (("--rule", "survey"), sapper.Rules.level("survey15")),
        (("--level", "beginner"), sapper.Rules.beginner()),
        (("--level", "beginner", "--density", "0.2"), sapper.Rules(height=9, width=9, density=0.2)),
        (("--mines", "50"), sapper.Rules(height=16, width=30, mines=50)),
        (("--size", "7x4", "--density", "0.25"), sapper.Rules(height=4, width=7, mines=7)),
        (("--size", "7×4", "--mines", "0"), sapper.Rules(height=4, width=7, mines=0)),
        (("--level", "beginner", "--first", "opening"), sapper.Rules.beginner(first="opening")),
        (("--level", "beginner", "--no-cascade"), sapper.Rules.beginner(cascade=False)),
        (("--level", "survey10", "--cascade"), sapper.Rules.level("survey10", cascade=True)),
        (("--level", "beginner", "--no-mine-count"), sapper.Rules.beginner(mine_count=False)),
        (
            ("--level", "survey10", "--clues", "reveal:0.5:again"),
            sapper.Rules.level("survey10", clues="reveal:0.5:again"),
        ),
        (("--level", "survey10", "--clues", "cautious:wide"), sapper.Rules.level("survey10", clues="cautious:wide")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_options_say_the_rules(run, words, rules):
    ran = run("play", "--agent", "random", "--json", *words)
    assert sapper.GameRecord.from_json(ran.out).rules == rules


def test_out_writes_the_record_and_nothing_else(run, tmp_path):
    path = tmp_path / "game.json"
    ran = run("play", "--level", "beginner", "--out", path, "--json")
    assert path.read_text() == ran.out
    assert list(tmp_path.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) & 0o400


def test_out_replaces_an_old_file_and_follows_a_link(run, tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    link.symlink_to(real)
    assert run("play", "--level", "beginner", "--out", link).code == 0
    assert link.is_symlink()
    assert sapper.GameRecord.from_json(real.read_text()).rules == sapper.Rules.beginner()


def test_out_to_a_device_leaves_it_a_device(run):
    assert run("play", "--level", "beginner", "--out", "/dev/null").code == 0
    assert Path("/dev/null").is_char_device()


def test_a_board_full_of_mines_is_over_before_it_began(run):
    ran = run("play", "--size", "2x2", "--mines", 4, "--first", "any")
    assert ran.code == 0
    assert "moves         0" in ran.out
