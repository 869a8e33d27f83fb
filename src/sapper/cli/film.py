"""`--out` of `sapper watch`: a game as a GIF, or as a folder of numbered pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sapper.errors import BadInput

if TYPE_CHECKING:
    from sapper.sim.record import GameRecord


def check_film(out: str) -> None:
    """Refuse early, before a long game, what cannot be written."""
    from importlib.util import find_spec

    from sapper.cli.files import check_writable

    path = Path(out)
    if find_spec("PIL") is None:
        raise BadInput("pictures with text need Pillow: pip install 'sapper[image]'")
    if path.suffix.lower() == ".gif" and not out.endswith("/"):
        check_writable(path)
    elif path.is_file() or (path.suffix and not out.endswith("/") and not path.is_dir()):
        raise BadInput(f"cannot write {out!r}: --out takes FILE.gif, or FOLDER/ for SVG and PNG frames")
    elif path.is_dir() and any(path.iterdir()):
        raise BadInput(f"cannot write into {out!r}: the folder is not empty, so frames of two games would mix")
    elif not path.is_dir():
        check_writable(path)


def write_film(record: GameRecord, out: str, speed: float) -> str:
    """Write what `check_film` let pass; what was written, in one line."""
    from sapper.cli.files import write_whole
    from sapper.formats.frames import animation, frames

    path = Path(out)
    if path.suffix.lower() != ".gif" or path.is_dir():
        return write_frames(record, path)
    shown = frames(record)
    write_whole(path, animation(shown, speed))
    return f"{len(shown)} frames written to {out}"


def write_frames(record: GameRecord, folder: Path) -> str:
    """Write every frame as SVG and PNG, numbered from 0000, and the steps as text."""
    from sapper.cli.files import write_whole
    from sapper.cli.trace import HEADING, trace
    from sapper.formats.frames import frame_pixels, frame_svg, frames
    from sapper.formats.png import png

    folder.mkdir(exist_ok=True)
    shown = frames(record)
    for number, frame in enumerate(shown):
        write_whole(folder / f"{number:04}.svg", frame_svg(frame))
        write_whole(folder / f"{number:04}.png", png(frame_pixels(frame)))
    write_whole(folder / "steps.txt", "\n".join([HEADING, *(line.plain for line in trace(record))]) + "\n")
    return f"{len(shown)} frames written to {folder}"
