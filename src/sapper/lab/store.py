"""Store: games in an embedded DuckDB file, kept by what they are and not by the experiment that asked for them.

    players     name, version                       who played
    settings    rules, as JSON                      under which rules
    series      player, setting, seed               games of one seed: board b was played on the seed (seed, b)
    games       series, board → what was measured   one row per game; one with an error has no figures
    experiments name → its description as JSON      what was run into this file, to be found again by name

So experiments that share games share rows, more boards continue a series, and a new seed, another rule or a new version
of an agent starts a series of its own. The primary keys see to it that no game is there twice.

Every call of `add` is one transaction: after a crash a file holds whole calls and nothing else. DuckDB lets one process
at a time write to a file.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper.board.rules import Rules
from sapper.errors import MissingExtra, StoreFault
from sapper.lab.columns import TYPES, Columns
from sapper.lab.interrupts import ctrl_c_later
from sapper.lab.player import Player
from sapper.lab.results import MEASURES, Games

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FILE_NAME = "results.duckdb"
NO_SERIES = 0
"""The number of a series that nobody has begun: it has no games."""
MEMORY = "128MB"
"""What DuckDB may keep in memory; the rest stays on disk."""

SCHEMA = """
CREATE SEQUENCE IF NOT EXISTS numbers;
CREATE TABLE IF NOT EXISTS players (
    id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, version VARCHAR NOT NULL, UNIQUE (name, version));
CREATE TABLE IF NOT EXISTS settings (id INTEGER PRIMARY KEY, rules VARCHAR NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS series (
    id INTEGER PRIMARY KEY, player INTEGER NOT NULL, setting INTEGER NOT NULL, seed VARCHAR NOT NULL,
    UNIQUE (player, setting, seed));
CREATE TABLE IF NOT EXISTS games (
    series INTEGER NOT NULL, board UINTEGER NOT NULL, won BOOLEAN, score DOUBLE, net_score DOUBLE,
    mines_opened UINTEGER, flags_right UINTEGER, flags_wrong UINTEGER, cells_opened UINTEGER, moves UINTEGER,
    guesses UINTEGER, seconds DOUBLE, error VARCHAR, deductions MAP(VARCHAR, UINTEGER), PRIMARY KEY (series, board));
CREATE TABLE IF NOT EXISTS experiments (name VARCHAR PRIMARY KEY, description VARCHAR NOT NULL);
"""

_ONE_AT_A_TIME = threading.Lock()
"""DuckDB refuses to open a file that another thread is just closing, as if somebody else had it."""


class Store:
    """An open database of games.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / FILE_NAME) as store:
    ...     series = store.series(Player.of("basic"), Rules.beginner(), seed=1)
    ...     store.missing(series, boards=3).tolist()
    [0, 1, 2]
    """

    def __init__(self, path: Path, *, new: bool = True) -> None:
        """Open the file; `new`: make one if there is none."""
        if not new and not path.exists():
            raise StoreFault(f"there are no results in {str(path.parent)!r}: run an experiment first, with --out there")
        self.path = path
        self._connection = _connect(path)
        with self._told():
            for statement in SCHEMA.split(";\n"):
                self._connection.execute(statement)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file free for others."""
        with self._told(), _ONE_AT_A_TIME:
            self._connection.close()

    def series(self, player: Player, rules: Rules, seed: int) -> int:
        """The number of a series of games; a new one if there is none yet: for who plays, not for who reads."""
        with self._told(), self._transaction():
            who = self._number("players", name=player.name, version=player.version)
            what = self._number("settings", rules=_written(rules))
            return self._number("series", player=who, setting=what, seed=str(seed))

    def find(self, player: Player, rules: Rules, seed: int) -> int:
        """The number of a series, or NO_SERIES; a reader beside a run leaves nothing behind."""
        key = [player.name, player.version, _written(rules), str(seed)]
        with self._told():
            found = self._connection.execute(_FIND, key).fetchall()
        return int(found[0][0]) if found else NO_SERIES

    def missing(self, series: int, boards: int) -> npt.NDArray[np.int64]:
        """The boards below that number that have not been played."""
        with self._told():
            rows = self._connection.execute("SELECT board FROM games WHERE series = ? AND board < ?", [series, boards])
            played = rows.fetchnumpy()["board"]
        wanted = np.ones(boards, np.bool_)
        wanted[played] = False
        return np.flatnonzero(wanted)

    def add(self, played: Sequence[tuple[int, Columns]]) -> None:
        """Keep games of some series, all of them or none; those that are there already are left as they are."""
        if not played:
            return
        batch: Columns = {name: np.concatenate([columns[name] for _, columns in played]) for name in played[0][1]}
        batch["series"] = np.repeat([series for series, _ in played], [len(columns["board"]) for _, columns in played])
        with self._told(), self._transaction():
            self._connection.register("batch", batch)
            try:
                self._connection.execute(_INSERT)
            finally:
                self._connection.unregister("batch")

    def games(self, series: int, boards: int) -> Games:
        """The games of a series on the boards below that number."""
        chosen = f"FROM games WHERE series = {series:d} AND board < {boards:d}"
        with self._told():
            figures = self._connection.execute(
                f"SELECT board, {', '.join(MEASURES)} {chosen} AND error IS NULL ORDER BY board"
            ).fetchnumpy()
            levels = self._connection.execute(
                "SELECT key, sum(value)::BIGINT FROM (SELECT unnest(map_entries(deductions), recursive := true) "
                f"{chosen} AND error IS NULL) GROUP BY key ORDER BY key"
            ).fetchall()
            failed = self._connection.execute(
                f"SELECT board, error {chosen} AND error IS NOT NULL ORDER BY board"
            ).fetchall()
        return Games(
            boards=np.asarray(figures["board"], np.int64),
            figures={measure: np.asarray(figures[measure], np.float64) for measure in MEASURES},
            deductions=dict(levels),
            failures=tuple(failed),
        )

    def copy(self, wanted: Sequence[tuple[str, str, int]], boards: int, path: Path, how: str) -> int:
        """Write the games of some (setting, agent, series) to a file; how many there are. `how`: options of COPY."""
        chosen: Columns = {
            "place": np.arange(len(wanted)),
            "setting": np.array([setting for setting, _, _ in wanted], np.object_),
            "agent": np.array([agent for _, agent, _ in wanted], np.object_),
            "series": np.array([series for _, _, series in wanted], np.int64),
        }
        quoted = str(path).replace("'", "''")
        with self._told():
            self._connection.register("chosen", chosen)
            try:
                written = self._connection.execute(
                    f"COPY ({_EXPORT.format(boards=boards)}) TO '{quoted}' ({how})"
                ).fetchone()
            finally:
                self._connection.unregister("chosen")
        assert written is not None
        return int(written[0])

    def remember(self, name: str, description: dict[str, Any]) -> None:
        """Keep an experiment's description under its name, instead of an older one."""
        with self._told():
            self._connection.execute(
                "INSERT OR REPLACE INTO experiments VALUES (?, ?)", [name, json.dumps(description)]
            )

    def remembered(self) -> dict[str, dict[str, Any]]:
        """Every experiment that was run into this file: name → description."""
        with self._told():
            rows = self._connection.execute("SELECT name, description FROM experiments ORDER BY name").fetchall()
        return {name: json.loads(description) for name, description in rows}

    def _number(self, table: str, **key: object) -> int:
        """The number of a row with that key; a new row if there is none."""
        where = " AND ".join(f"{column} = ?" for column in key)
        values = list(key.values())
        found = self._connection.execute(f"SELECT id FROM {table} WHERE {where}", values).fetchone()
        if found is None:
            marks = ", ?" * len(key)
            found = self._connection.execute(
                f"INSERT INTO {table} (id, {', '.join(key)}) VALUES (nextval('numbers'){marks}) RETURNING id", values
            ).fetchone()
        assert found is not None
        return int(found[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        import duckdb

        self._connection.execute("BEGIN")
        try:
            yield
        except BaseException:
            with suppress(duckdb.Error):  # after a failed write DuckDB may have given up the transaction by itself
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever DuckDB complains about becomes one line that names the file; Ctrl-C waits until it is done."""
        import duckdb

        try:
            with ctrl_c_later():
                yield
        except duckdb.Error as error:
            raise StoreFault(_complaint(self.path, str(error))) from error


def _written(rules: Rules) -> str:
    """Rules as the table of settings knows them."""
    return json.dumps(rules.to_dict(), sort_keys=True)


_FIND = """
SELECT series.id FROM series JOIN players ON players.id = series.player JOIN settings ON settings.id = series.setting
WHERE players.name = ? AND players.version = ? AND settings.rules = ? AND series.seed = ?
"""

_INSERT = f"""
INSERT INTO games (series, board, {", ".join(TYPES)}, deductions)
SELECT series, board, {", ".join(TYPES)}, deductions::JSON::MAP(VARCHAR, UINTEGER) FROM batch ON CONFLICT DO NOTHING
"""

_EXPORT = f"""
SELECT chosen.setting, chosen.agent, players.version, series.seed, games.board, {", ".join(TYPES)}, deductions
FROM chosen JOIN games ON games.series = chosen.series JOIN series ON series.id = games.series
JOIN players ON players.id = series.player WHERE board < {{boards}} ORDER BY chosen.place, board
"""


def _connect(path: Path) -> DuckDBPyConnection:
    try:
        import duckdb
    except ImportError:
        raise MissingExtra("keeping results needs DuckDB: pip install 'sapper[lab]'") from None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _ONE_AT_A_TIME:
            return duckdb.connect(str(path), config={"memory_limit": MEMORY, "threads": 1})
    except OSError as error:
        raise StoreFault(f"cannot make the folder {str(path.parent)!r}: {error.strerror}") from None
    except duckdb.Error as error:
        raise StoreFault(_complaint(path, str(error))) from None


def _complaint(path: Path, message: str) -> str:
    """What is wrong with the file, and what to do."""
    if "Could not set lock" in message or "used by another process" in message:
        holder = re.search(r"PID (\d+)", message)
        who = f" (process {holder[1]})" if holder else ""
        return f"{str(path)!r} is in use by another sapper{who}: wait for it, or choose another folder with --out"
    if "not a valid DuckDB database" in message:
        return f"{str(path)!r} is no database of results: move it away, or choose another folder with --out"
    first = " ".join(message.split("\n")[0].split())
    return f"{str(path)!r} cannot be used: {first}; what was kept before is safe, the same command goes on"
