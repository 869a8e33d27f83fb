"""`sapper replay`: a game from its record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.options import AsJson, Trace


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Written by `sapper play --out`; - is standard input.")],
    trace: Trace = False,
    json: AsJson = False,
) -> None:
    """Show a recorded game again, after checking it."""
    from sapper.cli.console import Terminal
    from sapper.cli.files import read_text
    from sapper.cli.summary import show_game
    from sapper.errors import BadRecord
    from sapper.sim.record import GameRecord

    try:
        record = GameRecord.from_json(read_text(file))
    except BadRecord as error:
        raise BadRecord(f"cannot replay {str(file)!r}: {error}") from None
    if json:
        print(record.to_json())
    else:
        show_game(record, Terminal(), steps=trace)
