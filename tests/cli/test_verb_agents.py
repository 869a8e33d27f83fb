from __future__ import annotations

import json

import sapper


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


def test_every_agent_can_be_explained(run):
    for entry in sapper.agents():
        text = run("agents", entry.name).out
        assert text.splitlines()[0] == entry.name
        assert entry.about in text
        facts = json.loads(run("agents", entry.name, "--json").out)
        assert facts["levels"] == list(entry.levels)
        assert facts["when_stuck"]
