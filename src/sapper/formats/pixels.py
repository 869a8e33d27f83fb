"""A view as pixels: uint8 [rows, columns, 3], with numpy alone.

Every shape is a distance function: a pixel is covered as far as its middle lies inside, so edges are smooth without
drawing anything twice. Cost: each glyph is computed once for a cell size, then cells are blended row by row.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.errors import BadInput
from sapper.formats import palette
from sapper.formats.glyphs import Box, Glyph, Point, Polygon, Shape, Stroke, arrow, glyph
from sapper.formats.picture import Layer, Picture, middles, picture

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

SMALLEST, LARGEST = 4, 256


def pixels(
    view: View,
    *,
    cell: int = 24,
    risk: npt.ArrayLike | None = None,
    safe: npt.ArrayLike | None = None,
    mines: npt.ArrayLike | None = None,
    marks: Iterable[Cell] = (),
) -> Pixels:
    """Draw a view with `cell` pixels per cell; the other arguments are those of `picture`.

    >>> pixels(View.parse("1../.2*"), cell=16).shape
    (32, 48, 3)
    """
    if not SMALLEST <= cell <= LARGEST:
        raise BadInput(f"a cell has from {SMALLEST} to {LARGEST} pixels, not {cell}")
    return paint(picture(view, risk, safe, mines, marks), cell)


def paint(shown: Picture, cell: int) -> Pixels:
    """Draw a picture with `cell` pixels per cell."""
    return Painter(cell).paint(shown)


class Painter:
    """Draws pictures one after the other; rows of cells that look as in the picture before are not drawn again."""

    def __init__(self, cell: int) -> None:
        self._cell = cell
        self._rows: dict[int, tuple[object, Pixels]] = {}

    def paint(self, shown: Picture) -> Pixels:
        """Draw a picture."""
        cell = self._cell
        shift = cell // 2 if shown.shifted else 0
        image = np.empty((shown.height * cell, shown.width * cell + shift, 3), dtype=np.uint8)
        image[:] = palette.PAPER
        for row in range(shown.height):
            left = shift if row % 2 else 0
            image[row * cell : (row + 1) * cell, left : left + shown.width * cell] = self._strip(shown, row)
        for begin, end in middles(shown):
            _lay_over(image, arrow(begin, end), begin, end, cell)
        return image

    def _strip(self, shown: Picture, row: int) -> Pixels:
        looks = tuple(
            (layer.glyphs, layer.which[row].tobytes(), layer.colours[row].tobytes()) for layer in shown.layers
        )
        if row not in self._rows or self._rows[row][0] != looks:
            self._rows[row] = looks, _strip(shown, row, self._cell)
        return self._rows[row][1]


def _strip(shown: Picture, row: int, cell: int) -> Pixels:
    """One row of cells, uint8 [cell, width · cell, 3]."""
    band = np.empty((shown.width, cell, cell, 3), dtype=np.float32)
    band[:] = palette.PAPER
    for layer in shown.layers:
        _blend(band, layer, _masks(layer.glyphs, cell), row)
    return np.rint(band).astype(np.uint8).swapaxes(0, 1).reshape(cell, shown.width * cell, 3)


def _lay_over(image: Pixels, shapes: Glyph, begin: Point, end: Point, cell: int) -> None:
    """Draw shapes that lie within half a cell of the line between two points, in place."""
    left, right = (
        int(cell * (bound + step)) for bound, step in ((min(begin[0], end[0]), -0.5), (max(begin[0], end[0]), 0.5))
    )
    top, bottom = (
        int(cell * (bound + step)) for bound, step in ((min(begin[1], end[1]), -0.5), (max(begin[1], end[1]), 0.5))
    )
    y, x = np.meshgrid((np.arange(top, bottom) + 0.5) / cell, (np.arange(left, right) + 0.5) / cell, indexing="ij")
    cover = (0.5 - _nearest([_outside(shape, x, y) for shape in shapes]) * cell).clip(0.0, 1.0)[..., None]
    part = image[top:bottom, left:right]
    part[:] = np.rint(part + cover * (palette.ARROW.astype(np.float64) - part)).astype(np.uint8)


def _blend(band: npt.NDArray[np.float32], layer: Layer, masks: npt.NDArray[np.float32], row: int) -> None:
    """Lay one row of a layer over the band, float32 [width, cell, cell, 3], in place."""
    where = np.flatnonzero(layer.which[row] >= 0)
    if len(where) == 0:
        return
    cover = masks[layer.which[row, where]][..., None]
    colours = layer.colours[row, where][:, None, None, :].astype(np.float32)
    band[where] += cover * (colours - band[where])


@lru_cache(maxsize=256)
def _masks(glyphs: tuple[str, ...], cell: int) -> npt.NDArray[np.float32]:
    return np.stack([coverage(name, cell) for name in glyphs])


@lru_cache(maxsize=1024)
def coverage(name: str, cell: int) -> npt.NDArray[np.float32]:
    """How much of each pixel a glyph covers, float32 [cell, cell] from 0 to 1; shared, read-only."""
    cover = drawn(glyph(name), cell)
    cover.setflags(write=False)
    return cover


def drawn(shapes: Glyph, cell: int) -> npt.NDArray[np.float32]:
    """How much of each pixel some shapes cover, float32 [cell, cell] from 0 to 1."""
    middles = (np.arange(cell) + 0.5) / cell
    y, x = np.meshgrid(middles, middles, indexing="ij")
    outside = _nearest([_outside(shape, x, y) for shape in shapes])
    cover: npt.NDArray[np.float32] = (0.5 - outside * cell).clip(0.0, 1.0).astype(np.float32)
    return cover


def _outside(shape: Shape, x: Floats, y: Floats) -> Floats:
    """Distance of each point from a shape: negative inside, positive outside."""
    match shape:
        case Stroke(points, width):
            ends = points if len(points) > 1 else points * 2
            return _nearest([_to_segment(a, b, x, y) for a, b in pairwise(ends)]) - width / 2
        case Polygon(points):
            return _to_polygon(points, x, y)
        case Box(left, top, right, bottom, radius):
            across = np.abs(x - (left + right) / 2) - (right - left) / 2 + radius
            down = np.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
            corner = np.hypot(np.maximum(across, 0.0), np.maximum(down, 0.0))
            return corner + np.minimum(np.maximum(across, down), 0.0) - radius


def _nearest(distances: list[Floats]) -> Floats:
    nearest: Floats = np.min(distances, axis=0)
    return nearest


def _to_segment(a: tuple[float, float], b: tuple[float, float], x: Floats, y: Floats) -> Floats:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / length if length else np.zeros_like(x)
    along = along.clip(0.0, 1.0)
    return np.hypot(x - a[0] - along * dx, y - a[1] - along * dy)


def _to_polygon(points: tuple[tuple[float, float], ...], x: Floats, y: Floats) -> Floats:
    edges = list(zip(points, (*points[1:], points[0]), strict=True))
    distance = _nearest([_to_segment(a, b, x, y) for a, b in edges])
    inside = np.zeros(x.shape, dtype=np.bool_)
    for (ax, ay), (bx, by) in edges:
        if ay != by:  # a level edge is never crossed by a level ray
            crossed = ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
            inside ^= crossed
    return np.where(inside, -distance, distance)
