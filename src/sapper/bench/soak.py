"""Soak: a sweep that runs for long, and one that is killed again and again. Both are the real command, as a process.

The server has a soak of its own in `sapper bench web`.
"""

from __future__ import annotations

import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sapper.bench.held import HANDLE_SLACK, MEMORY_SLACK, alive, family, held, told
from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.lab.experiment import Setting
from sapper.lab.experiments import own
from sapper.lab.export import export
from sapper.lab.store import FILE_NAME, Store

QUIET = subprocess.DEVNULL
MINUTES = 10.0
RULES = Rules(height=20, width=20, density=0.2, end="survey")
JOBS = 2
ENDLESS = 8_000_000
"""Boards of the long sweep: more than can be played."""
SETTLED = 0.25
"""After this share of the time, memory has to be flat: DuckDB has filled what it may, and kernels are loaded."""
MOST_BYTES, MOST_LOOSE = 100, 1.5
"""Of the file: bytes per game, and how many times the size of a compacted copy; the last checkpoint leaves free blocks,
which the next one fills, so this goes up and down between 1 and 1.3 while a file grows."""
STOP_SECONDS = 2.0
AGENTS = ("basic", "exact")
KILLS, BOARDS, SEED = 50, 10_000, 50
"""How often the other sweep is killed, and how long it is at first: longer when it ends before it is killed."""
ORPHANS_SECONDS = 20.0
"""Within so long the workers of a killed sweep have to end by themselves."""


def measure(minutes: float = MINUTES) -> Iterator[Measurement]:
    """A soak of so many minutes, and then the kills; they take some minutes more."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _long(Path(folder) / "long", 60.0 * minutes)
        yield from _killed(Path(folder))


def _sweep(folder: Path, agents: Sequence[str], boards: int) -> list[str]:
    """The command; its rules are RULES."""
    words = ["--size", "20x20", "--density", "0.2", "--boards", str(boards), "--jobs", str(JOBS), "--out", str(folder)]
    return [sys.executable, "-m", "sapper.cli", "lab", "run", "--agents", ",".join(agents), *words]


def _long(folder: Path, seconds: float) -> Iterator[Measurement]:
    """Memory and handles of a sweep and its workers, and the file that it leaves."""
    with subprocess.Popen(_sweep(folder, AGENTS[:1], ENDLESS), stdout=QUIET, stderr=QUIET) as process:
        seen = _watch(process, seconds)
        began = time.perf_counter()
        process.send_signal(signal.SIGINT)
        process.wait()
        stopped = time.perf_counter() - began
    file, games = _file("its file", folder)
    if seen:
        fifth = max(1, len(seen) // 5)
        (early, late), (few, many) = ([f(part) for part in (seen[:fifth], seen[-fifth:])] for f in (_memory, _handles))
        yield Measurement(
            f"soak: a sweep of {seconds / 60:g} min, {games:,} games",
            f"{early:.0f} → {late:.0f} MB, {few} → {many} handles",
            "memory within 10 %, no handles",
            late < early * MEMORY_SLACK and many <= few + HANDLE_SLACK,
        )
    yield Measurement("its end by Ctrl-C", f"{stopped:.1f} s", f"< {STOP_SECONDS:g} s", stopped < STOP_SECONDS)
    yield file


def _watch(process: subprocess.Popen[bytes], seconds: float) -> list[tuple[float, int]]:
    """What it holds, second by second, once it has settled."""
    began, seen = time.monotonic(), []
    while time.monotonic() - began < seconds and process.poll() is None:
        time.sleep(1.0)
        if told() and time.monotonic() - began > SETTLED * seconds:
            with suppress(OSError):  # it has just ended
                seen.append(held(process.pid))
    return seen


def _memory(seen: list[tuple[float, int]]) -> float:
    return statistics.fmean(memory for memory, _ in seen)


def _handles(seen: list[tuple[float, int]]) -> int:
    return max(handles for _, handles in seen)


def _file(what: str, folder: Path) -> tuple[Measurement, int]:
    """How compact a database is beside a copy that is written in one go, and how many games it holds."""
    import duckdb

    path, copy = folder / FILE_NAME, folder / "copy.duckdb"
    with duckdb.connect() as database:
        database.execute(f"ATTACH '{path}' AS old (READ_ONLY)")
        database.execute(f"ATTACH '{copy}' AS new")
        database.execute("COPY FROM DATABASE old TO new")
        ((games,),) = database.execute("SELECT count(*) FROM new.games").fetchall()
        database.execute("DETACH new")
    size = path.stat().st_size
    loose = size / copy.stat().st_size
    line = Measurement(
        what,
        f"{size / games:.0f} bytes per game, {loose:.2f}× a compacted copy",
        f"< {MOST_BYTES}, < {MOST_LOOSE:g}×",
        size < MOST_BYTES * games and loose < MOST_LOOSE,
    )
    return line, int(games)


def _killed(folder: Path) -> Iterator[Measurement]:
    """Killed outright at random moments, half of them while workers start and half while games are played."""
    began = time.monotonic()
    subprocess.run(_sweep(folder / "first", AGENTS, 1), check=True, stdout=QUIET)
    start = time.monotonic() - began
    luck, boards, kills, orphans = random.Random(SEED), BOARDS, 0, 0
    while kills < KILLS:
        process = subprocess.Popen(_sweep(folder / "killed", AGENTS, boards), stdout=QUIET)
        try:
            process.wait(luck.uniform(0.0, 2 * start))
            boards *= 2  # it was too quick for us
        except subprocess.TimeoutExpired:
            orphans += _kill(process)
            kills += 1
    for name in ("killed", "undisturbed"):
        subprocess.run(_sweep(folder / name, AGENTS, boards), check=True, stdout=QUIET)
    games, other = _different(folder, boards)
    yield Measurement(
        f"kill -9, {kills} times within {2 * start:.0f} s each, {games:,} games",
        f"{other} rows differ from an undisturbed sweep, {orphans} orphans",
        "0, 0",
        other == orphans == 0 and games == len(AGENTS) * boards,
    )
    yield _file("its file", folder / "killed")[0]


def _kill(process: subprocess.Popen[bytes]) -> int:
    """Kill a sweep; how many of its workers do not end by themselves."""
    workers = family(process.pid)[1:] if told() else []
    process.kill()
    process.wait()
    until = time.monotonic() + ORPHANS_SECONDS
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.02)
    return sum(map(alive, workers))


def _different(folder: Path, boards: int) -> tuple[int, int]:
    """Games of the undisturbed sweep, and rows that only one of the two has; the time of a game is not compared."""
    import duckdb

    experiment = own(AGENTS, [Setting("one", RULES)], boards=boards)
    files = [folder / f"{name}.parquet" for name in ("killed", "undisturbed")]
    for file in files:
        with Store(folder / file.stem / FILE_NAME, new=False) as store:
            games = export(experiment, store, file)
    with duckdb.connect() as database:
        rows = [f"SELECT * EXCLUDE (seconds) FROM '{file}'" for file in files]
        both = [f"SELECT count(*) FROM ({one} EXCEPT ALL {two})" for one, two in (rows, reversed(rows))]
        return games, sum(int(database.execute(question).fetchall()[0][0]) for question in both)
