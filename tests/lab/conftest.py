from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from sweeps import AGENTS, SEED

from sapper.board.rules import Rules
from sapper.lab.experiment import Experiment, Setting
from sapper.lab.experiments import own


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
