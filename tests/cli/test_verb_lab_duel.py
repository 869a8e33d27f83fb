"""`sapper lab duel` at the terminal."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sapper.lab import duel as module
from sapper.lab.duel import Standing

BOARD = ("--size", "6x6", "--mines", 8, "--rule", "survey")
SURELY = ("--h1", 5, "--jobs", 1)


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 20)


def test_the_last_line_says_who_is_better_by_how_much_and_how_to_repeat_it(run: Callable[..., Any]) -> None:
    ran = run("lab", "duel", "exact", "random", *BOARD, *SURELY)
    assert (ran.code, ran.err) == (0, "")
    assert "alpha 0.05, beta 0.05" in ran.out
    assert "H1          exact is better by at least 5 points" in ran.out
    last = ran.out.splitlines()[-1]
    assert last.startswith("exact is better than random by ")
    assert " points (" in last
    assert re.search(r", \d+ games; again: sapper lab duel exact random --size 6x6 ", last)
    again = shlex.split(last.partition("again: sapper ")[2])
    assert run(*again, "--jobs", 1).out == ran.out


def test_the_weaker_agent_first(run: Callable[..., Any]) -> None:
    ran = run("lab", "duel", "random", "exact", *BOARD, *SURELY)
    assert ran.out.splitlines()[-1].startswith("exact is better than random by ")


def test_undecided_at_the_bound(run: Callable[..., Any]) -> None:
    ran = run("lab", "duel", "exact", "linear", *BOARD, "--most", 5, "--jobs", 1)
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("undecided whether exact is better than linear: ")
    assert "--most 5" in ran.out


def test_equal_agents_are_not_better(run: Callable[..., Any]) -> None:
    ran = run("lab", "duel", "assume", "assume(f=2)", *BOARD, *SURELY)
    assert ran.out.splitlines()[-1].startswith("assume is not better than assume(f=2) by 5 points: +0.00 (")


def test_a_classic_duel_shows_raw_and_adjusted_differences(run: Callable[..., Any]) -> None:
    ran = run("lab", "duel", "exact", "random", "--size", "5x5", "--mines", 4, "--most", 10, "--jobs", 1)
    assert "  won %       exact " in ran.out
    assert "  difference  +" in ran.out
    assert "  adjusted    +" in ran.out


def test_one_json_document(run: Callable[..., Any]) -> None:
    ran = run(
        "lab", "duel", "exact", "basic", "--level", "beginner", "--most", 10, "--seed", "4,2", "--jobs", 1, "--json"
    )
    document: dict[str, Any] = json.loads(ran.out)
    assert (document["a"], document["b"], document["seed"], document["games"]) == ("exact", "basic", [4, 2], 20)
    assert document["hypotheses"] == {"d0": 0.0, "d1": 0.005, "alpha": 0.05, "beta": 0.05}
    assert len(document["raw"]) == len(document["adjusted"]) == 3
    assert document["answer"] == "open"
    assert document["again"].endswith("--most 10 --seed 4,2")


def test_ctrl_c_tells_how_the_duel_stands(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **options: object) -> Iterator[Standing]:
        difference = (0.1, 0.0, 0.2)
        yield Standing(200, (0.6, 0.5), (40, 20), difference, None, 1.5, "open", (0, 3))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "duel", interrupted)
    ran = run("lab", "duel", "exact", "basic", *BOARD)
    assert ran.code == 130
    assert "failed      exact 0 · basic 3 games, counted as lost" in ran.out
    assert ran.out.splitlines()[-1].startswith("undecided whether exact is better than basic: +10.00 (+0.00 … +20.00)")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("exact", "exact"), "a duel needs two agents"),
        (("exact",), "Missing argument 'B'"),
        (("exact", "nobody"), "no agent is called 'nobody'"),
        (("exact", "basic", "--h0", "1"), "H0 must lie below H1"),
        (("exact", "basic", "--alpha", "0.7"), "alpha is an error rate"),
        (("exact", "basic", "--most", "0"), "at least 1 board"),
        (("exact", "basic", "--jobs", "0"), "--jobs"),
        (("exact", "basic", "--size", "5x5"), "--size needs"),
    ],
)
def test_wrong_use(refused: Callable[..., str], words: tuple[str, ...], wrong: str) -> None:
    assert wrong in refused("lab", "duel", *words)
