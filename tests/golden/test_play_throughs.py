"""Behaviour is pinned by text that a person can read; `regenerate.py` rewrites it."""

from __future__ import annotations

import pytest
from regenerate import GAMES, path_of, play_through

import sapper

NAMES = [entry.name for entry in sapper.agents()]


@pytest.mark.parametrize("name", NAMES)
def test_the_agent_plays_as_before(name: str) -> None:
    assert play_through(name) == path_of(name).read_text(encoding="utf-8"), (
        "if the change is wanted, run python tests/golden/regenerate.py and read the difference"
    )


def test_every_agent_has_a_file_and_every_file_has_an_agent() -> None:
    assert sorted(path.name for path in GAMES.iterdir()) == sorted(path_of(name).name for name in NAMES)
