"""Boards without a guess: speed against ms_toollib (if it is installed) in the same run, and every board checked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.generator.order import generate
from sapper.sim.play import play

try:
    peer: Any = import_module("ms_toollib")
except ImportError:
    peer = None

START = (3, 3)
ROUNDS = 5
CHECKED = 10_000


def measure() -> Iterator[Measurement]:
    """Every line of the table, one after the other; some minutes."""
    for level, boards, least in (("expert", 100, 3.0), ("intermediate", 500, 2.0)):
        for uniform in (False, True):
            yield _against_peer(level, boards, uniform, least)
    for level in ("expert", "intermediate"):
        yield _missed(level)
    yield _checked()


def _rules(level: str) -> Rules:
    return Rules.level(level, first="opening")


def _against_peer(level: str, boards: int, uniform: bool, least: float) -> Measurement:
    """Ours and theirs in turn, so that both meet the same noise; the best round of each."""
    rules, what = _rules(level), f"no-guess {level} boards, {'uniform filter' if uniform else 'filter and repair'}"
    ours, theirs = float("inf"), float("inf")
    generate(rules, 1, start=START, no_guess=True, uniform=uniform)  # compile before measuring
    for number in range(ROUNDS):
        began = time.perf_counter()
        generate(rules, boards, number * boards, start=START, no_guess=True, uniform=uniform)
        ours = min(ours, (time.perf_counter() - began) / boards)
        if peer is not None:
            began = time.perf_counter()
            for _ in range(boards):
                peer.laymine_solvable(rules.height, rules.width, rules.mines, *START)
            theirs = min(theirs, (time.perf_counter() - began) / boards)
    text, wanted = f"{1e3 * ours:.3g} ms per board", f"≥ {least:g}×"
    if peer is None:
        return Measurement(what, f"{text}, no peer installed", wanted)
    return Measurement(
        what, f"{text} · peer {1e3 * theirs:.3g} ms: {theirs / ours:.1f}×", wanted, theirs / ours >= least
    )


def _missed(level: str) -> Measurement:
    """How many uniform no-guess boards the peer's own test calls unsolvable."""
    boards = 400
    what = f"{level} boards without a guess that the peer's test misses"
    if peer is None:
        return Measurement(what, "no peer installed")
    missed = 0
    for board in generate(_rules(level), boards, start=START, no_guess=True, uniform=True):
        mines, counts = board.layout.mines.tolist(), board.layout.counts.tolist()
        rows = [
            [-1 if mine else count for mine, count in zip(*row, strict=True)] for row in zip(mines, counts, strict=True)
        ]
        missed += not peer.is_solvable(rows, *START)
    return Measurement(what, f"{missed} of {boards}, {100 * missed / boards:.1f} %")


def _checked() -> Measurement:
    """Play every board with the exact agent."""
    rules, guesses, won = _rules("expert"), 0, 0
    for board in generate(rules, CHECKED, start=START, no_guess=True):
        record = play("exact", rules, layout=board.layout, start=START)
        guesses += record.guesses
        won += record.won
    return Measurement(
        f"{CHECKED:,} expert boards played by exact",
        f"{won:,} won, {guesses} guesses",
        "all won, 0 guesses",
        won == CHECKED and guesses == 0,
    )
