"""Sessions: all games of all people, in a SQLite file and, as far as they were touched lately, in memory.

    games     id → rules, seed and the rest, who began it, when it was last touched
    actions   game, number → moves, time

Every action is one transaction before it is answered, so a restart loses no game. SQLite works in the server's own
thread: some tens of microseconds per action.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sapper.board.moves import parse_move
from sapper.board.rules import Rules
from sapper.errors import StoreFault
from sapper.game.layout import Layout
from sapper.web.faults import Fault
from sapper.web.limits import Limits
from sapper.web.session import Action, Session

FILE_NAME = "games.sqlite"
DROP_EVERY = 60.0
"""Seconds between two looks for idle games."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, rules TEXT NOT NULL, seed INTEGER NOT NULL, no_guess INTEGER NOT NULL,
    practice INTEGER NOT NULL, layout TEXT, touched REAL NOT NULL);
CREATE INDEX IF NOT EXISTS games_by_client ON games (client, touched);
CREATE INDEX IF NOT EXISTS games_by_time ON games (touched);
CREATE TABLE IF NOT EXISTS actions (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL, moves TEXT NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
"""


class Sessions:
    """All games."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.path, self._limits = path, limits
        self._memory: OrderedDict[str, Session] = OrderedDict()
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}
        self._dropped = 0.0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreFault(f"cannot make the folder {str(path.parent)!r}: {error.strerror}") from None
        with self._told():
            # The event loop alone uses it, from whatever thread that runs in.
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._database.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;")
            self._database.executescript(SCHEMA)

    def close(self) -> None:
        """Give the file free."""
        with self._told():
            self._database.close()

    def create(self, client: str, rules: Rules, seed: int, *, no_guess: bool, practice: bool) -> Session:
        """Begin a game; the client's oldest is dropped if it has too many."""
        self._drop_idle()
        session = Session(secrets.token_urlsafe(12), rules, seed, no_guess, practice)
        with self._transaction() as database:
            (total,) = database.execute("SELECT count(*) FROM games").fetchone()
            mine = database.execute("SELECT id FROM games WHERE client = ? ORDER BY touched", [client]).fetchall()
            oldest = [key for (key,) in mine[: len(mine) + 1 - self._limits.games_per_client]]
            if total - len(oldest) >= self._limits.games:
                raise Fault(429, "limit", "this server has as many games as it can keep: try again later")
            self._drop(oldest)
            database.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, NULL, ?)",
                [session.id, client, json.dumps(rules.to_dict()), seed, no_guess, practice, time.time()],
            )
        self._keep(session)
        return session

    @asynccontextmanager
    async def use(self, key: str) -> AsyncIterator[Session]:
        """A game by its id, for nobody else meanwhile."""
        lock, users = self._locks.get(key, (asyncio.Lock(), 0))
        self._locks[key] = lock, users + 1
        try:
            async with lock:
                yield self._find(key)
        finally:
            lock, users = self._locks[key]
            if users == 1:
                del self._locks[key]
            else:
                self._locks[key] = lock, users - 1

    def add(self, session: Session) -> None:
        """Keep the last action of a game."""
        action = session.actions[-1]
        moves = ";".join(map(str, action.moves))
        with self._transaction() as database:
            number = len(session.actions)
            database.execute("INSERT INTO actions VALUES (?, ?, ?, ?)", [session.id, number, moves, action.at])
            database.execute("UPDATE games SET touched = ? WHERE id = ?", [action.at, session.id])

    def take_back(self, session: Session) -> None:
        """Forget the action after the last one that the game has now."""
        with self._told():
            gone = len(session.actions)
            self._database.execute("DELETE FROM actions WHERE game = ? AND number > ?", [session.id, gone])

    def keep_layout(self, session: Session) -> None:
        """Keep the board that was made for a game."""
        with self._told():
            self._database.execute(
                "UPDATE games SET layout = ? WHERE id = ?", [str(session.layout), session.id]
            )  # making it again would take a worker

    def forget(self, session: Session) -> None:
        """Drop what memory holds of a game, which may not be what the file holds."""
        self._memory.pop(session.id, None)

    def _find(self, key: str) -> Session:
        session = self._memory.get(key) or self._load(key)
        if session is None:
            raise Fault(404, "not_found", "there is no such game: it may have been dropped")
        self._keep(session)
        return session

    def _keep(self, session: Session) -> None:
        """In memory, as the last one used; those that nobody uses go first."""
        self._memory[session.id] = session
        self._memory.move_to_end(session.id)
        if len(self._memory) > self._limits.games_in_memory:
            idle = next((key for key in self._memory if key not in self._locks and key != session.id), None)
            if idle is not None:
                del self._memory[idle]

    def _load(self, key: str) -> Session | None:
        with self._told():
            row = self._database.execute(
                "SELECT rules, seed, no_guess, practice, layout FROM games WHERE id = ?", [key]
            ).fetchone()
            if row is None:
                return None
            rows = self._database.execute(
                "SELECT moves, at FROM actions WHERE game = ? ORDER BY number", [key]
            ).fetchall()
        rules, seed, no_guess, practice, layout = row
        return Session(
            key, Rules(**json.loads(rules)), seed, bool(no_guess), bool(practice),
            layout=None if layout is None else Layout.parse(layout),
            actions=[Action(tuple(map(parse_move, moves.split(";"))), at) for moves, at in rows],
        )  # fmt: skip

    def _drop_idle(self) -> None:
        now = time.time()
        if now - self._dropped < DROP_EVERY:
            return
        self._dropped = now
        with self._told():
            before = now - self._limits.idle_seconds
            rows = self._database.execute("SELECT id FROM games WHERE touched < ?", [before]).fetchall()
            self._drop([key for (key,) in rows])

    def _drop(self, keys: list[str]) -> None:
        self._database.executemany("DELETE FROM games WHERE id = ?", [(key,) for key in keys])
        for key in keys:
            self._memory.pop(key, None)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._told():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    @contextmanager
    def _told(self) -> Iterator[Any]:
        """Whatever SQLite complains about becomes one line that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreFault(f"{str(self.path)!r} cannot be used: {error}") from error
