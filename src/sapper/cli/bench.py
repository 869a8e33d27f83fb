"""`sapper bench`: measure what the README claims."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.errors import BadInput

BENCHES = (
    "inference",
    "agents",
    "calibration",
    "champion",
    "optimal",
    "uncertain",
    "proofs",
    "lab",
    "duel",
    "dataset",
    "generate",
    "web",
    "scale",
    "throughput",
    "soak",
)


def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help=f"One of {', '.join(BENCHES)}; all if left out.")
    ] = None,
    minutes: Annotated[float, typer.Option(metavar="M", min=0.1, help="How long the soak of a sweep takes.")] = 10.0,
) -> None:
    """Measure speed, as ratios in one run."""
    from importlib import import_module

    from sapper.bench.table import show

    if name is not None and name not in BENCHES:
        raise BadInput(f"no bench is called {name!r}: choose {', '.join(BENCHES)}")
    fine = True
    for chosen in BENCHES if name is None else (name,):
        print(f"== {chosen}", flush=True)
        measure = import_module(f"sapper.bench.{chosen}").measure
        fine &= show(measure(minutes) if chosen == "soak" else measure())
    if not fine:
        raise typer.Exit(1)
