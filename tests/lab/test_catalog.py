"""Every experiment of the catalogue is sound, and prints what the reports print."""

from __future__ import annotations

import pytest

from sapper.lab.experiment import Experiment
from sapper.lab.experiments import catalogue, checked, described
from sapper.lab.experiments import describe as plain
from sapper.lab.plays import PLAYS
from sapper.lab.settings import name
from sapper.players.catalog import agent

EXPERIMENTS = catalogue()
BY_NAME = {experiment.name: experiment for experiment in EXPERIMENTS}
every_experiment = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=list(BY_NAME))


def test_the_rows_of_the_specification_are_there():
    assert set(BY_NAME) >= {
        "000-density",
        "000-uncertain",
        "001-density",
        "002-baseline",
        "002-agents",
        "002-mine-count",
        "002-uncertain",
        "004-density",
        "004-frequency",
        "004-bonuses",
        "004-bonuses-size",
        "uncertain-adapted",
        "demo",
    }
    assert len(BY_NAME) == len(EXPERIMENTS)


@every_experiment
def test_it_can_be_run_and_written_down(experiment: Experiment):
    assert checked(experiment) is experiment
    assert described(plain(experiment)) == experiment
    assert experiment.question.endswith("?")
    assert experiment.charts
    assert len({chart.measure for chart in experiment.charts}) == len(experiment.charts)  # they name the files
    for named in experiment.agents:
        assert agent(named).name == named
    if experiment.report:
        assert experiment.source


@every_experiment
def test_claims_and_printed_figures_name_what_is_there(experiment: Experiment):
    settings = {setting.name for setting in experiment.settings}
    for claim in experiment.claims:
        assert {claim.better, claim.worse} <= set(experiment.agents)
        assert set(claim.settings) | set(claim.against) <= settings
        assert not claim.against or len(claim.against) == len(claim.settings)
        assert claim.better != claim.worse or claim.against
        assert claim.says.endswith(".")
        assert claim.source or not experiment.report
    for figure in experiment.printed:
        assert figure.setting in settings
        assert figure.agent in experiment.agents
        assert figure.measure in {chart.measure for chart in experiment.charts}
    assert len({(p.setting, p.agent, p.measure) for p in experiment.printed}) == len(experiment.printed)


def printed(experiment: str, player: str, measure: str = "score") -> dict[str, float]:
    return {
        figure.setting: figure.value
        for figure in BY_NAME[experiment].printed
        if (figure.agent, figure.measure) == (player, measure)
    }


TABLE_A = {  # report 002, rounded as the specification has it
    10: ".9715 .9393 .8650 .8022 .7297 .5266",
    20: ".9955 .9818 .9421 .8641 .7853 .5554",
    30: ".9997 .9936 .9624 .8872 .8012 .5620",
    40: "1.007 1.002 .9752 .9064 .8156 .5637",
    50: "1.009 1.005 .9826 .9105 .8224 .5718",
}
SECONDS = {  # at densities 0.1, 0.3 and 0.5
    10: "0.008 0.024 0.028",
    20: "0.041 0.288 0.366",
    30: "0.096 1.265 1.776",
    40: "0.182 3.817 5.791",
    50: "0.273 8.937 13.77",
}
TABLE_B = {
    10: "96.5 86.8 72.8 54.0 97.4 92.6 80.6 59.1 97.3 93.0 83.9 69.8 97.4 94.3 87.2 70.5",
    20: "99.0 92.9 78.1 55.1 99.3 96.8 85.5 58.5 99.3 96.4 86.9 71.9 99.3 97.9 91.4 73.9",
    30: "99.5 95.7 79.8 55.7 99.6 98.4 86.5 58.9 99.6 98.0 87.2 71.6 99.6 99.2 92.2 75.1",
    40: "99.7 96.5 81.1 99.7 99.0 88.4 99.7 98.5 88.0 99.7 99.4 93.2",
}
TABLE_C = {  # without / with the mine count
    (10, 0.10): "95.97 97.40",
    (10, 0.15): "95.15 96.15",
    (10, 0.20): "93.80 94.33",
    (10, 0.25): "91.10 91.70",
    (10, 0.30): "85.71 87.00",
    (20, 0.10): "98.88 99.41",
    (20, 0.15): "98.59 98.87",
    (20, 0.20): "97.71 98.04",
    (20, 0.25): "95.51 95.69",
    (20, 0.30): "91.32 91.64",
    (30, 0.10): "99.52 99.69",
    (30, 0.15): "99.36 99.48",
}


def rounds_to(value: float, text: str) -> bool:
    """Whether a value, rounded to the digits of a text, is that text; halves may go either way."""
    digits = len(text.partition(".")[2])
    return abs(value - float(text)) <= 0.5 * 10.0**-digits + 1e-9


def test_table_a_is_that_of_report_002():
    shares, seconds = printed("002-baseline", "basic"), printed("002-baseline", "basic", "seconds")
    assert len(shares) == len(seconds) == 30
    for side, row in TABLE_A.items():
        for density, text in zip((0.1, 0.15, 0.2, 0.25, 0.3, 0.5), row.split(), strict=True):
            assert rounds_to(shares[name(side, density)], text)
    for side, row in SECONDS.items():
        for density, text in zip((0.1, 0.3, 0.5), row.split(), strict=True):
            assert rounds_to(seconds[name(side, density)], text)


def test_shares_above_one_are_kept_and_marked():
    marked = [figure for figure in BY_NAME["002-baseline"].printed if figure.impossible]
    assert sorted(figure.setting for figure in marked) == [name(s, d) for s in (40, 50) for d in (0.1, 0.15)]


def test_table_b_is_that_of_report_002():
    agents = ("basic", "linear", "brute", "linear+brute")
    assert len(BY_NAME["002-agents"].printed) == 60
    for side, row in TABLE_B.items():
        densities = (0.1, 0.2, 0.3, 0.5)[: len(row.split()) // 4]
        places = [(player, density) for player in agents for density in densities]
        for (player, density), text in zip(places, row.split(), strict=True):
            assert printed("002-agents", player)[name(side, density)] == pytest.approx(float(text) / 100, abs=1e-9)


def test_table_c_is_that_of_report_002():
    shares = printed("002-mine-count", "linear+brute")
    assert len(shares) == 2 * len(TABLE_C)
    for (side, density), pair in TABLE_C.items():
        for variant, text in zip(("count withheld", "count told"), pair.split(), strict=True):
            assert shares[name(side, density, variant)] == pytest.approx(float(text) / 100, abs=1e-9)


def test_the_mine_count_is_told_where_the_name_says_so():
    for setting in BY_NAME["002-mine-count"].settings:
        assert setting.rules.mine_count == setting.name.endswith("told")


@pytest.mark.parametrize("play", PLAYS, ids=[play.name for play in PLAYS])
def test_a_play_is_a_whole_game_on_the_report_board(play):
    record = play.record()
    assert record.result.over
    assert record.agent == play.agent
    if play.start is not None:
        assert record.steps[0].move.cell == play.start
    about = f"{record.rules.width}×{record.rules.height} with {record.rules.mines} mines"
    assert play.about.startswith(about)
    assert play.found is None or play.found <= record.rules.mines
    assert agent(play.agent).levels[-1] in record.deductions  # what the report wants to show is seen


def test_plays_have_names_of_their_own():
    assert len({play.name for play in PLAYS} | set(BY_NAME)) == len(PLAYS) + len(EXPERIMENTS)
