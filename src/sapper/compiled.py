"""How kernels are compiled: numba, cached on disk, without the GIL, and with a word to the user the first time.

`NUMBA_DISABLE_JIT=1` runs the very same functions as plain Python; `NUMBA_BOUNDSCHECK=1` checks every index.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import config, event

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function on arrays when it is first called."""
    if config.DISABLE_JIT:
        return function
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


class _Announcement(event.Listener):  # type: ignore[misc]
    """Says once per process that kernels are being compiled; loading them from the cache stays silent."""

    said = False

    def on_start(self, event: object) -> None:
        if not self.said:
            self.said = True
            print("sapper: compiling kernels, once; later starts are quick …", file=sys.stderr, flush=True)

    def on_end(self, event: object) -> None:
        pass


event.register("numba:compile", _Announcement())
