"""One line per step: the move, what it showed, and why it was made."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sapper.formats.story import Kind, Told, story
from sapper.sim.record import GameRecord

HEADING = f"{'step':>5}  {'move':<14}  {'shows':<13}  why"
_STYLES: dict[Kind, str] = {"exploded": "red", "guess": "yellow", "promised": "", "proved": ""}


def trace(record: GameRecord) -> Iterator[Text]:
    """The lines of a whole game."""
    return (line(told) for _, told in story(record))


def line(told: Told) -> Text:
    """The line of a step; red for an opened mine, yellow for a guess."""
    return Text(f"{told.number:>5}  {told.move:<14}  {told.shows:<13}  {told.why}", _STYLES[told.kind])
