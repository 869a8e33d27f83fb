"""Conformance: does an agent of your own play by the rules? The same checks guard every agent of Sapper.

`check_agent` plays small seeded games under many rule sets and demands that

legal           every move is possible, and every game ends
hands off       the agent does not change the view it is given
deterministic   one seed gives the same moves twice: all luck comes from `rng`
no peeking      the hidden layout is swapped for another one that fits all that was seen, and nothing decided up to
                there changes. Where the agent guessed, the swap puts a mine under the guess, or takes it from under
                the flag: who knew better is found out.

An agent that works the layout out from the seed inside `rng` is not found out this way; it gains nothing against a
layout that is given, as in `sapper.play(agent, rules, layout=…)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.board.moves import Flag, Move, Open
from sapper.board.rules import Rules
from sapper.board.view import MINE, View
from sapper.errors import AgentFault, BadInput, SapperError
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.players.agent import Agent, Decision
from sapper.players.catalog import agent as agent_named
from sapper.sim.play import play

__all__ = ["Checked", "check_agent", "rule_sets"]

Masks = npt.NDArray[np.bool_]
MOST_LAYOUTS = 20_000
"""Boards with more layouts than this are played, but not searched for a swap."""


@dataclass(frozen=True)
class Checked:
    """What `check_agent` did before it was content."""

    rule_sets: int
    games: int
    decisions: int
    swaps: int
    """Games that were played again on another layout."""


def check_agent(
    agent: Agent | Callable[[], Agent] | str,
    *,
    games: int = 2,
    rules: Iterable[Rules] | None = None,
    move_timeout: float | None = None,
) -> Checked:
    """Raise `AgentFault`, naming the rule set and the seed, unless the agent plays by the rules.

    agent         a class or another maker of agents (a new one plays each game), an agent, or a name of the catalogue
    games         seeds per rule set
    rules         rule sets instead of `rule_sets()`; keep the boards tiny, since swaps are sought among all layouts
    move_timeout  seconds that one decision may take

    >>> class TopLeft:
    ...     def act(self, view, rng):
    ...         row, column = np.argwhere(view.hidden)[0]
    ...         return Open((int(row), int(column)))
    >>> check_agent(TopLeft, games=1, rules=[Rules(height=3, width=3, mines=2, end="survey")])
    Checked(rule_sets=1, games=1, decisions=9, swaps=2)
    """
    maker = _maker(agent)
    chosen = tuple(rule_sets() if rules is None else rules)
    decisions = swaps = 0
    for rule_set, seed in product(chosen, range(games)):
        try:
            first = _watch(maker, rule_set, seed, None, move_timeout)
            again = _watch(maker, rule_set, seed, None, move_timeout)
            _same_decisions(first, again, len(first.log), "one seed gave two games: take all luck from rng")
            for layout, shared in _swaps(first, rule_set, seed):
                swapped = _watch(maker, rule_set, seed, layout, move_timeout)
                _same_decisions(first, swapped, shared + 1, "the agent peeks: it sees more than the view")
                swaps += 1
        except SapperError as fault:
            raise AgentFault(f"{fault} [{describe(rule_set)}, seed {seed}]") from fault
        decisions += len(first.log)
    return Checked(len(chosen), len(chosen) * games, decisions, swaps)


def rule_sets() -> tuple[Rules, ...]:
    """The rule sets that every agent is checked under: both end rules, all first clicks, all clue models, odd boards.

    >>> len(rule_sets()) > 15
    True
    """
    tiny: dict[str, Any] = {"height": 4, "width": 4, "mines": 3}
    told: list[Rules] = []
    for end in ("classic", "survey"):
        told += [Rules(**tiny, end=end, first=first) for first in ("any", "safe", "opening")]
        told += [Rules(**tiny, end=end, mine_count=False), Rules(**tiny, end=end, cascade=end == "survey")]
        told += [Rules(**tiny, end=end, clues="reveal:0.5")]
    uncertain = ("reveal:0.5:again", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
    told += [Rules(**tiny, end="survey", clues=clues) for clues in uncertain]
    told += [Rules(**tiny, end="survey", clues="optimistic", mine_count=False)]
    odd = ((1, 1, 0), (1, 1, 1), (1, 7, 2), (5, 2, 4), (2, 2, 4), (3, 3, 0))
    told += [Rules(height=height, width=width, mines=mines, end="survey") for height, width, mines in odd]
    return tuple(told)


def describe(rules: Rules) -> str:
    """A rule set in a few words.

    >>> describe(Rules.beginner(mine_count=False))
    'classic, 9×9 with 10 mines (not told), first safe, cascade, clues exact'
    """
    board = f"{rules.height}×{rules.width} with {rules.mines} mines" + ("" if rules.mine_count else " (not told)")
    cascade = "cascade" if rules.cascade else "no cascade"
    return f"{rules.end}, {board}, first {rules.first}, {cascade}, clues {rules.clues}"


@dataclass
class _Watched:
    """An agent with somebody looking over its shoulder."""

    agent: Agent
    log: list[tuple[View, tuple[Move, ...]]] = field(default_factory=list)
    """Each view with the moves that were decided on it."""
    layout: Layout | None = None
    """The truth, once the game is over."""

    def act(self, view: View, rng: Chance) -> Decision | Move:
        before = str(view)
        answer = self.agent.act(view, rng)
        if str(view) != before:
            raise AgentFault(f"the agent changed the view it was given, {before.replace(chr(10), '/')}")
        moves = answer.moves if isinstance(answer, Decision) else (answer,)
        self.log.append((view, tuple(moves)))
        return answer


def _maker(agent: Agent | Callable[[], Agent] | str) -> Callable[[], Agent]:
    if isinstance(agent, str):
        named = agent_named(agent)
        return lambda: named
    if hasattr(agent, "act") and not isinstance(agent, type):
        player = cast(Agent, agent)
        return lambda: player
    if not callable(agent):
        raise BadInput(f"{agent!r} is neither an agent nor a maker of agents: an agent has a method act(view, rng)")
    return agent


def _watch(
    maker: Callable[[], Agent], rules: Rules, seed: int, layout: Layout | None, move_timeout: float | None
) -> _Watched:
    """Play one game with a new agent, and keep what it decided."""
    watched = _Watched(maker())
    watched.layout = play(watched, rules, seed, layout=layout, move_timeout=move_timeout).layout
    return watched


def _same_decisions(one: _Watched, other: _Watched, count: int, complaint: str) -> None:
    for number, ((view, moves), (_, instead)) in enumerate(zip(one.log[:count], other.log[:count], strict=False)):
        if moves != instead:
            where = str(view).replace("\n", "/")
            raise AgentFault(f"{complaint}; decision {number} on {where} was {_said(moves)} and then {_said(instead)}")


def _said(moves: tuple[Move, ...]) -> str:
    return ", ".join(map(str, moves))


def _swaps(played: _Watched, rules: Rules, seed: int) -> Iterator[tuple[Layout, int]]:
    """Other layouts that fit the views up to some decision, with the number of that decision.

    At most two: one that makes the latest possible decision turn out differently, and one that fits the longest.
    """
    layouts = _all_layouts(rules)
    if layouts is None or played.layout is None or not played.log:
        return
    others = layouts[(layouts != played.layout.mines.ravel()).any(axis=1) & _as_promised(layouts, played, rules)]
    found: set[Layout] = set()
    for surprising in (True, False):
        for number in reversed(range(len(played.log))):
            view, moves = played.log[number]
            fits = _fits(others, view)
            if surprising:
                fits &= _surprises(others, moves, played.layout)
            swap = _confirmed(others[fits], played, number, rules, seed)
            if swap is not None:
                if swap not in found:
                    yield swap, number
                found.add(swap)
                break


@lru_cache(maxsize=16)
def _all_layouts(rules: Rules) -> Masks | None:
    """Every placing of the mines, bool [layouts, cells]; None if there are too many."""
    placed: list[tuple[int, ...]] = []
    for mines in combinations(range(rules.cells), rules.mines):
        placed.append(mines)
        if len(placed) > MOST_LAYOUTS:
            return None
    layouts = np.zeros((len(placed), rules.cells), dtype=np.bool_)
    for row, mines in enumerate(placed):
        layouts[row, list(mines)] = True
    return layouts


def _as_promised(layouts: Masks, played: _Watched, rules: Rules) -> Masks:
    """Which layouts keep what the rules promise of the first click."""
    opened = next((move.cell for _, moves in played.log for move in moves if isinstance(move, Open)), None)
    free: list[Cell] = []
    if opened is not None and rules.first != "any":
        free = [opened, *(rules.grid.around(opened) if rules.first == "opening" else ())]
    kept: Masks = ~np.any(layouts[:, [rules.grid.index(cell) for cell in free]], axis=1)
    return kept


def _fits(layouts: Masks, view: View) -> Masks:
    """Which layouts may lie under the view: opened cells are safe, known mines are mined, true clues are true."""
    flat = view.cells.ravel()
    fits: Masks = np.all(layouts[:, flat == MINE], axis=1) & ~np.any(layouts[:, view.opened.ravel()], axis=1)
    if view.clues.truthful:
        for index in np.flatnonzero(flat >= 0):
            around = view.grid.neighbours[index]
            fits &= layouts[:, around[around >= 0]].sum(axis=1) == flat[index]
    return fits


def _surprises(layouts: Masks, moves: tuple[Move, ...], truth: Layout) -> Masks:
    """Which layouts make one of these moves hit what it did not hit in truth."""
    cells = [truth.grid.index(move.cell) for move in moves if isinstance(move, Open | Flag)]
    surprised: Masks = np.any(layouts[:, cells] != truth.mines.ravel()[cells], axis=1)
    return surprised


def _confirmed(layouts: Masks, played: _Watched, number: int, rules: Rules, seed: int) -> Layout | None:
    """The first of these layouts that shows the very views of the game up to a decision, noise and all."""
    for mines in layouts[:50]:
        layout = Layout(mines.reshape(rules.height, rules.width), rules.topology)
        game = Game(rules, seed, layout)
        if _retraced(game, played, number):
            return layout
    return None


def _retraced(game: Game, played: _Watched, number: int) -> bool:
    """Whether the game, played as before, shows the same views up to a decision."""
    for (view, moves), (following, _) in zip(played.log[:number], played.log[1 : number + 1], strict=True):
        if game.over or game.view != view:
            return False
        for move in moves:
            # A cascade may have opened the cell since the decision was made; `play` drops such moves too.
            if not game.over and (not isinstance(move, Open | Flag) or game.view.hidden[move.cell]):
                game.apply(move)
        if game.view != following:
            return False
    return not game.over
