"""The server of the page, as its clients feel it: a real process on loopback, and people who click.

Every player has an address of its own, told as a proxy on the same machine tells it, so that the limits per client are
those of people and not of this bench.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.bench.held import HANDLE_SLACK, MEMORY_SLACK, busy, held, told
from sapper.bench.page import measure_page
from sapper.bench.table import Measurement
from sapper.errors import MissingExtra

if TYPE_CHECKING:
    import httpx

PLAYERS, SECONDS = 200, 20.0
CLICKS = 200
SOAK_SECONDS = 60.0
FIRST_LOAD = 300_000
"""Bytes before charts."""


@dataclass
class Felt:
    """What players felt."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """So many of the answers came within these milliseconds."""
        ordered = sorted(self.seconds)
        return 1e3 * ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def measure() -> Iterator[Measurement]:
    """Every line of the table, one after the other; about two minutes."""
    try:
        import httpx
    except ImportError:
        raise MissingExtra("the bench of the server needs httpx: pip install httpx") from None
    with _server() as (address, pid), httpx.Client(base_url=address, timeout=300.0) as client:
        while client.post("/api/v1/analyse", json={"view": "1./.."}).status_code == 429:
            pass  # the workers are still being started; each of these waits for them some seconds
        yield _first_load(client)
        yield _click(address)
        yield from measure_page(address)
        before = busy(pid)
        felt = asyncio.run(_crowd(address, PLAYERS, SECONDS))
        yield _players(felt)
        yield _cost(felt, busy(pid) - before)
        yield from _soak(address, pid)


@contextmanager
def _server() -> Iterator[tuple[str, int]]:
    """A server in a process of its own, with its address and its id."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "sapper.cli", "serve", "--port", "0", "--out", folder],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found is not None, "the server did not start"
            yield found[0], process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def _first_load(client: httpx.Client) -> Measurement:
    """Index, and every script, style and picture that it and its modules name."""
    wanted, seen, size = ["/"], set[str](), 0
    while wanted:
        path = wanted.pop()
        answer = client.get(path)
        if path in seen or answer.status_code != 200 or "plotly" in path:
            continue
        seen.add(path)
        size += len(answer.content)
        if answer.headers["content-type"].startswith(("text/html", "text/javascript", "text/css")):
            wanted += _named_in(path, answer.text)
    if "/" not in seen:
        return Measurement("first load of the page", "the page is not there", f"< {FIRST_LOAD // 1000} KB", False)
    return Measurement(
        "first load of the page, before charts",
        f"{size / 1000:.0f} KB in {len(seen)} files",
        f"< {FIRST_LOAD // 1000} KB",
        size < FIRST_LOAD,
    )


def _named_in(path: str, text: str) -> list[str]:
    """The files of the page that a file names: attributes, imports, urls."""
    folder = Path("/" if path == "/" else path).parent
    names = re.findall(
        r"""(?:src=|href=|from |import |import\(|url\()\s*["']?([\w./-]+\.(?:js|css|svg|png|woff2))""", text
    )
    return [name if name.startswith("/") else os.path.normpath(folder / name) for name in names]


class _Browser:
    """One connection, and just enough HTTP: a full client would cost more than the server that is measured."""

    def __init__(self, address: str, number: int) -> None:
        self._host = address.removeprefix("http://").rstrip("/")
        self._from = f"10.{number // 65_536 % 256}.{number // 256 % 256}.{number % 256}"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The answer; OSError if it is not 200."""
        if self._streams is None:
            host, _, port = self._host.partition(":")
            self._streams = await asyncio.open_connection(host, int(port))
        reader, writer = self._streams
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nhost: {self._host}\r\ncontent-type: application/json\r\n"
        writer.write(
            f"{head}x-forwarded-for: {self._from}\r\ncontent-length: {len(content)}\r\n\r\n".encode() + content
        )
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", answer)
        text = await reader.readexactly(int(length[1]) if length else 0)
        if not answer.startswith(b"http/1.1 200"):
            raise OSError(text.decode())
        found: dict[str, Any] = json.loads(text)
        return found

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class _Player:
    """Somebody who plays expert with risks on: opens a safe cell, else the least risky one, and begins again."""

    def __init__(self, address: str, number: int) -> None:
        self.browser = _Browser(address, number)
        self._game: dict[str, Any] | None = None
        self._luck = random.Random(number)

    async def click(self, felt: Felt) -> None:
        """One move, timed; what goes wrong is an error of the server."""
        try:
            await self._click(felt)
        except (OSError, EOFError) as error:
            felt.errors.append(repr(error))
            self._game = None
            self.browser.close()

    async def _click(self, felt: Felt) -> None:
        """A new game, when one is needed, is not timed."""
        if self._game is None or self._game["state"] in ("won", "lost"):
            self._game = await self.browser.post("/api/v1/games", {"level": "expert"})
            cell = [8, 15]
        else:
            safe = self._game["analysis"]["safe"]
            cell = self._luck.choice(safe) if safe else self._game["analysis"]["best"]["cell"]
        began = time.perf_counter()
        self._game = await self.browser.post(f"/api/v1/games/{self._game['id']}/moves?risks=1", {"open": cell})
        felt.seconds.append(time.perf_counter() - began)


def _click(address: str) -> Measurement:
    """One player, one click after the other."""
    felt = asyncio.run(_alone(address))
    median = 1e3 * statistics.median(felt.seconds)
    return Measurement(
        f"click to answer, expert with risks, {CLICKS} clicks",
        f"median {median:.1f} ms, p95 {felt.percentile(0.95):.1f} ms, {len(felt.errors)} errors",
        "median < 50 ms, 0 errors",
        median < 50.0 and not felt.errors,
    )


async def _alone(address: str) -> Felt:
    felt, player = Felt(), _Player(address, 1)
    for _ in range(CLICKS):
        await player.click(felt)
        await asyncio.sleep(0.05)  # no faster than the limit for one client
    player.browser.close()
    return felt


async def _crowd(address: str, players: int, seconds: float) -> Felt:
    """Many players, each with a move per second, for some seconds."""
    felt, end = Felt(), time.perf_counter() + seconds

    async def play(number: int) -> None:
        player, due = _Player(address, 1000 + number), time.perf_counter() + number / players
        while due < end:
            await asyncio.sleep(max(due - time.perf_counter(), 0.0))
            await player.click(felt)
            due += 1.0
        player.browser.close()

    await asyncio.gather(*(play(number) for number in range(players)))
    return felt


def _players(felt: Felt) -> Measurement:
    p95 = felt.percentile(0.95)
    return Measurement(
        f"{PLAYERS} players, a move per second each, {SECONDS:g} s",
        f"{len(felt.seconds)} moves, median {felt.percentile(0.5):.1f} ms, p95 {p95:.1f} ms, {len(felt.errors)} errors",
        "p95 < 150 ms, 0 errors",
        p95 < 150.0 and not felt.errors,
    )


def _cost(felt: Felt, seconds: float) -> Measurement:
    """What says more than times on a machine that has other things to do."""
    each = 1e3 * seconds / max(len(felt.seconds), 1)
    return Measurement("CPU per move, of the server and its workers", f"{each:.2f} ms", "< 4 ms", each < 4.0)


def _soak(address: str, pid: int) -> Iterator[Measurement]:
    """The same crowd for longer: memory and handles of the server and its workers do not grow."""
    if not told():
        return
    before = held(pid)
    felt = asyncio.run(_crowd(address, PLAYERS // 4, SOAK_SECONDS))
    after = held(pid)
    yield Measurement(
        f"soak: {PLAYERS // 4} players, {SOAK_SECONDS:g} s, {len(felt.seconds)} moves",
        f"{before[0]:.0f} → {after[0]:.0f} MB, {before[1]} → {after[1]} handles, {len(felt.errors)} errors",
        "memory within 10 %, no handles",
        after[0] < before[0] * MEMORY_SLACK and after[1] <= before[1] + HANDLE_SLACK and not felt.errors,
    )
