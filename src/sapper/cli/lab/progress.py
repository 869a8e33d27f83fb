"""How a sweep is going: a bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from sapper.cli.console import Terminal
    from sapper.lab.sweep import Progress


@contextmanager
def progress(name: str, folder: Path) -> Iterator[Progress]:
    """A bar with rate and time left; after Ctrl-C, a word about what is kept."""
    from sapper.cli.console import Terminal

    bar = _bar(Terminal(sys.stderr))
    task = bar.add_task(name, total=None)
    kept, total = 0, 0

    def tell(done: int, games: int) -> None:
        nonlocal kept, total
        kept, total = done, games
        bar.update(task, completed=done, total=games)

    try:
        with bar:
            yield tell
    except KeyboardInterrupt:
        where = f"{kept:,} of {total:,} games are kept in {str(folder)!r}"
        print(f"sapper: stopped; {where}, and the same command goes on", file=sys.stderr)
        raise


def _bar(terminal: Terminal) -> Bar:
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        """Games per second."""

        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.3g} games/s")

    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=terminal,
        disable=not terminal.can_redraw,
        transient=True,
    )
