"""`sapper replay`: a game from its record."""

from __future__ import annotations

from sapper.cli.options import AsJson, Trace
from sapper.cli.records import RecordFile, read_record


def replay(file: RecordFile, trace: Trace = False, json: AsJson = False) -> None:
    """Show a recorded game again, after checking it."""
    from sapper.cli.console import Terminal
    from sapper.cli.summary import show_game

    record = read_record(file, "replay")
    if json:
        print(record.to_json())
    else:
        show_game(record, Terminal(), steps=trace)
