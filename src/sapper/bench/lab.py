"""The laboratory: games per second, what more workers bring, and that a long sweep costs no more per game."""

from __future__ import annotations

import multiprocessing
import resource
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Self

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.lab.batch import Answer, Batch
from sapper.lab.columns import columns_of
from sapper.lab.experiment import Setting
from sapper.lab.experiments import own
from sapper.lab.store import FILE_NAME, Store
from sapper.lab.sweep import sweep
from sapper.lab.workers import Workers, hire
from sapper.sim.arena import Played, play_many

RULES = Rules(height=20, width=20, density=0.2, end="survey")
AGENT, BOARDS = "basic", 80_000
"""Who plays while workers are compared, and how many boards: some seconds each time, so that batches have grown."""
REPEATS = 2
MANY = 1_000_000
TENTHS = 10
MOST_MEMORY = 500.0
"""MB of the main process."""


def measure() -> Iterator[Measurement]:
    """Every line; a minute or two."""
    yield from _lane()
    yield from _workers()
    yield from _length()


def _lane() -> Iterator[Measurement]:
    """Whole games in compiled code, on one core, boards laid and all."""
    for what, agent, rules, games, wanted in (
        ("exact, classic expert, fast lane", "exact", Rules.expert(), 2_000, 1_000),
        ("basic, survey 20×20 at 0.2, fast lane", "basic", RULES, 10_000, 5_000),
    ):
        play_many(agent, rules, [(0, games)])  # compile before measuring
        best = 0.0
        for turn in range(REPEATS):
            began = time.process_time()
            play_many(agent, rules, [(turn, board) for board in range(games)])
            best = max(best, games / (time.process_time() - began))
        yield Measurement(what, f"{best:,.0f} games per second of CPU", f"≥ {wanted:,}", best >= wanted)


def _workers() -> Iterator[Measurement]:
    """Each kind of workers in turn, best of some turns, so that all meet the same noise of the machine."""
    kinds = {"one": (1, None), "two": (2, None), "dask": (None, "local:2")}
    best = dict.fromkeys(kinds, 0.0)
    for turn in range(REPEATS):
        for kind, (jobs, cluster) in kinds.items():
            best[kind] = max(best[kind], _rate(hire(jobs, cluster), seed=turn))
    one, two, dask = (best[kind] for kind in kinds)
    what = f"{AGENT} 20×20 at 0.2"
    yield Measurement(f"{what}, one process", f"{one:,.0f} games per second")
    yield Measurement(f"{what}, 2 processes", f"{two / one:.2f}× ({two:,.0f} per second)", "≥ 1.7×", two >= 1.7 * one)
    yield Measurement(
        f"{what}, Dask local:2", f"{dask / one:.2f}× ({dask:,.0f} per second)", "≥ 1.5×", dask >= 1.5 * one
    )


def _rate(workers: Workers, seed: int) -> float:
    """Games per second of a sweep from its first kept games to its last, without the start of the workers."""
    told: list[tuple[float, int]] = []
    experiment = own([AGENT], [Setting("one", RULES)], boards=BOARDS, seed=seed)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / FILE_NAME) as store:
        sweep(experiment, store, workers, lambda kept, _: told.append((time.perf_counter(), kept)))
    (began, before), (ended, after) = next(one for one in told if one[1]), told[-1]
    return (after - before) / (ended - began)


def _length() -> Iterator[Measurement]:
    """A sweep of a million games whose workers cost nothing, in a process of its own: what the main process does."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        costs, memory = process.submit(play_many_for_nothing).result()
    early, late = costs[1], costs[-1]  # the first tenth also opens the store and loads kernels
    yield Measurement(
        f"main process, {MANY:,} games, second tenth → last",
        f"{1e6 * early:.1f} → {1e6 * late:.1f} µs per game",
        "no growth (≤ 1.3×)",
        late <= 1.3 * early,
    )
    yield Measurement("its memory at most", f"{memory:.0f} MB", f"< {MOST_MEMORY:g} MB", memory < MOST_MEMORY)


def play_many_for_nothing() -> tuple[list[float], float]:
    """CPU seconds per game of the main process in each tenth of a long sweep, and the most memory it took, in MB."""
    marks = [(time.process_time(), 0)]

    def tell(kept: int, _: int) -> None:
        if kept - marks[-1][1] >= MANY / TENTHS or kept == MANY > marks[-1][1]:
            marks.append((time.process_time(), kept))

    experiment = own(["random"], [Setting("one", RULES)], boards=MANY)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / FILE_NAME) as store:
        sweep(experiment, store, _Idle(), tell)
    costs = [(after - before) / (kept - had) for (before, had), (after, kept) in pairwise(marks)]
    return costs, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class _Idle:
    """Workers that answer at once, and say that each game took them 0.1 ms."""

    def __init__(self) -> None:
        self._batches: deque[Batch] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def room(self) -> int:
        return 4 - len(self._batches)

    def hands(self) -> int:
        return 2

    def submit(self, batch: Batch) -> None:
        self._batches.append(batch)

    def wait(self, seconds: float) -> list[Answer]:
        batch = self._batches.popleft()
        games = [Played(score=board % 101 / 100, moves=board % 331, deductions={"single": 9}) for board in batch.boards]
        return [Answer(batch, columns_of(batch.boards, games), seconds=1e-4 * len(games))]
