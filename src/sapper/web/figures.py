"""Figures of an experiment as plain values, in the unit in which they are shown (percent for shares)."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from sapper.lab.curves import panels
from sapper.lab.experiment import Measure
from sapper.lab.results import Results
from sapper.lab.table import main_measure
from sapper.lab.words import NAMES, scaled


def points(results: Results, setting: str, agent: str) -> list[dict[str, Any]]:
    """The figures of an agent in a setting, one per measure that the charts draw."""
    place = next(one for one in results.experiment.settings if one.name == setting)
    measures: list[Measure] = list(dict.fromkeys(chart.measure for chart in results.experiment.charts))
    found = []
    for measure in measures or [main_measure(results.experiment)]:
        summary = results.summary(setting, agent, measure)
        values = {"mean": summary.mean, "low": summary.low, "high": summary.high}
        if math.isnan(summary.mean):
            continue
        shown = {name: scaled(measure, summary.mean if math.isnan(value) else value) for name, value in values.items()}
        about = {"measure": measure, "setting": setting, "agent": agent, "x": place.x, "series": place.series}
        found.append({**about, **shown, "boards": summary.boards})
    return found


def curves(results: Results) -> list[dict[str, Any]]:
    """Every chart with its panels, curves and points."""
    return [
        {
            "title": chart.title,
            "measure": chart.measure,
            "x": chart.x,
            "y": NAMES[chart.measure],
            "panels": [asdict(panel) for panel in panels(results, chart)],
        }
        for chart in results.experiment.charts
    ]
