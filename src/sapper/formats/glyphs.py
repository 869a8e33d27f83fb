"""Shapes: digits, flags, mines and tiles, drawn once for all formats and without any font.

    legend   a glyph lives in the unit square of its cell: x to the right, y downwards
             Stroke   a round pen led along points
             Polygon  a filled outline
             Box      a filled rectangle with round corners

Digits are strokes along a few arcs, so they stay crisp at every size; small text is the same digits, scaled down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

Point = tuple[float, float]
Points = tuple[Point, ...]


@dataclass(frozen=True)
class Stroke:
    """A round pen of some width led along points; one point makes a dot."""

    points: Points
    width: float


@dataclass(frozen=True)
class Polygon:
    """A filled outline."""

    points: Points


@dataclass(frozen=True)
class Box:
    """A filled rectangle with round corners."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float


Shape = Stroke | Polygon | Box
Glyph = tuple[Shape, ...]


def _arc(x: float, y: float, rx: float, ry: float, begin: float, end: float) -> Points:
    """Points of an elliptic arc; degrees, 0 is to the right, 90 is down."""
    steps = max(2, math.ceil(abs(end - begin) / 12))
    angles = [math.radians(begin + (end - begin) * i / steps) for i in range(steps + 1)]
    return tuple((x + rx * math.cos(angle), y + ry * math.sin(angle)) for angle in angles)


_WIDE = 0.62
"""Width of a digit whose height is 1, between the middles of its outer strokes."""


def _turned(lines: tuple[Points, ...]) -> tuple[Points, ...]:
    """The same lines turned by half a turn about the middle of the digit."""
    return tuple(tuple((_WIDE - x, 1.0 - y) for x, y in line) for line in lines)


_SIX = ((*_arc(0.57, 0.69, 0.57, 0.69, 264, 180), *_arc(0.31, 0.69, 0.31, 0.31, 180, -180)),)

# The middle line of each character, in a box of height 1; the pen's width comes later.
_LINES: dict[str, tuple[Points, ...]] = {
    "0": ((*_arc(0.31, 0.34, 0.31, 0.34, 180, 360), *_arc(0.31, 0.66, 0.31, 0.34, 0, 180), (0.0, 0.34)),),
    "1": (((0.08, 0.22), (0.36, 0.0), (0.36, 1.0)),),
    "2": ((*_arc(0.31, 0.30, 0.30, 0.30, 190, 385), (0.0, 1.0), (0.62, 1.0)),),
    "3": (
        _arc(0.29, 0.245, 0.28, 0.245, 200, 450),
        _arc(0.29, 0.745, 0.32, 0.255, -90, 160),
        ((0.21, 0.49), (0.29, 0.49)),
    ),
    "4": (((0.45, 1.0), (0.45, 0.0), (0.0, 0.70), (0.64, 0.70)),),
    "5": (((0.56, 0.0), (0.10, 0.0), (0.05, 0.45), *_arc(0.29, 0.68, 0.32, 0.32, 228, 500)),),
    "6": _SIX,
    "7": (((0.0, 0.0), (0.62, 0.0), (0.20, 1.0)),),
    "8": (_arc(0.31, 0.25, 0.26, 0.25, 90, 450), _arc(0.31, 0.74, 0.31, 0.26, -90, 270)),
    "9": _turned(_SIX),
    "<": (((0.50, 0.22), (0.06, 0.52), (0.50, 0.82)),),
    ">": (((0.06, 0.22), (0.50, 0.52), (0.06, 0.82)),),
}


def written(text: str, height: float, pen: float) -> Glyph:
    """A line of characters in the middle of the cell; `height` and `pen` in parts of the cell."""
    tall = height - pen
    step = tall * _WIDE + pen * 2.05
    left = 0.5 - (step * (len(text) - 1) + tall * _WIDE) / 2
    top = 0.5 - tall / 2
    return tuple(
        Stroke(tuple((left + step * i + x * tall, top + y * tall) for x, y in line), pen)
        for i, character in enumerate(text)
        for line in _LINES[character]
    )


def _spikes() -> Glyph:
    """A naval mine: a ball with eight horns."""
    horns = []
    for turn in range(4):
        x, y = 0.32 * math.cos(turn * math.pi / 4), 0.32 * math.sin(turn * math.pi / 4)
        horns.append(Stroke(((0.5 - x, 0.5 - y), (0.5 + x, 0.5 + y)), 0.08))
    return (*horns, Stroke(((0.5, 0.5),), 0.46))


_FIXED: dict[str, Glyph] = {
    "floor": (Box(0.025, 0.025, 0.975, 0.975, 0.08),),
    "tile": (Box(0.03, 0.03, 0.97, 0.97, 0.14),),
    "face": (Box(0.03, 0.03, 0.97, 0.89, 0.14),),
    "pole": (
        Stroke(((0.39, 0.20), (0.39, 0.74)), 0.075),
        Stroke(((0.29, 0.76), (0.57, 0.76)), 0.085),
    ),
    "cloth": (Polygon(((0.37, 0.17), (0.75, 0.345), (0.37, 0.52))),),
    "mine": _spikes(),
    "glint": (Stroke(((0.42, 0.42),), 0.12),),
    "dot": (Stroke(((0.5, 0.5),), 0.13),),
    "tick": (Stroke(((0.30, 0.50), (0.44, 0.63), (0.70, 0.33)), 0.11),),
    "corners": tuple(
        Stroke(
            tuple((0.5 + x * (0.5 - a), 0.5 + y * (0.5 - b)) for a, b in ((0.34, 0.06), (0.06, 0.06), (0.06, 0.34))),
            0.1,
        )
        for x in (-1, 1)
        for y in (-1, 1)
    ),
    "ring": tuple(
        Stroke(line, 0.075)
        for line in (
            (
                *_arc(0.86, 0.14, 0.08, 0.08, -90, 0),
                *_arc(0.86, 0.86, 0.08, 0.08, 0, 90),
                *_arc(0.14, 0.86, 0.08, 0.08, 90, 180),
                *_arc(0.14, 0.14, 0.08, 0.08, 180, 270),
                (0.86, 0.06),
            ),
        )
    ),
}


def arrow(begin: Point, end: Point) -> Glyph:
    """An arrow between two points, in units of a cell.

    >>> len(arrow((0.5, 0.5), (3.5, 0.5)))
    2
    """
    (ax, ay), (bx, by) = begin, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    x, y = (bx - ax) / length, (by - ay) / length
    tip, neck = (bx - 0.10 * x, by - 0.10 * y), (bx - 0.36 * x, by - 0.36 * y)
    head = Polygon((tip, (neck[0] - 0.15 * y, neck[1] + 0.15 * x), (neck[0] + 0.15 * y, neck[1] - 0.15 * x)))
    return Stroke(((ax, ay), neck), 0.09), head


@lru_cache(maxsize=512)
def glyph(name: str) -> Glyph:
    """The shapes of a glyph: a name of the table above, a clue such as `3`, or small text such as `%37`.

    >>> len(glyph("mine")), len(glyph("%37"))
    (5, 4)
    """
    if name in _FIXED:
        return _FIXED[name]
    if name.startswith("%"):
        text = name[1:]
        return written(text, 0.36 if len(text) < 3 else 0.31, 0.062)
    return written(name, 0.58, 0.115)
