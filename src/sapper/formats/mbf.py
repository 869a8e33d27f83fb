"""MBF, the Minesweeper Board File of MinesweeperX: one layout. Arbiter writes the same bytes under the name `.abf`.

| bytes | meaning |
|---|---|
| 1 | width, from 1 to 255 |
| 1 | height, from 1 to 255 |
| 2 | number of mines, high byte first |
| 2 per mine | column, row, from 0 at the top left |

JSMinesweeper reads and writes the same bytes; the change log of Arbiter 0.38 names both endings for one format.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np

from sapper.errors import BadFile
from sapper.game.layout import Layout

LARGEST_SIDE, MOST_MINES = 255, 65535
_HEAD = struct.Struct(">BBH")
_TEXT = frozenset(b"\t\n\r") | frozenset(range(0x20, 0x7F))


def sniff(data: bytes) -> bool:
    """Whether these bytes have the length that their head announces, or are the beginning of such a file and no text.

    There is no signature; other formats practically never fit.
    """
    if len(data) < _HEAD.size:
        return False
    width, height, mines = _HEAD.unpack_from(data)
    pairs = np.frombuffer(data[_HEAD.size : len(data) - len(data) % 2], np.uint8).reshape(-1, 2)
    fits = mines <= width * height and len(pairs) <= mines and bool((pairs < (width, height)).all())
    return fits and (len(data) == _HEAD.size + 2 * mines or not _TEXT.issuperset(data))


def read_layouts(data: bytes) -> list[Layout]:
    """The layout in a file.

    >>> read_layouts(bytes([3, 2, 0, 1, 2, 0]))
    [Layout.parse('..*/...')]
    """
    if len(data) < _HEAD.size:
        raise BadFile(f"the MBF file is cut off: its head takes {_HEAD.size} bytes, here are {len(data)}")
    width, height, mines = _HEAD.unpack_from(data)
    if width == 0 or height == 0:
        raise BadFile(f"the MBF file is damaged: it says {width}×{height} cells")
    expected = _HEAD.size + 2 * mines
    if len(data) < expected:
        raise BadFile(f"the MBF file is cut off: {mines} mines take {expected} bytes, here are {len(data)}")
    if len(data) > expected:
        raise BadFile(f"the MBF file is damaged: {len(data) - expected} bytes follow the last mine")
    laid = np.zeros((height, width), np.bool_)
    for column, row in np.frombuffer(data[_HEAD.size :], np.uint8).reshape(-1, 2).tolist():
        if row >= height or column >= width:
            raise BadFile(f"the MBF file is damaged: the mine ({row},{column}) lies outside the {height}×{width} board")
        if laid[row, column]:
            raise BadFile(f"the MBF file is damaged: it names the mine ({row},{column}) twice")
        laid[row, column] = True
    return [Layout(laid)]


def write_layouts(layouts: Sequence[Layout]) -> bytes:
    """The bytes of a file; the mines in reading order."""
    if len(layouts) != 1:
        raise BadFile(f"an MBF file holds one board, not {len(layouts)}")
    layout = layouts[0]
    height, width = layout.mines.shape
    if layout.topology != "square":
        raise BadFile(f"an MBF file holds a square grid, not {layout.topology}")
    if max(height, width) > LARGEST_SIDE or layout.total > MOST_MINES:
        raise BadFile(f"an MBF file holds at most {LARGEST_SIDE}×{LARGEST_SIDE} cells and {MOST_MINES} mines")
    places = np.argwhere(layout.mines)[:, ::-1].astype(np.uint8).tobytes()
    return _HEAD.pack(width, height, layout.total) + places
