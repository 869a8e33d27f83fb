"""`sapper lab reproduce`: everything of the five reports, on one page."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.lab.options import Out, store_in
from sapper.cli.lab.progress import progress
from sapper.cli.lab.report import write_files

REPRODUCTION = Path("lab-reproduce")


def reproduce(
    boards: Annotated[int, typer.Option(metavar="N", min=1, help="Boards per setting.")] = 200,
    out: Out = REPRODUCTION,
    jobs: Annotated[int | None, typer.Option(metavar="J", help="Worker processes.  [default: one per core]")] = None,
) -> None:
    """Run everything that the reports measured, and write one page: ours beside theirs, claim by claim.

    The same command goes on where an earlier one stopped.
    """
    from sapper.lab.again import commands
    from sapper.lab.experiments import describe
    from sapper.lab.reproduce import PAGE, Reproduced, reproduction, to_reproduce
    from sapper.lab.sweep import sweep
    from sapper.lab.workers import hire

    began = time.monotonic()
    done = []
    with store_in(out, new=True) as store:
        for experiment in (replace(experiment, boards=boards) for experiment in to_reproduce()):
            store.remember(experiment.name, describe(experiment))
            start = time.monotonic()
            with progress(experiment.name, out) as tell:
                results = sweep(experiment, store, hire(jobs), tell)
            seconds = time.monotonic() - start
            done.append(Reproduced(results, seconds, commands(experiment)))
            games = len(experiment.settings) * len(experiment.agents) * boards
            print(f"{experiment.name:<20}{games:>8,} games{seconds:>9.1f} s", flush=True)
    page = write_files({PAGE: reproduction(done)}, out)
    print(f"{'in all':<20}{'':>14}{time.monotonic() - began:>9.1f} s")
    print(page)
