from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import sapper
from sapper.knowledge.belief import Belief

NAMES = [entry.name for entry in sapper.agents()]
WITH_PARAMETERS = ["assume(f=3)", "brute(cap=12)"]


def explained(run: Callable[..., Any], name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(run("agents", name, "--json").out)
    return facts


def test_lists_every_agent(run):
    lines = run("agents").out.splitlines()
    named = [line.split()[0] for line in lines[1 : 1 + len(sapper.agents())]]
    assert named == [entry.name for entry in sapper.agents()]
    for entry, line in zip(sapper.agents(), lines[1:], strict=False):
        assert entry.report in line
        assert line.endswith(entry.about)


def test_list_as_json(run):
    listed = json.loads(run("agents", "--json").out)
    assert listed == [{"name": e.name, "report": e.report, "about": e.about} for e in sapper.agents()]


@pytest.mark.parametrize("name", [*NAMES, *WITH_PARAMETERS])
def test_every_agent_is_explained_by_positions_of_its_own(run, name):
    entry = sapper.agent(name)
    facts = explained(run, name)
    assert facts["levels"] == list(entry.levels)
    assert facts["when_stuck"]
    for position in (facts["example"], facts["stuck"]):
        if position is None:
            assert name == "random"
            continue
        view = sapper.View.parse(position["view"])
        decision = entry.act(view, sapper.Chance(position["seed"]))
        assert [str(move) for move in decision.moves] == position["moves"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random"])
def test_the_strongest_level_decides_the_example_and_is_right(run, name):
    facts = explained(run, name)
    example = facts["example"]
    assert example["decides"][0]["reason"]["level"] == facts["levels"][-1]
    truth: Belief = sapper.infer(sapper.View.parse(example["view"]))
    for decided in example["decides"]:
        assert (truth.mines if decided["mine"] else truth.safe)[tuple(decided["cell"])]
    assert facts["stuck"]["decides"] == []


@pytest.mark.parametrize("name", ["brute", "linear+brute", "zones", "charles+select", "double", "exact"])
def test_agents_that_estimate_show_what_they_weigh(run, name):
    stuck = explained(run, name)["stuck"]
    risks = [candidate["risk"] for candidate in stuck["candidates"]]
    assert len(set(risks)) > 1
    assert risks[0] == min(risk for risk in risks if risk is not None)
    assert stuck["moves"] == ["open {},{}".format(*stuck["candidates"][0]["cell"])]


def test_the_page_of_one_agent(run):
    lines = run("agents", "subset").out.splitlines()
    assert lines[0] == "subset"
    words = [line.split()[0] for line in lines if line.startswith("  ") and line.strip()]
    for word in ("about", "report", "levels", "try", "example", "decides", "stuck", "opens"):
        assert word in words
    assert any("by subset: clues (" in line for line in lines)
    assert any("estimates no risk" in line for line in lines)


def test_the_page_of_a_name_with_parameters_can_be_pasted(run):
    assert "sapper play --agent 'assume(f=3)' --trace" in run("agents", "assume(f=3)").out


def test_who_proves_nothing_has_no_example(run):
    text = run("agents", "random").out
    assert "none: it proves nothing" in text
    assert "  example" not in text
    assert "  stuck" in text


def test_an_unknown_agent_is_refused(refused):
    assert "did you mean 'subset'?" in refused("agents", "subst")
