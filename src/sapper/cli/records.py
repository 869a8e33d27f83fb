"""Records as files, for the verbs that look at a played game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sapper.sim.record import GameRecord

RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="Written by `sapper play --out`; - is standard input.")
]


def read_record(file: Path, doing: str) -> GameRecord:
    """The record in a file; `doing` is what cannot be done if it is none."""
    from sapper.cli.files import read_text
    from sapper.errors import BadRecord
    from sapper.sim.record import GameRecord

    try:
        return GameRecord.from_json(read_text(file))
    except BadRecord as error:
        raise BadRecord(f"cannot {doing} {str(file)!r}: {error}") from None
