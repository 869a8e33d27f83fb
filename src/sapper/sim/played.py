"""Played: the figures of one game, without its moves."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Played:
    """The figures of one played game; `GameRecord.metrics` says the same of a record."""

    won: bool = False
    score: float = 0.0
    net_score: float = 0.0
    mines_opened: int = 0
    flags_right: int = 0
    flags_wrong: int = 0
    cells_opened: int = 0
    moves: int = 0
    guesses: int = 0
    deductions: dict[str, int] = field(default_factory=dict)
    """Proved moves by the level that proved them."""
    seconds: float = 0.0
    """Time the agent thought; in the fast lane, the whole game's share of its batch."""
    error: str | None = None
    """What went wrong, in one line, if the agent failed on this board; the figures then say nothing."""
