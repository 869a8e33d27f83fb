"""The adviser's side of a conversation: each line that is typed changes the view, or is answered, or is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from sapper.board.grid import Cell
from sapper.board.moves import parse_cell
from sapper.board.view import FLAG, HIDDEN, SAFE, View
from sapper.cli.advice import advise
from sapper.cli.analyse import read_view
from sapper.cli.files import check_writable, write_whole
from sapper.cli.typed import read_shown
from sapper.errors import BadInput, InconsistentView, LimitExceeded, NotInferred, SapperError
from sapper.inference.levels import infer
from sapper.inference.proof.explain import explain

HELP = """\
2            the cell that I asked for shows 2; 213 answers the first three that I asked for, in my order
3,4=2        row 3, column 4 shows 2, counted from 0; type it again to correct it
3,4 0112     from row 3, column 4 to the right; also: row 3 ..01122
board        then the whole board, one line per row
             0-8 number, * mine, _ open but not told, . nothing to say
f 3,4        flag; u 3,4 takes it back. Flags are yours: I check them, but do not rely on them
what if 3,4=2   what would follow; nothing is changed
why          the proof again; why 3,4 for any other hidden cell
undo         take the last line back; undo 3 the last three
save FILE, resume FILE   the board as text, which sapper analyse and explain read as well
show         the board; risks: the board with all risks
quit"""


class Left(SapperError):
    """The user does not want to go on."""


class Adviser:
    """A game that is played elsewhere, as far as it was told."""

    def __init__(self, view: View, next_line: Callable[[], str]) -> None:
        self.view = view
        self.advice = advise(view)
        self._past: list[View] = []
        self._next_line = next_line

    def answer(self, line: str) -> str:
        """Do what a line says and answer it; what cannot be is refused, and nothing is changed."""
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], str]] = {
            "f": self._flag, "flag": self._flag, "u": self._unflag, "unflag": self._unflag, "what": self._what_if,
            "why": self._why, "undo": self._undo, "save": self._save, "resume": self._resume, "board": self._board,
            "help": self._help, "?": self._help, "h": self._help, "quit": self._quit, "q": self._quit,
            "exit": self._quit,
        }  # fmt: skip
        if word.lower() in commands:
            return commands[word.lower()](rest.strip())
        return self._take(self._shown(line))

    def _shown(self, line: str) -> View:
        """The view with what a line says; a zero opens its neighbours."""
        changes = read_shown(line, self.advice.asked)
        outside = next((cell for cell in changes if not self.view.grid.holds(cell)), None)
        if outside is not None:
            raise BadInput(_lies_outside(self.view, outside))
        view = self.view.with_cells(changes)
        around = {other for cell, code in changes.items() if code == 0 for other in view.grid.around(cell)}
        return view.with_cells({cell: SAFE for cell in around if view[cell] == HIDDEN})

    def _take(self, view: View) -> str:
        """Go on with another view, unless it contradicts itself."""
        try:
            belief = infer(view.without_flags())
        except InconsistentView as error:
            raise InconsistentView(f"{error}: not taken. Correct one of them, or type it again") from None
        self._past.append(self.view)
        self.view, self.advice = view, advise(view)
        wrong = [cell for cell in _cells(view, FLAG) if belief.safe[cell]]
        return "\n".join(f"Your flag at ({row},{column}) is wrong: the cell is safe." for row, column in wrong)

    def _flag(self, rest: str) -> str:
        changes = {}
        for cell in _named(self.view, rest):
            if self.view[cell] != HIDDEN:
                raise BadInput(f"({cell[0]},{cell[1]}) is not hidden: it cannot be flagged")
            proof = explain(self.view.without_flags(), cell)
            if proof.mine is False:
                raise BadInput(f"({cell[0]},{cell[1]}) is proved safe: not flagged; why {cell[0]},{cell[1]} tells more")
            changes[cell] = FLAG
        flagged = self.view.with_cells(changes)
        try:
            infer(flagged)
        except InconsistentView as error:
            raise InconsistentView(f"{error} if all flags are right: not flagged") from None
        return self._take(flagged)

    def _unflag(self, rest: str) -> str:
        cells = _named(self.view, rest)
        for cell in cells:
            if self.view[cell] != FLAG:
                raise BadInput(f"({cell[0]},{cell[1]}) has no flag")
        return self._take(self.view.with_cells(dict.fromkeys(cells, HIDDEN)))

    def _what_if(self, rest: str) -> str:
        line = rest.removeprefix("if").strip()
        view = self._shown(line)
        try:
            belief = infer(view.without_flags())
        except InconsistentView as error:
            return f"That cannot be: {error}."
        safe, mines = int(belief.safe.sum()), int(belief.mines.sum())
        return f"{self._chance(line)}Then cells proved safe: {safe}, mines: {mines}.\n{advise(view).text}"

    def _chance(self, line: str) -> str:
        """How likely it is that one hidden cell shows what a line says."""
        (cell, code), *more = read_shown(line, self.advice.asked).items()
        if more or code < 0 or self.view[cell] not in (HIDDEN, FLAG):
            return ""
        try:
            chance = float(infer(self.view.without_flags()).clue_distribution(cell)[code])
        except (NotInferred, LimitExceeded):
            return ""
        return f"({cell[0]},{cell[1]}) shows {code} with probability {100 * chance:.1f} %. "

    def _why(self, rest: str) -> str:
        if not rest:
            return self.advice.text
        return "\n".join(explain(self.view.without_flags(), cell).text for cell in _named(self.view, rest))

    def _undo(self, rest: str) -> str:
        if not re.fullmatch(r"\d{0,6}", rest):
            raise BadInput(f"{rest!r} is not a number of lines to undo")
        count = int(rest or 1)
        if count > len(self._past):
            raise BadInput(f"there {'is 1 line' if len(self._past) == 1 else f'are {len(self._past)} lines'} to undo")
        for _ in range(count):
            self.view = self._past.pop()
        self.advice = advise(self.view)
        return ""

    def _save(self, rest: str) -> str:
        if not rest:
            raise BadInput("save where? save FILE")
        check_writable(Path(rest))
        write_whole(Path(rest), f"{self.view}\n")
        return f"Saved as {rest}."

    def _resume(self, rest: str) -> str:
        if not rest:
            raise BadInput("resume what? resume FILE")
        return self._take(read_view(Path(rest), "resume"))

    def _board(self, rest: str) -> str:
        rows = [rest] if rest else []
        while len(rows) < self.view.grid.height:
            line = self._next_line().strip()
            if not line:
                raise BadInput(f"the board has {self.view.grid.height} rows, not {len(rows)}: nothing is changed")
            rows.append(line)
        told = View.parse("\n".join(rows))
        if told.cells.shape != self.view.cells.shape:
            height, width = self.view.cells.shape
            raise BadInput(f"the board is {width} wide and {height} high: nothing is changed")
        return self._take(self.view.with_cells({cell: told[cell] for cell in _cells(told)}))

    def _help(self, rest: str) -> str:
        return HELP

    def _quit(self, rest: str) -> str:
        raise Left("bye")


def _named(view: View, text: str) -> list[Cell]:
    """The cells that a line names."""
    cells = [parse_cell(word) for word in re.split(r"[\s;]+", re.sub(r"\s*,\s*", ",", text))]
    for cell in cells:
        if not view.grid.holds(cell):
            raise BadInput(_lies_outside(view, cell))
    return cells


def _lies_outside(view: View, cell: Cell) -> str:
    return f"({cell[0]},{cell[1]}) lies outside: rows 0–{view.grid.height - 1}, columns 0–{view.grid.width - 1}"


def _cells(view: View, code: int | None = None) -> list[Cell]:
    """All cells, or those that show something, in reading order."""
    grid = view.grid
    every = [grid.cell(index) for index in range(grid.size)]
    return every if code is None else [cell for cell in every if view[cell] == code]
