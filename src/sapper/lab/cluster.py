"""Workers of a Dask cluster: `local:4` starts one on this machine, anything else is the address of a scheduler.

What a cluster needs: the same Sapper and the same minor version of Python on the scheduler and on every worker; workers
are asked for theirs at the start, and those that come later with every batch, before a game counts. The source of an
agent from a file travels with its batches; other files that it imports must be importable on the workers.

Dask hands a batch whose worker died to another one, and gives up when several died on it: such a batch is played
again in halves, like one that kills a process here. A scheduler that dies takes all batches under way with it: we wait
for it to come back at the same address, and hand them out again.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import math
import os
import platform
import queue
import re
import signal
import time
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, Self

from sapper import __version__
from sapper.errors import BadInput, MissingExtra, SapperError, WorkerFault
from sapper.lab.batch import Answer, Batch, play_batch
from sapper.lab.player import code_version
from sapper.lab.pool import AHEAD

SECONDS = 3.0
"""How long to wait for the scheduler, and then for its first worker."""
STOP_SECONDS = 1.0
ASK_EVERY = 1.0
"""Seconds between two looks at how many workers there are."""
RETRY_EVERY = 0.5
"""Seconds between two attempts to reach a scheduler that was lost."""
NOBODY = 30.0
"""So many seconds without any worker, or without the scheduler, and the sweep gives up."""
KEPT = "what was played is kept, and the same command goes on"
TROUBLE = (OSError, TimeoutError, CancelledError)
"""What Dask raises, or makes of a batch, when its scheduler cannot be reached."""


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._local = _local_workers(address)
        self._batches: dict[Any, Batch] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._own: Any = None
        self._client: Any = None
        self._known, self._asked, self._manned = 0, -math.inf, time.monotonic()
        self._lost: BaseException | None = None

    def __enter__(self) -> Self:
        dask = _dask()
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # every trouble is told by us, in one line
        try:
            if self._local:
                self._own = dask.LocalCluster(
                    n_workers=self._local, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                )
            self._client = self._connect()
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkerFault(f"no Dask scheduler answers at {self._address!r}: {_one_line(error)}") from None
        try:
            self._meet()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _connect(self) -> Any:
        return _dask().Client(self._own or self._address, timeout=SECONDS)

    def _meet(self) -> None:
        """Wait for a first worker, and refuse those that would play otherwise than we do."""
        try:
            self._client.wait_for_workers(1, timeout=SECONDS)
        except TimeoutError:
            raise WorkerFault(f"the Dask cluster at {self._address!r} has no workers: start `dask worker`") from None
        try:
            versions = self._client.run(version_here, on_error="return")
        except TROUBLE as error:
            raise self._gone(error) from None
        for worker, version in versions.items():
            if isinstance(version, str) and version != version_here():
                raise WorkerFault(_differs(f"the worker at {worker}", version, version_here()))
            if isinstance(version, Exception) and not isinstance(version, TROUBLE):
                raise self._helpless(version) from version  # it could not even read the question

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(*TROUBLE):  # here and below: we leave anyway
            if self._batches:
                self._client.cancel(list(self._batches), force=True)
        if self._own is not None:
            for nanny in self._own.workers.values():  # asked politely, a worker would first end its batch
                nanny.auto_restart = False
                with contextlib.suppress(OSError, TypeError):
                    os.kill(nanny.pid, signal.SIGKILL)
        self._hang_up()
        if self._own is not None:
            with contextlib.suppress(*TROUBLE):
                self._own.close(timeout=STOP_SECONDS)

    def _hang_up(self) -> None:
        if self._client is not None:
            with contextlib.suppress(*TROUBLE):
                self._client.close(timeout=STOP_SECONDS)
            self._client = None

    def room(self) -> int:
        """How many more batches they take now."""
        return max(0, AHEAD * self.hands() - len(self._batches))

    def hands(self) -> int:
        """The threads of all workers; asked now and then, since workers may come and go."""
        now = time.monotonic()
        if now - self._asked > ASK_EVERY:
            try:
                self._known = sum(self._client.nthreads().values())
            except TROUBLE as error:
                self._known, self._lost = 0, error
            self._asked = time.monotonic()
            if self._known:
                self._manned = now
            elif now - self._manned > NOBODY:
                raise WorkerFault(f"the Dask cluster at {self._address!r} has lost all its workers; {KEPT}")
        return self._known

    def submit(self, batch: Batch) -> None:
        """Hand out a batch."""
        future = self._client.submit(play_elsewhere, batch, version_here(), pure=False)
        self._batches[future] = batch
        future.add_done_callback(self._done.put)

    def wait(self, seconds: float) -> list[Answer]:
        """The answers that have arrived; batches whose workers died come without games."""
        answers: list[Answer] = []
        with contextlib.suppress(queue.Empty):
            answers += self._answer(self._done.get(timeout=seconds))
            while True:
                answers += self._answer(self._done.get_nowait())
        if self._lost is not None:
            answers += self._start_again(self._lost)
        return answers

    def _answer(self, future: Any) -> list[Answer]:
        batch = self._batches.get(future)
        if batch is None:
            return []  # of a scheduler that was lost
        try:
            columns, seconds = future.result()
        except _dask().KilledWorker:
            columns, seconds = None, 0.0
        except SapperError:
            raise
        except TROUBLE as error:
            self._lost = error
            return []
        except Exception as error:
            raise self._helpless(error) from error
        del self._batches[future]
        return [Answer(batch, columns, seconds)]

    def _start_again(self, error: BaseException) -> list[Answer]:
        """Wait for the scheduler to come back; the batches it knew of are to be played again, without suspicion."""
        under_way, self._batches = list(self._batches.values()), {}
        until = time.monotonic() + NOBODY
        self._hang_up()
        while self._client is None:
            try:
                self._client = self._connect()
            except TROUBLE:
                if self._own is not None or time.monotonic() > until:
                    raise self._gone(error) from None
                time.sleep(RETRY_EVERY)
        self._lost, self._asked, self._manned = None, -math.inf, time.monotonic()
        return [Answer(batch, None, to_blame=False) for batch in under_way]

    def _gone(self, error: BaseException) -> WorkerFault:
        return WorkerFault(f"the Dask scheduler at {self._address!r} is gone: {_one_line(error)}; {KEPT}")

    def _helpless(self, error: BaseException) -> WorkerFault:
        return WorkerFault(f"a worker at {self._address!r} cannot play: {_one_line(error)}")


def version_here() -> str:
    """What must be the same everywhere for games to be the same: Sapper, its code, and Python."""
    major, minor, _ = platform.python_version_tuple()
    return f"Sapper {__version__} ({code_version()}) on Python {major}.{minor}"


def play_elsewhere(batch: Batch, version: str) -> tuple[Any, float]:
    """Play a batch on a worker of a cluster, if it would play like us."""
    if version_here() != version:
        raise WorkerFault(_differs("a worker of the cluster", version_here(), version))
    answer = play_batch(batch)
    return answer.columns, answer.seconds


def _differs(who: str, theirs: str, ours: str) -> str:
    return f"{who} has {theirs}, here it is {ours}: install the same there"


def _dask() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise MissingExtra("playing on a cluster needs Dask: pip install 'sapper[cluster]'") from None


def _local_workers(address: str) -> int:
    """How many workers to start here; 0 if the address is that of a scheduler."""
    if not address.startswith("local"):
        return 0
    match = re.fullmatch(r"local:([1-9][0-9]{0,3})", address)
    if match is None:
        raise BadInput(f"{address!r} is no cluster: write local:N with N workers, or the address of a scheduler")
    return int(match[1])


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
