"""A view as SVG text: shapes only, so it needs no font and looks the same in every reader."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.errors import BadInput
from sapper.formats import palette
from sapper.formats.glyphs import Box, Polygon, Shape, Stroke, arrow, glyph
from sapper.formats.picture import Layer, Picture, middles, picture


def svg(
    view: View,
    *,
    cell: int = 32,
    risk: npt.ArrayLike | None = None,
    safe: npt.ArrayLike | None = None,
    mines: npt.ArrayLike | None = None,
    marks: Iterable[Cell] = (),
) -> str:
    """Draw a view with `cell` units per cell; the other arguments are those of `picture`.

    >>> print(svg(View.parse("1."), cell=10))
    <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 2 1" role="img">
    <title>Minesweeper board, 2 wide and 1 high, 1 cells open</title>
    ...
    </svg>
    """
    if cell < 1:
        raise BadInput(f"a cell is at least 1 unit wide, not {cell}")
    return write(picture(view, risk, safe, mines, marks), cell)


def write(shown: Picture, cell: int) -> str:
    """The SVG text of a picture; one unit of its own coordinates is one cell."""
    width = shown.width + (0.5 if shown.shifted else 0.0)
    names = sorted({name for layer in shown.layers for name in layer.glyphs})
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_short(width * cell)}" height="{shown.height * cell}" '
        f'viewBox="0 0 {_short(width)} {shown.height}" role="img">',
        f"<title>{escape(shown.about)}</title>",
        "<defs>",
        *(f'<g id="{_id(name)}">{"".join(map(_shape, glyph(name)))}</g>' for name in names),
        "</defs>",
        f'<rect width="100%" height="100%" fill="{palette.text_of(palette.PAPER)}"/>',
        *(line for layer in shown.layers for line in _layer(layer, shown.shifted)),
        *_arrows(shown),
        "</svg>",
    ]
    return "\n".join(lines)


def _layer(layer: Layer, shifted: bool) -> list[str]:
    """The glyphs of a layer, gathered by colour."""
    by_colour: dict[str, list[str]] = {}
    for row, column in np.argwhere(layer.which >= 0).tolist():
        x = column + 0.5 if shifted and row % 2 else column
        name = layer.glyphs[layer.which[row, column]]
        use = f'<use href="#{_id(name)}" x="{_short(x)}" y="{row}"/>'
        by_colour.setdefault(palette.text_of(layer.colours[row, column]), []).append(use)
    return [f'<g color="{colour}">{"".join(uses)}</g>' for colour, uses in by_colour.items()]


def _arrows(shown: Picture) -> list[str]:
    shapes = [shape for begin, end in middles(shown) for shape in arrow(begin, end)]
    return [f'<g color="{palette.text_of(palette.ARROW)}">{"".join(map(_shape, shapes))}</g>'] if shapes else []


def _shape(shape: Shape) -> str:
    match shape:
        case Stroke(points, width):
            ends = points if len(points) > 1 else points * 2  # a round cap makes a dot of a line without length
            return (
                f'<path d="{_path(ends)}" fill="none" stroke="currentColor" stroke-width="{_short(width)}" '
                'stroke-linecap="round" stroke-linejoin="round"/>'
            )
        case Polygon(points):
            return f'<path d="{_path(points)}z" fill="currentColor"/>'
        case Box(left, top, right, bottom, radius):
            return (
                f'<rect x="{_short(left)}" y="{_short(top)}" width="{_short(right - left)}" '
                f'height="{_short(bottom - top)}" rx="{_short(radius)}" fill="currentColor"/>'
            )


def _path(points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in points)


def _short(value: float) -> str:
    """A number with at most three decimals and no trailing zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _id(name: str) -> str:
    """An XML name for a glyph: `%<1` becomes `g-risk-lt1`."""
    return "g-" + name.replace("%", "risk-").replace("<", "lt").replace(">", "gt")
