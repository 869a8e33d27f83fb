"""A sweep: play every game of an experiment that the store does not hold yet.

Only this process writes: answers are gathered for a moment and kept in one transaction. The number of batches that are
under way is bounded by the workers, so neither memory nor the cost of a game depends on how long the sweep is.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sapper.errors import StoreFault
from sapper.lab.batch import Answer, warm_up
from sapper.lab.columns import Columns
from sapper.lab.experiment import Experiment
from sapper.lab.player import Player
from sapper.lab.results import Results
from sapper.lab.store import Store
from sapper.lab.work import Work
from sapper.lab.workers import Workers

Progress = Callable[[int, int], None]
"""Told how many games of the sweep are kept, and how many there are."""
Players = dict[str, Player]
"""The agents of an experiment by the names it has for them."""

KEEP_EVERY = 0.25
"""Seconds between two transactions; as much is lost at most when the process is killed outright."""
DEATHS = 2
"""A game on which so many workers died, alone in its batch, has failed."""


def sweep(
    experiment: Experiment,
    store: Store,
    workers: Workers,
    progress: Progress | None = None,
    players: Players | None = None,
) -> Results:
    """Play what is missing of an experiment; its results. Whatever interrupts it, the games so far are kept."""
    players = players or players_of(experiment)
    work = Work(experiment, players, store)
    tell = progress or (lambda kept, total: None)
    total = len(experiment.settings) * len(experiment.agents) * experiment.boards
    tell(total - work.missing, total)
    if work.missing:
        with workers:
            _compile(experiment, players)
            _play(work, store, workers, lambda kept: tell(total - work.missing + kept, total))
    return results(experiment, store, players)


def results(experiment: Experiment, store: Store, players: Players | None = None) -> Results:
    """What the store knows about an experiment, with the agents as they are now unless they are given."""
    players = players or players_of(experiment)
    return Results(
        experiment,
        {
            (setting.name, agent): store.games(
                store.find(players[agent], setting.rules, experiment.seed), experiment.boards
            )
            for setting in experiment.settings
            for agent in experiment.agents
        },
    )


def players_of(experiment: Experiment) -> Players:
    """The agents of an experiment, ready to be sent to workers."""
    return {name: Player.of(name) for name in experiment.agents}


def _compile(experiment: Experiment, players: Players) -> None:
    """Compile whatever the games need, once, while the workers start: they then find it in the cache."""
    for player in players.values():
        if player.source is None:
            for setting in experiment.settings:
                warm_up(player.spec, setting.rules)


def _play(work: Work, store: Store, workers: Workers, tell: Callable[[int], None]) -> None:
    """Hand out batches and keep what comes back, until all games are there."""
    arrived: list[tuple[int, Columns]] = []
    played, last = 0, time.monotonic()
    try:
        while played < work.missing:
            while workers.room() and (batch := work.next(workers.hands())) is not None:
                workers.submit(batch)
            for answer in workers.wait(KEEP_EVERY):
                columns = _settle(answer, work)
                if columns is not None:
                    arrived.append((answer.batch.series, columns))
                    played += len(answer.batch.boards)
            if time.monotonic() - last > KEEP_EVERY:
                store.add(arrived)
                arrived, last = [], time.monotonic()
                tell(played)
    except StoreFault:
        raise
    except BaseException:  # Ctrl-C, or the workers are gone: what has arrived is kept nevertheless
        store.add(arrived)
        tell(played)
        raise
    store.add(arrived)
    tell(played)


def _settle(answer: Answer, work: Work) -> Columns | None:
    """The games of an answer; if its worker died, none yet, unless one game alone has killed worker after worker."""
    batch = answer.batch
    if answer.columns is not None:
        work.learn(answer)
        return answer.columns
    if answer.to_blame and len(batch.boards) == 1 and batch.deaths + 1 >= DEATHS:
        return batch.lost(f"{DEATHS} worker processes died on this board")
    work.retry(batch, suspected=answer.to_blame)
    return None
