"""`sapper play`: one game, and how it ended."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from sapper.cli.options import AsJson, GameOptions, OutFile, PlayerOptions, Trace, takes_options

if TYPE_CHECKING:
    from sapper.board.chance import Seed
    from sapper.cli.console import Terminal
    from sapper.players.agent import Agent

PERSON = "me"


@takes_options
def play(
    game: GameOptions, player: PlayerOptions, trace: Trace = False, out: OutFile = None, json: AsJson = False
) -> None:
    """Play one game; show its end and its metrics."""
    from sapper.cli.console import Terminal
    from sapper.cli.files import check_writable, write_whole
    from sapper.cli.person import Left
    from sapper.cli.summary import show_game
    from sapper.sim.play import play as play_game

    terminal = Terminal()
    rules, start, seed = game.rules(), player.first_cell(), _seed(game, player)
    agent, timeout = seated(player, Terminal(sys.stderr) if json else terminal)
    if out is not None:
        check_writable(out)
    try:
        with redirect_stdout(sys.stderr):  # what an agent prints is no result
            record = play_game(agent, rules, seed, start=start, move_timeout=timeout)
    except Left as left:
        print(left, file=sys.stderr)
        return
    if out is not None:
        write_whole(out, record.to_json() + "\n")
    if json:
        print(record.to_json())
    else:
        show_game(record, terminal, steps=trace)


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
