"""`sapper difficulty`: which level a board takes."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import AsJson

if TYPE_CHECKING:
    from sapper.board.grid import Cell
    from sapper.game.layout import Layout


def difficulty(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A layout (. safe, * mine), or a record; - is standard input.")
    ],
    start: Annotated[
        str | None, typer.Option(metavar="ROW,COLUMN", help="The first click.  [default: that of the record]")
    ] = None,
    no_mine_count: Annotated[bool, typer.Option("--no-mine-count", help="Do not use the number of mines.")] = False,
    json: AsJson = False,
) -> None:
    """Grade a board: the lowest level that solves it without a guess, deductions by level."""
    from sapper.board.moves import parse_cell
    from sapper.cli.console import Terminal
    from sapper.errors import BadInput
    from sapper.study.difficulty import difficulty as graded

    layout, first = _board(file)
    if start is not None:
        first = parse_cell(start)
    if first is None:
        raise BadInput("a layout has no first click: give --start ROW,COLUMN")
    found = graded(layout, first, mine_count=not no_mine_count)
    if json:
        print(json_format.dumps(found.to_dict() | {"start": first}))
    else:
        Terminal().show(found.text)


def _board(file: Path) -> tuple[Layout, Cell | None]:
    """The layout in a file, and where its game began if it is a record."""
    from sapper.board.moves import Open
    from sapper.cli.files import read_bytes
    from sapper.errors import BadInput
    from sapper.formats.files import holds_records, layouts_in, records_in

    data = read_bytes(file)
    try:
        if holds_records(data):
            record = records_in(data)[0]
            first = next((step.move.cell for step in record.steps if isinstance(step.move, Open)), None)
            return record.layout, first
        layouts = layouts_in(data)
        if len(layouts) != 1:
            raise BadInput(f"it holds {len(layouts)} boards, one is wanted")
    except BadInput as error:
        raise BadInput(f"cannot read {str(file)!r}: {error}") from None
    return layouts[0], None
