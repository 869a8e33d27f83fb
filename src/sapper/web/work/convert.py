"""The board in a file that somebody pastes or drops. Files come as bytes in the request; no path is ever opened."""

from __future__ import annotations

import base64
import binascii
from typing import NotRequired

from typing_extensions import TypedDict

from sapper.errors import BadFile
from sapper.formats.files import format_of, holds_records, layouts_in, records_in, views_in
from sapper.game.layout import Layout
from sapper.web.limits import Limits
from sapper.web.work.analysis import rows
from sapper.web.work.views import ShownView, check_size, shown

READ = ("JSON", "CSV", "MBF", "text")
"""Replays and pictures need other people's parsers: `sapper convert` reads them, this server does not."""


class Converted(TypedDict):
    """What a file holds: the first of its boards."""

    kind: str
    format: str
    view: NotRequired[ShownView]
    layout: NotRequired[list[str]]


def convert(text: str | None, encoded: str | None, limits: Limits) -> Converted:
    """The first board of a file, as a view or as a layout.

    >>> convert("1./..", None, Limits())["view"]["rows"]
    ['1.', '..']
    >>> convert(None, "AwEAAQIA", Limits())["layout"]
    ['..*']
    """
    data = _bytes(text, encoded)
    format = format_of(data)
    if format.name not in READ:
        raise BadFile(f"a {format.name} file is not read here: use `sapper convert`")
    if format.name == "JSON" and holds_records(data):
        record = records_in(data)[0]
        return _layout("record", format.name, record.layout, limits)
    if format.name == "MBF" or (format.name == "JSON" and b'"layout"' in data):
        return _layout("layout", format.name, layouts_in(data)[0], limits)
    if format.name == "text" and _only_mines(data):
        return _layout("layout", format.name, layouts_in(data)[0], limits)
    view = views_in(data)[0]
    check_size(view.grid.height, view.grid.width, limits)
    return {"kind": "view", "format": format.name, "view": shown(view)}


def _bytes(text: str | None, encoded: str | None) -> bytes:
    if encoded is None:
        return (text or "").encode("utf-8", "replace")
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise BadFile("this is not base64") from None


def _only_mines(data: bytes) -> bool:
    """Whether a text says where mines are and nothing else: a view of hidden cells has no mine."""
    return b"*" in data and not data.strip(b"*./\r\n\t ")


def _layout(kind: str, format: str, layout: Layout, limits: Limits) -> Converted:
    check_size(layout.grid.height, layout.grid.width, limits)
    return {"kind": kind, "format": format, "layout": rows(layout.mines)}
