"""`sapper convert`: from one format of files to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def convert(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="Any file of boards or games, or a replay; - is standard input.")
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Its ending decides: .mbf .abf .txt .csv .json.")],
) -> None:
    """Convert boards, positions and games between file formats."""
    from sapper.cli.files import check_writable, read_bytes, write_whole
    from sapper.errors import BadInput
    from sapper.formats.files import converted

    check_writable(target)
    try:
        content = converted(read_bytes(source), target.suffix)
    except BadInput as error:
        raise type(error)(f"cannot convert {str(source)!r}: {error}") from None
    write_whole(target, content)
