"""`sapper measure`: 3BV and the other measures of boards, and what it takes to solve them."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.cli.options import AsJson

HEADING = ("board", "size", "mines", "3BV", "openings", "islands", "ZiNi")


def measure(
    file: Annotated[
        Path,
        typer.Argument(metavar="[FILE]", help="Boards: .mbf .abf .txt .json, or a replay; - is standard input."),
    ] = Path("-"),
    start: Annotated[
        str | None,
        typer.Option(metavar="ROW,COLUMN", help="Also say what it takes to solve each board from here by proof."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Measure boards: 3BV, openings, islands, ZiNi, and the level they need."""
    from sapper.board.moves import parse_cell
    from sapper.cli.files import read_bytes
    from sapper.errors import BadInput
    from sapper.formats.files import layouts_in

    cell = None if start is None else parse_cell(start)
    try:
        layouts = layouts_in(read_bytes(file))
    except BadInput as error:
        raise type(error)(f"cannot measure {str(file)!r}: {error}") from None
    found = [_measured(layout, cell) for layout in layouts]
    if json:
        print(json_format.dumps(found))
        return
    rows: list[tuple[Any, ...]] = [HEADING if cell is None else (*HEADING, "level", "difficulty")]
    for number, one in enumerate(found, 1):
        size = f"{one['width']}×{one['height']}"
        row = (number, size, one["mines"], one["3bv"], one["openings"], one["islands"], one["zini"])
        graded = () if cell is None else (one["level"] or "a guess", "" if one["level"] is None else one["difficulty"])
        rows.append((*row, *graded))
    for row in rows:
        print("  ".join(f"{value!s:>10}" for value in row).rstrip())


def _measured(layout: Any, start: tuple[int, int] | None) -> dict[str, Any]:
    from sapper.game.measures import measure as measures
    from sapper.generator.grade import grade

    height, width = layout.mines.shape
    about = {"layout": str(layout), "width": width, "height": height, "mines": layout.total}
    about |= measures(layout).to_dict()
    if start is not None:
        found = grade(layout, start)
        level, difficulty = (None, None) if found is None else (found.level, found.difficulty)
        about |= {"start": start, "no_guess": found is not None, "level": level, "difficulty": difficulty}
    return about
