"""`sapper lab report` and `sapper lab reproduce`: what was run becomes a page."""

from __future__ import annotations

import re

import pytest

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import survey

TINY = Experiment(
    name="tiny",
    question="Does thinking help?",
    settings=survey([4], [0.1, 0.2]),
    agents=("random", "basic"),
    report="004",
    source="nowhere",
    claims=(Claim("Thinking helps.", "basic", "random", source="nowhere"),),
    charts=(Chart("Score", "score", "density"),),
)


@pytest.fixture
def own(run, tmp_path):
    """The name of an experiment that was run into a folder."""
    words = ("--agents", "random,basic", "--size", "4x4", "--density", "0.1:0.3:0.1", "--boards", 3, "--jobs", 1)
    ran = run("lab", "run", *words, "--out", tmp_path)
    assert ran.code == 0
    return re.search(r"own-\w+", ran.out)[0]


def test_the_page_and_the_figures_are_written_and_the_page_can_be_run_again(run, tmp_path, own):
    ran = run("lab", "report", own, "--out", tmp_path)
    assert (ran.code, ran.out) == (0, f"{tmp_path}/{own}.html\n")
    assert {path.name for path in tmp_path.iterdir()} == {
        "results.duckdb",
        f"{own}.html",
        f"{own}-score.png",
        f"{own}-score.svg",
    }
    page = (tmp_path / f"{own}.html").read_text()
    again = re.search(r"<code>sapper (lab run .*)", page)[1].split()
    assert own in run(*again, "--jobs", 1, "--out", tmp_path).out


def test_a_play_is_written_without_a_run(run, tmp_path):
    ran = run("lab", "report", "play-002-mine-count", "--out", tmp_path / "new")
    assert ran.out == f"{tmp_path}/new/play-002-mine-count.html\n"
    assert (tmp_path / "new" / "play-002-mine-count" / "0016.png").exists()


def test_what_was_not_run_is_refused(refused, tmp_path, own):
    assert "has not been run" in refused("lab", "report", "001-density", "--out", tmp_path)
    assert "no experiment is called" in refused("lab", "report", "play-999", "--out", tmp_path)


def test_a_folder_that_cannot_be_made_is_refused(refused, tmp_path):
    (tmp_path / "file").touch()
    assert "cannot make the folder" in refused("lab", "report", "play-004-assume", "--out", tmp_path / "file" / "x")


def test_everything_is_reproduced_into_one_page_with_the_time_of_each(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sapper.lab.reproduce.to_reproduce", lambda: (TINY,))
    monkeypatch.setattr("sapper.lab.reproduce.PLAYS", ())
    ran = run("lab", "reproduce", "--boards", 4, "--jobs", 1, "--out", tmp_path)
    assert ran.code == 0
    experiment, total, page = ran.out.splitlines()
    assert re.fullmatch(r"tiny +16 games +\d+\.\d s", experiment)
    assert re.fullmatch(r"in all +\d+\.\d s", total)
    assert page == f"{tmp_path}/reproduce.html"
    assert "Thinking helps." in (tmp_path / "reproduce.html").read_text()


def test_the_list_has_plays_too(run):
    assert "play-004-subset" in run("lab", "list").out
