"""Workers of a Dask cluster: `local:4` starts one on this machine, anything else is the address of a scheduler.

What a cluster needs: the same Sapper and the same minor version of Python on the scheduler and on every worker; on
workers this is checked before a game counts. The source of an agent from a file travels with its batches; other files
that it imports must be importable on the workers.

Dask hands a batch whose worker died to another one, and gives up when several died on it: such a batch is played
again in halves, like one that kills a process here.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import math
import os
import queue
import re
import signal
import time
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, Self

from sapper.errors import BadInput, MissingExtra, SapperError, WorkerFault
from sapper.lab.batch import Answer, Batch, play_batch
from sapper.lab.player import code_version
from sapper.lab.workers import AHEAD

SECONDS = 3.0
"""How long to wait for the scheduler, and then for its first worker."""
STOP_SECONDS = 1.0
ASK_EVERY = 1.0
"""Seconds between two looks at how many workers there are."""
NO_WORKERS = 30.0
"""So many seconds without any worker, and the sweep gives up."""


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

    def __enter__(self) -> Self:
        dask = _dask()
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # every trouble is told by us, in one line
        try:
            if self._local:
                self._own = dask.LocalCluster(
                    n_workers=self._local, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                )
            self._client = dask.Client(self._own or self._address, timeout=SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkerFault(f"no Dask scheduler answers at {self._address!r}: {_one_line(error)}") from None
        try:
            self._client.wait_for_workers(1, timeout=SECONDS)
        except TimeoutError:
            self.__exit__(None, None, None)
            raise WorkerFault(f"the Dask cluster at {self._address!r} has no workers: start `dask worker`") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        trouble = (OSError, TimeoutError, CancelledError)  # we leave anyway
        with contextlib.suppress(*trouble):
            self._client.cancel(list(self._batches), force=True)
        if self._own is not None:
            for nanny in self._own.workers.values():  # asked politely, a worker would first end its batch
                nanny.auto_restart = False
                with contextlib.suppress(OSError, TypeError):
                    os.kill(nanny.pid, signal.SIGKILL)
        with contextlib.suppress(*trouble):
            self._client.close(timeout=STOP_SECONDS)
        if self._own is not None:
            with contextlib.suppress(*trouble):
                self._own.close(timeout=STOP_SECONDS)

    def room(self) -> int:
        """How many more batches they take now."""
        return max(0, AHEAD * self._threads() - len(self._batches))

    def _threads(self) -> int:
        """The threads of all workers; asked now and then, since workers may come and go."""
        now = time.monotonic()
        if now - self._asked > ASK_EVERY:
            try:
                self._known = sum(self._client.nthreads().values())
            except (OSError, TimeoutError, CancelledError) as error:
                raise self._gone(error) from None
            self._asked = now
            if self._known:
                self._manned = now
            elif now - self._manned > NO_WORKERS:
                raise WorkerFault(f"the Dask cluster at {self._address!r} has lost all its workers")
        return self._known

    def _gone(self, error: BaseException) -> WorkerFault:
        return WorkerFault(f"the Dask scheduler at {self._address!r} is gone: {_one_line(error)}")

    def submit(self, batch: Batch) -> None:
        """Hand out a batch."""
        future = self._client.submit(play_elsewhere, batch, code_version(), pure=False)
        self._batches[future] = batch
        future.add_done_callback(self._done.put)

    def wait(self, seconds: float) -> list[Answer]:
        """The answers that have arrived; batches whose workers died come without games."""
        answers: list[Answer] = []
        try:
            answers.append(self._answer(self._done.get(timeout=seconds)))
            while True:
                answers.append(self._answer(self._done.get_nowait()))
        except queue.Empty:
            return answers

    def _answer(self, future: Any) -> Answer:
        batch = self._batches.pop(future)
        try:
            columns, seconds = future.result()
        except _dask().KilledWorker:
            return Answer(batch, None)
        except SapperError:
            raise
        except (CancelledError, OSError, TimeoutError) as error:
            raise self._gone(error) from None
        except Exception as error:
            raise WorkerFault(f"a worker at {self._address!r} cannot play: {_one_line(error)}") from error
        return Answer(batch, columns, seconds)


def play_elsewhere(batch: Batch, version: str) -> tuple[Any, float]:
    """Play a batch on a worker of a cluster, if it would play like us."""
    if code_version() != version:
        raise WorkerFault("a worker of the cluster has another version of Sapper or of Python: install the same there")
    answer = play_batch(batch)
    return answer.columns, answer.seconds


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
