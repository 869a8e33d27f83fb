"""`sapper watch`: a game while it is played."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import GameOptions, PlayerOptions, takes_options

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.board.grid import Cell
    from sapper.cli.console import Terminal
    from sapper.game.game import Game
    from sapper.sim.play import Turn

CELLS_PER_STEP = 500
"""Without a terminal, a board of twice as many cells is printed every second step only, and so on."""
LINES_BELOW = 4
"""What a terminal must have room for besides the board."""


@takes_options
def watch(
    game: GameOptions,
    player: PlayerOptions,
    speed: Annotated[float, typer.Option(metavar="STEPS", help="Steps per second, on a terminal or in a GIF.")] = 8.0,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE.gif|FOLDER/", help="Write an animation, or numbered SVG and PNG frames, instead."),
    ] = None,
) -> None:
    """Watch an agent play, with the reason of each step."""
    from sapper.cli.console import Terminal
    from sapper.cli.film import check_film, write_film
    from sapper.cli.play import PERSON, seated
    from sapper.errors import BadInput
    from sapper.game.game import Game
    from sapper.sim.play import play, turns

    if not 0.0 < speed <= 1000.0:
        raise BadInput(f"--speed must be above 0 and at most 1000 steps per second, not {speed:g}")
    if player.agent == PERSON:
        raise BadInput("a person plays and does not watch: sapper play --agent me")
    if out is not None:
        check_film(out)
    terminal = Terminal()
    agent, timeout = seated(player, terminal)
    if out is not None:
        with redirect_stdout(sys.stderr):
            record = play(agent, game.rules(), game.seed or 0, start=player.first_cell(), move_timeout=timeout)
        terminal.show(write_film(record, out, speed))
        return
    played = Game(game.rules(), game.seed or 0)
    told = _told(turns(agent, played, start=player.first_cell(), move_timeout=timeout), played)
    if terminal.can_redraw:
        _show_live(told, played, terminal, speed)
    else:
        _show_plain(told, played, terminal)
    terminal.show(_ending(played))


def _told(played: Iterator[Turn], game: Game) -> Iterator[tuple[Cell, Text]]:
    """The cell and the line of each step; what an agent prints meanwhile goes to standard error."""
    from sapper.cli.trace import line
    from sapper.formats.story import Narrator

    narrator = Narrator(game)
    while True:
        with redirect_stdout(sys.stderr):
            turn = next(played, None)
        if turn is None:
            return
        yield turn.step.move.cell, line(narrator.tell(turn.step, turn.outcome))


def _show_live(told: Iterator[tuple[Cell, Text]], game: Game, terminal: Terminal, speed: float) -> None:
    """Redraw one picture in place."""
    from rich.live import Live

    with Live(console=terminal, auto_refresh=False, redirect_stdout=False, redirect_stderr=False) as live:
        due = time.monotonic()
        for cell, line in told:
            live.update(_picture(game, cell, line, terminal), refresh=True)
            due = max(due + 1.0 / speed, time.monotonic())  # after a long thought, do not hurry to catch up
            time.sleep(max(due - time.monotonic(), 0.0))


def _show_plain(told: Iterator[tuple[Cell, Text]], game: Game, terminal: Terminal) -> None:
    """Every step as a line, and the board after it; of a big board only some pictures, and the last."""
    from sapper.cli.draw import draw

    every = -(-game.rules.cells // CELLS_PER_STEP)
    for number, (_, line) in enumerate(told, start=1):
        terminal.show(line)
        if number % every == 0 or game.over:
            terminal.show(draw(game.view))
            terminal.show()


def _picture(game: Game, cell: Cell, line: Text, terminal: Terminal) -> Text:
    """The board with the latest cell marked, cut to what the terminal holds, and the line of the step."""
    from rich.text import Text

    from sapper.cli.draw import LATEST, draw

    view = game.view
    height, width = view.cells.shape
    rows = window(cell[0], height, terminal.height - len(str(width)) - LINES_BELOW)
    columns = window(cell[1], width, (terminal.width - len(str(height)) - 2) // 2)
    board = draw(view, styles={cell: LATEST}, rows=rows, columns=columns)
    line.truncate(terminal.width - 1, overflow="ellipsis")
    return Text("\n").join([board, Text(), line])


def window(centre: int, total: int, room: int) -> range:
    """Which rows (or columns) to show when only some fit: those around the centre.

    >>> window(centre=50, total=100, room=10), window(centre=2, total=100, room=10), window(7, 8, room=10)
    (range(45, 55), range(0, 10), range(0, 8))
    """
    room = min(max(room, 1), total)
    first = min(max(centre - room // 2, 0), total - room)
    return range(first, first + room)


def _ending(game: Game) -> Text:
    from rich.text import Text

    result = game.result
    survey = game.rules.end == "survey"
    verdict = "won" if result.won else "finished" if survey else "lost"
    score = f"score {result.score:.3f}: {result.flags_right} of {game.rules.mines} mines flagged"
    wrong = f", {result.flags_wrong} safe cells flagged" if result.flags_wrong else ""
    opened = f", {result.mines_opened} mines opened" if survey else ""
    style = "bold green" if result.won else "bold" if survey else "bold red"
    return Text.assemble((verdict, style), f"   {score}{wrong}{opened}")
