"""The report of an experiment: its figures, and one page that needs nothing from outside."""

from __future__ import annotations

from collections.abc import Mapping

from sapper.lab import sections
from sapper.lab.answer import answer
from sapper.lab.figures import figures
from sapper.lab.html import Html, element, join, page
from sapper.lab.interactive import charts
from sapper.lab.results import Results
from sapper.lab.verdict import Verdict, judge


def report(results: Results, commands: tuple[str, ...], replay: str = "") -> Mapping[str, bytes]:
    """The files of a report by name: NAME.html, and each figure as SVG and PNG.

    `commands` are what one types to get the same again, `replay` what plays the first failed game again.
    """
    name = results.experiment.name
    drawn = figures(results)
    body = join([element("h1", name), *_body(results, judge(results), drawn, commands, replay)])
    return {f"{name}.html": page(f"{name} · sapper", body).encode(), **drawn}


def _body(
    results: Results, verdicts: tuple[Verdict, ...], drawn: Mapping[str, bytes], commands: tuple[str, ...], replay: str
) -> list[Html]:
    """Everything that is told about the experiment, below its name."""
    experiment = results.experiment
    source = f"Report {experiment.report}, {experiment.source}." if experiment.report and experiment.source else ""
    return [
        element("p", experiment.question),
        *([element("p", source, class_="note")] if source else []),
        element("p", answer(results, verdicts), class_="answer"),
        *([] if results.complete else [element("p", "Not all games have been played yet.", class_="note")]),
        charts(results, drawn),
        element("h2", "Ours beside the report's" if experiment.printed else "In figures"),
        sections.figures_by_setting(results),
        element("h2", "Claims"),
        sections.claims(verdicts),
        element("h2", "Where it turns hard"),
        sections.hardness(results),
        element("h2", "What was proved, and by which level"),
        sections.deductions(results),
        element("h2", "Failures"),
        sections.failures(results, replay),
        element("h2", "How it was run"),
        sections.how(results, commands),
        sections.everything(results),
    ]
