"""`sapper replay`: a game from its record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.options import AsJson, Trace


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record of ours, or .avf .evf .mvf .rmv; - is standard input.")
    ],
    trace: Trace = False,
    json: AsJson = False,
) -> None:
    """Show a recorded game again, after checking it."""
    from sapper.cli.console import Terminal
    from sapper.cli.files import read_bytes
    from sapper.cli.summary import show_game
    from sapper.errors import BadInput
    from sapper.formats.files import records_in

    data = read_bytes(file)
    try:
        records = records_in(data)
        if len(records) != 1:
            raise BadInput(f"it holds {len(records)} games, one is replayed")
    except BadInput as error:
        raise BadInput(f"cannot replay {str(file)!r}: {error}") from None
    record = records[0]
    if json:
        print(record.to_json())
    else:
        show_game(record, Terminal(), steps=trace)
