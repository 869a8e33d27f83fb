"""Results as text, one line per setting and agent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sapper.lab.experiment import Experiment, Measure
from sapper.lab.words import number, with_interval

if TYPE_CHECKING:
    from sapper.lab.results import Difference, Hardness, Results, Row

SHOWN: dict[Measure, str] = {
    "score": "score %",
    "net_score": "net score %",
    "won": "won %",
    "mines_opened": "mines opened",
    "flags_wrong": "wrong flags",
    "guesses": "guesses",
    "seconds": "s per game",
}


def lines(results: Results) -> list[str]:
    """The table: a heading, then means with half the width of their 95 % intervals, and what differs from the first."""
    measures = [measure for measure in SHOWN if measure != "net_score" or _any_wrong(results)]
    rows = [_heading(results, measures), *(_cells(results, row, measures) for row in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(_aligned(cells, widths)).rstrip() for cells in rows]


def main_measure(experiment: Experiment) -> Measure:
    """What the agents of an experiment are compared by: wins where mines end games, else score, net of wrong flags."""
    if all(setting.rules.end == "classic" for setting in experiment.settings):
        return "won"
    return "score" if all(setting.rules.clues.truthful for setting in experiment.settings) else "net_score"


def hardness_lines(results: Results) -> list[str]:
    """Where it turns hard for each agent, along each series that has several x."""
    return [_hardness_line(found) for agent in results.experiment.agents for found in results.hardnesses(agent)]


def _heading(results: Results, measures: list[Measure]) -> list[str]:
    compared = main_measure(results.experiment)
    first = results.experiment.agents[0]
    apart = f"{compared.replace('_', ' ')} − {first}" if len(results.experiment.agents) > 1 else ""
    return ["setting", "agent", "boards", *(SHOWN[measure] for measure in measures), apart, "proved by level"]


def _cells(results: Results, row: Row, measures: list[Measure]) -> list[str]:
    boards = f"{row.boards}" + (f", {row.failed} failed" if row.failed else "")
    shown = [_mean(row, measure) for measure in measures]
    first = results.experiment.agents[0]
    measure = main_measure(results.experiment)
    apart = "" if row.agent == first else _apart(results.difference(row.setting, row.agent, first, measure))
    levels = ", ".join(f"{level} {count:.1f}" for level, count in row.deductions.items())
    return [row.setting, row.agent, boards, *shown, apart, levels]


def _mean(row: Row, measure: Measure) -> str:
    """A mean with its interval; that of a share is lopsided and shown with both ends.

    Of the time only the mean: games that are played together share theirs, so their spread says nothing.
    """
    summary = getattr(row, measure)
    if measure == "seconds":
        return number(measure, summary.mean)
    if measure == "won" and row.boards:
        ends = ", ".join(number(measure, end) for end in (summary.low, summary.high))
        return f"{number(measure, summary.mean)} [{ends}]"
    return with_interval(measure, summary.mean, summary.low, summary.high)


def _apart(difference: Difference) -> str:
    return with_interval(difference.measure, difference.mean, difference.low, difference.high, sign=True)


def _any_wrong(results: Results) -> bool:
    return any(row.flags_wrong.mean > 0 for row in results)


def _aligned(cells: list[str], widths: list[int]) -> Iterator[str]:
    """Names to the left, numbers to the right, and the last column as it is."""
    for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        yield cell if column == len(cells) - 1 else cell.ljust(width) if column < 2 else cell.rjust(width)


def _hardness_line(found: Hardness) -> str:
    where = f"{found.agent}, {found.series}" if found.series else found.agent
    half = "never below 50 %" if found.half is None else f"below 50 % from {found.half:.3g}"
    if found.steepest is None:
        return f"{where}: {half}"
    low, high = found.steepest
    lost = number("score", found.drop * (high - low))
    return f"{where}: {half}; steepest between {low:g} and {high:g}, where {lost} points are lost"
