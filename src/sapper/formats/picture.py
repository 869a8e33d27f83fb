"""Picture: what is to be drawn for a view, layer by layer, before anybody says how.

Both `svg` and `pixels` draw a picture, so both show the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.board.view import MINE, SAFE, View
from sapper.errors import BadInput
from sapper.formats import palette
from sapper.formats.palette import Colours

Mask = npt.NDArray[np.bool_]
Risk = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Layer:
    """At most one glyph per cell."""

    glyphs: tuple[str, ...]
    """The glyphs that occur."""
    which: npt.NDArray[np.intp]
    """[height, width]: position in `glyphs`, or -1 for nothing."""
    colours: Colours
    """[height, width, 3]."""


@dataclass(frozen=True)
class Picture:
    """Layers over paper, bottom first."""

    layers: tuple[Layer, ...]
    height: int
    width: int
    shifted: bool
    """Whether odd rows lie half a cell to the right (hex boards)."""
    about: str
    """What it shows, in one line, for those who cannot see it."""
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    """Drawn over everything, from the middle of one cell to the middle of another."""


def picture(
    view: View,
    risk: npt.ArrayLike | None = None,
    safe: npt.ArrayLike | None = None,
    mines: npt.ArrayLike | None = None,
    marks: Iterable[Cell] = (),
    latest: Iterable[Cell] = (),
    arrows: Iterable[tuple[Cell, Cell]] = (),
) -> Picture:
    """Lay out a view.

    risk         probability of a mine, [height, width]; drawn on hidden cells, NaN is left plain
    safe, mines  hidden cells that are certain, bool [height, width]; drawn solid, over any risk
    marks        cells to ring, such as the clues of a proof
    latest       cells to hold by their corners, such as that of the last move
    arrows       pairs of cells, such as a clue and what follows from it

    >>> shown = picture(View.parse("1."), risk=[[0.0, 1.0]], mines=[[False, True]])
    >>> [layer.glyphs for layer in shown.layers]
    [('floor',), ('tile',), ('face',), ('1',), ('mine',), ('glint',)]
    """
    chance: Risk = np.asarray(_fitting(view, risk, np.nan), dtype=np.float64)
    sure_safe: Mask = np.asarray(_fitting(view, safe, False), dtype=np.bool_) & view.hidden
    sure_mine: Mask = np.asarray(_fitting(view, mines, False), dtype=np.bool_) & view.hidden
    chance = np.where(view.hidden & ~sure_safe & ~sure_mine, chance, np.nan)
    layers = (
        *_ground(view, tiles := _tiles(chance, sure_safe, sure_mine)),
        *_symbols(view),
        *_certain(sure_safe, sure_mine),
        _labels(chance, palette.ink_on(tiles)),
        _same("ring", _ringed(view, marks), palette.RING),
        _same("corners", _ringed(view, latest), palette.LATEST),
    )
    height, width = view.cells.shape
    return Picture(
        layers=tuple(layer for layer in layers if layer.glyphs),
        height=height,
        width=width,
        shifted=view.topology == "hex",
        about=_about(view, risky=not np.isnan(chance).all()),
        arrows=tuple(arrows),
    )


def middles(shown: Picture) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Where the arrows of a picture begin and end, as (x, y) in units of a cell."""

    def middle(cell: Cell) -> tuple[float, float]:
        return cell[1] + (1.0 if shown.shifted and cell[0] % 2 else 0.5), cell[0] + 0.5

    return [(middle(begin), middle(end)) for begin, end in shown.arrows]


def percent(risk: float) -> str:
    """A risk as a whole number of hundredths that never claims certainty.

    >>> [percent(risk) for risk in (0.0, 0.004, 0.126, 0.999, 1.0)]
    ['0', '<1', '13', '>99', '100']
    """
    if 0.0 < risk < 0.005:
        return "<1"
    if 0.995 < risk < 1.0:
        return ">99"
    return str(round(100 * risk))


def _fitting(view: View, values: npt.ArrayLike | None, default: float) -> npt.NDArray[Any]:
    """The values as an array of the board's shape."""
    array = np.full(view.cells.shape, default) if values is None else np.asarray(values)
    if array.shape != view.cells.shape:
        raise BadInput(f"the board has shape {view.cells.shape}, what is drawn on it has {array.shape}")
    return array


def _same(name: str, where: Mask, colours: Colours) -> Layer:
    """One glyph wherever the mask says; nothing at all if it says nowhere."""
    which = np.where(where, 0, -1).astype(np.intp)
    return Layer((name,) if where.any() else (), which, np.broadcast_to(colours, (*where.shape, 3)).astype(np.uint8))


def _tiles(risk: Risk, safe: Mask, mines: Mask) -> Colours:
    """The colour that each cell has while it is hidden."""
    colours = palette.risk_colours(risk)
    colours[safe], colours[mines] = palette.SAFE_TILE, palette.MINE_TILE
    return colours


def _ground(view: View, tiles: Colours) -> Sequence[Layer]:
    """Flat floors where cells are open, tiles with a lower edge where they are not."""
    covered = view.hidden | view.flags
    floors = np.where(view.known_mines[..., None], palette.BLAST, palette.FLOOR)
    return (
        _same("floor", ~covered, floors),
        _same("tile", covered, palette.darker(tiles)),
        _same("face", covered, tiles),
    )


def _certain(safe: Mask, mines: Mask) -> Sequence[Layer]:
    return (
        _same("tick", safe, palette.CHALK),
        _same("mine", mines, palette.CHALK),
        _same("glint", mines, palette.MINE_TILE),
    )


def _symbols(view: View) -> Sequence[Layer]:
    """Clues, mines that are known, flags, and a dot where a safe cell showed no clue."""
    clues = np.maximum(view.cells, 0)
    present = tuple(str(clue) for clue in range(1, 9) if (clues == clue).any())
    places = np.full(9, -1, dtype=np.intp)
    for place, name in enumerate(present):
        places[int(name)] = place
    exploded = np.equal(view.cells, MINE)
    return (
        Layer(present, places[clues], palette.CLUES[clues]),
        _same("dot", np.equal(view.cells, SAFE), palette.FAINT),
        _same("mine", exploded, palette.INK),
        _same("glint", exploded, palette.CHALK),
        _same("pole", view.flags, palette.INK),
        _same("cloth", view.flags, palette.CLOTH),
    )


def _labels(risk: Risk, colours: Colours) -> Layer:
    """The percentages of the cells that are open questions."""
    glyphs: dict[str, int] = {}
    which = np.full(risk.shape, -1, dtype=np.intp)
    for row, column in np.argwhere(~np.isnan(risk)).tolist():
        label = f"%{percent(float(risk[row, column]))}"
        which[row, column] = glyphs.setdefault(label, len(glyphs))
    return Layer(tuple(glyphs), which, colours)


def _ringed(view: View, marks: Iterable[Cell]) -> Mask:
    ringed = np.zeros(view.cells.shape, dtype=np.bool_)
    for cell in marks:
        if not view.grid.holds(cell):
            raise BadInput(f"the mark ({cell[0]},{cell[1]}) lies outside the board")
        ringed[cell] = True
    return ringed


def _about(view: View, risky: bool) -> str:
    height, width = view.cells.shape
    words = f"Minesweeper board, {width} wide and {height} high, {np.count_nonzero(view.opened)} cells open"
    return f"{words}, risk of a mine in percent on hidden cells" if risky else words
