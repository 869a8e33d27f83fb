"""Writing to the terminal, or to whatever stands in its place."""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console
from rich.text import Text


class Terminal(Console):
    """A rich console that never rewraps our lines and leaves a broken pipe to `main`."""

    def __init__(self, file: TextIO | None = None) -> None:
        super().__init__(file=file or sys.stdout, highlight=False, markup=False, emoji=False)

    @property
    def can_redraw(self) -> bool:
        """Whether a picture may be redrawn in place."""
        return self.file.isatty() and not self.is_dumb_terminal

    def show(self, text: Text | str = "", end: str = "\n") -> None:
        """Print lines as they are; without colour also without the spaces that only carry a background."""
        if isinstance(text, Text) and self.color_system is None:
            text = "\n".join(line.rstrip() for line in text.plain.split("\n"))
        self.print(text, end=end, soft_wrap=True)

    def on_broken_pipe(self) -> None:
        """Do not exit here."""
        raise BrokenPipeError
