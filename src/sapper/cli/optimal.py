"""`sapper optimal`: what best play is worth on a small board, and where it begins."""

from __future__ import annotations

import json as json_format
import sys
import time
from typing import TYPE_CHECKING

from sapper.cli.options import AsJson, GameOptions, takes_options

if TYPE_CHECKING:
    from sapper.players.optimal.value import Optimum

FIRST_WORD = 2.0
"""Seconds until a long search says how it goes; then after twice as long, and so on."""


@takes_options
def optimal(game: GameOptions, json: AsJson = False) -> None:
    """Find the best play on a small board: its exact value, and the best first cells."""
    from sapper.cli.console import Terminal
    from sapper.cli.summary import describe
    from sapper.game.game import Game
    from sapper.players.optimal.value import optimum

    rules = game.rules()
    best = optimum(Game(rules).view, _Words())
    if json:
        print(json_format.dumps(rules.to_dict() | _as_json(best)))
        return
    share = f"{best.gained}/{best.possible}"
    what = "chance to win" if rules.end == "classic" else "expected score"
    terminal = Terminal()
    terminal.show(describe(rules))
    terminal.show(f"  best {what}   {share} = {float(best.value):.6f}")
    terminal.show(f"  best first cells     {' '.join(f'({row},{column})' for row, column in best.cells)}")


def _as_json(best: Optimum) -> dict[str, object]:
    return {
        "gained": best.gained,
        "possible": best.possible,
        "value": float(best.value),
        "cells": best.cells,
        "sets": best.sets,
    }


class _Words:
    """Says on standard error how a long search goes, ever more rarely."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.wait = FIRST_WORD

    def __call__(self, done: int, cells: int, sets: int) -> None:
        seconds = time.monotonic() - self.began
        if seconds >= self.wait:
            self.wait = 2.0 * seconds
            where = f"{done} of {cells} first cells done, " if cells else ""
            print(f"sapper: {where}{sets:,} sets of layouts searched in {seconds:.0f} s …", file=sys.stderr, flush=True)
