"""Curves: a chart of an experiment as plain numbers, before anybody says how it is drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sapper.lab.experiment import Chart, Setting
from sapper.lab.results import Results
from sapper.lab.words import scaled


@dataclass(frozen=True)
class Point:
    """A mean with its interval, in the unit that is shown."""

    x: float
    tick: str
    """What stands below it."""
    mean: float
    low: float
    high: float
    boards: int
    printed: float | None
    """What the report prints here."""


@dataclass(frozen=True)
class Curve:
    """One agent in one series of settings."""

    label: str
    style: int
    """Colour and marker, by number; the same for the same label in all panels."""
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """Curves that are compared with each other."""

    title: str
    curves: tuple[Curve, ...]


def panels(results: Results, chart: Chart) -> tuple[Panel, ...]:
    """The panels of a chart: one if there is only one agent or only one series."""
    agents = results.experiment.agents
    series = tuple(dict.fromkeys(setting.series for setting in results.experiment.settings))
    if len(series) == 1:
        return (Panel("", tuple(_curve(results, chart, a, series[0], a, i) for i, a in enumerate(agents))),)
    if len(agents) == 1:
        return (Panel("", tuple(_curve(results, chart, agents[0], s, s, i) for i, s in enumerate(series))),)
    if chart.curves == "series":
        return tuple(Panel(a, tuple(_curve(results, chart, a, s, s, i) for i, s in enumerate(series))) for a in agents)
    return tuple(Panel(s, tuple(_curve(results, chart, a, s, a, i) for i, a in enumerate(agents))) for s in series)


def _curve(results: Results, chart: Chart, agent: str, series: str, label: str, style: int) -> Curve:
    settings = [setting for setting in results.experiment.settings if setting.series == series]
    printed = {
        figure.setting: figure.value
        for figure in results.experiment.printed
        if figure.agent == agent and figure.measure == chart.measure
    }
    points = []
    for place, setting in enumerate(settings):
        summary = results.summary(setting.name, agent, chart.measure)
        if math.isnan(summary.mean):
            continue
        mean, low, high = (scaled(chart.measure, value) for value in (summary.mean, summary.low, summary.high))
        theirs = printed.get(setting.name)
        points.append(
            Point(
                *_place(setting, place),
                mean=mean,
                low=mean if math.isnan(low) else low,
                high=mean if math.isnan(high) else high,
                boards=summary.boards,
                printed=None if theirs is None else scaled(chart.measure, theirs),
            )
        )
    return Curve(label, style, tuple(points))


def _place(setting: Setting, place: int) -> tuple[float, str]:
    if isinstance(setting.x, str):
        return float(place), setting.x or setting.name
    return float(setting.x), f"{setting.x:g}"
