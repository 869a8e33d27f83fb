"""What an agent of the environment is shown, and what it may do.

legend   cells   how many cells the board has
         action  a number: what to do, and with which cell
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sapper.board.moves import Ask, Flag, Move, Open, Unflag
from sapper.board.rules import Rules
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE, View

Observation = dict[str, npt.NDArray[np.signedinteger]]

_HIGHEST_CLUE = 8
_LOWEST_CODE = min(HIDDEN, FLAG, MINE, SAFE)


def observation_space(rules: Rules) -> spaces.Dict:
    """`cells`, and `mines_left` and `bounds` if these rules show them.

    >>> list(observation_space(Rules.beginner()))
    ['cells', 'mines_left']
    """
    shape = (rules.height, rules.width)
    parts: dict[str, spaces.Space[object]] = {"cells": spaces.Box(_LOWEST_CODE, _HIGHEST_CLUE, shape, np.int8)}
    if rules.mine_count:
        parts["mines_left"] = spaces.Box(rules.mines - rules.cells, rules.mines, (1,), np.int32)
    if rules.clues.needs_bound:
        parts["bounds"] = spaces.Box(-1, _HIGHEST_CLUE, shape, np.int8)
    return spaces.Dict(parts)


def observe(view: View) -> Observation:
    """The view as arrays of its own, in the order of `observation_space`.

    >>> observe(View.parse("1.", mines=1))
    {'cells': array([[ 1, -1]], dtype=int8), 'mines_left': array([1], dtype=int32)}
    """
    seen: Observation = {"cells": view.cells.copy()}
    if view.mines_left is not None:
        seen["mines_left"] = np.array([view.mines_left], dtype=np.int32)
    if view.bounds is not None:
        seen["bounds"] = view.bounds.copy()
    return seen


def action_space(rules: Rules) -> spaces.Discrete:
    """Open a cell; in survey, open or flag a cell.

    >>> action_space(Rules.beginner()), action_space(Rules.beginner(end="survey"))
    (Discrete(81), Discrete(162))
    """
    return spaces.Discrete(rules.cells * (2 if rules.end == "survey" else 1))


def action_mask(view: View) -> npt.NDArray[np.bool_]:
    """Which actions are legal in a running game, bool [actions].

    >>> action_mask(View.parse("1.F")).tolist()
    [False, True, False]
    """
    hidden = view.hidden.ravel()
    opens = hidden | np.equal(view.cells, SAFE).ravel() if view.clues.again else hidden
    return np.concatenate([opens, hidden]) if view.end == "survey" else opens.copy()


def move_of(action: int, view: View) -> Move:
    """The move that an action stands for.

    >>> move_of(3, View.parse("1./..", end="survey")), move_of(5, View.parse("1./..", end="survey"))
    (Open(cell=(1, 1)), Flag(cell=(0, 1)))
    """
    kind, index = divmod(action, view.cells.size)
    cell = view.grid.cell(index)
    if kind == 1:
        return Flag(cell)
    return Ask(cell) if view.clues.again and view[cell] == SAFE else Open(cell)


def action_of(move: Move, view: View) -> int | None:
    """The action that stands for a move, or None if the environment has none for it.

    >>> view = View.parse("1./..")
    >>> action_of(Open((1, 1)), view), action_of(Flag((1, 1)), view)
    (3, None)
    """
    index = view.grid.index(move.cell)
    match move:
        case Open() | Ask():
            return index
        case Flag():
            return view.cells.size + index if view.end == "survey" else None
        case Unflag():
            return None
