"""`sapper lab run`: play an experiment, and show its table."""

from __future__ import annotations

import json as json_format
import shlex
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.lab.options import FOLDER, Out, SweepOptions, store_in
from sapper.cli.lab.progress import progress
from sapper.cli.options import AsJson, takes_options

if TYPE_CHECKING:
    from sapper.lab.results import Results


@takes_options
def run(
    sweep: SweepOptions,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="See `sapper lab list`; or path/to/file.py.")
    ] = None,
    out: Out = FOLDER,
    jobs: Annotated[int | None, typer.Option(metavar="J", help="Worker processes.  [default: one per core]")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS|local:N", help="Play on a Dask cluster: its scheduler, or N workers here."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Play an experiment: one by NAME, or your own by --agents, --size and --density.

    Games are kept in DIR/results.duckdb as they end. The same command goes on where an earlier one stopped.
    """
    from sapper.lab.experiments import describe
    from sapper.lab.sweep import players_of
    from sapper.lab.sweep import sweep as play
    from sapper.lab.workers import hire

    with redirect_stdout(sys.stderr):  # what a user's file prints while it is loaded is no result
        experiment = sweep.experiment(name, out)
        players = players_of(experiment)
    workers = hire(jobs, cluster)
    with store_in(out, new=True) as store:
        store.remember(experiment.name, describe(experiment))
        with progress(experiment.name, out) as tell:
            results = play(experiment, store, workers, tell, players)
    if json:
        from sapper.lab.document import document

        print(json_format.dumps(document(results)))
    else:
        show_results(results)
        print(f"\nkept in {store.path}; see it: sapper lab report {experiment.name} --out {shlex.quote(str(out))}")
    _tell_failures(results)


def show_results(results: Results) -> None:
    """Print the table, and where it turns hard."""
    from rich.text import Text

    from sapper.cli.console import Terminal
    from sapper.lab.table import hardness_lines, lines

    terminal = Terminal()
    experiment = results.experiment
    terminal.show(Text(f"{experiment.name}: {experiment.question}", "bold"))
    terminal.show(
        Text(f"{experiment.boards} boards per setting, seed {experiment.seed}; means ± half of the 95 % interval")
    )
    terminal.show()
    heading, *rows = lines(results)
    terminal.show(Text(heading, "dim"))
    for row in rows:
        terminal.show(row)
    hard = hardness_lines(results)
    if hard:
        terminal.show(Text("\nwhere it turns hard", "bold"))
        for line in hard:
            terminal.show(f"  {line}")


def _tell_failures(results: Results) -> None:
    """How many games failed, and how to see one fail again."""
    from sapper.lab.again import replay_command

    if not results.failed:
        return
    failure = results.failed[0]
    games = sum(len(games.boards) + len(games.failures) for games in results.games.values())
    print(f"sapper: {len(results.failed)} of {games} games failed; the first: {failure.error}", file=sys.stderr)
    print(f"sapper: see it fail again: {replay_command(failure, results.experiment)}", file=sys.stderr)
