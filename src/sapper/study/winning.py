"""The chance to win from a view: exact in an endgame, elsewhere by playing on.

What
    Boards are drawn that explain the view, each as likely as the view makes it, and `champion(fast)` plays them to the
    end. From every result the luck of surviving its guesses is taken out (`sapper.lab.luck` says why that changes
    nothing but the error). The answer is that of this player: a better one wins a little more.

Cost
    About a millisecond per board at the start of an expert game, less later on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from sapper.board.chance import Chance, Seed
from sapper.board.clues import EXACT
from sapper.board.rules import Rules
from sapper.board.view import SAFE, View
from sapper.errors import BadInput, LimitExceeded
from sapper.inference.exact.sampling import sample
from sapper.inference.levels import infer
from sapper.knowledge.constraints import Bytes, Floats
from sapper.players.champion.policy import FAST, USUAL, Champion
from sapper.sim.lane.agenda import Longs
from sapper.sim.lane.lane import finish_games, play_champions, wins_and_luck

BOARDS = 400
NORMAL = 1.96
NEVER_OTHERWISE = 3.0
"""If all of n boards end the same way, the chance of the other is below 3 / n, 19 times in 20."""


@dataclass(frozen=True)
class WinChance:
    """How likely a game is won."""

    chance: float
    error: float
    """Half of the 95 % interval; 0 where the chance is exact."""
    boards: int
    """How many were played; 0 where the chance is exact."""

    @property
    def text(self) -> str:
        """The chance in words.

        >>> WinChance(0.5, 0.0, 0).text, WinChance(0.412, 0.031, 400).text
        ('50.0 %, exact', '41.2 ± 3.1 %, 400 boards played by champion(fast)')
        """
        if not self.boards:
            return f"{100 * self.chance:.1f} %, exact"
        return f"{100 * self.chance:.1f} ± {100 * self.error:.1f} %, {self.boards:,} boards played by champion(fast)"


def win_chance(view: View, boards: int = BOARDS, seed: int = 0) -> WinChance:
    """The chance to win a classic game from here on, flags aside; the mine count must be told.

    >>> win_chance(View.parse("1../2../1..", mines=2)).chance
    1.0
    >>> win_chance(View.parse("1..../...../...../...../....1", mines=9), boards=100).boards
    100
    """
    if view.end != "classic" or view.clues != EXACT or view.mines is None:
        raise BadInput("a chance to win needs a classic game with exact clues and its number of mines")
    if (view.cells == SAFE).any():
        raise BadInput("a cell is open without its number: whoever plays on would have to be told it")
    if boards < 1:
        raise BadInput(f"cannot play {boards} boards: give at least 1")
    view = view.without_flags()
    exact = _exactly(view)
    if exact is not None:
        return WinChance(exact, 0.0, 0)
    won, luck, status = _play_on(view, boards, seed)
    if status.any():
        raise LimitExceeded(f"{np.count_nonzero(status)} of {boards} boards became too wide for exact inference")
    results = won - luck
    error = NORMAL * float(results.std()) / np.sqrt(boards)
    if won.min() == won.max():
        error = max(error, NEVER_OTHERWISE / boards)
    return WinChance(float(np.clip(results.mean(), 0.0, 1.0)), float(error), boards)


def _exactly(view: View) -> float | None:
    """The chance by searching all layouts, if they are few; None if not."""
    belief = infer(view)
    if np.array_equal(view.hidden, belief.safe | belief.mines):
        return 1.0
    return Champion(USUAL)(view, belief, Chance(0))[0].win if belief.complete else None


def _play_on(view: View, boards: int, seed: int) -> tuple[Bytes, Floats, Longs]:
    """[boards] whether each was won, the luck it took, and how it ended; see `wins_and_luck`."""
    seeds: list[Seed] = [(seed, board) for board in range(boards)]
    height, width = view.cells.shape
    rules = Rules(height=height, width=width, mines=view.mines, first=view.first, topology=view.topology)
    if view.untouched:
        return wins_and_luck(partial(play_champions, budget=FAST), rules, seeds)
    open_cells = np.flatnonzero(~view.hidden).astype(np.int32)
    mined = sample(view, boards, seed).reshape(boards, -1)
    return finish_games(FAST, rules, mined, open_cells, seeds)
