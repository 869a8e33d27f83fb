"""One game, played by one agent."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sapper.board.chance import Chance, Seed
from sapper.board.grid import Cell
from sapper.board.moves import Ask, Flag, Open, Outcome, Unflag
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, View
from sapper.errors import AgentFault, IllegalMove, SapperError
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.players.agent import Agent, Decision
from sapper.players.catalog import agent as agent_named
from sapper.sim.record import GameRecord, Step

MOVES_PER_CELL = 20
"""An agent that flags and unflags for ever is stopped after this many moves per cell …"""
LEAST_PROBABILITY = 0.001
"""… and, where cells may be asked again, after that many times the asks that a clue needs on average, up to 1000."""


@dataclass(frozen=True)
class Turn:
    """One step of a running game, with the game as it stands after it."""

    step: Step
    outcome: Outcome
    game: Game


def play(
    agent: Agent | str,
    rules: Rules,
    seed: Seed = 0,
    *,
    layout: Layout | None = None,
    start: Cell | None = None,
    move_timeout: float | None = None,
) -> GameRecord:
    """Play one game to its end.

    `layout` is played as it is; otherwise the seed lays the mines. `start` makes the first click for the agent.
    `move_timeout`: seconds that one decision may take.

    >>> record = play("basic", Rules(height=8, width=8, mines=10, end="survey"), seed=1)
    >>> record.result.over, record.wrong_flags
    (True, 0)
    """
    game = Game(rules, seed, layout)
    steps = tuple(turn.step for turn in turns(agent, game, start=start, move_timeout=move_timeout))
    return GameRecord(_name(agent), rules, seed, game.layout, steps, game.result)


def turns(
    agent: Agent | str, game: Game, *, start: Cell | None = None, move_timeout: float | None = None
) -> Iterator[Turn]:
    """Play a game move by move, so that somebody may watch."""
    player = agent_named(agent) if isinstance(agent, str) else agent
    chance = Chance(game.seed)
    limit = most_moves(game.rules)
    moves = 0
    if start is not None and not game.over:
        moves += 1
        yield Turn(Step(Open(start), None, (outcome := game.apply(Open(start))).exploded), outcome, game)
    while not game.over:
        view = game.view
        began = time.perf_counter()
        decision = _decide(player, view, chance, move_timeout)
        seconds = time.perf_counter() - began
        for turn in _carry_out(decision, view, game, seconds):
            moves += 1
            if moves > limit:
                raise AgentFault(f"the agent made {limit} moves and the game is not over")
            yield turn


def _carry_out(decision: Decision, view: View, game: Game, seconds: float) -> Iterator[Turn]:
    """Make the moves of a decision; those on cells that a cascade opened meanwhile are dropped."""
    cascaded: set[int] = set()
    for position, move in enumerate(decision.moves):
        if game.over:
            return
        grid = view.grid
        if grid.holds(move.cell) and grid.index(move.cell) in cascaded and view[move.cell] == HIDDEN:
            continue
        try:
            outcome = game.apply(move)
        except IllegalMove as error:
            raise AgentFault(f"the agent made an illegal move: {error}") from None
        if len(outcome.changed) > 1:
            cascaded.update(outcome.changed.tolist())
        reason = decision.reason(position)
        candidates = decision.candidates if reason is None and isinstance(move, Open) else ()
        yield Turn(Step(move, reason, outcome.exploded, candidates, seconds), outcome, game)
        seconds = 0.0


def _decide(agent: Agent, view: View, chance: Chance, move_timeout: float | None) -> Decision:
    """Ask the agent; whatever goes wrong in it becomes an AgentFault with one clear line."""
    try:
        answer = agent.act(view, chance) if move_timeout is None else _within(move_timeout, agent, view, chance)
    except SapperError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentFault(_one_line(f"the agent raised {type(error).__name__}: {error}")) from error
    if isinstance(answer, Open | Flag | Unflag | Ask):
        answer = Decision((answer,))
    if not isinstance(answer, Decision) or not _are_moves(answer.moves):
        shown = _one_line(repr(answer.moves if isinstance(answer, Decision) else answer))
        raise AgentFault(f"the agent answered {shown}, which is neither a move nor a Decision with moves")
    return answer


def _are_moves(moves: object) -> bool:
    """Whether these are one or more moves, each on a pair of whole numbers; whether they are legal is for the game."""
    return isinstance(moves, Sequence) and len(moves) > 0 and all(_is_move(move) for move in moves)


def _is_move(move: object) -> bool:
    return (
        isinstance(move, Open | Flag | Unflag | Ask)
        and isinstance(move.cell, tuple)
        and len(move.cell) == 2
        and all(isinstance(number, int | np.integer) for number in move.cell)
    )


def most_moves(rules: Rules) -> int:
    """After so many moves a game is taken for one that never ends."""
    asks = 1 / max(rules.clues.probability, LEAST_PROBABILITY) if rules.clues.again else 1
    return int(MOVES_PER_CELL * rules.cells * asks)


def _within(seconds: float, agent: Agent, view: View, chance: Chance) -> Decision | object:
    """Run `act` in a thread and give up waiting after some seconds; the thread cannot be stopped, but blocks nobody."""
    answer: list[object] = []
    failure: list[BaseException] = []

    def think() -> None:
        try:
            answer.append(agent.act(view, chance))
        except (Exception, SystemExit) as error:
            failure.append(error)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(seconds)
    if failure:
        raise failure[0]
    if not answer:
        raise AgentFault(f"the agent took more than {seconds:g} s for one move")
    return answer[0]


def _one_line(text: str, longest: int = 200) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _name(agent: Agent | str) -> str:
    return agent if isinstance(agent, str) else str(getattr(agent, "name", type(agent).__name__))
