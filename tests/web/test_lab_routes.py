"""The lab from the page: the same experiments, the same store."""

from __future__ import annotations

import json
import time

import pytest

from sapper.lab.store import FILE_NAME
from sapper.web.runs import Run

OWN = {"agents": ["basic", "exact"], "size": "5x4", "density": "0.1:0.2:0.1", "boards": 6, "seed": 3}


def events(ask, run):
    """Listen until the run ends."""
    answer = ask.client.get(f"/api/v1/lab/runs/{run}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    blocks = [block.split("\n") for block in answer.text.strip().split("\n\n")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


def test_the_catalogue_is_listed(ask):
    listed = {one["name"]: one for one in ask.get("/lab/experiments")}
    assert {"demo", "report-001-density"} <= set(listed) or "demo" in listed
    demo = ask.get("/lab/experiments/demo")
    assert demo["status"] == "new"
    assert demo["table"] == demo["curves"] == []
    assert demo["games"] == listed["demo"]["games"]
    assert ask.get("/lab/experiments/nothing", 404)["error"]["code"] == "not_found"
    assert ask.get("/lab/experiments/demo/report", 404)["error"]["code"] == "not_found"


def test_an_experiment_of_ones_own(serve, asking, tmp_path):
    ask = asking(serve())
    started = ask.post("/lab/runs", **OWN)
    at_once = ask.get(f"/lab/experiments/{started['name']}")  # nothing of it need be stored yet
    assert (at_once["agents"], at_once["boards"], at_once["seed"]) == (OWN["agents"], 6, 3)
    heard = events(ask, started["run"])
    assert heard[-1] == ("end", {"state": "done", "message": "", "name": started["name"]})
    kinds = [kind for kind, _ in heard]
    assert {"progress", "point"} <= set(kinds)
    last = [data for kind, data in heard if kind == "progress"][-1]
    assert last["done"] == last["total"] == 24
    points = {(point["setting"], point["agent"]) for kind, point in heard if kind == "point"}
    assert points == {(f"5x4 at {d}", agent) for d in ("0.1", "0.2") for agent in OWN["agents"]}
    details = ask.get(f"/lab/experiments/{started['name']}")
    assert (details["status"], details["played"]) == ("done", 24)
    assert [row["boards"] for row in details["table"]] == [6] * 4
    curve = details["curves"][0]["panels"][0]["curves"][0]
    assert [point["x"] for point in curve["points"]] == [0.1, 0.2]
    assert started["name"] in [one["name"] for one in ask.get("/lab/experiments")]
    report = ask.client.get(f"/api/v1/lab/experiments/{started['name']}/report")
    assert report.text.lower().startswith("<!doctype html")
    assert "sandbox" in report.headers["content-security-policy"]
    assert (tmp_path / FILE_NAME).exists()
    again = ask.post("/lab/runs", **OWN)
    assert again["name"] == started["name"]
    assert events(ask, again["run"])[-1][1]["state"] == "done"


def test_a_run_is_stopped_and_goes_on(serve, asking):
    ask = asking(serve())
    large = OWN | {"boards": 9000, "size": "12x12"}
    run = ask.post("/lab/runs", **large)["run"]
    ask.refused("/lab/runs", 409, "limit", **OWN)
    while ask.get(f"/lab/runs/{run}")["done"] == 0:
        time.sleep(0.05)
    assert ask.client.delete(f"/api/v1/lab/runs/{run}").status_code == 200
    assert events(ask, run)[-1][1]["state"] == "stopped"
    kept = ask.get(f"/lab/runs/{run}")["done"]
    assert 0 < kept < 36_000
    run = ask.post("/lab/runs", **large)["run"]
    while ask.get(f"/lab/runs/{run}")["done"] <= kept:
        time.sleep(0.05)
    ask.client.delete(f"/api/v1/lab/runs/{run}")
    assert events(ask, run)[-1][1]["state"] == "stopped"


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, {}),
        (422, {"name": "demo", "agents": ["basic"], "size": "5x5", "density": 0.1}),
        (422, {"agents": ["basic"], "size": "5x5"}),
        (422, {"agents": [], "size": "5x5", "density": 0.1}),
        (422, {"name": "demo", "boards": 0}),
        (400, {"agents": ["nobody"], "size": "5x5", "density": 0.1}),
        (400, {"agents": ["mine.py:Mine"], "size": "5x5", "density": 0.1}),
        (400, {"agents": ["basic", "basic"], "size": "5x5", "density": 0.1}),
        (400, {"agents": ["basic"], "size": "5", "density": 0.1}),
        (400, {"agents": ["basic"], "size": "5x5", "density": "much"}),
    ],
)
def test_experiments_that_make_no_sense(ask, status, body):
    ask.refused("/lab/runs", status, "bad_input", **body)


def test_no_experiment_comes_from_a_file(ask, tmp_path):
    """A path is no name, even if there is such a file."""
    file = tmp_path / "evil.py"
    file.write_text("raise SystemExit('it was run')", encoding="utf-8")
    for name in (str(file), "evil.py", "../evil.py"):
        ask.refused("/lab/runs", 404, "not_found", name=name)


def test_too_large_an_experiment(ask):
    ask.refused("/lab/runs", 413, "limit", agents=["basic"], size="5x5", density="0.1:0.9:0.1", boards=100_000)
    ask.refused("/lab/runs", 413, "limit", agents=["basic"], size="200x200", density=0.1)
    assert ask.get("/lab/runs/nothing", 404)["error"]["code"] == "not_found"
    assert ask.client.delete("/api/v1/lab/runs/nothing").status_code == 404


def test_the_rate_counts_only_new_games():
    run = Run("a", experiment=None, began=0.0, ended=2.0, done=30, before=10, total=40)  # type: ignore[arg-type]
    assert run.progress()["rate"] == pytest.approx(10.0)
    assert run.progress()["left"] == pytest.approx(1.0)
