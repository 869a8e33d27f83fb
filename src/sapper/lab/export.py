"""Games as files for other programs: Parquet or CSV, one row per game."""

from __future__ import annotations

import os
from pathlib import Path

from sapper.lab.experiment import Experiment
from sapper.lab.store import Store
from sapper.lab.sweep import players_of

FORMATS = {".parquet": "FORMAT parquet, COMPRESSION zstd", ".csv": "FORMAT csv, HEADER true"}


def export(experiment: Experiment, store: Store, path: Path) -> int:
    """Write the games of an experiment, whole or not at all; how many there are.

    Columns: setting, agent, version, seed, board, then everything that is measured of a game.
    """
    players = players_of(experiment)
    wanted = [
        (setting.name, agent, store.find(players[agent], setting.rules, experiment.seed))
        for setting in experiment.settings
        for agent in experiment.agents
    ]
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        count = store.copy(wanted, experiment.boards, draft, FORMATS[path.suffix])
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return count
