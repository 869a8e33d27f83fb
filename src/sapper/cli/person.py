"""`--agent me`: a person who types moves."""

from __future__ import annotations

from typing import TextIO

from rich.text import Text

from sapper.board.chance import Chance
from sapper.board.moves import Ask, Flag, Move, Open, Unflag, parse_move
from sapper.board.view import FLAG, HIDDEN, SAFE, View
from sapper.cli.console import Terminal
from sapper.cli.draw import LATEST, draw
from sapper.errors import BadInput, IllegalMove, SapperError

HELP = "3,4 or o 3,4 opens row 3, column 4 · f 3,4 flags · u 3,4 takes a flag back · a 3,4 asks again · q quits"

_VERBS = {"o": "open", "f": "flag", "u": "unflag", "a": "ask"}
_NEEDS = {Open: (HIDDEN, "hidden"), Flag: (HIDDEN, "hidden"), Unflag: (FLAG, "flagged"), Ask: (SAFE, "open, no clue")}


class Left(SapperError):
    """The person does not want to go on."""


class Person:
    """Shows the board and reads moves until one is possible."""

    name = "me"

    def __init__(self, terminal: Terminal, lines: TextIO | None) -> None:
        self._terminal = terminal
        self._lines = lines
        self._latest: Move | None = None

    def act(self, view: View, rng: Chance) -> Move:
        """The next move that was typed; a wrong line is answered and asked again."""
        if self._latest is None:
            self._terminal.show(HELP)
        self._show(view)
        while True:
            try:
                self._latest = read_move(self._ask(), view)
                return self._latest
            except (BadInput, IllegalMove) as error:
                self._terminal.show(f"{error}")

    def _show(self, view: View) -> None:
        self._terminal.show()
        self._terminal.show(draw(view, styles={self._latest.cell: LATEST} if self._latest else None))
        left = "" if view.mines_left is None else f"{view.mines_left} mines left, "
        self._terminal.show(Text(f"{left}{int(view.hidden.sum())} cells hidden", "dim"))

    def _ask(self) -> str:
        """The next line that is not a request for help."""
        while True:
            self._terminal.show("> ", end="")
            self._terminal.file.flush()
            line = self._lines.readline() if self._lines is not None else ""
            if not line:
                self._terminal.show()
                raise SapperError("the input ended before the game was over")
            word = line.strip().lower()
            if word in ("q", "quit", "exit"):
                raise Left("you left the game")
            if word not in ("?", "h", "help"):
                return word
            self._terminal.show(HELP)


def read_move(line: str, view: View) -> Move:
    """Read a typed move and see that it is possible.

    >>> read_move("f 0,1", View.parse("1."))
    Flag(cell=(0, 1))
    """
    verb, rest = "open", line.strip()
    if rest[:1].isalpha():
        word, _, rest = rest.partition(" ")
        verb = _VERBS.get(word, word)
    try:
        move = parse_move(f"{verb} {rest}")
    except BadInput:
        raise BadInput(f"{line.strip()!r} is not a move; ? helps") from None
    row, column = move.cell
    if not view.grid.holds(move.cell):
        raise IllegalMove(
            f"({row},{column}) lies outside: rows 0–{view.grid.height - 1}, columns 0–{view.grid.width - 1}"
        )
    code, wanted = _NEEDS[type(move)]
    if view[move.cell] != code:
        raise IllegalMove(f"({row},{column}) is not {wanted}: cannot {move}")
    if isinstance(move, Ask) and not view.clues.again:
        raise IllegalMove(f"under clues {view.clues} a cell answers only once")
    return move
