"""What the tests of the laboratory share: agents that behave in all sorts of ways, and what to compare of results."""

from __future__ import annotations

from pathlib import Path

from sapper.board.rules import Rules
from sapper.lab.batch import Batch, play_batch
from sapper.lab.columns import games_of
from sapper.lab.experiment import Experiment
from sapper.lab.player import Player
from sapper.lab.results import MEASURES, Results

AGENTS = """
    import os
    import pathlib
    import time

    import numpy as np
    from sapper import Open

    class Plain:
        def act(self, view, rng):
            row, column = np.argwhere(view.hidden)[0]
            return Open((int(row), int(column)))

    class Slow(Plain):
        '''Takes about 50 ms for a game, and puts a stroke for each into a file.'''
        def act(self, view, rng):
            if view.untouched:
                time.sleep(0.05)
                with open(__file__ + ".strokes", "a") as file:
                    file.write("|")
            return super().act(view, rng)

    class Stateful(Plain):
        '''Would fail in the second game of one instance.'''
        games = 0
        def act(self, view, rng):
            if view.untouched:
                assert not self.games
                self.games = 1
            return super().act(view, rng)

    def unlucky(view, rng):
        '''The same board of every sweep: the one that orders its 16 cells with cell 3 in front.'''
        return view.untouched and rng.order(view.cells.size)[0] == 3

    class Raises(Plain):
        def act(self, view, rng):
            if unlucky(view, rng):
                raise ValueError("bad luck")
            return super().act(view, rng)

    class Exits(Plain):
        def act(self, view, rng):
            if unlucky(view, rng):
                raise SystemExit(3)
            return super().act(view, rng)

    class Dies(Plain):
        def act(self, view, rng):
            if unlucky(view, rng):
                os._exit(7)
            return super().act(view, rng)
"""
RULES = Rules(height=4, width=4, mines=3, end="survey")
SEED, UNLUCKY = 4, 4
"""Of the seeds (4, 0) … (4, 11), board 4 alone is unlucky, see AGENTS."""


def strokes(agents: Path) -> int:
    """How many games the slow agent has begun."""
    file = agents.with_name(f"{agents.name}.strokes")
    return file.stat().st_size if file.exists() else 0


def undisturbed(experiment: Experiment) -> list[tuple[object, ...]]:
    """The figures of an experiment, each agent and setting played in one go, in this process."""
    return figures(
        Results(
            experiment,
            {
                (setting.name, agent): games_of(
                    play_batch(
                        Batch(Player.of(agent), setting.rules, experiment.seed, tuple(range(experiment.boards)))
                    ).columns
                )
                for setting in experiment.settings
                for agent in experiment.agents
            },
        )
    )


def figures(results: Results) -> list[tuple[object, ...]]:
    """Everything that the same games give again, game by game; time is not among it."""
    kept = [measure for measure in MEASURES if measure != "seconds"]
    return [
        (
            key,
            games.boards.tolist(),
            {m: games.figures[m].tolist() for m in kept},
            dict(games.deductions),
            games.failures,
        )
        for key, games in results.games.items()
    ]
