"""Player: an agent as it takes part in an experiment, with a version, and complete enough to be sent anywhere.

The version of an agent of the catalogue is a digest of the code that decides its play: every file of the rooms below,
as Python reads it, without comments and docstrings. Any change there makes a new version of every agent; that plays
some games again for nothing, but never mixes old games with new ones. (Parameters are part of an agent's name.)

The version of an agent from a file is a digest of that file and of the code above. Modules that the file imports from
its neighbours are not part of it: after a change in such a neighbour alone, touch the file itself as well.
"""

from __future__ import annotations

import ast
import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sapper.players.agent import Agent
from sapper.players.custom import file_and_class, in_file, maker, read_file

ROOMS = ("board", "game", "knowledge", "inference", "policies", "players", "sim")
"""The code that decides how a game is played."""
_PACKAGE = Path(__file__).parents[1]
_DIGITS = 16
_READING = threading.Lock()
"""Before Python 3.11.5 two threads must not parse at the same time: one of them may end in a SystemError."""


@dataclass(frozen=True)
class Player:
    """An agent of the catalogue by its name, or one from a file with the source of that file."""

    spec: str
    version: str
    source: bytes | None = None

    @classmethod
    def of(cls, spec: str) -> Player:
        """The agent that an experiment names; refuse at once what cannot play.

        >>> Player.of("basic").version == Player.of("exact").version == code_version()
        True
        """
        if not in_file(spec):
            maker(spec)()
            return cls(spec, code_version())
        path, _ = file_and_class(spec)
        source = read_file(path)
        maker(spec, source)()
        return cls(spec, _digest(code_version().encode(), source), source)

    @property
    def name(self) -> str:
        """The name under which its games are kept: for a file, without the folder it happens to lie in."""
        if self.source is None:
            return self.spec
        path, kind = file_and_class(self.spec)
        return f"{path.name}:{kind}"

    @property
    def maker(self) -> Callable[[], Agent]:
        """What makes the agent; a file is run once per process."""
        return _maker(self.spec, self.source)


@lru_cache(maxsize=64)
def _maker(spec: str, source: bytes | None) -> Callable[[], Agent]:
    return maker(spec, source)


def code_version() -> str:
    """The digest of the code that decides how agents of the catalogue play; about half a second, once per process."""
    with _READING:
        return _code_version()


@lru_cache(maxsize=1)
def _code_version() -> str:
    files = [path for room in ROOMS for path in sorted((_PACKAGE / room).rglob("*.py"))]
    return _digest(*(_meaning(path.read_bytes()) for path in files))


def _meaning(source: bytes) -> bytes:
    """What Python makes of a source: its syntax tree without docstrings.

    >>> _meaning(b"def one(): return 1  # why") == _meaning(b"def one(): 'One.'; return 1")
    True
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree).encode()


def _digest(*parts: bytes) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()[:_DIGITS]
