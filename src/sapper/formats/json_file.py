"""JSON: records of games, or lists of boards, as `sapper play --out` and `sapper generate --json` write them.

A list holds objects of one kind: whole records, or objects with a `layout`, or objects with a `view`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sapper.board.view import View
from sapper.errors import BadFile, BadInput
from sapper.formats.text import decode
from sapper.game.layout import Layout
from sapper.sim.record import FORMAT, GameRecord

T = TypeVar("T")


def sniff(data: bytes) -> bool:
    """Whether the first sign is that of a JSON object or list."""
    return data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def read_records(data: bytes) -> list[GameRecord]:
    """The records in a file."""
    objects = _objects(data)
    if any(one.get("format") != FORMAT for one in objects):
        raise BadFile(f"this is not a {FORMAT} file")
    return [GameRecord.from_json(json.dumps(one)) for one in objects]


def read_layouts(data: bytes) -> list[Layout]:
    r"""The layouts in a file; those of its records, if it holds records.

    >>> read_layouts(b'[{"layout": "*.\\n..", "seed": 1}]')
    [Layout.parse('*./..')]
    """
    return _field(data, "layout", Layout.parse)


def read_views(data: bytes) -> list[View]:
    """The views in a file."""
    return _field(data, "view", View.parse)


def write_records(records: Sequence[GameRecord]) -> bytes:
    """One record as an object, several as a list."""
    texts = [record.to_json() for record in records]
    return (f"{texts[0] if len(texts) == 1 else '[' + ', '.join(texts) + ']'}\n").encode()


def write_layouts(layouts: Sequence[Layout]) -> bytes:
    """A list of objects with a `layout`."""
    return (json.dumps([{"layout": str(layout)} for layout in layouts]) + "\n").encode()


def write_views(views: Sequence[View]) -> bytes:
    """A list of objects with a `view`."""
    return (json.dumps([{"view": str(view)} for view in views]) + "\n").encode()


def holds(data: bytes, name: str) -> bool:
    """Whether the objects of the file have such a field."""
    objects = _objects(data)
    return bool(objects) and all(name in one for one in objects)


def _objects(data: bytes) -> list[dict[str, Any]]:
    try:
        document = json.loads(decode(data))
    except (ValueError, RecursionError):
        raise BadFile("this is not whole JSON: it may be cut off") from None
    objects = document if isinstance(document, list) else [document]
    if not all(isinstance(one, dict) for one in objects):
        raise BadFile(f"this is not a {FORMAT} file, nor a list of boards")
    return objects


def _field(data: bytes, name: str, parse: Callable[[str], T]) -> list[T]:
    found = []
    for number, one in enumerate(_objects(data), 1):
        text = one.get(name)
        if not isinstance(text, str):
            raise BadFile(f"object {number} of this JSON file has no text {name!r}")
        try:
            found.append(parse(text))
        except BadInput as error:
            raise BadFile(f"{name} {number} of this JSON file: {error}") from None
    return found
