"""`sapper lab`: its verbs in this process."""

from __future__ import annotations

import csv
import json
import textwrap

import pytest

from sapper.board.rules import LEVELS, Rules
from sapper.cli.options import GameOptions
from sapper.lab.again import options_for
from sapper.lab.settings import parse_densities

TINY = ("--size", "4x4", "--density", "0.1:0.3:0.1", "--boards", 6, "--seed", 4, "--jobs", 1)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "results"


def test_list(run):
    listed = json.loads(run("lab", "list", "--json").out)
    names = [row["name"] for row in listed]
    assert names == sorted(names)
    assert all(row["question"] and row["games"] for row in listed)
    assert all(name in run("lab", "list").out for name in names)


def test_without_a_verb_it_tells_its_verbs(run):
    ran = run("lab")
    assert ran.code == 0
    assert all(verb in ran.out for verb in ("list", "run", "export"))


def test_own_experiment_as_text_then_as_json_then_as_files(run, out):
    words = ("lab", "run", "--agents", "basic,random", *TINY, "--out", out)
    shown = run(*words)
    assert shown.code == 0
    assert shown.err == ""
    assert shown.out.count("4x4 at 0.2") == 2
    assert "where it turns hard" in shown.out
    told = json.loads(run(*words, "--json").out)
    name = told["experiment"]
    assert f"{name}: How do these agents compare?" in shown.out
    assert [(row["setting"], row["agent"], row["boards"], row["x"]) for row in told["rows"]][:3] == [
        ("4x4 at 0.1", "basic", 6, 0.1),
        ("4x4 at 0.1", "random", 6, 0.1),
        ("4x4 at 0.2", "basic", 6, 0.2),
    ]
    assert told["complete"]
    assert told["rules"]["4x4 at 0.1"]["end"] == "survey"
    assert run("lab", "export", name, "--csv", "--out", out).out.startswith("36 games in ")
    with (out / f"{name}.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 36
    assert run("lab", "export", name, "--parquet", "--out", out).code == 0
    more = json.loads(run("lab", "run", name, "--boards", 7, "--jobs", 1, "--out", out, "--json").out)
    assert [row["boards"] for row in more["rows"]] == [7] * 6


def test_an_experiment_from_a_file(run, out, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        textwrap.dedent("""
            from sapper import Rules
            from sapper.lab.experiment import Experiment, Setting

            print("loading")
            EXPERIMENT = Experiment(
                name="tiny", question="Who is luckier?", boards=3, agents=("basic", "random"),
                settings=(Setting("tiny", Rules(height=4, width=4, mines=2)),),
            )
        """)
    )
    told = json.loads(run("lab", "run", file, "--seed", 3, "--jobs", 1, "--out", out, "--json").out)
    assert (told["experiment"], told["seed"], len(told["rows"])) == ("tiny", 3, 2)
    assert run("lab", "export", "tiny", "--csv", "--out", out).out.startswith("6 games")


REFUSED = {
    "run": "name an experiment",
    "run 004-densty": "did you mean '004-density'?",
    "run demo --agents basic": "give an experiment's name or --agents, not both",
    "run demo --size 4x4": "give an experiment's name or --size, not both",
    "run missing.py": "cannot read the experiment's file 'missing.py'",
    "run --agents basic": "give --size WxH or --level NAME",
    "run --agents basic --size 4x4": "--size needs --mines N or --density D",
    "run --agents basic --size 4x4 --density 2": "a density lies in [0, 1]",
    "run --agents basic --size 4x4 --density 0.5:0.1:0.1": "is no density",
    "run --agents basic --size 4x4 --density 0:1:0.0001": "more than 1000 densities",
    "run --agents basic --size 4x4 --density x": "is no density",
    "run --agents , --size 4x4 --mines 2": "at least one setting and one agent",
    "run --agents basic,basic --size 4x4 --mines 2": "twice",
    "run --agents basc --size 4x4 --mines 2": "did you mean 'basic'?",
    "run --agents missing.py:Mine --size 4x4 --mines 2": "cannot read the agent's file",
    "run --agents basic --size 4x4 --mines 2 --boards 0": "--boards",
    "run --agents basic --size 4x4 --mines 2 --jobs 0": "--jobs must be at least 1",
    "run --agents basic --size 4x4 --mines 2 --cluster local:0": "is no cluster",
    "run --agents basic --size 4x4 --mines 2 --cluster local:1 --jobs 2": "not both",
    "export demo --csv": "there are no results in 'nowhere'",
    "export demo": "choose --parquet or --csv",
    "export demo --csv --parquet": "choose --parquet or --csv",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_is_refused_leaves_nothing_behind(refused, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert REFUSED[words] in refused("lab", *words.split(), *(() if words == "run" else ("--out", "nowhere")))
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_an_experiment(refused, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("EXPERIMENT = 1\n")
    assert "defines no experiment" in refused("lab", "run", file)
    file.write_text("1 / 0\n")
    assert "line 1, raised ZeroDivisionError" in refused("lab", "run", file)


def test_what_was_not_run_cannot_be_exported(run, refused, out):
    assert run("lab", "run", "--agents", "random", *TINY, "--out", out).code == 0
    assert f"sapper lab run demo --out {out}" in refused("lab", "export", "demo", "--csv", "--out", out)
    assert "no experiment is called 'zzz'" in refused("lab", "export", "zzz", "--csv", "--out", out)


def test_densities_include_both_ends():
    assert parse_densities("0.05:0.5:0.05") == [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]
    assert parse_densities("0.1:0.1:0.1") == [0.1]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("changes", [{}, {"first": "opening", "mine_count": False}, {"clues": "reveal:0.5:again"}])
def test_rules_and_their_options_are_inverses(level, changes):
    rules = Rules.level(level, **changes)
    words = iter(options_for(rules))
    given = {}
    for word in words:
        name = word.lstrip("-").replace("-", "_")
        if name in ("cascade", "no_cascade"):
            given["cascade"] = name == "cascade"
        elif name == "no_mine_count":
            given[name] = True
        else:
            given[name] = int(next(words)) if name == "mines" else next(words)
    assert GameOptions(**given).rules() == rules
