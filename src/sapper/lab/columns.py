"""Many played games as columns: quick to send between processes, to store and to average."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.lab.results import MEASURES, Games
from sapper.sim.arena import Played

Columns = dict[str, npt.NDArray[Any]]
"""`board` and every field of `Played`, one entry per game; `deductions` is JSON text, `error` is text or None."""

TYPES: dict[str, type] = {
    "won": np.bool_,
    "score": np.float64,
    "net_score": np.float64,
    "mines_opened": np.int64,
    "flags_right": np.int64,
    "flags_wrong": np.int64,
    "cells_opened": np.int64,
    "moves": np.int64,
    "guesses": np.int64,
    "seconds": np.float64,
    "error": np.object_,
}


def columns_of(boards: Sequence[int], played: Sequence[Played]) -> Columns:
    """The games of some boards, board by board."""
    columns: Columns = {"board": np.array(boards, np.int64)}
    for name, kind in TYPES.items():
        columns[name] = np.array([getattr(game, name) for game in played], kind)
    columns["deductions"] = np.array([json.dumps(game.deductions) for game in played], np.object_)
    return columns


def games_of(columns: Columns) -> Games:
    """The same as `Games`: finished games apart from failed ones, and deductions summed."""
    finished = np.array([error is None for error in columns["error"]], np.bool_)
    order = np.argsort(columns["board"][finished], kind="stable")
    deductions: dict[str, int] = {}
    for text in columns["deductions"][finished]:
        for level, count in json.loads(text).items():
            deductions[level] = deductions.get(level, 0) + count
    failures = sorted(zip(columns["board"][~finished].tolist(), columns["error"][~finished].tolist(), strict=True))
    return Games(
        boards=columns["board"][finished][order],
        figures={measure: columns[measure][finished][order].astype(np.float64) for measure in MEASURES},
        deductions=deductions,
        failures=tuple(failures),
    )
