"""Files of boards and games: which format it is, what it holds, and how to write another.

    legend   holds    layouts (where the mines are), views (what a player sees) or records (whole games)

A format is a module with `sniff` and as many of `read_layouts`, `read_views`, `read_records` and the three `write_…`
as it can. Formats are told apart by their content, never by their name; the name decides only what is written. A
record also gives its layout, and the views of its game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from sapper.board.view import View
from sapper.errors import BadFile
from sapper.formats import mbf
from sapper.game.layout import Layout
from sapper.sim.record import GameRecord

T = TypeVar("T")

LARGEST = 64_000_000
"""Bytes of the largest file that is read: a picture without compression, or thousands of games."""


@dataclass(frozen=True)
class Format:
    """One format of files."""

    name: str
    module: str
    endings: tuple[str, ...]
    """Names that are written in this format; none if it is only read."""

    def can(self, what: str) -> Callable[..., Any] | None:
        """The function of the format that does it, such as `read_views`; None if it has none."""
        found: Callable[..., Any] | None = getattr(import_module(f"sapper.formats.{self.module}"), what, None)
        return found


# In the order in which they are tried: signatures first, plain text last. Modules are loaded when they are needed.
FORMATS = (
    Format("picture", "screenshot", ()),
    Format("JSON", "json_file", (".json",)),
    Format("CSV", "positions", (".csv",)),
    Format("MBF", "mbf", (".mbf", ".abf")),
    Format("replay", "replays", ()),
    Format("text", "text", (".txt",)),
)


def format_of(data: bytes) -> Format:
    """The format of some bytes; text if it is nothing else."""
    if not data.strip():
        raise BadFile("the file is empty")
    if len(data) > LARGEST:
        raise BadFile(f"the file has {len(data):,} bytes, at most {LARGEST:,} are read")
    for format in FORMATS[:-1]:
        sniff = format.can("sniff")
        if sniff is not None and sniff(data):
            return format
    return FORMATS[-1]


def layouts_in(data: bytes) -> list[Layout]:
    """The layouts in the bytes of a file; those of its games, if it holds games."""
    format = format_of(data)
    if read := format.can("read_layouts"):
        found: list[Layout] = read(data)
        return _some(found)
    if format.can("read_records") is None:
        raise BadFile(f"a {format.name} file shows what a player sees, not where the mines are")
    return [record.layout for record in records_in(data)]


def views_in(data: bytes) -> list[View]:
    """The views in the bytes of a file; all views of its games, if it holds games."""
    format = format_of(data)
    if _holds_records(format, data):
        return [view for record in records_in(data) for view in record.replay()]
    read = format.can("read_views")
    if read is None:
        raise BadFile(f"a {format.name} file says where the mines are, not what a player sees")
    found: list[View] = read(data)
    return _some(found)


def records_in(data: bytes) -> list[GameRecord]:
    """The games in the bytes of a file."""
    format = format_of(data)
    read = format.can("read_records")
    if read is None:
        raise BadFile(f"a {format.name} file holds boards, not games")
    found: list[GameRecord] = read(data)
    return _some(found)


def holds_records(data: bytes) -> bool:
    """Whether the bytes of a file are those of games."""
    return _holds_records(format_of(data), data)


def converted(data: bytes, ending: str) -> bytes:
    r"""The content of a file as bytes of the format that is written under such an ending.

    What is richest and can be written there is kept: games before layouts before views.

    >>> converted(bytes([3, 1, 0, 1, 2, 0]), ".txt")
    b'..*\n'
    """
    target = _written_as(ending)
    source = format_of(data)
    if _holds_records(source, data) and (write := target.can("write_records")):
        return bytes(write(records_in(data)))
    if _holds_layouts(source, data) and (write := target.can("write_layouts")):
        return bytes(write(layouts_in(data)))
    if write := target.can("write_views"):
        return bytes(write(views_in(data)))
    return mbf.write_layouts(layouts_in(data))  # the only format without views


def read_layouts(path: str | Path) -> list[Layout]:
    """The layouts in a file: MBF or ABF, text, JSON, or the boards of recorded games and replays."""
    return layouts_in(_read(path))


def read_views(path: str | Path) -> list[View]:
    """The views in a file: text, CSV, JSON, a screenshot, or all positions of recorded games and replays."""
    return views_in(_read(path))


def read_records(path: str | Path) -> list[GameRecord]:
    """The games in a file: JSON records, or a replay (.avf, .evf, .mvf, .rmv)."""
    return records_in(_read(path))


def write_file(path: str | Path, items: Sequence[Layout] | Sequence[View] | Sequence[GameRecord]) -> None:
    """Write layouts, views or records; the ending of the name decides the format: .mbf, .abf, .txt, .csv or .json."""
    target = _written_as(Path(path).suffix)
    kinds = {Layout: "layouts", View: "views", GameRecord: "records"}
    kind = next(
        (word for type_, word in kinds.items() if items and all(isinstance(item, type_) for item in items)), None
    )
    if kind is None:
        raise BadFile("a file holds layouts, views or records, at least one and all of one kind")
    write = target.can(f"write_{kind}")
    if write is None:
        raise BadFile(f"a {target.name} file does not hold {kind}")
    Path(path).write_bytes(write(items))


def _read(path: str | Path) -> bytes:
    file = Path(path)
    if file.is_file() and file.stat().st_size > LARGEST:
        raise BadFile(f"the file has {file.stat().st_size:,} bytes, at most {LARGEST:,} are read")
    return file.read_bytes()


def _written_as(ending: str) -> Format:
    for format in FORMATS:
        if ending.lower() in format.endings:
            return format
    known = ", ".join(ending for format in FORMATS for ending in format.endings)
    raise BadFile(f"no format is written as {ending or 'a name without an ending'!r}: choose {known}")


def _holds_records(format: Format, data: bytes) -> bool:
    if holds := format.can("holds"):
        return bool(holds(data, "steps"))
    return format.can("read_records") is not None


def _holds_layouts(format: Format, data: bytes) -> bool:
    """Whether a file says where mines are; a text does not say which it is, and a view may show all mines."""
    if holds := format.can("holds"):
        return bool(holds(data, "layout"))
    return format.name != "text" and format.can("read_views") is None


def _some(items: list[T]) -> list[T]:
    if not items:
        raise BadFile("the file holds nothing")
    return items
