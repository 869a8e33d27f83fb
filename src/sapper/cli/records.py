"""Records as files, for the verbs that look at a played game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sapper.sim.record import GameRecord

RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A record of ours, or .avf .evf .mvf .rmv; - is standard input.")
]


def read_record(file: Path, doing: str) -> GameRecord:
    """The one game in a file; `doing` is what cannot be done if there is none, or more."""
    from sapper.cli.files import read_bytes
    from sapper.errors import BadInput
    from sapper.formats.files import records_in

    data = read_bytes(file)
    try:
        records = records_in(data)
        if len(records) != 1:
            raise BadInput(f"it holds {len(records)} games, one is wanted")
    except BadInput as error:
        raise BadInput(f"cannot {doing} {str(file)!r}: {error}") from None
    return records[0]
