"""Behaviour, not only imports: another layout under the same views changes no decision of any agent."""

from __future__ import annotations

import pytest

import sapper
from sapper.testing import check_agent


@pytest.mark.parametrize("name", [entry.name for entry in sapper.agents()])
def test_swapping_the_hidden_layout_changes_no_decision(name: str) -> None:
    checked = check_agent(name)
    assert checked.decisions > 0
    assert checked.swaps > 0
