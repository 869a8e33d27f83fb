"""Everything Sapper may raise on purpose.

    SapperError
    ├── BadInput            (also a ValueError) what was given makes no sense
    │   ├── BadNotation       a text that is not a view, a layout, a clue model or a cell
    │   ├── BadFile           a file of boards or games that is cut off, damaged or of no known format
    │   ├── BadRules          a board that cannot be laid
    │   └── BadRecord         a record file that is cut off, of another version, or does not replay
    ├── UnknownAgent        (also a LookupError) no agent of that name
    ├── IllegalMove         the move is not possible in this view
    ├── AgentFault          a user's agent raised, answered nonsense or took too long
    ├── InconsistentView    no layout explains the view
    ├── NotInferred         the belief does not hold what was asked of it
    ├── UnknownExperiment   (also a LookupError) no experiment of that name
    ├── StoreFault          the database of results cannot be opened, read or written
    ├── WorkerFault         the processes or the cluster that play the games cannot go on
    ├── MissingExtra        something that comes with an extra of Sapper is not installed
    ├── LimitExceeded       the work asked for is over the stated limit
    └── NoneFound           the search ended without what was asked for

Every message is one line that says what is wrong and, where it helps, what to do next.
"""

from __future__ import annotations

from typing import Any


class SapperError(Exception):
    """Root of all errors that Sapper raises on purpose."""


class BadInput(SapperError, ValueError):
    """What was given makes no sense."""


class BadNotation(BadInput):
    """A text is not a view, a layout, a clue model or a cell."""


class BadFile(BadInput):
    """A file of boards or games is cut off, damaged or of no known format."""


class BadRules(BadInput):
    """The rules describe a board that cannot be laid."""


class BadRecord(BadInput):
    """A record is cut off, of another version, or does not replay."""


class UnknownAgent(SapperError, LookupError):
    """No agent has that name."""


class IllegalMove(SapperError):
    """The move is not possible in this view."""


class AgentFault(SapperError):
    """An agent raised, answered something that is no move, or took too long."""


class InconsistentView(SapperError):
    """No layout explains the view."""

    def __init__(self, message: str, clues: tuple[tuple[int, int], ...] = (), mine_count: bool = False) -> None:
        super().__init__(message)
        self.clues = clues
        """Cells whose clues contradict each other, where they are known."""
        self.mine_count = mine_count
        """Whether the contradiction needs the mine count."""


class NotInferred(SapperError):
    """The belief does not hold what was asked of it."""


class LimitExceeded(SapperError):
    """The work asked for is over the stated limit."""


class UnknownExperiment(SapperError, LookupError):
    """No experiment has that name."""


class StoreFault(SapperError):
    """The database of results cannot be opened, read or written."""


class WorkerFault(SapperError):
    """The processes or the cluster that play the games cannot go on."""


class MissingExtra(SapperError):
    """Something that comes with an extra of Sapper is not installed."""


class NoneFound(SapperError):
    """The search ended, within its budget, without what was asked for."""

    def __init__(self, message: str, found: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.found = found
        """What was found before."""
