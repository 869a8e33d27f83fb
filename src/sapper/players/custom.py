"""Agents from files: `path/to/file.py:Class`, beside the names of the catalogue.

The file is run as Python runs a script, except that nothing is written beside it, and its folder is put at the end of
the import path, so that it may import its neighbours but cannot replace anybody else's modules.
"""

from __future__ import annotations

import difflib
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from sapper.errors import AgentFault, UnknownAgent
from sapper.players.agent import Agent
from sapper.players.catalog import agent as agent_named

FILE_TIMEOUT = 60.0
"""Seconds that an agent from a file may think about a move, unless said otherwise."""


def in_file(spec: str) -> bool:
    """Whether an agent is given as a file and not by name.

    >>> in_file("basic"), in_file("my.py:Careful")
    (False, True)
    """
    return ":" in spec or spec.endswith(".py")


def load(spec: str) -> Agent:
    """The agent of that name, or a new one of the class `path/to/file.py:Class`."""
    return maker(spec)()


def maker(spec: str, source: bytes | None = None) -> Callable[[], Agent]:
    """What makes such agents, one after the other; `source` stands for the file, which may be on another machine."""
    if not in_file(spec):
        return partial(agent_named, spec)
    path, name = file_and_class(spec)
    return partial(_construct, _class(run_file(path, read_file(path) if source is None else source), path, name), path)


def file_and_class(spec: str) -> tuple[Path, str]:
    """The two parts of `path/to/file.py:Class`."""
    path, colon, name = spec.rpartition(":")
    if not colon or not path or not name.isidentifier():
        raise UnknownAgent(f"{spec!r} names no class: write path/to/file.py:Class")
    return Path(path), name


def read_file(path: Path) -> bytes:
    """The source of an agent."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnknownAgent(f"cannot read the agent's file {str(path)!r}: {error.strerror}") from None


def run_file(path: Path, source: bytes) -> ModuleType:
    """Run the source of a file and give back its names as a module."""
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    module = ModuleType(f"sapper_agent_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses and pickle look their module up here
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        raise AgentFault(f"{_place(path, error)} raised {_one_line(error)}") from error
    return module


def _class(module: ModuleType, path: Path, name: str) -> type[Any]:
    found = getattr(module, name, None)
    if isinstance(found, type):
        return found
    if found is not None:
        raise UnknownAgent(f"{name} in {str(path)!r} is no class but a {type(found).__name__}")
    own = [
        key for key, value in vars(module).items() if isinstance(value, type) and value.__module__ == module.__name__
    ]
    near = difflib.get_close_matches(name, own, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(own) or 'no classes'}"
    raise UnknownAgent(f"{str(path)!r} has no class {name!r}: {hint}")


def _construct(kind: type[Any], path: Path) -> Agent:
    if not callable(getattr(kind, "act", None)):
        raise AgentFault(f"the class {kind.__name__} in {str(path)!r} has no method act(view, rng)")
    try:
        player: Agent = kind()
    except (Exception, SystemExit) as error:
        raise AgentFault(f"{kind.__name__}() from {str(path)!r} cannot be made: {_one_line(error)}") from error
    return player


def _place(path: Path, error: BaseException) -> str:
    """The file, and the line in it where the error came from."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{str(path)!r}" + (f", line {lines[-1]}," if lines else "")


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
