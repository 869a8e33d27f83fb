"""Views on the wire: read from a request, written to an answer."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import TypedDict

from sapper.board.view import View
from sapper.errors import LimitExceeded
from sapper.web.limits import Limits

Spot = list[int]
"""A cell: [row, column]."""


class ShownView(TypedDict):
    """What a player sees."""

    rows: list[str]
    width: int
    height: int
    mines: int | None
    mines_left: int | None
    text: str
    """The whole view, to be sent back: rows, mine count, clue model and the rest."""


def shown(view: View) -> ShownView:
    """A view as plain values.

    >>> shown(View.parse("1./..", mines=1))["rows"]
    ['1.', '..']
    """
    text = str(view)
    return {
        "rows": text.split("\n")[: view.grid.height],
        "width": view.grid.width,
        "height": view.grid.height,
        "mines": view.mines,
        "mines_left": view.mines_left,
        "text": text,
    }


def read_view(
    text: str, mines: int | None, limits: Limits, clues: str | None = None, density: float | None = None
) -> View:
    """The view of a request; refuse one that is too large.

    >>> read_view("1./..", 1, Limits())
    View.parse('1./../mines=1')
    """
    fields: dict[str, Any] = {}
    if clues is not None:
        fields["clues"] = clues
    if density is not None:
        fields["density"] = density
    view = View.parse(text, mines=mines, **fields)
    check_size(view.grid.height, view.grid.width, limits)
    return view


def check_size(height: int, width: int, limits: Limits) -> None:
    """Refuse a board that is too large for this server."""
    if max(height, width) > limits.side or height * width > limits.cells:
        raise LimitExceeded(
            f"a board has at most {limits.cells} cells here, {limits.side} in a row or column, not {width}×{height}"
        )


def as_json(content: Any) -> bytes:
    """JSON in ASCII: whatever was sent, half a surrogate too, can be quoted back."""
    return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def spots(mask: npt.NDArray[np.bool_]) -> list[Spot]:
    """The cells of a mask, in reading order."""
    found: list[Spot] = np.argwhere(mask).tolist()
    return found
