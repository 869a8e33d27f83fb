"""Limits: how much one client, and all together, may ask of the server."""

from __future__ import annotations

from dataclasses import dataclass, field

from sapper.knowledge.belief import Limit


@dataclass(frozen=True)
class Limits:
    """Every bound in one place; the defaults suit one small machine that many people share."""

    side: int = 100
    """Rows and columns of the largest board …"""
    cells: int = 2500
    """… and its cells."""
    body: int = 512_000
    """Bytes of a request."""
    body_seconds: float = 10.0
    """How long a request may take to arrive."""
    requests_per_second: float = 30.0
    """Per client, in the long run …"""
    burst: int = 120
    """… and at once."""
    games: int = 20_000
    games_per_client: int = 100
    games_in_memory: int = 500
    """The others are replayed from the database when somebody comes back to them."""
    idle_seconds: float = 7 * 86_400.0
    """A game that nobody touched for so long is dropped."""
    moves_per_cell: int = 20
    workers: int = 2
    """Processes that think."""
    waiting: int = 256
    """Questions that may wait for them."""
    waiting_per_client: int = 16
    """A client's questions are answered one after the other, so that nobody holds more than one worker."""
    seconds: float = 6.0
    """After so long a question is given up, and its worker is killed …"""
    long_seconds: float = 20.0
    """… and so long for a watched game, a review, or a board that needs no guess."""
    samples: int = 50
    frames: int = 10_000
    """Moves of the longest game that is shown."""
    lab_games: int = 200_000
    """Games of the largest experiment that is started from the page."""
    streams: int = 64
    """Listeners to running experiments."""
    inference: Limit = field(default_factory=lambda: Limit(states=200_000, values=3_000_000, sweeps=4))
    """Past it, risks are sampled."""
