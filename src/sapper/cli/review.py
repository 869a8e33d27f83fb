"""`sapper review`: what a recorded game looks like afterwards."""

from __future__ import annotations

import json as json_format

from sapper.cli.options import AsJson
from sapper.cli.records import RecordFile, read_record


def review(file: RecordFile, json: AsJson = False) -> None:
    """Review a recorded game: needless guesses, better ones, luck, when it was decided."""
    from sapper.cli.console import Terminal
    from sapper.study.review import review as reviewed

    found = reviewed(read_record(file, "review"))
    if json:
        print(json_format.dumps(found.to_dict()))
    else:
        Terminal().show(found.text)
