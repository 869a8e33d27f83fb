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

from sapper.board.rules import Rules
from sapper.game.game import Game
from sapper.inference.exact.solve import infer_cells
from sapper.sim.record import GameRecord

Floats = npt.NDArray[np.float64]

CONSTANT, PER_LOG_CELL, PER_DENSITY = 10.1, -1.465, -7.2
"""Logistic regression on the 12,902 guesses that `exact` survived in 8,500 games on expert, intermediate and beginner
boards, first click safe; each level has the same weight. Any other numbers would be as right, only less useful."""


def luck(record: GameRecord) -> float:
    """What the guesses of a classic game with exact clues won or lost beyond their expectation.

    >>> from sapper.sim.play import play
    >>> record = play("exact", Rules.expert(), seed=10)
    >>> record.won, record.guesses, round(luck(record), 2)
    (True, 9, 0.48)
    """
    views, cells, survived = _guesses(record)
    pattern = replace(Game(record.rules).view, mines=record.rules.mines)
    risk, _, exact = infer_cells(views, pattern, trust_flags=False)
    surprise = survived - (1.0 - risk[np.arange(len(cells)), cells])
    return float((worth(record.rules, views) * surprise * exact).sum())


def worth(rules: Rules, views: npt.NDArray[np.int8]) -> Floats:
    """[views] roughly the chance to win after surviving a guess, from the safe cells and the share of mines left."""
    opened = (views >= 0).sum(axis=1)
    safe_left, covered = rules.cells - rules.mines - opened, rules.cells - opened
    score = CONSTANT + PER_LOG_CELL * np.log1p(safe_left) + PER_DENSITY * rules.mines / covered
    chance: Floats = 1.0 / (1.0 + np.exp(-score))
    return chance


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
