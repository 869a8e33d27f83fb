"""Everything that the five reports measured, on one page: report by report, ours beside theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sapper.formats.frames import animation, frames
from sapper.lab.answer import answer
from sapper.lab.experiment import Experiment
from sapper.lab.experiments import catalogue
from sapper.lab.figures import figures
from sapper.lab.html import Html, element, join, page, table
from sapper.lab.interactive import charts
from sapper.lab.play_page import STEPS_PER_SECOND, play_body
from sapper.lab.plays import PLAYS, Play
from sapper.lab.results import Results
from sapper.lab.sections import claims, deductions, figures_by_setting, hardness
from sapper.lab.verdict import Verdict, judge

PAGE = "reproduce.html"
REPORTS = ("000", "001", "002", "003", "004")
WITHOUT_FIGURES = {
    "003": "Report 003 measures nothing; what it says about cells without a clue is tried with 000-uncertain, and its "
    "agent zones plays there and in the demo."
}


@dataclass(frozen=True)
class Reproduced:
    """An experiment, its results, and how long it took."""

    results: Results
    seconds: float
    commands: tuple[str, ...]


def to_reproduce() -> tuple[Experiment, ...]:
    """The experiments of the reports, report by report, and ours about their open question."""
    of_reports = [experiment for experiment in catalogue() if experiment.report]
    ours = [experiment for experiment in catalogue() if not experiment.report and "uncertain clues" in experiment.tags]
    return tuple(sorted(of_reports, key=lambda experiment: (experiment.report, experiment.name))) + tuple(ours)


def reproduction(done: Sequence[Reproduced]) -> bytes:
    """The page, made from what `to_reproduce` gave."""
    judged = [(one, judge(one.results)) for one in done]
    parts = [element("h1", "What the reports measured, measured again"), _overview(judged)]
    for report in REPORTS:
        parts.append(element("h2", f"Report {report}"))
        if report in WITHOUT_FIGURES:
            parts.append(element("p", WITHOUT_FIGURES[report]))
        parts += [
            part for one, verdicts in judged if one.results.experiment.report == report for part in _told(one, verdicts)
        ]
        parts += [part for play in PLAYS if play.report == report for part in _shown(play)]
    parts.append(element("h2", "Beyond the reports"))
    parts += [part for one, verdicts in judged if not one.results.experiment.report for part in _told(one, verdicts)]
    return page("What the reports measured · sapper", join(parts)).encode()


def _overview(judged: Sequence[tuple[Reproduced, tuple[Verdict, ...]]]) -> Html:
    every = [verdict for _, verdicts in judged for verdict in verdicts]
    held, failed = (sum(v.outcome == outcome for v in every) for outcome in ("held", "did not hold"))
    games = sum(_games(one.results) for one, _ in judged)
    sentence = (
        f"Of {len(every)} claims, {held} held in every setting where they are made, {failed} did not hold, "
        f"{len(every) - held - failed} are open; {games:,} games."
    )
    rows = (
        [
            one.results.experiment.name,
            f"{_games(one.results):,}",
            f"{one.seconds:.1f}",
            *(str(sum(v.outcome == outcome for v in verdicts)) for outcome in ("held", "did not hold", "open")),
        ]
        for one, verdicts in judged
    )
    head = ["experiment", "games", "seconds, this run", "claims held", "did not hold", "open"]
    return join([element("p", sentence, class_="answer"), table("All experiments", head, rows)])


def _told(one: Reproduced, verdicts: tuple[Verdict, ...]) -> Iterator[Html]:
    results, experiment = one.results, one.results.experiment
    yield element("h3", experiment.name, id=experiment.name)
    yield element("p", experiment.question)
    if experiment.source:
        yield element("p", f"In the report: {experiment.source}.", class_="note")
    yield element("p", answer(results, verdicts), class_="answer")
    yield charts(results, figures(results, kinds=("svg",)))
    yield figures_by_setting(results)
    yield claims(verdicts)
    yield hardness(results)
    yield deductions(results)
    yield element("pre", element("code", "\n".join(one.commands)))


def _shown(play: Play) -> Iterator[Html]:
    record = play.record()
    yield element("h3", play.name, id=play.name)
    yield play_body(play, record, animation(frames(record), STEPS_PER_SECOND))


def _games(results: Results) -> int:
    return sum(len(games.boards) for games in results.games.values())
