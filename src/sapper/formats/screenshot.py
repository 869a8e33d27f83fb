"""A screenshot of a client, read back into a view (extra `[image]`).

    picture → find_lattice → cut cells → read_cell → view, with a confidence

Made for boards in the classic look and its relatives: covered cells are raised or of another ground, clues have the
usual colours, cells have visible borders. What cannot be told is refused, with the cell that is in doubt: a wrong
view would be worse than none.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.board.grid import MAX_SIDE
from sapper.board.notation import print_view
from sapper.board.view import View
from sapper.errors import BadFile, BadInput
from sapper.formats.cells import read_board
from sapper.formats.lattice import find_lattice

SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"RIFF", b"II*\x00", b"MM\x00*")
MOST_PIXELS = 25_000_000
LEAST_CONFIDENCE = 0.2
"""A cell that is less certain makes the whole picture unreadable."""


@dataclass(frozen=True)
class Screenshot:
    """A view that was read from a picture."""

    view: View
    """The mine count is not told: it is not on the cells."""
    confidence: float
    """How far the least certain cell leads its rival, 0 to 1."""
    box: tuple[int, int, int, int]
    """Left, top, right and bottom of the board, in pixels."""


def sniff(data: bytes) -> bool:
    """Whether these bytes begin like a picture."""
    return data.startswith(SIGNATURES) or (data.startswith(b"BM") and data[6:10] == b"\x00" * 4)


def read_views(data: bytes) -> list[View]:
    """The view in the bytes of a picture."""
    return [screenshot_in(data).view]


def screenshot_in(data: bytes) -> Screenshot:
    """Read the bytes of a picture."""
    return screenshot_of(_decoded(data))


def read_screenshot(path: str | Path) -> Screenshot:
    """Read a screenshot, with the confidence of the reading; `BadFile` if it cannot be told what the board shows."""
    return screenshot_in(Path(path).read_bytes())


def screenshot_of(image: npt.NDArray[np.uint8]) -> Screenshot:
    """Read a picture that is already decoded, uint8 [height, width, 3].

    >>> from sapper.formats.pixels import pixels
    >>> read = screenshot_of(pixels(View.parse("1../1F./111"), cell=24))
    >>> read.view
    View.parse('1../1F./111')
    """
    lattice = find_lattice(image)
    if max(lattice.rows, lattice.columns) > MAX_SIDE:
        raise BadFile(f"the board in the picture is {lattice.columns}×{lattice.rows}, at most {MAX_SIDE}×{MAX_SIDE}")
    cells = np.empty((lattice.rows, lattice.columns), np.int8)
    confidence = 1.0
    for row, signs in enumerate(read_board(image, lattice)):
        for column, sign in enumerate(signs):
            if sign.confidence < LEAST_CONFIDENCE:
                raise BadFile(
                    f"it cannot be told what the cell ({row},{column}) of the {lattice.columns}×{lattice.rows} board"
                    f" shows: {_word(sign.code)} or {_word(sign.rival)}?"
                )
            cells[row, column] = sign.code
            confidence = min(confidence, sign.confidence)
    try:
        view = View.parse(print_view(cells, {}))
    except BadInput as error:
        raise BadFile(f"what was read cannot be a board: {error}") from None
    right, bottom = lattice.left + lattice.columns * lattice.size, lattice.top + lattice.rows * lattice.size
    return Screenshot(view, confidence, (round(lattice.left), round(lattice.top), round(right), round(bottom)))


def _word(code: int | None) -> str:
    words = {-1: "covered", -2: "a flag", -3: "a mine", 0: "open and empty", None: "something else"}
    return words.get(code, str(code))


def _decoded(data: bytes) -> npt.NDArray[np.uint8]:
    try:
        from PIL import Image
    except ImportError:
        raise BadFile("reading a picture needs Pillow: pip install 'sapper[image]'") from None
    try:
        picture: Any = Image.open(io.BytesIO(data))
        if picture.width * picture.height > MOST_PIXELS:
            raise BadFile(f"the picture has {picture.width}×{picture.height} pixels, at most {MOST_PIXELS:,} are read")
        return np.asarray(picture.convert("RGB"))
    except BadFile:
        raise
    except Exception as error:  # Pillow raises almost anything on damaged files
        raise BadFile(f"the picture is cut off or damaged: {type(error).__name__}") from None
