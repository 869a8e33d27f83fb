"""The experiments on uncertain clues are whole: names are unique, agents exist, claims point at settings."""

from __future__ import annotations

import pytest

import sapper
from sapper.lab.experiment import Experiment
from sapper.lab.experiments import catalogue, find
from sapper.sim.arena import play_many

ALL = tuple(experiment for experiment in catalogue() if "uncertain" in experiment.tags)


@pytest.mark.parametrize("experiment", ALL, ids=lambda experiment: experiment.name)
def test_an_experiment_is_whole(experiment: Experiment) -> None:
    names = [setting.name for setting in experiment.settings]
    assert len(set(names)) == len(names)
    for agent in experiment.agents:
        assert sapper.agent(agent).name == agent
    for claim in experiment.claims:
        assert set(claim.settings) <= set(names)
        assert {claim.better, claim.worse} <= set(experiment.agents)
    assert all(setting.rules.end == "survey" for setting in experiment.settings)


def test_every_model_both_bounds_and_the_reports_probability_are_there() -> None:
    clues = {str(setting.rules.clues) for experiment in ALL for setting in experiment.settings}
    assert {"exact", "optimistic", "optimistic:wide", "cautious", "cautious:wide", "reveal:0.02"} <= clues
    assert {"reveal:0.02:again", "reveal:1.0"} <= clues
    assert {setting.rules.mine_count for experiment in ALL for setting in experiment.settings} == {True, False}


def test_a_claim_of_the_report_comes_out_on_a_few_boards() -> None:
    """Those who trust flag safe cells, those who read intervals never do."""
    setting = next(setting for setting in find("uncertain-models").settings if setting.name == "10×10 cautious 0.2")
    wrong = {
        name: sum(game.flags_wrong for game in play_many(name, setting.rules, [(6, board) for board in range(3)]))
        for name in ("basic", "basic+trusting")
    }
    assert wrong["basic"] == 0
    assert wrong["basic+trusting"] > 30
