"""What a page says about an experiment, section by section."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from sapper import __version__
from sapper.lab.experiment import LESS_IS_BETTER, Measure, Printed, Setting
from sapper.lab.html import Html, details, element, join, table
from sapper.lab.results import MEASURES, Results
from sapper.lab.verdict import Trial, Verdict
from sapper.lab.words import NAMES, SHARES, number, with_interval

MOST_FAILURES = 20
"""So many failed games are listed; the table of the database has all."""


def figures_by_setting(results: Results) -> Html:
    """One table per measure that is drawn: our mean ± interval, the report's figure below it."""
    measures = tuple(dict.fromkeys(chart.measure for chart in results.experiment.charts))
    notes = [_impossible_note(results)] if any(figure.impossible for figure in results.experiment.printed) else []
    return join([*(_measure_table(results, measure) for measure in measures), *notes])


def _measure_table(results: Results, measure: Measure) -> Html:
    experiment = results.experiment
    printed = {(p.setting, p.agent): p for p in experiment.printed if p.measure == measure}
    caption = f"{NAMES[measure]}: mean ± half of the 95 % interval"
    caption += f"; below it, what report {experiment.report} prints" if printed else ""
    return table(
        caption,
        ["setting", "boards", *experiment.agents],
        (
            [
                setting.name,
                _boards(results, setting),
                *(_cell(results, setting, a, measure, printed) for a in experiment.agents),
            ]
            for setting in experiment.settings
        ),
    )


def _cell(
    results: Results, setting: Setting, agent: str, measure: Measure, printed: dict[tuple[str, str], Printed]
) -> Html:
    summary = results.summary(setting.name, agent, measure)
    ours = with_interval(measure, summary.mean, summary.low, summary.high)
    theirs = printed.get((setting.name, agent))
    if theirs is None:
        return join([ours])
    mark = "†" if theirs.impossible else ""
    return join([ours, element("span", f"{number(measure, theirs.value)}{mark}", class_="theirs")])


def _boards(results: Results, setting: Setting) -> str:
    counts = {len(results.games[setting.name, agent].boards) for agent in results.experiment.agents}
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low}–{high}"


def _impossible_note(results: Results) -> Html:
    worst = max(figure.value for figure in results.experiment.printed if figure.impossible)
    return element(
        "p",
        f"† more than all mines, up to {100 * worst:.1f} %: an error of report {results.experiment.report}. "
        "Here a score cannot exceed 100 %, and wrong flags are counted beside it.",
        class_="note",
    )


def claims(verdicts: tuple[Verdict, ...]) -> Html:
    """Every claim with its verdict, and its trials folded away."""
    if not verdicts:
        return element("p", "No claim is attached to this experiment.", class_="note")
    return join(_claim(verdict) for verdict in verdicts)


def _claim(verdict: Verdict) -> Html:
    claim = verdict.claim
    outcome = element("span", verdict.outcome, class_=verdict.outcome.replace(" ", "-"))
    source = element("span", f" ({claim.source})" if claim.source else "", class_="note")
    line = element("p", outcome, ": ", claim.says, source, " ", f"{verdict.sentence} {_extremes(verdict)}")
    less = "less" if claim.measure in LESS_IS_BETTER else "more"
    unit = " in points" if claim.measure in SHARES else ""
    caption = (
        f"Paired difference in {NAMES[claim.measure].split(',')[0]}{unit}; above 0 means {less} for {claim.better}"
    )
    rows = ([_where(trial), str(trial.boards), _difference(verdict, trial), trial.outcome] for trial in verdict.trials)
    trials = table(caption, ["setting", "boards", "difference ± interval", "verdict"], rows)
    return element("div", line, details("setting by setting", trials))


def _extremes(verdict: Verdict) -> str:
    """The smallest and the largest difference."""
    played = [trial for trial in verdict.trials if trial.boards]
    if not played:
        return ""
    least, most = (choose(played, key=lambda trial: trial.mean) for choose in (min, max))
    unit = " points" if verdict.claim.measure in SHARES else ""
    if len(played) == 1:
        return f"Difference {_difference(verdict, least)}{unit}."
    ends = (f"{_difference(verdict, trial)} ({_where(trial)})" for trial in (least, most))
    return f"Differences from {' to '.join(ends)}{f',{unit}' if unit else ''}."


def _where(trial: Trial) -> str:
    return trial.setting if trial.setting == trial.against else f"{trial.setting}, against {trial.against}"


def _difference(verdict: Verdict, trial: Trial) -> str:
    return with_interval(verdict.claim.measure, trial.mean, trial.low, trial.high, sign=True)


def hardness(results: Results) -> Html:
    """Where the game turns hard for each agent, along the densities."""
    experiment = results.experiment
    said = [element("p", f"Report {experiment.report}: {experiment.hard}")] if experiment.hard else []
    by_density = any(chart.x == "density" for chart in experiment.charts)
    rows = list(_hard_rows(results)) if by_density else []
    if not rows:
        return join(said) if said else element("p", "The settings do not form a scale of densities.", class_="note")
    caption = "Where the mean score falls below 50 %, and where it falls fastest"
    return join(
        [
            *said,
            table(
                caption, ["agent", "series", "below 50 % from density", "falls fastest between", "points per 0.1"], rows
            ),
        ]
    )


def _hard_rows(results: Results) -> Iterator[list[str]]:
    for agent in results.experiment.agents:
        for found in results.hardnesses(agent):
            half = "nowhere" if found.half is None else f"{found.half:.2f}"
            steepest = "–" if found.steepest is None else f"{found.steepest[0]:g} and {found.steepest[1]:g}"
            yield [agent, found.series, half, steepest, f"{10 * found.drop:.1f}"]


def deductions(results: Results) -> Html:
    """Proved moves per game, by the level that proved them, over all settings."""
    rows = ([agent, _proved(results, agent)] for agent in results.experiment.agents)
    head = ["agent", "proved moves per game"]
    return table("Mean over all settings, by the level that proved them", head, rows, words=head[1:])


def _proved(results: Results, agent: str) -> str:
    of = [results.games[setting.name, agent] for setting in results.experiment.settings]
    proved: Counter[str] = Counter()
    for games in of:
        proved.update(games.deductions)
    played = max(sum(len(games.boards) for games in of), 1)
    return ", ".join(f"{level} {count / played:.1f}" for level, count in proved.most_common()) or "none"


def everything(results: Results) -> Html:
    """All figures of all agents, folded away."""
    head = ["setting", "agent", "boards", "failed", *(NAMES[measure] for measure in MEASURES)]
    rows = (
        [
            row.setting,
            row.agent,
            str(row.boards),
            str(row.failed),
            *(_row_figure(results, row.setting, row.agent, measure) for measure in MEASURES),
        ]
        for row in results.table()
    )
    return details("All figures", table("Mean ± half of the 95 % interval", head, rows))


def _row_figure(results: Results, setting: str, agent: str, measure: Measure) -> str:
    summary = results.summary(setting, agent, measure)
    return with_interval(measure, summary.mean, summary.low, summary.high)


def failures(results: Results, replay: str) -> Html:
    """Games in which an agent failed, and the command that plays the first of them again."""
    failed = results.failed
    if not failed:
        return element("p", "No agent failed on any board.")
    rows = ([f.agent, f.setting, ",".join(map(str, f.seed)), f.error] for f in failed[:MOST_FAILURES])
    more = f"; the first {MOST_FAILURES} are listed" if len(failed) > MOST_FAILURES else ""
    note = f"{len(failed)} games failed and are left out of all figures{more}. See the first one fail again:"
    command = element("pre", element("code", replay))
    return join(
        [
            element("p", note),
            command,
            table("Failed games", ["agent", "setting", "seed", "error"], rows, words=["error"]),
        ]
    )


def how(results: Results, commands: tuple[str, ...]) -> Html:
    """How it was run, and the commands to run it again."""
    experiment = results.experiment
    played = sum(len(games.boards) for games in results.games.values())
    total = len(experiment.settings) * len(experiment.agents) * experiment.boards
    thought = sum(float(games.figures["seconds"].sum()) for games in results.games.values())
    facts = [
        f"{played} of {total} games: {len(experiment.agents)} agents, {len(experiment.settings)} settings, "
        f"{experiment.boards} boards each; all agents meet the same boards, noise and random order",
        f"game b of every setting and agent has the seed ({experiment.seed}, b)",
        f"the agents thought for {_duration(thought)} in all; sapper {__version__}",
        "means with 95 % bootstrap intervals (Wilson's for wins); differences are paired, board by board",
        "seconds are those of the machine that played; games of one batch share its time, so their intervals are "
        "too narrow, and an agent whose games run wholly in compiled code is quicker for that reason too",
    ]
    listed = element("ul", *(element("li", fact) for fact in facts))
    return join([listed, element("pre", element("code", "\n".join(commands)))])


def _duration(seconds: float) -> str:
    if math.isnan(seconds) or seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
