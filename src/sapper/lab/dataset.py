"""Dataset: positions as agents meet them, with exact risks and the end of the game, as one Parquet file.

    legend   position   a view on which the agent was asked to act: one row
             board      number b is the game on the seed S,b; rows go board by board, decision by decision
             part       a Parquet file beside the final one, under another name, with some thousand rows

Columns: docs/reference/dataset.md. A grid of values is a blob of one fixed size, and not a list: in Parquet a list
stores levels for every element, and readers rebuild it value by value; the blobs of all rows, joined, *are* the array.

Rows are gathered into parts as games end, and the parts are merged into the final file at the end, by DuckDB. Memory
holds the games under way and one part, however many positions are wanted. Boards are handed out in blocks of fixed size
and come back in order, so the file does not depend on the number of processes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper import __version__
from sapper.board.chance import Seed
from sapper.board.rules import Rules
from sapper.errors import BadInput, MissingExtra, StoreFault
from sapper.lab.ordered import in_order
from sapper.lab.player import Player
from sapper.sim.decisions import Decisions, joined, watch_decisions
from sapper.sim.lockstep import decisions_in_lockstep

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

BLOCK = 64
"""Boards that are played together; fewer where they are large."""
MOST_CELLS = 10_000
"""Games are held in memory until they end, since every row says how: larger boards are refused."""
PART_BYTES = 64_000_000
"""Values of a part, and of a row group of the final file, before compression."""
VECTOR = 2048
"""DuckDB's row groups are multiples of this."""
MEMORY = "512MB"

Progress = Callable[[int], None]
"""Told how many positions there are so far."""


def write_dataset(
    path: Path,
    agent: str,
    rules: Rules,
    positions: int,
    *,
    seed: Seed = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Write so many positions of an agent; the last game is cut where they are complete.

    Whatever interrupts it, there is either the whole file or none.

    >>> import duckdb, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "positions.parquet"
    ...     write_dataset(file, "exact", Rules.beginner(), 100)
    ...     duckdb.sql(f"SELECT count(*), max(octet_length(risk)) FROM '{file}'").fetchall()
    [(100, 324)]
    """
    _check(rules, positions)
    source = _Source(Player.of(agent), rules, (seed,) if isinstance(seed, int) else tuple(seed))
    group = max(1, PART_BYTES // (6 * rules.cells * VECTOR)) * VECTOR
    with _parts_beside(path) as folder, _database(path) as database:
        parts: list[Path] = []
        for rows in _grouped(_positions(source, positions, jobs, progress), group):
            parts.append(folder / f"{len(parts)}.parquet")
            _write_part(database, parts[-1], rows)
        _merge(database, parts, folder / "whole.parquet", group, _described(source))
        (folder / "whole.parquet").replace(path)


@dataclass(frozen=True)
class _Source:
    """Whose positions, in which games."""

    player: Player
    rules: Rules
    seed: tuple[int, ...]


def _check(rules: Rules, positions: int) -> None:
    if positions < 1:
        raise BadInput(f"a dataset has at least 1 position, not {positions}")
    if rules.clues.kind != "exact":
        raise BadInput(f"a dataset needs exact clues, not clues={rules.clues}")
    if rules.cells > MOST_CELLS:
        raise BadInput(f"a dataset has boards of at most {MOST_CELLS:,} cells, not {rules.cells:,}")
    if rules.end == "classic" and rules.mines == rules.cells:
        raise BadInput("with a mine on every cell there is nothing to decide")


def _positions(source: _Source, positions: int, jobs: int, progress: Progress | None) -> Iterator[Decisions]:
    """Exactly so many positions, block by block."""
    block = max(1, min(BLOCK, 20 * MOST_CELLS // source.rules.cells))
    tasks = ((source, first, block) for first in count(0, block))
    done = 0
    with closing(in_order(_meet, tasks, jobs)) as blocks:
        while done < positions:
            rows = next(blocks)[: positions - done]
            done += len(rows)
            yield rows
            if progress is not None:
                progress(done)


def _meet(task: tuple[_Source, int, int]) -> Decisions:
    """The positions of some boards; `game` is the number of the board."""
    source, first, block = task
    seeds = [(*source.seed, board) for board in range(first, first + block)]
    if source.player.spec == "exact":
        rows = decisions_in_lockstep(source.rules, seeds)
    else:
        rows = watch_decisions(source.player.maker(), source.rules, seeds)
    rows.game[:] += first
    return rows


def _grouped(blocks: Iterator[Decisions], group: int) -> Iterator[Decisions]:
    """The same rows, so many at a time."""
    waiting: list[Decisions] = []
    for block in blocks:
        waiting.append(block)
        while sum(map(len, waiting)) >= group:
            rows = joined(waiting)
            yield rows[:group]
            waiting = [rows[group:]]
    if sum(map(len, waiting)):
        yield joined(waiting)


def _write_part(database: DuckDBPyConnection, path: Path, rows: Decisions) -> None:
    part = {
        "board": rows.game,
        "decision": rows.number,
        "cells": _blobs(rows.cells),
        "risk": _blobs(rows.risk.astype("<f4")),
        "verdict": _blobs(rows.verdict),
        "best": rows.best,
        "guess": rows.guess,
        "complete": rows.complete,
        "won": rows.won,
        "score": rows.score,
    }
    database.register("part", part)
    database.execute(f"COPY part TO {_quoted(path)} (FORMAT parquet, COMPRESSION lz4_raw)")
    database.unregister("part")


def _blobs(values: npt.NDArray[Any]) -> npt.NDArray[np.object_]:
    """[rows] the values of each row as they lie in memory."""
    size = values.shape[1] * values.itemsize
    return np.ascontiguousarray(values).view(f"V{size}").ravel().astype(object)


def _merge(database: DuckDBPyConnection, parts: list[Path], path: Path, group: int, described: dict[str, str]) -> None:
    files = ", ".join(map(_quoted, parts))
    facts = ", ".join(f"{name}: {_quoted(value)}" for name, value in described.items())
    database.execute(
        f"COPY (SELECT * FROM read_parquet([{files}])) TO {_quoted(path)} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {group}, KV_METADATA {{{facts}}})"
    )


def _described(source: _Source) -> dict[str, str]:
    """What the file says of itself."""
    return {
        "sapper": __version__,
        "agent": source.player.name,
        "rules": json.dumps(source.rules.to_dict()),
        "seed": ",".join(map(str, source.seed)),
    }


@contextmanager
def _parts_beside(path: Path) -> Iterator[Path]:
    """A folder for unfinished files, on the same disk as the final one; it is gone in the end."""
    folder = path.resolve().with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        folder.mkdir()
        yield folder
    except OSError as error:
        raise StoreFault(f"cannot write {str(path)!r}: {error.strerror}") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _database(path: Path) -> Iterator[DuckDBPyConnection]:
    """DuckDB in memory, with one thread: each one more holds row groups of its own, beyond any bound that it is given.

    What it cannot do becomes one clear line.
    """
    try:
        import duckdb
    except ImportError:
        raise MissingExtra("a dataset needs DuckDB: pip install 'sapper[lab]'") from None
    try:
        with duckdb.connect(config={"threads": 1, "memory_limit": MEMORY}) as database:
            yield database
    except duckdb.Error as error:
        raise StoreFault(f"cannot write {str(path)!r}: {str(error).splitlines()[0]}") from None


def _quoted(text: object) -> str:
    return "'" + str(text).replace("'", "''") + "'"
