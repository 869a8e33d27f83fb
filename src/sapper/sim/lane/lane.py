"""Who may take the fast lane, and the way in and out of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from sapper.board.chance import Seed, mine_order
from sapper.board.clues import EXACT
from sapper.board.grid import Grid
from sapper.board.moves import Flag, Move, Open
from sapper.board.rules import Rules
from sapper.errors import SapperError
from sapper.inference.exact.engine import FINE
from sapper.inference.exact.frontier import new_book
from sapper.knowledge.belief import Limit, Mask
from sapper.knowledge.constraints import Bytes, Floats, Ints, likelihoods
from sapper.players.agent import Agent, Reasoner
from sapper.players.bayes import Bayes
from sapper.players.catalog import agent as agent_named
from sapper.players.champion.choice import Budget
from sapper.players.champion.policy import Champion, budget_on
from sapper.players.champion.start import first_cell
from sapper.players.cheapest import Cheapest
from sapper.sim.lane.agenda import Longs
from sapper.sim.lane.batch import FIRST, Batch, batch_of
from sapper.sim.lane.bayes import play_bayes
from sapper.sim.lane.floating import new_floating
from sapper.sim.lane.games import play_basic, play_champion, play_exact
from sapper.sim.lane.plan import plan_of
from sapper.sim.lane.rules import play_by_rules
from sapper.sim.lane.stepwise import play_stepwise
from sapper.sim.lane.table import (
    GUESSES,
    MINES_OPENED,
    MOVES,
    PROVED,
    RIGHT_FLAGS,
    SAFE_LEFT,
    WRONG_FLAGS,
    Table,
    new_table,
)
from sapper.sim.played import Played

CELLS_AT_ONCE = 100_000
"""Games are played in batches of about so many cells: a running kernel cannot be interrupted, and with this many the
slowest agents come back every few seconds. Drawing the random orders of a batch takes some 40 bytes per cell."""

NONE_OPENED = np.empty(0, np.int32)

Lane = Callable[[Table, Batch, Rules], None]
"""Plays the games of a batch."""


def lane_of(agent: Agent, rules: Rules) -> Lane | None:
    """The lane for an agent under some rules, if there is one."""
    if rules.clues == EXACT:
        lane = _own_lane(agent, rules)
        if lane is not None:
            return lane
    if isinstance(agent, Bayes):
        if not isinstance(agent.policy, Cheapest) or (rules.clues.again and rules.cascade):
            return None
        return partial(play_bayes, policy=agent.policy)
    plan = plan_of(agent, rules) if type(agent) is Reasoner else None
    return partial(play_by_rules, plan=plan) if plan else None


def _own_lane(agent: Agent, rules: Rules) -> Lane | None:
    """The lane that was made for an agent: these know exact clues only."""
    if isinstance(agent, Reasoner) and isinstance(agent.policy, Champion):
        return partial(play_champions, budget=agent.policy.budget) if rules.mine_count else None
    for name, lane in LANES.items():
        if agent is agent_named(name):
            return lane
    return None


def play_in_lane(lane: Lane, levels: Sequence[str], rules: Rules, seeds: Sequence[Seed]) -> list[Played | None]:
    """One game per seed, by an agent with these levels; None where a position was too wide for the lane."""
    table, played = new_table(rules.grid.kernel_neighbours), list[Played | None]()
    games = max(1, CELLS_AT_ONCE // rules.cells)
    for first in range(0, len(seeds), games):
        began = time.perf_counter()
        batch = batch_of(rules, seeds[first : first + games])
        lane(table, batch, rules)
        seconds = (time.perf_counter() - began) / len(batch.rank)
        played += [
            _played(figures, rules, _proved(figures, levels), seconds) if status == FINE else None
            for figures, status in zip(batch.figures.tolist(), batch.status.tolist(), strict=True)
        ]
    return played


def wins_and_luck(lane: Lane, rules: Rules, seeds: Sequence[Seed]) -> tuple[Bytes, Floats, Longs]:
    """[games] whether each was won, the luck it took, and the status; for a lane that knows its risks."""
    batch = batch_of(rules, seeds)
    lane(new_table(rules.grid.kernel_neighbours), batch, rules)
    return _results(batch)


def finish_games(
    budget: Budget, rules: Rules, mined: Mask, opened: Ints, seeds: Sequence[Seed]
) -> tuple[Bytes, Floats, Longs]:
    """The same of classic games of `champion` that go on from a position: these cells are open.

    mined [games, cells]: the layouts.
    """
    rules = replace(rules, first="any")  # the mines are there
    batch = batch_of(rules, seeds)
    batch.rank[:] = np.argsort(~mined, axis=1, kind="stable")  # the first in rank are mined
    play_champions(new_table(rules.grid.kernel_neighbours), batch, rules, budget=budget, opened=opened)
    return _results(batch)


def _results(batch: Batch) -> tuple[Bytes, Floats, Longs]:
    won = (batch.figures[:, SAFE_LEFT] == 0) & (batch.figures[:, MINES_OPENED] == 0)
    return won.astype(np.int8), batch.luck, batch.status


def knows_risks(agent: Agent, rules: Rules) -> Lane | None:
    """The lane of an agent if its luck in classic games is known there."""
    informed = agent is agent_named("exact") or (isinstance(agent, Reasoner) and isinstance(agent.policy, Champion))
    return lane_of(agent, rules) if informed and rules.end == "classic" and rules.mine_count else None


def play_by_steps(agent: Reasoner, rules: Rules, seeds: Sequence[Seed]) -> list[Played]:
    """One game per seed by an agent of rules, whose levels are asked one by one."""
    table, played = new_table(rules.grid.kernel_neighbours), list[Played]()
    for seed in seeds:
        began = time.perf_counter()
        rank = mine_order(seed, rules.cells).astype(np.int32)
        try:
            proved = play_stepwise(agent, rules, seed, table, rank, FIRST[rules.first])
        except SapperError as error:
            played.append(Played(error=str(error)))
        else:
            played.append(_played(table.figures.tolist(), rules, proved, time.perf_counter() - began))
    return played


def moves_of(figures: Longs, log: Ints, grid: Grid) -> list[Move]:
    """The moves of one game, from its row of a batch."""
    return [
        Open(grid.cell(entry - 1)) if entry > 0 else Flag(grid.cell(-1 - entry))
        for entry in log[: figures[MOVES]].tolist()
    ]


def _random(table: Table, batch: Batch, rules: Rules) -> None:
    _simple(table, batch, rules, rules_too=False)


def _basic(table: Table, batch: Batch, rules: Rules) -> None:
    _simple(table, batch, rules, rules_too=True)


def _simple(table: Table, batch: Batch, rules: Rules, *, rules_too: bool) -> None:
    play_basic(
        table, batch.rank, batch.order, rules.mines, FIRST[rules.first], rules.cascade, rules.end == "survey",
        rules_too, batch.figures, batch.log,
    )  # fmt: skip


def _exact(table: Table, batch: Batch, rules: Rules) -> None:
    limit = Limit()
    play_exact(
        table, new_book(rules.cells), new_floating(rules.cells), batch.rank, batch.order, rules.mines,
        FIRST[rules.first], rules.cascade, rules.end == "survey", rules.mine_count, limit.states, limit.values,
        batch.figures, batch.log, batch.status, batch.luck,
    )  # fmt: skip


def play_champions(table: Table, batch: Batch, rules: Rules, *, budget: Budget, opened: Ints = NONE_OPENED) -> None:
    """The lane of `champion`; opened: cells that are open before the first move."""
    limit, first = Limit(), first_cell(rules.first, rules.height, rules.width, rules.mines)
    start = -1 if first is None or len(opened) else rules.grid.index(first)
    play_champion(
        table, batch.rank, batch.order, rules.mines, FIRST[rules.first], opened, start, rules.cascade,
        rules.end == "survey", np.zeros(rules.cells, np.int8), likelihoods(EXACT), limit.states, limit.values,
        budget_on(rules.cells, budget), batch.figures, batch.log, batch.status, batch.luck,
    )  # fmt: skip


LANES: dict[str, Lane] = {"random": _random, "basic": _basic, "exact": _exact}


def _proved(figures: list[int], levels: Sequence[str]) -> dict[str, int]:
    return {level: number for level, number in zip(levels, figures[PROVED:], strict=False) if number}


def _played(figures: list[int], rules: Rules, proved: dict[str, int], seconds: float) -> Played:
    """The figures of one game as everybody else knows them; see `sapper.game.game.Result`."""
    right, wrong, mines, opened = figures[RIGHT_FLAGS], figures[WRONG_FLAGS], rules.mines, figures[MINES_OPENED]
    solved = figures[SAFE_LEFT] == 0 if rules.end == "classic" else right == mines and wrong == 0
    return Played(
        won=solved and opened == 0,
        score=right / mines if mines else 1.0,
        net_score=(right - wrong) / mines if mines else 1.0 - wrong,
        mines_opened=opened,
        flags_right=right,
        flags_wrong=wrong,
        cells_opened=rules.cells - mines - figures[SAFE_LEFT],
        moves=figures[MOVES],
        guesses=figures[GUESSES],
        deductions=proved,
        seconds=seconds,
    )
