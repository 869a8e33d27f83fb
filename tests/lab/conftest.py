from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from sapper.board.rules import Rules
from sapper.lab.experiment import Experiment, Setting
from sapper.lab.experiments import own
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
        '''Takes about 50 ms for a game.'''
        def act(self, view, rng):
            if view.untouched:
                print("thinking")
                time.sleep(0.05)
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


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    """A file with agents that behave in all sorts of ways."""
    path = tmp_path / "some.py"
    path.write_text(textwrap.dedent(AGENTS))
    return path


@pytest.fixture
def experiment() -> Callable[..., Experiment]:
    """A small experiment with these agents."""

    def make(*names: str, boards: int = 12, seed: int = SEED, mines: tuple[int, ...] = (3,)) -> Experiment:
        settings = [
            Setting(f"{count} mines", Rules(height=4, width=4, mines=count, end="survey"), x=count / 16)
            for count in mines
        ]
        return own(names, settings, boards=boards, seed=seed)

    return make


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
