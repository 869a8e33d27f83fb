"""Pilot: any agent of Sapper as a policy of the environment."""

from __future__ import annotations

from collections import deque
from typing import Any

import gymnasium

from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.board.moves import Ask, Flag, Move, Open, Unflag
from sapper.board.view import FLAG, HIDDEN, SAFE, View
from sapper.errors import AgentFault, BadInput
from sapper.players.agent import Agent, Decision
from sapper.players.catalog import agent as agent_named
from sapper.rl.env import MinesweeperEnv
from sapper.rl.spaces import action_of
from sapper.sim.play import MOVES_PER_CELL


class Pilot:
    """Lets an agent play an environment: call it for the next action.

    Episode by episode it plays what `sapper.play` would play on `env.unwrapped.game_seed`. Classic environments have no
    action to flag a cell; there the pilot keeps the agent's flags and lays them over the view that the agent sees.

    >>> import sapper.rl
    >>> env = gymnasium.make("sapper/Minesweeper-v0", level="beginner")
    >>> pilot = Pilot("basic", env)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(pilot())
    >>> info["legal"]
    True
    """

    def __init__(self, agent: Agent | str, env: gymnasium.Env[Any, Any]) -> None:
        inner = env.unwrapped
        if not isinstance(inner, MinesweeperEnv):
            raise BadInput(f"a pilot plays sapper/Minesweeper, not {type(inner).__name__}")
        self._agent = agent_named(agent) if isinstance(agent, str) else agent
        self._env = inner
        self._flags: set[Cell] = set()
        self._planned: deque[Move] = deque()
        self._begin()

    def __call__(self) -> int:
        """The action that the agent wants now."""
        if self._episode != self._env.episode:
            self._begin()
        for _ in range(MOVES_PER_CELL * self._env.rules.cells):
            if not self._planned:
                self._planned = self._decide()
            action = self._action(self._planned.popleft())
            if action is not None:
                return action
        raise AgentFault("the agent flags and unflags but opens nothing")

    def _begin(self) -> None:
        """Forget the last episode."""
        self._episode = self._env.episode
        self._chance = Chance(self._env.game_seed)
        self._flags.clear()
        self._planned.clear()

    def _view(self) -> View:
        """What the agent sees: the environment's view under the agent's own flags."""
        view = self._env.view
        return view.with_cells({cell: FLAG for cell in self._flags if view[cell] == HIDDEN}) if self._flags else view

    def _decide(self) -> deque[Move]:
        answer = self._agent.act(self._view(), self._chance)
        moves = answer.moves if isinstance(answer, Decision) else (answer,)
        if not moves or not _possible(moves[0], self._view()):
            raise AgentFault(f"the agent answered {answer!r}, which is no legal move")
        return deque(moves)

    def _action(self, move: Move) -> int | None:
        """The action for a move; None if the move is settled without one."""
        if not _possible(move, self._view()):
            return None  # a cascade opened the cell meanwhile
        action = action_of(move, self._view())
        if action is None and self._env.rules.end == "survey":
            raise AgentFault(f"the environment has no action for {move}: flags are final")
        if action is None:
            (self._flags.add if isinstance(move, Flag) else self._flags.discard)(move.cell)
        return action


def _possible(move: Move, view: View) -> bool:
    wanted = {Open: HIDDEN, Flag: HIDDEN, Unflag: FLAG, Ask: SAFE}.get(type(move))
    return wanted is not None and view.grid.holds(move.cell) and view[move.cell] == wanted
