"""Where the board is in a picture: square cells of one size, each with a visible border.

    legend   edge     how much a pixel differs from its neighbour, 0 to 255
             profile  the edges of all rows added up, per column (or of all columns, per row)
             framed   a cell of the lattice with an edge along two opposite sides

Borders repeat, whatever else is in the picture: for every cell size, fold the profiles to one period; where borders
fall on each other, a sharp peak stands out. For the best sizes see which cells are framed; the board is the largest
rectangle of them. Cost: linear in the picture for each size that is looked at closely, about a second in all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.errors import BadFile

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Box = tuple[int, int, int, int]
"""Row, column, rows and columns, in cells."""

SMALLEST, LARGEST = 8.0, 160.0
"""Pixels of a cell."""
CANDIDATES = 8
PHASES = 4
LEAST_EDGE = 7.0
"""Mean edge along the side of a cell, from which it counts as a border."""
LEAST_CELLS = 4
ROUNDS = 3
MARGIN = 4
"""Pixels around the picture."""


class Lattice(NamedTuple):
    """A board in a picture; all in pixels but rows and columns."""

    top: float
    left: float
    size: float
    rows: int
    columns: int


def find_lattice(image: npt.NDArray[np.uint8]) -> Lattice:
    """The board in a picture, uint8 [height, width, 3]; refuse a picture without one."""
    pixels = _surrounded(image)
    across = np.abs(np.diff(pixels, axis=1)).max(axis=2).astype(np.float64)
    down = np.abs(np.diff(pixels, axis=0)).max(axis=2).astype(np.float64)
    found = [lattice for size in _sizes(across, down) if (lattice := _at_size(across, down, size)) is not None]
    if not found:
        raise BadFile("no board was found in the picture: cells need a visible border, and at least 8 pixels each")
    most = max(_area(lattice) for lattice in found)
    best = next(lattice for lattice in found if _area(lattice) > 0.35 * most)  # the first is no mere corner
    for lattice in found:  # blocks of cells make a larger lattice: take the finest that covers as much
        times = best.size / lattice.size
        if times > 1.5 and abs(times - round(times)) < 0.05 and _area(lattice) > 0.7 * _area(best):
            best = lattice
    return best._replace(top=best.top - MARGIN, left=best.left - MARGIN)


def _surrounded(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
    """The picture with a margin of another colour: a board that fills the picture has a border there too."""
    rim = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]]).mean(axis=0)
    framed = np.empty((image.shape[0] + 2 * MARGIN, image.shape[1] + 2 * MARGIN, 3), np.int16)
    framed[:] = np.where(rim > 127, rim - 90, rim + 90)
    framed[MARGIN:-MARGIN, MARGIN:-MARGIN] = image
    return framed


def _area(lattice: Lattice) -> float:
    return lattice.rows * lattice.columns * lattice.size**2


def _sizes(across: Floats, down: Floats) -> list[float]:
    """The likeliest sizes of a cell, best first."""
    columns, rows = _sharpened(across.sum(axis=0)), _sharpened(down.sum(axis=1))
    sizes = np.arange(SMALLEST, min(LARGEST, min(across.shape) / 1.5), 0.1)
    scores = np.array([_peak(columns, size) + _peak(rows, size) for size in sizes])
    best: list[float] = []
    for place in np.argsort(-scores):
        if all(abs(sizes[place] - other) > 0.4 for other in best):
            near = sizes[place] + np.linspace(-0.15, 0.15, 31)
            best.append(float(max(near, key=lambda size: _peak(columns, size) + _peak(rows, size))))
        if len(best) == CANDIDATES:
            break
    return best


def _sharpened(profile: Floats) -> Floats:
    """A profile without its slow changes, and with its highest peaks cut: one long line is no lattice."""
    width = 9
    padded = np.pad(profile, width, mode="edge")
    slow = np.convolve(padded, np.ones(2 * width + 1) / (2 * width + 1), mode="valid")
    sharp = np.maximum(profile - slow, 0.0)
    result: Floats = np.minimum(sharp, np.quantile(sharp, 0.95))
    return result


def _peak(profile: Floats, size: float) -> float:
    """How far the lines of the best phase stand out, in standard deviations of so many places taken at random."""
    folded, bins = _fold(profile, size)
    lines = len(profile) / size
    lead = float(folded.max()) / lines - float(profile.mean()) * size / bins
    return float(lead * np.sqrt(lines) / (float(profile.std()) + 1e-9))


def _fold(profile: Floats, size: float) -> tuple[Floats, int]:
    """The profile added up by place within a period, in bins of about a pixel; and how many bins."""
    bins = max(int(size), 4)
    place = (np.arange(len(profile)) % size * (bins / size)).astype(np.intp) % bins
    folded: Floats = np.bincount(place, profile, bins).astype(np.float64)
    return folded, bins


def _at_size(across: Floats, down: Floats, size: float) -> Lattice | None:
    """The board with cells of about that size, or None; a few rounds, each with a more exact size and place."""
    left, top = _placed(across, down, size)
    found = None
    for _ in range(ROUNDS):
        upright, level = _borders(across, down, size, left, top)
        box = _largest(upright | level)
        if box is None:
            return None
        row, column, rows, columns = _without_gutters(box, upright, level)
        found = _refined(across, down, Lattice(top + row * size, left + column * size, size, rows, columns))
        size, left, top = found.size, found.left % found.size, found.top % found.size
    return found


def _placed(across: Floats, down: Floats, size: float) -> tuple[float, float]:
    """Where the first upright and the first level border lie: of the strongest phases those that frame most cells.

    The strongest alone may be a stroke of the digits, which repeats as borders do.
    """
    lefts, tops = _phases(across.sum(axis=0), size), _phases(down.sum(axis=1), size)
    left = max(lefts, key=lambda left: int(_borders(across, down, size, left, tops[0])[0].sum()))
    top = max(tops, key=lambda top: int(_borders(across, down, size, left, top)[1].sum()))
    return left, top


def _phases(profile: Floats, size: float) -> list[float]:
    """The strongest places of a border within a period, best first."""
    folded, bins = _fold(_sharpened(profile), size)
    both = folded + np.roll(folded, 1) * 0.5 + np.roll(folded, -1) * 0.5
    best: list[int] = []
    for place in np.argsort(-both).tolist():
        if all(min(abs(place - other), bins - abs(place - other)) > 2 for other in best):
            best.append(place)
        if len(best) == PHASES:
            break
    return [((place + 0.5) * size / bins + 0.5) % size for place in best]


def _borders(across: Floats, down: Floats, size: float, left: float, top: float) -> tuple[Bools, Bools]:
    """Which cells of the lattice have an edge along both upright sides, and which along both level ones.

    Either makes a framed cell: small tiles run together in one direction.
    """
    upright, level = _sides(across, size, left, top), _sides(down.T, size, top, left).T
    rows, columns = min(upright.shape[0], level.shape[0] - 1), min(upright.shape[1] - 1, level.shape[1])
    if rows < 1 or columns < 1:
        return np.zeros((0, 0), np.bool_), np.zeros((0, 0), np.bool_)
    across_it, down_it = np.greater_equal(upright, LEAST_EDGE), np.greater_equal(level, LEAST_EDGE)
    return (
        across_it[:rows, :columns] & across_it[:rows, 1 : columns + 1],
        down_it[:rows, :columns] & down_it[1 : rows + 1, :columns],
    )


def _without_gutters(box: Box, upright: Bools, level: Bools) -> Box:
    """The box without the empty space beside a board that happens to be one cell wide.

    Space has the board on one side and something else on the other, but no borders across it, as every other row or
    column has.
    """
    row, column, rows, columns = box
    by_column = level[row : row + rows, column : column + columns].mean(axis=0)
    by_row = upright[row : row + rows, column : column + columns].mean(axis=1)
    first, last = _real(by_column)
    top, bottom = _real(by_row)
    return row + top, column + first, bottom - top, last - first


def _real(share: Floats) -> tuple[int, int]:
    """From where to where rows (or columns) have borders across them; all, if no row has them throughout.

    Where nearly every cell has them, a row of buttons that are as large as cells is told by those that lack them.
    """
    if share.max() < 0.5:
        return 0, len(share)
    real = np.flatnonzero(share > (0.7 if np.median(share) > 0.98 else 0.1))
    return int(real[0]), int(real[-1]) + 1


def _sides(across: Floats, size: float, left: float, top: float) -> Floats:
    """Mean edge along the upright sides of the cells: [row of cells, line]."""
    height, width = across.shape
    lines = np.arange(left, width + 0.5, size)
    starts = np.arange(top, height - 0.8 * size, size)
    if len(lines) < 2 or len(starts) < 1:
        return np.zeros((0, 0))
    near = np.rint(lines)[:, None].astype(np.intp) + np.arange(-2, 2)[None, :]
    padded = np.pad(across, ((0, 0), (2, 3)))
    strongest = padded[:, near.clip(-2, width) + 2].max(axis=2)  # the edge may lie a pixel or two beside the line
    running = np.vstack([np.zeros(len(lines)), np.cumsum(strongest, axis=0)])
    begin = np.rint(starts + 0.15 * size).astype(np.intp).clip(0, height)
    end = np.rint(starts + 0.85 * size).astype(np.intp).clip(0, height)
    result: Floats = (running[end] - running[begin]) / np.maximum(end - begin, 1)[:, None]
    return result


def _largest(framed: Bools) -> Box | None:
    """Row, column, rows and columns of the largest rectangle of framed cells; None if it is too small.

    Holes and missing corners are closed first: a tile in the corner of a window may show no border at all.

    Row by row: how far each column is framed upwards, and the widest run at each of these heights.
    """
    near = np.pad(framed, 1)
    whole = framed | ((near[:-2, 1:-1] | near[2:, 1:-1]) & (near[1:-1, :-2] | near[1:-1, 2:]))
    heights = np.zeros(whole.shape[1], np.intp)
    best, most = None, LEAST_CELLS - 1
    for row in range(whole.shape[0]):
        heights = np.where(whole[row], heights + 1, 0)
        for height in np.unique(heights[heights > 0]).tolist():
            reach = np.flatnonzero(np.diff(np.pad(heights >= height, 1).astype(np.int8)))
            for left, right in zip(reach[::2].tolist(), reach[1::2].tolist(), strict=True):
                if (right - left) * height > most:
                    most = (right - left) * height
                    best = (row - height + 1, left, height, right - left)
    return best


def _refined(across: Floats, down: Floats, rough: Lattice) -> Lattice:
    """The same lattice with size and place to a fraction of a pixel."""
    bottom, right = rough.top + rough.rows * rough.size, rough.left + rough.columns * rough.size
    columns = across[int(max(rough.top, 0)) : int(bottom)].sum(axis=0)
    rows = down[:, int(max(rough.left, 0)) : int(right)].sum(axis=1)
    left, wide = _fitted(columns, rough.left, rough.size, rough.columns)
    top, high = _fitted(rows, rough.top, rough.size, rough.rows)
    size = (wide * rough.columns + high * rough.rows) / (rough.columns + rough.rows)
    middle_x, middle_y = left + wide * rough.columns / 2, top + high * rough.rows / 2
    return rough._replace(left=middle_x - size * rough.columns / 2, top=middle_y - size * rough.rows / 2, size=size)


def _fitted(profile: Floats, start: float, size: float, cells: int) -> tuple[float, float]:
    """Start and size of evenly spaced lines with the strongest edges, near those given."""
    smooth = np.convolve(profile, [0.25, 0.5, 1.0, 0.5, 0.25], mode="same")
    places = np.arange(len(profile)) + 1.0  # an edge between two pixels is a border at the second
    lines = np.arange(cells + 1)
    best = (-1.0, start, size)
    for step in np.linspace(-0.12, 0.12, 25):
        for shift in np.linspace(-2.0, 2.0, 17):
            begin = start + shift - step * cells / 2
            strength = float(np.interp(begin + lines * (size + step), places, smooth, left=0.0, right=0.0).sum())
            if strength > best[0]:
                best = (strength, begin, size + step)
    return best[1], best[2]
