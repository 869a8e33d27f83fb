"""What the cells of a board in a picture show: covered or open by their relief, then the sign by shape and colour.

    legend   ground   the colour of a cell beside its sign
             relief   how much brighter the upper edge is than the lower one: a covered cell looks raised
             ink      what differs from the ground in the middle of the cell

A sign is compared with drawn templates in the shape of its ink, fitted to one size, and with the colours that players
know: both must speak for it. How far the best sign leads the second best is the confidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sapper.board.view import FLAG, HIDDEN, MINE
from sapper.formats import palette
from sapper.formats.glyphs import Glyph, Stroke, glyph, written
from sapper.formats.lattice import Lattice
from sapper.formats.pixels import drawn

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

SIDE = 32
"""Pixels to which every cell is scaled before it is read."""
GRID = 14
"""Pixels to which the shape of a sign is scaled."""
RAISED = 9.0
"""Relief from which a cell is covered, if all cells are alike."""
LEAST_CONTRAST = 14.0
"""Difference in brightness between the grounds of covered and of open cells, in clients where they differ."""
INKED = 34.0
"""Difference from the ground from which a pixel is ink …"""
INNER = slice(SIDE * 6 // 32, SIDE * 26 // 32)
"""The rows and columns of a cell that hold its sign."""
FLAG_RED = 0.12
"""The share of a flag's ink that is red, at least."""
CLEAN = 3.0
"""Distance between covered and open cells over their spread, at least."""
LEAST_INK = 0.025
"""… and the share of the middle of a cell that a sign covers at least."""

# The colours that players know by heart, and ours; the same hues as they are lightened on dark ground. Last, a mine.
_CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080", "#000000")
_OURS = (*map(palette.text_of, palette.CLUES[1:]), palette.text_of(palette.INK))
_ON_DARK = ("#6ea8fe", "#63c98a", "#ff6b6b", "#a78bfa", "#e8a15c", "#4dd0e1", "#ffffff", "#a0a8b4", "#ffffff")
CODES = (*range(1, 9), MINE)
DARK = 100.0
"""Mean of the three colours of a ground, below which it is dark."""
WIDEST_ANGLE = 0.5
"""Between the direction of the ink from the ground and that of a colour, in radians, where the colour says nothing."""


@dataclass(frozen=True)
class Sign:
    """What a cell shows, and how sure that is, from 0 to 1."""

    code: int
    confidence: float
    rival: int | None = None
    """What it may show instead."""


def read_board(image: npt.NDArray[np.uint8], lattice: Lattice) -> list[list[Sign]]:
    """Read every cell of a board."""
    cells = [cut(image, lattice, row, column) for row in range(lattice.rows) for column in range(lattice.columns)]
    grounds = np.array([_ground(cell) for cell in cells])
    reliefs = np.array([_relief(cell) for cell in cells])
    clued = np.array([_has_clue(cell, ground) for cell, ground in zip(cells, grounds, strict=True)])
    covered, sure = _covered(grounds, reliefs, clued)
    signs = [_sign(*found) for found in zip(cells, grounds, covered.tolist(), sure.tolist(), strict=True)]
    return [signs[row * lattice.columns : (row + 1) * lattice.columns] for row in range(lattice.rows)]


def _sign(pixels: Floats, ground: Floats, covered: bool, sure: float) -> Sign:
    """Read one cell, [SIDE, SIDE, 3]."""
    middle = np.abs(pixels - ground).max(axis=2)[INNER, INNER]
    share = _share(middle)
    if _is_red(ground):
        return Sign(MINE, 1.0 if share > LEAST_INK else 0.0, HIDDEN)
    if share < LEAST_INK:
        return Sign(HIDDEN, sure, 0) if covered else Sign(0, sure, HIDDEN)
    if covered:
        red = _redness(pixels[INNER, INNER], ground, middle)
        return Sign(FLAG, min(sure, red / FLAG_RED, 1.0), HIDDEN)
    best = _best(pixels[INNER, INNER], ground, middle)
    return Sign(best.code, min(best.confidence, sure), best.rival)


def _covered(grounds: Floats, reliefs: Floats, clued: Bools) -> tuple[Bools, Floats]:
    """Which cells are covered, and how sure that is.

    Two groups of cells, by ground or by relief, whichever parts them better; the group in relief is covered, or if
    that says nothing, the one without clues.
    """
    plain = np.array([not _is_red(ground) for ground in grounds])
    found = [
        (quality, values, border)
        for values, least in ((reliefs, 2 * RAISED), (grounds.mean(axis=1), LEAST_CONTRAST))
        for quality, border in (_parted(values[plain], least),)
        if quality > CLEAN
    ]
    for _, values, border in sorted(found, key=lambda one: -one[0]):
        upper = values > border
        one, two = upper & plain, ~upper & plain
        raised = float(np.median(reliefs[one])) - float(np.median(reliefs[two]))
        if abs(raised) < RAISED:
            raised = RAISED * (float(clued[two].mean()) - float(clued[one].mean()))
        width = abs(float(np.median(values[one])) - float(np.median(values[two])))
        sure = (np.abs(values - border) / (0.25 * width)).clip(0.0, 1.0)
        return (upper if raised > 0 else ~upper), sure
    return reliefs > RAISED, (np.abs(reliefs - RAISED) / RAISED).clip(0.0, 1.0)


def _has_clue(pixels: Floats, ground: Floats) -> bool:
    """Whether a cell has a sign that is no flag."""
    middle = np.abs(pixels - ground).max(axis=2)[INNER, INNER]
    return _share(middle) >= LEAST_INK and _redness(pixels[INNER, INNER], ground, middle) < FLAG_RED


def _share(middle: Floats) -> float:
    """How much of the very middle is ink; further outside the border of a neighbour may reach in."""
    core = slice(SIDE * 2 // 32, SIDE * 18 // 32)
    return float((middle[core, core] > INKED).mean())


def _parted(values: Floats, least: float) -> tuple[float, float]:
    """How cleanly values fall into two groups, and the middle between these; 0 if it is one group.

    Otsu's cut, the one with the largest variance between the groups; the measure is their distance over their spread.
    """
    ordered = np.sort(values)
    if len(ordered) < 2:
        return 0.0, 0.0
    cuts = np.arange(1, len(ordered))
    below, total = np.cumsum(ordered)[:-1], ordered.sum()
    between = cuts * (len(ordered) - cuts) * (below / cuts - (total - below) / (len(ordered) - cuts)) ** 2
    cut = int(between.argmax()) + 1
    low, high = ordered[:cut], ordered[cut:]
    apart = float(np.median(high) - np.median(low))
    if apart < least:
        return 0.0, 0.0
    return apart / (float(low.std() + high.std()) + 1.0), float((np.median(low) + np.median(high)) / 2)


def cut(image: npt.NDArray[np.uint8], lattice: Lattice, row: int, column: int) -> Floats:
    """One cell of a picture, scaled to SIDE pixels: every pixel is the mean of what it covers, or lies between."""
    top, left = lattice.top + row * lattice.size, lattice.left + column * lattice.size
    places = (np.arange(SIDE) + 0.5) / SIDE * lattice.size - 0.5
    return _between(image, top + places, left + places)


def _between(image: npt.NDArray[np.uint8], rows: Floats, columns: Floats) -> Floats:
    """The picture at places between pixels, bilinear."""
    rows, columns = rows.clip(0, image.shape[0] - 1.001), columns.clip(0, image.shape[1] - 1.001)
    r, c = rows.astype(np.intp), columns.astype(np.intp)
    down, right = (rows - r)[:, None, None], (columns - c)[None, :, None]
    corners = [image[np.ix_(r + dr, c + dc)].astype(np.float64) for dr in (0, 1) for dc in (0, 1)]
    upper = corners[0] * (1 - right) + corners[1] * right
    lower = corners[2] * (1 - right) + corners[3] * right
    result: Floats = upper * (1 - down) + lower * down
    return result


def _ground(pixels: Floats) -> Floats:
    """The median colour of four patches near the corners, between the border and the sign."""
    near, far = slice(SIDE * 6 // 32, SIDE * 9 // 32), slice(SIDE * 23 // 32, SIDE * 26 // 32)
    patches = [pixels[rows, columns].reshape(-1, 3) for rows in (near, far) for columns in (near, far)]
    result: Floats = np.median(np.concatenate(patches), axis=0)
    return result


def _relief(pixels: Floats) -> float:
    """How much brighter the upper edge is than the lower one, the corners left out."""
    light = pixels[:, SIDE // 5 : -SIDE // 5].mean(axis=(1, 2))
    return float(light[2:5].max() - light[-5:-2].min())


def _is_red(colour: Floats) -> bool:
    return bool(colour[0] > 150 and colour[0] - max(colour[1], colour[2]) > 90)


def _redness(pixels: Floats, ground: Floats, ink: Floats) -> float:
    """The share of the ink that is much redder than the ground."""
    marked = pixels[ink > INKED]
    redder = marked[:, 0] - marked[:, 1:].max(axis=1) - (ground[0] - ground[1:].max())
    return float((redder > 50).mean())


def _best(pixels: Floats, ground: Floats, ink: Floats) -> Sign:
    """The sign that fits best, by shape and colour."""
    shape = _fitted(ink)
    direction = _direction(pixels, ground, ink)
    scores = {}
    for code, templates in _templates().items():
        form = max(float((shape * template).sum()) for template in templates)
        scores[code] = form + 0.35 * max(_hue(direction, colour - ground) for colour in _colours(code, ground))
    ranked = sorted(scores, key=lambda code: -scores[code])
    lead = scores[ranked[0]] - scores[ranked[1]]
    return Sign(ranked[0], float(np.clip(min(lead / 0.15, (scores[ranked[0]] - 0.6) / 0.4), 0.0, 1.0)), ranked[1])


def _colours(code: int, ground: Floats) -> list[palette.Colours]:
    """The colours that a sign has on such a ground."""
    place = CODES.index(code)
    sets = (_ON_DARK,) if ground.mean() < DARK else (_CLASSIC, _OURS)
    return [palette.rgb(colours[place]) for colours in sets]


def _hue(direction: Floats, wanted: Floats) -> float:
    """How well a colour fits, 1 to -1, by its direction from the ground: what anti-aliasing thins out keeps that."""
    cosine = float(direction @ wanted / (np.linalg.norm(wanted) + 1e-9))
    return float(np.clip(1.0 - np.arccos(np.clip(cosine, -1.0, 1.0)) / WIDEST_ANGLE, -1.0, 1.0))


def _direction(pixels: Floats, ground: Floats, ink: Floats) -> Floats:
    """From the ground towards the colour of the ink, of length 1; the pixels with most ink count."""
    threshold = max(np.quantile(ink[ink > INKED], 0.6), INKED)
    towards = (pixels[ink >= threshold] - ground).mean(axis=0)
    result: Floats = towards / (np.linalg.norm(towards) + 1e-9)
    return result


def _fitted(ink: Floats) -> Floats:
    """The shape of the ink, its box scaled to GRID pixels in height and centred, with mean 0 and length 1."""
    strength = (ink / max(float(ink.max()), 1.0)).clip(0.0, 1.0)
    rows, columns = np.flatnonzero((strength > 0.4).any(axis=1)), np.flatnonzero((strength > 0.4).any(axis=0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    size = max(bottom - top, right - left)
    middle_row, middle_column = (top + bottom) / 2, (left + right) / 2
    places = ((np.arange(GRID) + 0.5) / GRID - 0.5) * size
    padded = np.pad(strength, len(strength))[..., None] * 255.0
    offset = len(strength) - 0.5
    found = _between(padded.astype(np.uint8), middle_row + places + offset, middle_column + places + offset)[..., 0]
    centred = found - found.mean()
    result: Floats = centred / (np.linalg.norm(centred) + 1e-9)
    return result


@lru_cache(maxsize=1)
def _templates() -> dict[int, tuple[Floats, ...]]:
    """The shapes of each sign, in pens from thin to bold, and with a foot under the 1 as many fonts have it."""
    found: dict[int, list[Floats]] = {}
    for pen in (0.07, 0.115, 0.17):
        for clue in range(1, 9):
            found.setdefault(clue, []).append(_template(written(str(clue), 0.62, pen)))
        foot = Stroke(((0.32, 0.80), (0.68, 0.80)), pen)
        found[1].append(_template((*written("1", 0.62, pen), foot)))
        found[1].append(_template((Stroke(((0.5, 0.2), (0.5, 0.8)), pen),)))
    found[MINE] = [_template(glyph("mine"))]
    return {code: tuple(shapes) for code, shapes in found.items()}


def _template(shapes: Glyph) -> Floats:
    return _fitted(drawn(shapes, SIDE).astype(np.float64) * 255.0)
