"""The answer of an experiment in one sentence, made from its results."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from sapper.lab.experiment import LESS_IS_BETTER, Measure
from sapper.lab.results import Results
from sapper.lab.table import main_measure
from sapper.lab.verdict import Outcome, Verdict
from sapper.lab.words import NAMES, SHARES, number


def answer(results: Results, verdicts: tuple[Verdict, ...]) -> str:
    """Who is ahead, by how much, and how many claims held."""
    if not any(len(games.boards) for games in results.games.values()):
        return "No game has been played yet."
    ahead = _single(results) if len(results.experiment.agents) == 1 else _ranking(results)
    return f"{ahead[0].upper()}{ahead[1:]}{_tally(verdicts)}."


def _ranking(results: Results) -> str:
    measure = main_measure(results.experiment)
    means = {agent: _over_settings(results, agent, measure) for agent in results.experiment.agents}
    ranked = sorted(means, key=lambda agent: means[agent], reverse=measure not in LESS_IS_BETTER)
    first, others = ranked[0], (ranked[1], ranked[-1]) if len(ranked) > 2 else (ranked[1],)
    settings = len(results.experiment.settings)
    where = f"over all {settings} settings" if settings > 1 else "in the one setting"
    ahead = " and ".join(f"{_gap(measure, means[first], means[other])} ahead of {other}" for other in others)
    best = "lowest" if measure in LESS_IS_BETTER else "highest"
    return f"the mean {_name(measure)} {where} is {best} for {first}, {_figure(measure, means[first])}: {ahead}"


def _single(results: Results) -> str:
    measure, agent = main_measure(results.experiment), results.experiment.agents[0]
    summaries = [results.summary(setting.name, agent, measure) for setting in results.experiment.settings]
    played = sorted((s for s in summaries if not math.isnan(s.mean)), key=lambda summary: summary.mean)
    low, high = played[0], played[-1]
    return (
        f"the {_name(measure)} of {agent} runs from {_figure(measure, low.mean)} ({low.setting}) "
        f"to {_figure(measure, high.mean)} ({high.setting})"
    )


def _tally(verdicts: tuple[Verdict, ...]) -> str:
    if not verdicts:
        return ""
    words: dict[Outcome, str] = {
        "held": "held in every setting",
        "did not hold": "did not hold",
        "open": "stayed open",
    }
    counted = Counter(verdict.outcome for verdict in verdicts)
    if len(verdicts) == 1:
        return f"; the claim {words[verdicts[0].outcome]}"
    if len(counted) == 1:
        return f"; all {len(verdicts)} claims {words[verdicts[0].outcome]}"
    parts = (f"{counted[outcome]} {said}" for outcome, said in words.items() if counted[outcome])
    return f"; of {len(verdicts)} claims, {', '.join(parts)}"


def _over_settings(results: Results, agent: str, measure: Measure) -> float:
    means = [results.summary(setting.name, agent, measure).mean for setting in results.experiment.settings]
    return float(np.nanmean(means)) if not all(map(math.isnan, means)) else math.nan


def _figure(measure: Measure, value: float) -> str:
    return f"{number(measure, value)} %" if measure in SHARES else number(measure, value)


def _gap(measure: Measure, one: float, other: float) -> str:
    return number(measure, abs(one - other)) + (" points" if measure in SHARES else "")


def _name(measure: Measure) -> str:
    return NAMES[measure].split(",")[0]
