"""`sapper play`: one game, and how it ended."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import AsJson, GameOptions, OutFile, PlayerOptions, Trace, takes_options

if TYPE_CHECKING:
    from sapper.board.chance import Seed
    from sapper.board.rules import Rules
    from sapper.cli.console import Terminal
    from sapper.game.layout import Layout
    from sapper.players.agent import Agent

PERSON = "me"


@takes_options
def play(
    game: GameOptions,
    player: PlayerOptions,
    board: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Instead of a size and a seed: the board in this file.")
    ] = None,
    trace: Trace = False,
    out: OutFile = None,
    json: AsJson = False,
) -> None:
    """Play one game; show its end and its metrics."""
    from sapper.cli.console import Terminal
    from sapper.cli.files import check_writable, write_whole
    from sapper.cli.person import Left
    from sapper.cli.summary import show_game
    from sapper.sim.play import play as play_game

    terminal = Terminal()
    rules, layout = (game.rules(), None) if board is None else _in_file(game, board)
    start, seed = player.first_cell(), _seed(game, player)
    agent, timeout = seated(player, Terminal(sys.stderr) if json else terminal)
    if out is not None:
        check_writable(out)
    try:
        with redirect_stdout(sys.stderr):  # what an agent prints is no result
            record = play_game(agent, rules, seed, layout=layout, start=start, move_timeout=timeout)
    except Left as left:
        print(left, file=sys.stderr)
        return
    if out is not None:
        write_whole(out, record.to_json() + "\n")
    if json:
        print(record.to_json())
    else:
        show_game(record, terminal, steps=trace)


def _in_file(game: GameOptions, file: Path) -> tuple[Rules, Layout]:
    """The one board in a file, and the rules that fit it."""
    from sapper.board.rules import Rules
    from sapper.cli.files import read_bytes
    from sapper.errors import BadInput
    from sapper.formats.files import layouts_in

    if (game.size, game.mines, game.density, game.level) != (None, None, None, None):
        raise BadInput("--board brings its own size and mines")
    data = read_bytes(file)
    try:
        layouts = layouts_in(data)
        if len(layouts) != 1:
            raise BadInput(f"it holds {len(layouts)} boards, one is played")
    except BadInput as error:
        raise BadInput(f"cannot play {str(file)!r}: {error}") from None
    layout = layouts[0]
    height, width = layout.mines.shape
    rules = replace(game, size=f"{width}x{height}", mines=layout.total).rules()
    return Rules(**rules.to_dict() | {"topology": layout.topology}), layout


def seated(player: PlayerOptions, terminal: Terminal) -> tuple[Agent, float | None]:
    """The player that the options name, and how long it may think per move."""
    from sapper.errors import BadInput
    from sapper.players.custom import FILE_TIMEOUT, in_file, load

    if player.agent != PERSON:
        with redirect_stdout(sys.stderr):  # what a file prints while it is loaded is no result
            agent = load(player.agent)
        return agent, player.timeout(FILE_TIMEOUT if in_file(player.agent) else None)
    if player.move_timeout is not None:
        raise BadInput("--move-timeout is for programs: a person may think as long as they like")
    from sapper.cli.person import Person

    return Person(terminal, sys.stdin), None


def _seed(game: GameOptions, player: PlayerOptions) -> Seed:
    """The seed that was given, or 0; a person gets a new board each time."""
    if game.seed is not None:
        given: Seed = game.seed
        return given
    if player.agent != PERSON:
        return 0
    import secrets

    return secrets.randbelow(2**31)
