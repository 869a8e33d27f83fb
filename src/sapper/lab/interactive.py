"""Charts on the page: the same curves as on paper, as data that plotly's bundle draws in the browser."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from sapper.lab.curves import Curve, Panel, panels
from sapper.lab.experiment import Chart
from sapper.lab.figures import file_stem, logarithmic
from sapper.lab.html import Html, element, join
from sapper.lab.looks import look
from sapper.lab.results import Results
from sapper.lab.words import NAMES

SYMBOLS = {
    "o": "circle",
    "s": "square",
    "^": "triangle-up",
    "D": "diamond",
    "v": "triangle-down",
    "P": "cross",
    "X": "x",
    "*": "star",
    "<": "triangle-left",
    ">": "triangle-right",
}
DASHES = {"-": "solid", "--": "dash", "-.": "dashdot", ":": "dot"}
BAND = "2e"
"""How opaque an interval is, as the last two digits of a colour."""


def charts(results: Results, drawn: Mapping[str, bytes]) -> Html:
    """Every chart of an experiment; without JavaScript and on paper, the figure that was drawn instead."""
    return join(
        element("figure", _interactive(results, chart), _still(chart, drawn[f"{file_stem(results, chart)}.svg"]))
        for chart in results.experiment.charts
    )


def _interactive(results: Results, chart: Chart) -> Html:
    drawn = (_panel(panel, chart, results.experiment.report) for panel in panels(results, chart))
    return element("div", *drawn, class_="charts")


def _still(chart: Chart, svg: bytes) -> Html:
    data = base64.b64encode(svg).decode()
    return element("div", element("img", alt=chart.title, src=f"data:image/svg+xml;base64,{data}"), class_="still")


def _panel(panel: Panel, chart: Chart, report: str) -> Html:
    ticks = {point.x: point.tick for curve in panel.curves for point in curve.points}
    title = f"{chart.title}: {panel.title}" if panel.title else chart.title
    what = {
        "title": title,
        "x": chart.x,
        "y": NAMES[chart.measure],
        "log": logarithmic(chart.measure),
        "ticks": sorted(ticks.items()),
        "data": [trace for curve in panel.curves for trace in _traces(curve, report)],
    }
    island = json.dumps(what, ensure_ascii=True).replace("</", "<\\/")
    place = element("div", class_="chart", role="img", aria_label=title)
    return element("div", place, Html(f'<script type="application/json" class="chart-data">{island}</script>'))


def _traces(curve: Curve, report: str) -> list[dict[str, Any]]:
    """The interval, the mean, and what the report printed, which all come and go together."""
    if not curve.points:
        return []
    shown = look(curve.style)
    xs = [point.x for point in curve.points]
    group = {"legendgroup": curve.label}
    marker = {"symbol": SYMBOLS[shown.marker], "color": shown.colour, "size": 8}
    band = {
        **group,
        "x": xs + xs[::-1],
        "y": [point.high for point in curve.points] + [point.low for point in curve.points][::-1],
        "fill": "toself",
        "fillcolor": f"{shown.colour}{BAND}",
        "line": {"width": 0},
        "mode": "lines",
        "hoverinfo": "skip",
        "showlegend": False,
    }
    mean = {
        **group,
        "name": curve.label,
        "x": xs,
        "y": [point.mean for point in curve.points],
        "customdata": [[point.low, point.high, point.boards] for point in curve.points],
        "hovertemplate": "%{x}: <b>%{y:.4~g}</b><br>95 % interval %{customdata[0]:.4~g} to %{customdata[1]:.4~g}"
        f"<br>%{{customdata[2]}} boards<extra>{_plain(curve.label)}</extra>",
        "mode": "lines+markers",
        "marker": marker,
        "line": {"color": shown.colour, "dash": DASHES[shown.dash], "width": 2},
    }
    theirs = [point for point in curve.points if point.printed is not None]
    printed = {
        **group,
        "x": [point.x for point in theirs],
        "y": [point.printed for point in theirs],
        "hovertemplate": f"%{{x}}: <b>%{{y}}</b><br>printed in report {report}<extra>{_plain(curve.label)}</extra>",
        "mode": "markers",
        "marker": {**marker, "symbol": f"{SYMBOLS[shown.marker]}-open", "size": 12},
        "showlegend": False,
    }
    return [band, mean, printed] if theirs else [band, mean]


def _plain(label: str) -> str:
    """A label that plotly, which reads some HTML, shows as it is."""
    return label.replace("&", "&amp;").replace("<", "&lt;")
