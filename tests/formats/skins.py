"""Boards drawn in the looks of common clients, to be read back."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from sapper import View
from sapper.board.view import FLAG, HIDDEN, MINE

Pixels = npt.NDArray[np.uint8]

GREY, LIGHT, DARK, BLACK, RED = (192, 192, 192), (255, 255, 255), (128, 128, 128), (0, 0, 0), (255, 0, 0)
CLUES = {
    1: (0, 0, 255), 2: (0, 128, 0), 3: RED, 4: (0, 0, 128), 5: (128, 0, 0), 6: (0, 128, 128), 7: BLACK, 8: DARK,
}  # fmt: skip
BLOCKS = {
    1: "..##.. .###.. ..##.. ..##.. ..##.. ..##.. .####. .####.",
    2: "#####. ###### ....## ..###. .###.. ###... ###### ######",
    3: "#####. ###### ....## ..###. ..###. ....## ###### #####.",
    4: "..###. ..##.. .#.##. .#.##. ###### ###### ...##. ...##.",
    5: "###### ###### ##.... #####. ###### ....## ###### #####.",
    6: ".####. #####. ##.... #####. ###### ##..## ###### .####.",
    7: "###### ###### ....## ....## ...##. ...##. ..##.. ..##..",
    8: ".####. ###### ##..## .####. ###### ##..## ###### .####.",
}


def classic(view: View, cell: int = 16, font: float | None = None) -> Pixels:
    """A window with a frame, a counter and a face over raised tiles; digits of blocks, or of a font of that size."""
    rows, columns = view.cells.shape
    edge, left = max(round(cell / 8), 1), max(cell // 2, 6)
    top = 2 * left + 2 * cell
    image = Image.new("RGB", (columns * cell + 2 * left, rows * cell + top + left), GREY)
    draw = ImageDraw.Draw(image)
    _window(draw, image.width, image.height, cell, edge, left, top)
    for row in range(rows):
        for column in range(columns):
            corner = (left + column * cell, top + row * cell)
            code = view[row, column]
            if code in (HIDDEN, FLAG):
                _tile(draw, *corner, cell, edge, code == FLAG)
            else:
                _floor(draw, *corner, cell, code)
                if code > 0:
                    _digit(draw, *corner, cell, code, font)
    return np.asarray(image)


def _window(draw: Any, width: int, height: int, cell: int, edge: int, left: int, top: int) -> None:
    draw.rectangle((0, 0, width - 1, edge), LIGHT)
    draw.rectangle((0, 0, edge, height - 1), LIGHT)
    draw.rectangle((left, left, width - left - 1, left + 2 * cell), outline=DARK, width=edge)
    draw.rectangle((left + 6, left + 6, left + 6 + 2 * cell, left + 2 * cell - 6), BLACK)
    draw.rectangle((width // 2 - cell // 2, left + 6, width // 2 + cell // 2, left + 6 + cell), (255, 255, 0), DARK)
    frame = (left - edge, top - edge, width - left + edge - 1, height - left + edge - 1)
    draw.rectangle(frame, outline=DARK, width=edge)


def _tile(draw: Any, x: int, y: int, cell: int, edge: int, flag: bool) -> None:
    last = cell - 1
    draw.rectangle((x, y, x + last, y + last), GREY)
    draw.rectangle((x, y, x + last, y + edge - 1), LIGHT)
    draw.rectangle((x, y, x + edge - 1, y + last), LIGHT)
    draw.rectangle((x + cell - edge, y + edge, x + last, y + last), DARK)
    draw.rectangle((x + edge, y + cell - edge, x + last, y + last), DARK)
    if flag:
        cloth = [
            (x + 0.55 * cell, y + 0.2 * cell),
            (x + 0.55 * cell, y + 0.55 * cell),
            (x + 0.25 * cell, y + 0.38 * cell),
        ]
        draw.polygon(cloth, RED)
        draw.rectangle((x + 0.5 * cell, y + 0.5 * cell, x + 0.56 * cell, y + 0.68 * cell), BLACK)
        draw.rectangle((x + 0.28 * cell, y + 0.68 * cell, x + 0.72 * cell, y + 0.78 * cell), BLACK)


def _floor(draw: Any, x: int, y: int, cell: int, code: int) -> None:
    draw.rectangle((x, y, x + cell - 1, y + cell - 1), RED if code == MINE else GREY)
    line = max(cell // 16, 1)
    draw.rectangle((x, y, x + cell - 1, y + line - 1), DARK)
    draw.rectangle((x, y, x + line - 1, y + cell - 1), DARK)
    if code == MINE:
        draw.ellipse((x + 0.25 * cell, y + 0.25 * cell, x + 0.78 * cell, y + 0.78 * cell), BLACK)
        draw.line((x + 0.5 * cell, y + 0.15 * cell, x + 0.5 * cell, y + 0.87 * cell), BLACK, line)
        draw.line((x + 0.15 * cell, y + 0.5 * cell, x + 0.87 * cell, y + 0.5 * cell), BLACK, line)


def _digit(draw: Any, x: int, y: int, cell: int, clue: int, font: float | None) -> None:
    if font is not None:
        drawn = ImageFont.load_default(font * cell)
        draw.text((x + cell / 2, y + cell / 2), str(clue), CLUES[clue], drawn, anchor="mm")
        return
    unit = 1.25 * cell / 16
    for j, line in enumerate(BLOCKS[clue].split()):
        for i, sign in enumerate(line):
            if sign == "#":
                left, top = x + 0.28 * cell + i * unit, y + 0.2 * cell + j * unit
                draw.rectangle((round(left), round(top), round(left + unit) - 1, round(top + unit) - 1), CLUES[clue])


def jpeg(image: Pixels, quality: int = 85) -> Pixels:
    """The picture after a lossy journey."""
    file = io.BytesIO()
    Image.fromarray(image).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file).convert("RGB"))


def zoomed(image: Pixels, times: float) -> Pixels:
    """The picture as a browser or a screen scales it."""
    picture = Image.fromarray(image)
    size = (round(picture.width * times), round(picture.height * times))
    return np.asarray(picture.resize(size, Image.Resampling.BICUBIC))


def on_a_desktop(image: Pixels) -> Pixels:
    """The window somewhere on a larger screen with other things on it."""
    height, width, _ = image.shape
    screen = Image.new("RGB", (width + 240, height + 160), (0, 128, 128))
    draw = ImageDraw.Draw(screen)
    draw.rectangle((0, height + 130, width + 240, height + 160), GREY)
    draw.rectangle((20, 20, 60, 60), LIGHT)
    draw.text((24, 70), "Recycle Bin", LIGHT)
    screen.paste(Image.fromarray(image), (150, 40))
    return np.asarray(screen)
