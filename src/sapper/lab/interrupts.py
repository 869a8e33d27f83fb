"""Ctrl-C, where it must not strike at once. Both do nothing outside the main thread, which alone hears of signals."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """A process that is started here ignores Ctrl-C from its first moment: its parent decides what it means."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """A Ctrl-C takes effect when this is over: DuckDB would drop its statement, and not say which Ctrl-C it was."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = False

    def remember(*_: object) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)
