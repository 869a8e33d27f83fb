"""How kernels are compiled: numba, cached on disk, without the GIL, and with a word to the user the first time.

`NUMBA_DISABLE_JIT=1` runs the very same functions as plain Python; `NUMBA_BOUNDSCHECK=1` checks every index.

Numba keeps a compiled kernel as long as the kernel's own file is unchanged, although it contains the kernels of other
files that it calls. So the cache has a folder per state of all files with kernels, and of how they are translated
(`lowering.py`): an edit of any of them starts a new one, and the old one is removed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config, event, types

from sapper.lowering import LeanCompiler

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent
_PLAIN, _CHECKED = "sapper-kernels-", "sapper-checked-kernels-"


def inlined(function: F) -> F:
    """A kernel that is copied into its callers: for short ones with many arrays, where the call itself costs most."""
    return function if config.DISABLE_JIT else cast(F, numba.njit(inline="always")(function))


def kernel(function: F) -> F:
    """Compile a function on arrays when it is first called."""
    if config.DISABLE_JIT:
        return function
    before = config.CACHE_DIR
    config.CACHE_DIR = _cache_folder()
    try:
        compiled = numba.njit(
            cache=True,
            nogil=True,
            error_model="numpy",
            no_cfunc_wrapper=True,  # for callers in C, of which there are none: a sixteenth of the time to compile
            pipeline_class=LeanCompiler,
        )
        dispatcher = compiled(function)
    finally:
        config.CACHE_DIR = before
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_general, args)), kws)
    return cast(F, dispatcher)


def _general(kind: Any) -> Any:
    """The type for which a kernel is compiled when another one calls it: that of any number instead of just this one.

    Numba would compile a kernel again for each constant it is called with, and for each width of its integers.
    """
    kinds: Any = types  # not all of them are declared
    kind = kinds.unliteral(kind)
    return kinds.int64 if isinstance(kind, kinds.Integer) and kind.signed else kind


@lru_cache(maxsize=1)
def _cache_folder() -> str:
    """The folder for kernels compiled from the package as it is now."""
    digest = hashlib.sha256()
    for source in sorted(_PACKAGE.rglob("*.py")):
        text = source.read_bytes()
        if b"@kernel" in text or b"@inlined" in text or source.name == "lowering.py":
            digest.update(text)
    base, name = _cache_base(), _CHECKED if os.environ.get("NUMBA_BOUNDSCHECK") else _PLAIN
    folder = base / f"{name}{digest.hexdigest()[:16]}"
    if not folder.exists():
        for old in base.glob(f"{name}*"):
            shutil.rmtree(old, ignore_errors=True)
    return str(folder)


def _cache_base() -> Path:
    """Where the user wants caches, else beside the package, else the user's cache folder."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return Path(os.environ["NUMBA_CACHE_DIR"])
    beside = _PACKAGE / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        if os.access(beside, os.W_OK):
            return beside
    except OSError:
        pass
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "sapper"


class _Announcement(event.Listener):  # type: ignore[misc]  # numba has no types
    """Says once per process that kernels are being compiled; loading them from the cache stays silent."""

    said = False

    def on_start(self, event: object) -> None:
        if not self.said:
            self.said = True
            print("sapper: compiling kernels, once; later starts are quick …", file=sys.stderr, flush=True)

    def on_end(self, event: object) -> None:
        pass


event.register("numba:compile", _Announcement())
if config.DISABLE_JIT:
    np.seterr(over="ignore")  # hashes wrap around on purpose, which compiled code does in silence
