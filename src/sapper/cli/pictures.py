"""Pictures on disk, for the verbs that draw."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sapper.formats.picture import Picture

CELL_PIXELS, SIDE_PIXELS = 32, 6000
"""A cell of a PNG, and the longest side, which makes the cells of big boards smaller."""

SvgFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write a picture of the board as SVG.")]
PngFile = Annotated[Path | None, typer.Option(metavar="FILE", help="The same as PNG.")]


def check_pictures(*paths: Path | None) -> None:
    """Refuse early a place where nothing can be written."""
    from sapper.cli.files import check_writable

    for path in paths:
        if path is not None:
            check_writable(path)


def write_pictures(shown: Picture, svg: Path | None, png: Path | None) -> None:
    """Write the same picture in one format, in both or in none."""
    from sapper.cli.files import write_whole
    from sapper.formats.pixels import SMALLEST, paint
    from sapper.formats.png import png as packed
    from sapper.formats.svg import write

    if svg is not None:
        write_whole(svg, write(shown, CELL_PIXELS) + "\n")
    if png is not None:
        cell = max(SMALLEST, min(CELL_PIXELS, SIDE_PIXELS // max(shown.height, shown.width)))
        write_whole(png, packed(paint(shown, cell)))
