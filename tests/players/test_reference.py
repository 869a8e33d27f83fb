"""The reference page lists the catalogue, no more and no less."""

from __future__ import annotations

import re
from pathlib import Path

import sapper

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "agents.md"


def test_the_page_lists_every_agent_with_its_report_and_levels() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)
    listed = [(name, report, re.findall(r"`([^`]+)`", levels)) for name, report, levels in rows]
    assert listed == [(entry.name, entry.report, list(entry.levels)) for entry in sapper.agents()]
