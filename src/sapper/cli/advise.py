"""`sapper advise`: help in a game that is played elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sapper.board.view import View
    from sapper.cli.adviser import Adviser
    from sapper.cli.console import Terminal


def advise(
    size: Annotated[str | None, typer.Option(metavar="WxH", help="Width x height, each from 1 to 1000.")] = None,
    mines: Annotated[int | None, typer.Option(metavar="N", help="How many mines.")] = None,
    level: Annotated[
        str | None, typer.Option(metavar="NAME", help="Instead of --size: beginner, intermediate, expert, survey10 …")
    ] = None,
    rule: Annotated[
        str | None, typer.Option(metavar="classic|survey", help="Does a mine end the game?  [default: classic]")
    ] = None,
    first: Annotated[
        str | None, typer.Option(metavar="any|safe|opening", help="What the first click is promised.")
    ] = None,
    no_mine_count: Annotated[bool, typer.Option("--no-mine-count", help="The number of mines is not known.")] = False,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved board.")] = None,
) -> None:
    """Advise in a game played elsewhere: I say which cell to open, you type what it showed."""
    from sapper.cli.adviser import Adviser
    from sapper.cli.console import Terminal

    terminal = Terminal()
    view = _resumed(resume) if resume else _fresh(size, mines, level, rule, first, no_mine_count)
    adviser = Adviser(view, lambda: sys.stdin.readline() if sys.stdin is not None else "")
    terminal.show("Type what the cell shows, or help.")
    _talk(adviser, terminal)


def _talk(adviser: Adviser, terminal: Terminal) -> None:
    """Advise and listen until the game is over or nobody types any more."""
    from sapper.cli.adviser import Left
    from sapper.errors import SapperError

    shown: View | None = None
    while True:
        if adviser.view is not shown:
            _show(adviser, terminal)
            shown = adviser.view
        terminal.show("> ", end="")
        terminal.file.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            terminal.show()
            return
        if line.strip().lower() == "show":
            shown = None
            continue
        try:
            answer = _risks(adviser, terminal) if line.strip().lower() == "risks" else adviser.answer(line)
        except Left:
            return
        except SapperError as error:
            answer = str(error)
        if answer:
            terminal.show(answer)


def _show(adviser: Adviser, terminal: Terminal) -> None:
    """The board, with the cell to open marked, and the advice."""
    from sapper.cli.draw import LATEST, draw, drawn_width

    view, advice = adviser.view, adviser.advice
    terminal.show()
    if not terminal.is_terminal or drawn_width(view) <= terminal.width:
        styles, labels = dict.fromkeys(advice.asked[:1], LATEST), dict.fromkeys(advice.asked[:1], "?")
        terminal.show(draw(view, styles=styles, labels=labels))
        terminal.show()
    terminal.show(advice.text)


def _risks(adviser: Adviser, terminal: Terminal) -> str:
    """Show the board with all risks."""
    from sapper.cli.draw import draw_risks
    from sapper.inference.levels import infer

    view = adviser.view.without_flags()
    terminal.show(draw_risks(view, infer(view), coloured=terminal.color_system is not None))
    return ""


def _fresh(
    size: str | None, mines: int | None, level: str | None, rule: str | None, first: str | None, no_mine_count: bool
) -> View:
    """The view before the first click."""
    from sapper.cli.options import GameOptions
    from sapper.game.game import Game

    options = GameOptions(size, mines, level=level, rule=rule, first=first, no_mine_count=no_mine_count)
    return Game(options.rules()).view


def _resumed(file: Path) -> View:
    from sapper.cli.analyse import read_view

    return read_view(file, "resume")
