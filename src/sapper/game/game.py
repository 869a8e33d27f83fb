"""Game: the truth, the rules and what the player sees of them.

Only `view` leaves this file towards an agent. The mines are laid when the first cell is opened, because the
first-click rule may have to keep it free.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.board.chance import Seed, clue_noise
from sapper.board.grid import Cell
from sapper.board.moves import Ask, Flag, Move, Open, Outcome, Unflag
from sapper.board.rules import Rules
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE, View
from sapper.errors import BadInput, IllegalMove
from sapper.game.clues import asks_needed, draw
from sapper.game.layout import Layout

Indices = npt.NDArray[np.intp]
_NOTHING: Indices = np.empty(0, dtype=np.intp)


@dataclass(frozen=True)
class Result:
    """How a game stands, or ended."""

    over: bool
    won: bool
    """Classic: every safe cell is open and no mine is. Survey: every mine is flagged, and nothing else."""
    score: float
    """Mines flagged without opening them / all mines; 1 when there are none."""
    net_score: float
    """(Mines flagged − safe cells flagged) / all mines."""
    mines_opened: int
    flags_right: int
    flags_wrong: int
    cells_opened: int


class Game:
    """One game.

    >>> from sapper.board.moves import Flag, Open
    >>> game = Game(Rules(height=1, width=3, mines=1, first="any"), layout=Layout.parse("..*"))
    >>> game.apply(Open((0, 0))).exploded
    False
    >>> game.view.cells.tolist(), game.result.won
    ([[0, 1, -2]], True)
    """

    def __init__(self, rules: Rules, seed: Seed = 0, layout: Layout | None = None) -> None:
        """Start a game; a given `layout` is played as it is, whatever the first-click rule."""
        self.rules = rules
        self.seed = seed
        self._grid = rules.grid
        self._cells = np.full(rules.cells, HIDDEN, dtype=np.int8)
        self._bounds = np.full(rules.cells, -1, dtype=np.int8) if rules.clues.needs_bound else None
        self._asks = np.zeros(rules.cells, dtype=np.int64) if rules.clues.again else None
        self._noise = None if rules.clues.kind == "exact" else clue_noise(seed, rules.cells)
        self._hidden_left = rules.cells
        self._safe_left = rules.cells - rules.mines
        self._mines_opened = 0
        self._layout: Layout | None = None
        if layout is not None:
            self._lay(_matching(layout, rules))
        elif rules.first == "any":
            self._lay(Layout.random(rules, seed))
        self._finish()

    @property
    def layout(self) -> Layout:
        """Where the mines are; they are laid at the first opening."""
        if self._layout is None:
            raise IllegalMove("the mines are laid when the first cell is opened")
        return self._layout

    @property
    def view(self) -> View:
        """What the player sees now: a copy, it does not change when the game goes on."""
        rules, shape = self.rules, (self.rules.height, self.rules.width)
        return View(
            self._cells.reshape(shape),
            mines=rules.mines if rules.mine_count else None,
            clues=rules.clues,
            bounds=None if self._bounds is None else self._bounds.reshape(shape),
            topology=rules.topology,
            end=rules.end,
            first=rules.first,
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        if self.rules.end == "survey":
            return self._hidden_left == 0
        return self._mines_opened > 0 or self._safe_left == 0

    @property
    def result(self) -> Result:
        """Score and metrics of the game so far."""
        flagged = np.equal(self._cells, FLAG)
        right = int(np.count_nonzero(flagged & self._mined)) if self._layout is not None else 0
        wrong = int(np.count_nonzero(flagged)) - right
        mines = self.rules.mines
        solved = self._safe_left == 0 if self.rules.end == "classic" else right == mines and wrong == 0
        return Result(
            over=self.over,
            won=self.over and solved and self._mines_opened == 0,
            score=right / mines if mines else 1.0,
            net_score=(right - wrong) / mines if mines else 1.0 - wrong,
            mines_opened=self._mines_opened,
            flags_right=right,
            flags_wrong=wrong,
            cells_opened=self.rules.cells - mines - self._safe_left,
        )

    def apply(self, move: Move) -> Outcome:
        """Make a move; raise `IllegalMove`, and change nothing, if it is not possible."""
        index = self._legal(move)
        match move:
            case Open():
                outcome = self._open(index)
            case Flag():
                outcome = self._mark(index, FLAG)
            case Unflag():
                outcome = self._mark(index, HIDDEN)
            case Ask():
                outcome = self._ask(index)
        self._finish()
        return outcome

    def _legal(self, move: Move) -> int:
        """The index of the move's cell."""
        if self.over:
            raise IllegalMove("the game is over")
        cell = _as_cell(move)
        if not self._grid.holds(cell):
            raise IllegalMove(f"({cell[0]},{cell[1]}) lies outside the {self.rules.height}×{self.rules.width} board")
        index = self._grid.index(cell)
        wanted = FLAG if isinstance(move, Unflag) else SAFE if isinstance(move, Ask) else HIDDEN
        if self._cells[index] != wanted:
            raise IllegalMove(f"cannot {move}: the cell is {_looks(int(self._cells[index]))}")
        if isinstance(move, Ask) and not self.rules.clues.again:
            raise IllegalMove(f"cannot {move}: under clues={self.rules.clues} a cell answers once")
        return index

    def _lay(self, layout: Layout) -> None:
        self._layout = layout
        self._mined = layout.mines.ravel()
        self._counts = layout.counts.ravel()

    def _open(self, index: int) -> Outcome:
        if self._layout is None:
            start: Cell = self._grid.cell(index)
            self._lay(Layout.random(self.rules, self.seed, start))
        if not self._mined[index]:
            return Outcome(False, self._cascade(index))
        self._cells[index] = MINE
        self._mines_opened += 1
        self._hidden_left -= 1
        return Outcome(True, np.array([index]))

    def _ask(self, index: int) -> Outcome:
        shown = self._cascade(index)
        return Outcome(False, _NOTHING if self._cells[index] == SAFE else shown)

    def _mark(self, index: int, code: int) -> Outcome:
        self._cells[index] = code
        self._hidden_left += 1 if code == HIDDEN else -1
        return Outcome(False, np.array([index]))

    def _cascade(self, index: int) -> Indices:
        """Show the cell, and wave by wave all that touch a shown zero; the cells that changed.

        Cost: numpy work per cell shown, plus some overhead per wave; a million cells take well under a second.
        """
        wave = np.array([index])
        self._show(wave)
        if self._cells[index] != 0 or not self.rules.cascade:
            return wave
        shown: list[Indices] = [wave]
        while len(wave):
            around = self._grid.neighbours[wave[self._cells[wave] == 0]].ravel()
            around = around[around >= 0]
            wave = np.unique(around[self._cells[around] == HIDDEN]).astype(np.intp)
            self._show(wave)
            shown.append(wave)
        return np.concatenate(shown)

    def _show(self, wave: Indices) -> None:
        """Open safe cells, each with the clue that the model draws for it."""
        fresh = int(np.count_nonzero(self._cells[wave] == HIDDEN))
        if self._noise is None:
            self._cells[wave] = self._counts[wave]
        else:
            for index in wave.tolist():
                self._show_noisy(index, float(self._noise[index]))
        self._hidden_left -= fresh
        self._safe_left -= fresh

    def _show_noisy(self, index: int, u: float) -> None:
        model, count = self.rules.clues, int(self._counts[index])
        if model.kind == "reveal":
            asked = 1
            if self._asks is not None:
                self._asks[index] += 1
                asked = int(self._asks[index])
            self._cells[index] = count if asked >= asks_needed(model, u) else SAFE
            return
        around = self._grid.neighbours[index]
        around = self._cells[around[around >= 0]]
        known = int(np.count_nonzero((around == MINE) | (around == FLAG)))
        hidden = int(np.count_nonzero(around == HIDDEN))
        bound = model.bound(known, hidden, len(around))
        self._cells[index] = draw(model, count, bound, u)
        if self._bounds is not None:
            self._bounds[index] = bound

    def _finish(self) -> None:
        """When a classic game is won, what is still hidden is mined: flag it, as every client does.

        A game may end without an opened cell, when all are flagged: then the mines are laid now, to score the flags.
        """
        if self._layout is None and self.over:
            self._lay(Layout.random(self.rules, self.seed))
        if self.rules.end == "classic" and self._safe_left == 0 and self._mines_opened == 0:
            self._cells[self._cells == HIDDEN] = FLAG


def _as_cell(move: Move) -> Cell:
    """The move's cell as plain numbers; refuse what is no move or no cell."""
    if not isinstance(move, Open | Flag | Unflag | Ask):
        raise IllegalMove(f"{move!r} is not a move")
    try:
        row, column = map(operator.index, move.cell)
    except (TypeError, ValueError):
        raise IllegalMove(f"{move.cell!r} is not a cell: give (row, column), counted from 0") from None
    return row, column


def _matching(layout: Layout, rules: Rules) -> Layout:
    """Refuse a layout that is not of these rules."""
    height, width = layout.mines.shape
    if (height, width) != (rules.height, rules.width):
        raise BadInput(f"the layout is {height}×{width}, the rules say {rules.height}×{rules.width}")
    if layout.topology != rules.topology:
        raise BadInput(f"the grid of the layout is {layout.topology}, the rules say {rules.topology}")
    if layout.total != rules.mines:
        raise BadInput(f"the layout has {layout.total} mines, the rules say {rules.mines}")
    return layout


def _looks(code: int) -> str:
    return {HIDDEN: "hidden", FLAG: "flagged", MINE: "a known mine"}.get(code, "already open")
