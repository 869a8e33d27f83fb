"""Exact inference: against ms_toollib (if it is installed) on the same positions in the same run."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.bench.positions import every_second, partly_opened, stuck_expert
from sapper.bench.table import Measurement
from sapper.board.view import View
from sapper.inference.exact.solve import infer_many
from sapper.inference.levels import infer
from sapper.knowledge.belief import Limit

try:
    peer: Any = import_module("ms_toollib")
except ImportError:
    peer = None

REPEATS = 7
MOST_PASSES = 20
HIDDEN_THERE = 10
"""How ms_toollib writes a hidden cell."""


def measure() -> Iterator[Measurement]:
    """Every line of the table, one after the other; some minutes."""
    for limit in (None, Limit(states=10)):  # compile before measuring, also what lies beyond the limit
        infer(every_second(9, 9), limit=limit)
    for side in (31, 61):  # before the peer, whose memory would count as ours
        yield _too_wide(side)
    yield from _against_peer("stuck expert positions, 200, median", list(stuck_expert(200)), 25.0, None)
    dense = [partly_opened(40, 40, 0.3, 0.4, seed) for seed in range(12)]
    yield from _against_peer("40×40 at 0.3, 40 % opened, 12, median / max", dense, 300.0, 500.0)
    yield from _against_peer("21×10, a clue on every second cell", [every_second(10, 21)], 10.0, None)
    yield _all_clues()
    yield _batch()
    yield from _start()


def _seconds(work: Callable[[], Any], repeats: int) -> float:
    """The shortest of some runs."""
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def _against_peer(what: str, views: list[View], median: float, largest: float | None) -> Iterator[Measurement]:
    """Ours and theirs in turn on each position, so that both meet the same noise."""
    wanted = f"≥ {median:g}×" + (f" / {largest:g}×" if largest else "")
    ours, theirs, worst = np.zeros(len(views)), np.zeros(len(views)), 0.0
    for i, view in enumerate(views):
        ours[i] = _seconds(partial(infer, view), REPEATS)
        if peer is not None:
            board = np.where(view.cells >= 0, view.cells, HIDDEN_THERE).tolist()
            ask = partial(peer.cal_probability_onboard, board, view.mines or 0)
            theirs[i] = _seconds(ask, 1 if ours[i] > 5e-4 else REPEATS)
            worst = max(worst, float(np.abs(np.array(ask()[0]) - infer(view).risk)[view.hidden].max()))
    text = f"{_ms(np.median(ours))} / {_ms(ours.max())}"
    if peer is None:
        yield Measurement(what, f"{text}, no peer installed", wanted)
        return
    ratio, top = float(np.median(theirs) / np.median(ours)), float(theirs.max() / ours.max())
    reached = ratio >= median and (largest is None or top >= largest)
    yield Measurement(what, f"{text} · peer {_ms(np.median(theirs))} / {_ms(theirs.max())}", "", None)
    yield Measurement("", f"{ratio:.1f}× / {top:.1f}× faster", wanted, reached)
    yield Measurement("", f"largest difference of a risk {worst:.0e}", "< 1e-9", worst < 1e-9)


def _too_wide(side: int) -> Measurement:
    view = every_second(side, side)
    began = time.perf_counter()
    belief = infer(view)
    seconds = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    error = 0.0 if belief.risk_error is None else float(belief.risk_error.max())
    decided = int(belief.safe.sum() + belief.mines.sum())
    return Measurement(
        f"{side}×{side}, a clue on every second cell: sampled risks",
        f"{seconds:.1f} s, {decided} decided, error ≤ {error:.3f}, {memory:.2f} GiB, complete={belief.complete}",
        "< 10 s, < 2 GiB, complete=False",
        seconds < 10.0 and memory < 2.0 and not belief.complete,
    )


def _all_clues() -> Measurement:
    """What every hidden cell would show, beside one inference of the same view."""
    ratios, cells = [], 0
    for view in stuck_expert(100, seed=5):
        _clues_of(view)
        risks = _seconds(partial(infer, view), REPEATS)
        ratios.append(_seconds(partial(_clues_of, view), REPEATS) / risks)
        cells += int(view.hidden.sum())
    ratio = float(np.median(ratios))
    what = f"what all cells would show, 100 stuck expert positions, {cells / len(ratios):.0f} cells each"
    return Measurement(what, f"{ratio:.1f} inferences", f"≤ {MOST_PASSES} inferences", ratio <= MOST_PASSES)


def _clues_of(view: View) -> npt.NDArray[np.float64]:
    return infer(view).clue_distributions()


def _batch() -> Measurement:
    views = list(stuck_expert(500, seed=3)) * 20
    times = []
    for threads in (1, 2, 1, 2):
        began = time.perf_counter()
        infer_many(views, threads=threads)
        times.append(time.perf_counter() - began)
    one, two = min(times[0], times[2]), min(times[1], times[3])
    return Measurement(
        "10,000 expert positions, 2 threads against 1",
        f"{one / two:.2f}× ({len(views) / two:,.0f} per second)",
        "> 1.7×",
        one / two > 1.7,
    )


def _start() -> Iterator[Measurement]:
    """CPU time of the command, first with an empty cache, then again."""
    with tempfile.TemporaryDirectory() as cache:
        for what, most in (("first compile of `sapper analyse`", 60.0), ("warm start of `sapper analyse`", 1.5)):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-m", "sapper.cli", "analyse", "--mines", "3", "--json"],
                input="..../.21./..../....",
                text=True,
                capture_output=True,
                check=True,
                env=os.environ | {"NUMBA_CACHE_DIR": cache},
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            yield Measurement(what, f"{seconds:.2f} s of CPU", f"< {most:g} s", seconds < most)


def _ms(seconds: float) -> str:
    return f"{1e3 * float(seconds):.3g} ms"
