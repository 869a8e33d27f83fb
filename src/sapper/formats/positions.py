"""CSV of positions: one view per row, for spreadsheets and data frames.

| column | meaning |
|---|---|
| `view` | the text of the view in one line, `/` between its rows; the only column that must be there |
| `mines` | the mine count; read if the text does not say it |
| `width`, `height` | for the reader of the table; they must be true |

Other columns are left alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from threading import Lock

from sapper.board.grid import MAX_SIDE
from sapper.board.view import View
from sapper.errors import BadFile, BadInput
from sapper.formats.text import decode

COLUMNS = ("width", "height", "mines", "view")
LONGEST_FIELD = 3 * MAX_SIDE * MAX_SIDE
"""Room for the largest board with its bounds."""

_field_limit = Lock()
"""The longest field is a setting of the whole csv module."""


def sniff(data: bytes) -> bool:
    """Whether the first line names a column `view`."""
    first = data[:1000].decode("utf-8-sig", "replace").partition("\n")[0]
    return "view" in [name.strip().strip('"') for name in first.split(",")]


def read_views(data: bytes) -> list[View]:
    r"""The views in a file.

    >>> read_views(b"view,mines\n1./.. ,1\n")
    [View.parse('1./../mines=1')]
    """
    with _field_limit:
        before = csv.field_size_limit(LONGEST_FIELD)
        try:
            rows = list(csv.DictReader(io.StringIO(decode(data), newline=""), strict=True))
        except csv.Error as error:
            raise BadFile(f"the CSV file is damaged: {error}") from None
        finally:
            csv.field_size_limit(before)
    return [_view(row, number) for number, row in enumerate(rows, 2)]


def write_views(views: Sequence[View]) -> bytes:
    """The bytes of a file."""
    out = io.StringIO(newline="")
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for view in views:
        mines = "" if view.mines is None else view.mines
        table.writerow((view.grid.width, view.grid.height, mines, str(view).replace("\n", "/")))
    return out.getvalue().encode()


def _view(row: dict[str, str | None], line: int) -> View:
    try:
        view = View.parse(row.get("view") or "")
        told = _number(row, "mines")
        if told is not None and view.mines is None and view.density is None:
            view = View.parse(row["view"] or "", mines=told)
        facts = {"width": view.grid.width, "height": view.grid.height, "mines": view.mines}
        for column, fact in facts.items():
            claimed = _number(row, column)
            if claimed is not None and claimed != fact:
                raise BadFile(f"the column {column!r} says {claimed}, the view {fact}")
    except BadInput as error:
        raise BadFile(f"line {line} of the table: {error}") from None
    return view


def _number(row: dict[str, str | None], column: str) -> int | None:
    text = (row.get(column) or "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise BadFile(f"{text[:20]!r} in the column {column!r} is not a number")
    return int(text)
