"""`sapper lab export`: the games of an experiment as a file for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.lab.options import FOLDER, Name, Out, store_in


def export(
    name: Name,
    out: Out = FOLDER,
    parquet: Annotated[bool, typer.Option("--parquet", help="Write DIR/NAME.parquet.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Write DIR/NAME.csv.")] = False,
) -> None:
    """Write the games of an experiment, one row per game, as Parquet or CSV."""
    from sapper.cli.files import check_writable
    from sapper.errors import BadInput
    from sapper.lab.export import export as write
    from sapper.lab.recall import recall

    if parquet == csv:
        raise BadInput("choose --parquet or --csv")
    with store_in(out) as store:
        experiment = recall(name, store)
        path = out / Path(experiment.name).with_suffix(".parquet" if parquet else ".csv")
        check_writable(path)
        games = write(experiment, store, path)
    print(f"{games} games in {path}")
