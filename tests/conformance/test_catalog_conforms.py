"""Every agent of the catalogue passes what we ask of a user's own."""

import pytest

import sapper
from sapper.testing import check_agent


@pytest.mark.parametrize("name", [agent.name for agent in sapper.agents()])
def test_agent_plays_by_the_rules(name):
    checked = check_agent(name, games=1)
    assert checked.swaps >= checked.rule_sets
