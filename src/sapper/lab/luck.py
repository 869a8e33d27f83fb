"""Luck: how much of a classic game's result was surviving guesses, so that it can be taken out.

A guess on a cell of risk r is survived with probability 1 − r. The exact posterior knows r, so

    luck = Σ over guesses   worth(view) · (survived − (1 − r)),   survived = 1 or 0

has mean 0 whatever the agent does, as long as `worth` is fixed by what is known before the click: each term has mean 0
given its view. So won − luck has the same mean as won, and a smaller variance if `worth` is near the chance to win
after surviving. It costs one inference per guess.

What must hold for the mean to be 0: the layout is drawn by the rules (not given), the agent sees nothing but views, and
r is the risk given everything seen. So r is computed from opened cells and the true mine count, whether or not the
agent is told it, and never from flags, which are opinions. A view beyond the limit of exact inference adds nothing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from sapper.game.game import Game
from sapper.inference.exact.solve import infer_cells
from sapper.sim.lane.luck import worth
from sapper.sim.record import GameRecord


def luck(record: GameRecord) -> float:
    """What the guesses of a classic game with exact clues won or lost beyond their expectation.

    >>> from sapper import Rules, play
    >>> record = play("exact", Rules.expert(), seed=10)
    >>> record.won, record.guesses, round(luck(record), 2)
    (True, 9, 0.48)
    """
    views, cells, survived = _guesses(record)
    pattern = replace(Game(record.rules).view, mines=record.rules.mines)
    risk, _, exact = infer_cells(views, pattern, trust_flags=False)
    surprise = survived - (1.0 - risk[np.arange(len(cells)), cells])
    opened = (views >= 0).sum(axis=1).tolist()
    weights = np.array([worth(record.rules.cells, record.rules.mines, number) for number in opened])
    return float((weights * surprise * exact).sum())


def _guesses(record: GameRecord) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """The views [guesses, cells] in which the agent guessed, the cells it opened, and whether it survived."""
    game = Game(record.rules, record.seed, record.layout)
    views, cells, survived = [], [], []
    for step in record.steps:
        if step.guess and not (game.view.untouched and record.rules.first != "any"):  # such a click cannot fail
            views.append(game.view.cells.ravel())
            cells.append(game.view.grid.index(step.move.cell))
            survived.append(not step.exploded)
        game.apply(step.move)
    shape = (len(views), record.rules.cells)
    return np.array(views, np.int8).reshape(shape), np.array(cells, np.intp), np.array(survived, np.bool_)
