"""A line at the terminal that is redrawn while work goes on; nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def live_line() -> Iterator[Callable[[str], None]]:
    """Something to tell how the work stands; the last line disappears at the end."""
    from rich.live import Live
    from rich.text import Text

    from sapper.cli.console import Terminal

    terminal = Terminal(sys.stderr)
    if not terminal.can_redraw:
        yield lambda line: None
        return
    with Live(console=terminal, transient=True, redirect_stdout=False, redirect_stderr=False) as live:
        yield lambda line: live.update(Text(line, "dim", no_wrap=True, overflow="ellipsis"))
