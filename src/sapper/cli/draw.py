"""A view as coloured text, in the colours of report 001.

green      opened, with its clue (0 is left blank, _ means that no clue was shown)
yellow F   flag
red B      opened mine
grey .     hidden
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from rich.text import Text

from sapper.board.grid import Cell
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE, View

_HIDDEN = "#6c6c6c on #bcbcbc"
_OPENED = "#000000 on #87d787"
_FLAG = "bold #000000 on #ffd75f"
_MINE = "bold #ffffff on #d70000"
_HEADING = "dim"

_LOOKS: dict[int, tuple[str, str]] = {
    HIDDEN: (".", _HIDDEN),
    FLAG: ("F", _FLAG),
    MINE: ("B", _MINE),
    SAFE: ("_", _OPENED),
    0: (" ", _OPENED),
} | {clue: (str(clue), _OPENED) for clue in range(1, 9)}

MISSED_MINE = "bold #d70000 on #bcbcbc"
WRONG_FLAG = "bold #d70000 on #ffd75f"
LATEST = "bold #ffffff on #005fd7"


def draw(
    view: View,
    *,
    styles: Mapping[Cell, str] | None = None,
    labels: Mapping[Cell, str] | None = None,
    rows: range | None = None,
    columns: range | None = None,
) -> Text:
    """The board with row and column numbers; rows and columns may be limited to a window.

    `labels` replace what cells show (risks, marks), `styles` replace their colours.

    >>> print(draw(View.parse("1F0/..B".replace("B", "*"))).plain)
       0 1 2
    0  1 F
    1  . . B
    """
    rows, columns = rows or range(view.grid.height), columns or range(view.grid.width)
    labels, styles = labels or {}, styles or {}
    width = max((len(label) for label in labels.values()), default=1)
    margin = len(str(rows[-1]))
    lines = [Text(" " * (margin + 2) + line, _HEADING) for line in _headings(columns, width)]
    for row in rows:
        line = Text.assemble((f"{row:>{margin}}", _HEADING), "  ")
        faces = [_face(view, (row, column), labels, styles) for column in columns]
        for style, run in groupby(faces, key=lambda face: face[1]):
            line.append("".join(f"{label:>{width}} " for label, _ in run), style)
        lines.append(line)
    return Text("\n").join(lines)


def drawn_width(view: View) -> int:
    """How many columns of the terminal a board takes."""
    return len(str(view.grid.height - 1)) + 2 + 2 * view.grid.width


def _face(view: View, cell: Cell, labels: Mapping[Cell, str], styles: Mapping[Cell, str]) -> tuple[str, str]:
    label, style = _LOOKS[view[cell]]
    return labels.get(cell, label), styles.get(cell, style)


def _headings(columns: range, width: int) -> list[str]:
    """The column numbers, written downwards when they have more digits than a cell is wide."""
    digits = len(str(columns[-1]))
    if digits <= width:
        return ["".join(f"{column:>{width}} " for column in columns)]
    texts = [f"{column:>{digits}}" for column in columns]
    return ["".join(f"{text[place]:>{width}} " for text in texts) for place in range(digits)]
