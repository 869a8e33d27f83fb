"""Plain text: views or layouts in our notation, with an empty line between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from sapper.board.view import View
from sapper.errors import BadFile, BadInput
from sapper.game.layout import Layout

T = TypeVar("T")


def decode(data: bytes) -> str:
    """The text in some bytes."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile("this is neither text nor another format that Sapper reads") from None


def read_layouts(data: bytes) -> list[Layout]:
    r"""The layouts in a text.

    >>> read_layouts(b"*./..\n\n.*\n")
    [Layout.parse('*./..'), Layout.parse('.*')]
    """
    return _each(data, Layout.parse)


def read_views(data: bytes) -> list[View]:
    """The views in a text."""
    return _each(data, View.parse)


def write_layouts(layouts: Sequence[Layout]) -> bytes:
    """A text of layouts."""
    return ("\n\n".join(map(str, layouts)) + "\n").encode()


def write_views(views: Sequence[View]) -> bytes:
    """A text of views."""
    return ("\n\n".join(map(str, views)) + "\n").encode()


def _each(data: bytes, parse: Callable[[str], T]) -> list[T]:
    texts = re.split(r"\n[ \t]*(?:\n[ \t]*)+", decode(data).replace("\r\n", "\n").strip())
    found = []
    for number, text in enumerate(texts, 1):
        try:
            found.append(parse(text))
        except BadInput as error:
            where = f"board {number}: " if len(texts) > 1 else ""
            raise type(error)(f"{where}{error}") from None
    return found
