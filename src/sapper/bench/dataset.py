"""Dataset: positions per second of one core, from the games to the finished Parquet file."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.lab.dataset import BLOCK, write_dataset
from sapper.sim.decisions import Decisions
from sapper.sim.lockstep import decisions_in_lockstep

POSITIONS = 40_000
LEAST = 5_000
"""Positions per second of CPU that must be reached on expert boards."""
BOARDS = 512


def measure() -> Iterator[Measurement]:
    """Every line of the table; under a minute."""
    rules = Rules.expert()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.parquet"
        write_dataset(path, "exact", rules, 100)  # compile before measuring
        rate = POSITIONS / _seconds(lambda: write_dataset(path, "exact", rules, POSITIONS))
        size = path.stat().st_size / POSITIONS
    yield Measurement(
        f"{POSITIONS:,} expert positions as Parquet, one core",
        f"{rate:,.0f} per second of CPU, {size:.0f} bytes each",
        f"> {LEAST:,} per second",
        rate > LEAST,
    )
    met: list[Decisions] = []
    blocks = [[(1, board) for board in range(first, first + BLOCK)] for first in range(0, BOARDS, BLOCK)]
    seconds = _seconds(lambda: met.extend(decisions_in_lockstep(rules, seeds) for seeds in blocks))
    rate = sum(map(len, met)) / seconds
    yield Measurement("the same without writing: games and inference", f"{rate:,.0f} per second of CPU")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    yield Measurement("largest memory of the process", f"{memory:,.0f} MB")


def _seconds(work: Callable[[], None]) -> float:
    """CPU seconds of all threads of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began
