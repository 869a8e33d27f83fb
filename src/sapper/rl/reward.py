"""What a step is worth.

`classic`   opened safe cells / all safe cells, as they are opened; −1 for a mine; +1 for the win. A won game returns 2.
`survey`    −1/mines for an opened mine, at once; at the end 1 − wrong flags/mines. A whole game returns its net score.

No reward tells more than the player sees: whether a flag is right stays unknown until the game is over.
An illegal action costs `ILLEGAL` and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sapper.board.rules import Rules
from sapper.game.game import Result

ILLEGAL = -0.01


@dataclass(frozen=True)
class Transition:
    """How the game stood before and after a legal action."""

    rules: Rules
    before: Result
    after: Result


class Reward(Protocol):
    """What a legal action is worth; give your own as `gymnasium.make(…, reward=mine)`."""

    def __call__(self, transition: Transition) -> float:
        """The reward."""
        ...


def progress(transition: Transition) -> float:
    """The default of `classic` games."""
    rules, before, after = transition.rules, transition.before, transition.after
    if after.mines_opened > before.mines_opened:
        return -1.0
    gained = (after.cells_opened - before.cells_opened) / (rules.cells - rules.mines)
    return gained + (1.0 if after.won else 0.0)


def net_score(transition: Transition) -> float:
    """The default of `survey` games."""
    before, after = transition.before, transition.after
    mines = max(transition.rules.mines, 1)
    paid = (before.mines_opened - after.mines_opened) / mines
    return paid + (1.0 - after.flags_wrong / mines if after.over else 0.0)


def default_reward(rules: Rules) -> Reward:
    """The reward that belongs to the end rule."""
    return progress if rules.end == "classic" else net_score
