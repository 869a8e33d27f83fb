"""The text of a view and of a layout; parse∘print is the identity.

A view is rows of cells, then fields, each on its own line (or separated by `/`):

    .    hidden                     mines=10          the mine count, if told
    0-8  opened, the clue           density=0.2       instead: each cell mined with this probability
    _    opened, no clue            clues=reveal:0.5  the clue model, unless exact
    *    known mine                 bounds=..1,.2.    for optimistic and cautious: each clue's bound
    F    flag                       grid=torus        the topology, unless square
                                    end=survey        the end rule, unless classic
                                    first=safe        what the first click is promised, unless any

A layout is rows of `*` (mine) and `.` (safe); digits are read too, and must be the true counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from sapper.board.clues import ClueModel
from sapper.board.grid import MAX_SIDE, Grid, Topology
from sapper.board.rules import End, First
from sapper.errors import BadNotation

HIDDEN, FLAG, MINE, SAFE = -1, -2, -3, -4

_UNKNOWN = -128
_CODES = {".": HIDDEN, "F": FLAG, "*": MINE, "_": SAFE} | {str(clue): clue for clue in range(9)}
_CHARACTERS = {code: character for character, code in _CODES.items()}
_NO_BOUND = -1
_BOUND_CODES = {".": _NO_BOUND} | {str(bound): bound for bound in range(9)}
_LAYOUT_CODES = {"*": MINE, ".": HIDDEN} | {str(clue): clue for clue in range(9)}

Cells = npt.NDArray[np.int8]


def parse_view(text: str) -> tuple[Cells, dict[str, Any]]:
    """The cells and the fields of a view's text."""
    rows, fields = _split(text)
    return _parse_rows(rows, _CODES), _parse_fields(fields, _VIEW_FIELDS)


def print_view(cells: Cells, fields: dict[str, str]) -> str:
    """The text of a view, a row per line, then a field per line."""
    return "\n".join([*_print_rows(cells, _CHARACTERS), *(f"{name}={value}" for name, value in fields.items())])


def parse_layout(text: str) -> tuple[Cells, Topology]:
    """The cells (MINE, HIDDEN for safe, or a count that the text claims) and the topology of a layout's text."""
    rows, fields = _split(text)
    return _parse_rows(rows, _LAYOUT_CODES), _parse_fields(fields, _LAYOUT_FIELDS).get("topology", "square")


def print_layout(mines: npt.NDArray[np.bool_], topology: Topology) -> str:
    """The text of a layout."""
    rows = _print_rows(np.where(mines, MINE, HIDDEN).astype(np.int8), _CHARACTERS)
    return "\n".join(rows + ([] if topology == "square" else [f"grid={topology}"]))


def print_bounds(bounds: Cells) -> str:
    """The bounds of the clues as one field: rows separated by commas."""
    return ",".join(_print_rows(bounds, {code: character for character, code in _BOUND_CODES.items()}))


def check_clues(cells: Cells, grid: Grid, clues: ClueModel, bounds: Cells | None) -> None:
    """Refuse clues that no neighbourhood of that size can have, and bounds that do not fit the clues."""
    too_large = np.argwhere(cells > grid.degree.reshape(cells.shape))
    if len(too_large):
        row, column = too_large[0].tolist()
        degree = int(grid.degree[grid.index((row, column))])
        raise BadNotation(
            f"the clue {cells[row, column]} at ({row},{column}) is too large: the cell has {degree} neighbours"
        )
    if clues.needs_bound and bounds is None and (cells >= 0).any():
        raise BadNotation(f"clues={clues} needs bounds=…, or use clues={clues}:wide")
    if bounds is not None and (bounds.shape != cells.shape or ((cells >= 0) & (bounds == _NO_BOUND)).any()):
        raise BadNotation("bounds need one entry per cell, and a number for every clue")


def _split(text: str) -> tuple[list[str], list[str]]:
    lines = [line.strip() for line in text.strip().replace("/", "\n").split("\n")]
    rows = [line for line in lines if "=" not in line]
    fields = [line for line in lines if "=" in line]
    if lines[: len(rows)] != rows:
        raise BadNotation("fields such as mines=10 come after the rows")
    return rows, fields


def _parse_rows(rows: list[str], codes: dict[str, int]) -> Cells:
    if not rows or not rows[0]:
        raise BadNotation("there are no cells: write one line per row, '.' for a hidden cell")
    width = len(rows[0])
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        raise BadNotation(f"a board has at most {MAX_SIDE}×{MAX_SIDE} cells, not {len(rows)}×{width}")
    for number, row in enumerate(rows):
        if len(row) != width:
            raise BadNotation(f"row {number} has {len(row)} cells, row 0 has {width}")
    # Characters outside latin-1 become '?', which is in no table.
    table = np.full(256, _UNKNOWN, dtype=np.int8)
    for character, code in codes.items():
        table[ord(character)] = code
    cells = table[np.frombuffer("".join(rows).encode("latin-1", "replace"), dtype=np.uint8)].reshape(len(rows), width)
    unknown = np.argwhere(cells == _UNKNOWN)
    if len(unknown):
        row_number, column = unknown[0].tolist()
        raise BadNotation(
            f"unknown character {rows[row_number][column]!r} at ({row_number},{column}): use {' '.join(sorted(codes))}"
        )
    return cells


def _print_rows(cells: Cells, characters: dict[int, str]) -> list[str]:
    table = np.zeros(256, dtype=np.uint8)
    for code, character in characters.items():
        table[code % 256] = ord(character)
    return [row.tobytes().decode("ascii") for row in table[cells.view(np.uint8)]]


def _parse_fields(fields: list[str], readers: dict[str, tuple[str, Callable[[str], Any]]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in fields:
        name, _, value = field.partition("=")
        if name not in readers:
            raise BadNotation(f"unknown field {name!r}: use {', '.join(readers)}")
        attribute, read = readers[name]
        if attribute in values:
            raise BadNotation(f"the field {name!r} is given twice")
        values[attribute] = read(value)
    return values


def _number(kind: Callable[[str], Any], what: str) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return kind(text)
        except ValueError:
            raise BadNotation(f"{text!r} is not {what}") from None

    return read


def _one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise BadNotation(f"{text!r} is not one of {', '.join(choices)}")
        return text

    return read


def _bounds(text: str) -> Cells:
    return _parse_rows(text.split(","), _BOUND_CODES)


_LAYOUT_FIELDS: dict[str, tuple[str, Callable[[str], Any]]] = {"grid": ("topology", _one_of(get_args(Topology)))}
_VIEW_FIELDS = _LAYOUT_FIELDS | {
    "mines": ("mines", _number(int, "a mine count")),
    "density": ("density", _number(float, "a density")),
    "clues": ("clues", ClueModel.parse),
    "bounds": ("bounds", _bounds),
    "end": ("end", _one_of(get_args(End))),
    "first": ("first", _one_of(get_args(First))),
}
