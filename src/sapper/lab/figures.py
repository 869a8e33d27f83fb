"""Figures on paper: PNG and SVG by matplotlib.

Bands are 95 % intervals; hollow markers are what a report printed. The same results give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from sapper.lab.curves import Curve, Panel, panels
from sapper.lab.experiment import Chart, Measure
from sapper.lab.looks import look
from sapper.lab.results import Results
from sapper.lab.words import NAMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Kind = Literal["svg", "png"]

PANEL, LEGEND = (4.6, 3.4), 2.3
"""Inches: width and height of a panel; width of the legend."""
MOST_COLUMNS = 2

_LOOK: dict[Any, Any] = {
    "svg.hashsalt": "sapper",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "axes.edgecolor": "#555555",
    "axes.titlesize": 10,
    "legend.frameon": False,
}


def logarithmic(measure: Measure) -> bool:
    """Whether a measure spans powers of ten."""
    return measure == "seconds"


def figures(results: Results, kinds: tuple[Kind, ...] = ("svg", "png")) -> Mapping[str, bytes]:
    """Every chart of an experiment, by file name."""
    files: dict[str, bytes] = {}
    for chart in results.experiment.charts:
        figure = _figure(results, chart)
        files |= {f"{file_stem(results, chart)}.{kind}": _saved(figure, kind) for kind in kinds}
    return files


def file_stem(results: Results, chart: Chart) -> str:
    """The name of a chart's files."""
    return f"{results.experiment.name}-{chart.measure.replace('_', '-')}"


def _figure(results: Results, chart: Chart) -> Figure:
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_LOOK):
        shown = panels(results, chart)
        columns = min(len(shown), MOST_COLUMNS)
        rows = -(-len(shown) // columns)
        figure = Figure(figsize=(PANEL[0] * columns + LEGEND, PANEL[1] * rows), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharey=not logarithmic(chart.measure))
        axes = list(grid.flat)
        for spare in axes[len(shown) :]:
            spare.remove()
        for axis, panel in zip(axes, shown, strict=False):
            _panel(axis, panel, chart)
        figure.suptitle(chart.title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        _legend(figure, shown, results.experiment.report)
    return figure


def _panel(axis: Axes, panel: Panel, chart: Chart) -> None:
    axis.set_title(panel.title, loc="left")
    axis.set_xlabel(chart.x)
    axis.set_ylabel(NAMES[chart.measure])
    if logarithmic(chart.measure):
        axis.set_yscale("log")
    for curve in panel.curves:
        _draw_curve(axis, curve)
    ticks = {point.x: point.tick for curve in panel.curves for point in curve.points}
    axis.set_xticks(sorted(ticks), [ticks[x] for x in sorted(ticks)])


def _draw_curve(axis: Axes, curve: Curve) -> None:
    xs = [point.x for point in curve.points]
    lows, highs = [point.low for point in curve.points], [point.high for point in curve.points]
    axis.fill_between(xs, lows, highs, color=look(curve.style).colour, alpha=0.18, linewidth=0)
    axis.plot(
        xs,
        [point.mean for point in curve.points],
        label=curve.label,
        linewidth=1.4,
        markersize=4,
        **_style(curve.style),
    )
    theirs = [(point.x, point.printed) for point in curve.points if point.printed is not None]
    if theirs:
        axis.plot(*zip(*theirs, strict=True), **(_printed_look(curve.style) | {"markersize": 8}))


def _style(number: int) -> dict[str, Any]:
    shown = look(number)
    return {"color": shown.colour, "marker": shown.marker, "linestyle": shown.dash}


def _printed_look(number: int) -> dict[str, Any]:
    return _style(number) | {"linestyle": "none", "markerfacecolor": "none", "markeredgewidth": 1.1}


def _legend(figure: Figure, shown: tuple[Panel, ...], report: str) -> None:
    """One legend for all panels, beside them."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    curves = {curve.label: curve.style for panel in shown for curve in panel.curves}
    entries: list[Any] = [
        Line2D([], [], label=label, linewidth=1.4, markersize=5, **_style(i)) for label, i in curves.items()
    ]
    entries.append(Patch(color="#888888", alpha=0.3, linewidth=0, label="95 % interval"))
    if any(point.printed is not None for panel in shown for curve in panel.curves for point in curve.points):
        hollow: dict[str, Any] = {
            "color": "#444444",
            "marker": "o",
            "linestyle": "none",
            "markerfacecolor": "none",
            "markersize": 8,
        }
        entries.append(Line2D([], [], label=f"hollow: printed in {report}", **hollow))
    figure.legend(handles=entries, loc="outside right upper")


def _saved(figure: Figure, kind: Kind) -> bytes:
    """The bytes of a file, without the date and the program that wrote it."""
    import matplotlib

    file = io.BytesIO()
    with matplotlib.rc_context(_LOOK):  # where the ids of an SVG come from
        figure.savefig(file, format=kind, metadata={"Date": None} if kind == "svg" else {"Software": None}, dpi=150)
    return file.getvalue()
