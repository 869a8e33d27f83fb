"""Frames: a game as pictures, one per step, with the step's reason below the board.

    legend   the cell that was moved on is held by its corners, the clues that proved the move are ringed

A long game on a large board is thinned out: every second step is shown, or every third, and always the last one.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sapper.formats.gif import gif
from sapper.formats.picture import Picture, picture
from sapper.formats.pixels import SMALLEST, Painter
from sapper.formats.story import Kind, story
from sapper.formats.svg import write
from sapper.sim.record import GameRecord

if TYPE_CHECKING:
    from PIL import ImageFont

Pixels = npt.NDArray[np.uint8]

LARGEST_CELL, BOARD_SIDE = 32, 640
"""Pixels: of a cell, at most; of the longer side of the board, about."""
MARGIN, NARROWEST, LINE, LINES = 10, 340, 19, 4
"""Pixels around everything; the least width of the text; the height of a line of text; how many lines there are."""
LETTERS, LETTER = 13, 8.0
"""Pixels: the size of the text; the width of a letter in an SVG, whose reader chooses the font."""
MOST_PIXELS = 150_000_000
"""Of an animation, over all frames; each takes a byte of memory."""
FIRST_SECONDS, LAST_SECONDS = 1.0, 3.0

_INKS: dict[Kind, str] = {"proved": "#20242c", "promised": "#20242c", "guess": "#8a5a00", "exploded": "#b3261e"}
_MUTED, _GROUND = "#4a515c", "#ffffff"


@dataclass(frozen=True)
class Frame:
    """One picture of a game, and the words below it."""

    shown: Picture
    cell: int
    """Pixels of a cell."""
    head: str
    """What was done."""
    text: str
    """Why."""
    ink: str
    """Colour of the head."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of pixels, the same for all frames of a game."""
        board = self.shown.width * self.cell + (self.cell // 2 if self.shown.shifted else 0)
        return self.shown.height * self.cell + 3 * MARGIN + LINES * LINE, max(board, NARROWEST) + 2 * MARGIN


def frames(record: GameRecord, most_pixels: int = MOST_PIXELS) -> tuple[Frame, ...]:
    """The frames of a game: before the first step and after each; so many that all together keep to `most_pixels`."""
    rules, of = record.rules, len(record.steps)
    cell = cell_size(rules.height, rules.width)
    about = f"{rules.width}×{rules.height}, {rules.mines} mines, {rules.end}, clues {rules.clues}, seed {record.seed}"
    first = Frame(picture(next(record.replay())), cell, record.agent, about, _INKS["proved"])
    rows, columns = first.size
    most = max(2, most_pixels // (rows * columns))
    every = max(1, -(-of // (most - 1)))
    return first, *(
        Frame(
            picture(view, marks=told.clues, latest=[told.cell]),
            cell,
            f"{told.number}/{of}  {told.move}: {told.shows}",
            told.why,
            _INKS[told.kind],
        )
        for view, told in story(record)
        if told.number % every == 0 or told.number == of
    )


def animation(shown: tuple[Frame, ...], speed: float) -> bytes:
    """Frames as an animated GIF, so many of them per second; the first and the last stay longer."""
    step = round(1000 / speed)
    times = [step] * len(shown)
    times[0], times[-1] = max(step, round(1000 * FIRST_SECONDS)), max(step, round(1000 * LAST_SECONDS))
    sample = (*shown[:: -(-len(shown) // 6)], shown[-1])
    colours = np.vstack([frame_pixels(frame) for frame in sample])
    painter = Painter(shown[0].cell)
    return gif((frame_pixels(frame, painter) for frame in shown), times, colours)


def frame_pixels(frame: Frame, painter: Painter | None = None) -> Pixels:
    """A frame as uint8 [rows, columns, 3]; the text is set by Pillow, in its own font.

    A painter that has just painted the frame before is quicker.
    """
    from PIL import Image, ImageDraw

    rows, columns = frame.size
    sheet = Image.new("RGB", (columns, rows), _GROUND)
    board = (painter or Painter(frame.cell)).paint(frame.shown)
    sheet.paste(Image.fromarray(board), (MARGIN, MARGIN))
    pen, font, top = ImageDraw.Draw(sheet), _font(), len(board) + 2 * MARGIN
    letters = int((columns - 2 * MARGIN) / (font.getlength("clues (10,12), ") / 15))
    for number, (text, colour) in enumerate(_lines(frame, letters)):
        pen.text((MARGIN, top + number * LINE), text, fill=colour, font=font)
    return np.asarray(sheet)


def frame_svg(frame: Frame) -> str:
    """A frame as SVG text: the board in shapes, the words as text in the reader's own font."""
    rows, columns = frame.size
    board = write(frame.shown, frame.cell)
    top = frame.shown.height * frame.cell + 2 * MARGIN + LETTERS
    lines = _lines(frame, int((columns - 2 * MARGIN) / LETTER))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns}" height="{rows}" '
            f'viewBox="0 0 {columns} {rows}" role="img">',
            f"<title>{escape(frame.head)}</title>",
            f"<desc>{escape(frame.text)}</desc>",
            f'<rect width="100%" height="100%" fill="{_GROUND}"/>',
            re.sub(r"^<svg ", f'<svg x="{MARGIN}" y="{MARGIN}" ', board),
            f'<g font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="{LETTERS}">',
            *(
                f'<text x="{MARGIN}" y="{top + number * LINE}" fill="{colour}">{escape(text)}</text>'
                for number, (text, colour) in enumerate(lines)
            ),
            "</g>",
            "</svg>",
        ]
    )


def cell_size(height: int, width: int) -> int:
    """Pixels of a cell: small boards have large cells.

    >>> cell_size(10, 10), cell_size(16, 30), cell_size(1000, 1000)
    (32, 21, 4)
    """
    return min(max(BOARD_SIDE // max(height, width), SMALLEST), LARGEST_CELL)


def _lines(frame: Frame, letters: int) -> list[tuple[str, str]]:
    """What stands below the board, broken into lines of so many letters, each with its colour."""
    reason = textwrap.wrap(frame.text, letters, max_lines=LINES - 1, placeholder=" …")
    return [(frame.head[:letters], frame.ink), *((line, _MUTED) for line in reason)]


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(LETTERS)
