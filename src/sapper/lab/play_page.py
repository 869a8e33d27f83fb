"""A play on paper: its steps as text, its frames as pictures, and all of it on a page."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from sapper.formats.frames import animation, frame_pixels, frame_svg, frames
from sapper.formats.png import png
from sapper.formats.story import story
from sapper.lab.html import Html, details, element, join, page, table
from sapper.lab.plays import Play
from sapper.sim.record import GameRecord

STEPS_PER_SECOND = 2.0
"""Slow enough to read the reasons."""


def play_report(play: Play, commands: tuple[str, ...]) -> Mapping[str, bytes]:
    """The files of a play by name: NAME.html, NAME.gif, NAME.txt, and NAME/0000.svg, NAME/0000.png and so on."""
    record = play.record()
    shown = frames(record)
    moving = animation(shown, STEPS_PER_SECOND)
    body = join([element("h1", play.name), play_body(play, record, moving), element("h2", "How it was played")])
    again = element("pre", element("code", "\n".join(commands)))
    files = {
        f"{play.name}.html": page(f"{play.name} · sapper", join([body, again]), charts=False).encode(),
        f"{play.name}.gif": moving,
        f"{play.name}.txt": steps_text(record).encode(),
    }
    for number, frame in enumerate(shown):
        files[f"{play.name}/{number:04}.svg"] = frame_svg(frame).encode()
        files[f"{play.name}/{number:04}.png"] = png(frame_pixels(frame))
    return files


def play_body(play: Play, record: GameRecord, moving: bytes) -> Html:
    """What a page says about a play: the result beside the report's, the game as an animation, every step in words."""
    result, mines = record.result, record.rules.mines
    theirs = _theirs(play, mines)
    outcome = f"{play.agent} flags {result.flags_right} of {mines} mines and guesses {record.guesses} times; {theirs}."
    data = base64.b64encode(moving).decode()
    picture = element(
        "img", class_="board", alt=f"The game {play.name}, step by step", src=f"data:image/gif;base64,{data}"
    )
    rows = ([str(told.number), told.move, told.shows, told.why] for _, told in story(record))
    steps = table(
        "Corners hold the cell of the move, rings the clues that proved it",
        ["step", "move", "shows", "why"],
        rows,
        words=["move", "shows", "why"],
    )
    return join(
        [
            element("p", play.about),
            element(
                "p",
                f"Report {play.report}, {play.source}: its board, and its first cell where it is known.",
                class_="note",
            ),
            element("p", f"{outcome[0].upper()}{outcome[1:]}", class_="answer"),
            element("figure", picture),
            details("Every step in words", steps),
        ]
    )


def steps_text(record: GameRecord) -> str:
    """Every step on a line, and the boards before and after the game."""
    first, *_, last = record.replay()
    lines = (f"{told.number:>5}  {told.move:<14}  {told.shows:<13}  {told.why}" for _, told in story(record))
    return "\n".join([str(first), "", *lines, "", str(last), ""])


def _theirs(play: Play, mines: int) -> str:
    found = "" if play.found is None else f"flagged {play.found} of {mines}"
    guessed = "" if play.guesses is None else f"opened {play.guesses} cells at random"
    return "the report's own game " + (" and ".join(part for part in (found, guessed) if part) or "has no figures")
