"""A view as coloured text, in the colours of report 001.

green      opened, with its clue (0 is left blank, _ means that no clue was shown)
yellow F   flag
red B      opened mine
grey .     hidden
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import numpy as np
from rich.text import Text

from sapper.board.grid import Cell
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE, View
from sapper.formats import palette
from sapper.formats.picture import percent
from sapper.knowledge.belief import Belief

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


def _ink(ink: palette.Colours, ground: palette.Colours) -> str:
    return f"{palette.text_of(ink)} on {palette.text_of(ground)}"


# With risks the colours are those of the pictures: green is kept for what is proved safe.
SURE_SAFE, PLAIN_SAFE, SURE_MINE = "✓", "+", "*"  # what has no colours may have no ✓ either
_SURE_SAFE = f"bold {_ink(palette.CHALK, palette.SAFE_TILE)}"
_SURE_MINE = f"bold {_ink(palette.CHALK, palette.MINE_TILE)}"
_STATED = {
    HIDDEN: _ink(palette.INK, palette.TILE),
    FLAG: f"bold {_ink(palette.CLOTH, palette.TILE)}",
    MINE: f"bold {_ink(palette.INK, palette.BLAST)}",
    SAFE: _ink(palette.FAINT, palette.FLOOR),
} | {clue: f"bold {_ink(palette.CLUES[clue], palette.FLOOR)}" for clue in range(9)}
_SCALE = palette.risk_colours(np.linspace(0.0, 1.0, 20))


def draw(
    view: View,
    *,
    styles: Mapping[Cell, str] | None = None,
    labels: Mapping[Cell, str] | None = None,
    rows: range | None = None,
    columns: range | None = None,
    wide: int = 1,
) -> Text:
    """The board with row and column numbers; rows and columns may be limited to a window.

    `labels` replace what cells show (risks, marks), `styles` replace their colours; a cell is at least `wide` wide.

    >>> print(draw(View.parse("1F0/..B".replace("B", "*"))).plain)
       0 1 2
    0  1 F
    1  . . B
    """
    rows, columns = rows or range(view.grid.height), columns or range(view.grid.width)
    labels, styles = labels or {}, styles or {}
    width = max(wide, max((len(label) for label in labels.values()), default=1))
    margin = len(str(rows[-1]))
    lines = [Text(" " * (margin + 2) + line, _HEADING) for line in _headings(columns, width)]
    for row in rows:
        line = Text.assemble((f"{row:>{margin}}", _HEADING), "  ")
        faces = [_face(view, (row, column), labels, styles) for column in columns]
        for style, run in groupby(faces, key=lambda face: face[1]):
            line.append("".join(f"{label:>{width}} " for label, _ in run), style)
        lines.append(line)
    return Text("\n").join(lines)


def draw_risks(
    view: View, belief: Belief, *, best: Cell | None = None, coloured: bool = True, columns: range | None = None
) -> Text:
    """The board with the risk of each undecided cell in percent; what is certain has a mark instead.

    >>> view = View.parse("1../...")
    >>> risk = np.array([[0.0, 1 / 3, 0.5], [1 / 3, 1 / 3, 0.5]])
    >>> belief = Belief(np.zeros((2, 3), bool), np.zeros((2, 3), bool), risk, complete=True)
    >>> print(draw_risks(view, belief, coloured=False).plain)
         0   1   2
    0    1 33% 50%
    1  33% 33% 50%
    """
    sign, grounds = "" if coloured else "%", palette.risk_colours(belief.risk.round(2))
    inks = palette.ink_on(grounds)
    labels: dict[Cell, str] = {}
    styles: dict[Cell, str] = {}
    for cell in np.ndindex(view.cells.shape):
        styles[cell] = _STATED[view[cell]]
        if view[cell] != HIDDEN:
            continue
        if belief.safe[cell]:
            labels[cell], styles[cell] = SURE_SAFE if coloured else PLAIN_SAFE, _SURE_SAFE
        elif belief.mines[cell]:
            labels[cell], styles[cell] = SURE_MINE, _SURE_MINE
        elif not np.isnan(risk := belief.risk[cell]):
            labels[cell] = percent(float(risk)).replace(">99", "99") + sign
            styles[cell] = LATEST if cell == best else _ink(inks[cell], grounds[cell])
    return draw(view, labels=labels, styles=styles, columns=columns, wide=len(sign) + 2)


def legend(view: View, belief: Belief, *, best: Cell | None = None, coloured: bool = True) -> Text:
    """What the marks and colours of `draw_risks` mean; only those that occur."""
    risky = view.hidden & ~belief.safe & ~belief.mines & ~np.isnan(belief.risk)
    marks = [
        (SURE_SAFE if coloured else PLAIN_SAFE, "safe", _SURE_SAFE, belief.safe.any()),
        (SURE_MINE, "mine", _SURE_MINE, belief.mines.any()),
        ("F", "flag", _STATED[FLAG], view.flags.any()),
        ("B", "known mine", _STATED[MINE], view.known_mines.any()),
        ("_", "no clue", _STATED[SAFE], (view.cells == SAFE).any()),
        (".", "not estimated", _STATED[HIDDEN], (view.hidden & np.isnan(belief.risk)).any()),
        ("%", "risk of a mine", "", risky.any() and not coloured),
        ("best", "", LATEST, best is not None and coloured),
    ]
    words = [
        Text.assemble((f" {mark} ", style) if coloured else mark, f" {word}" if word else "")
        for mark, word, style, occurs in marks
        if occurs
    ]
    if coloured and risky.any():
        words.append(Text.assemble("risk 0 ", *((" ", _ink(ground, ground)) for ground in _SCALE), " 100 %"))
    line = Text("   ").join(words)
    line.stylize_before("dim")
    return Text.assemble("   ", line)


def drawn_width(view: View, cell: int = 2) -> int:
    """How many columns of the terminal a board takes, if a cell takes so many."""
    return len(str(view.grid.height - 1)) + 2 + cell * view.grid.width


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
