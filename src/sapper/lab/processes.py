"""Workers on this machine: one process each, with a pipe of its own, so that it is known who was at what when one dies.

A worker knows nothing but the batches it is sent. If the main process is gone, its pipe ends, and it ends too.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Self

from sapper.errors import SapperError, WorkerFault
from sapper.lab.batch import Answer, Batch, play_batch
from sapper.lab.interrupts import ctrl_c_ignored
from sapper.lab.workers import AHEAD

MOST_STILLBORN = 3
"""So many workers in a row may die before they are ready: then something is wrong that no other worker will mend."""
READY = "ready"


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    batches: deque[Batch] = field(default_factory=deque)
    ready: bool = False


class Processes:
    """Some worker processes; one that dies is replaced."""

    def __init__(self, jobs: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._stillborn = 0
        self._jobs = jobs
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        try:
            for _ in range(self._jobs):
                self._workers.append(self._start())
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.pipe.close()
            worker.process.kill()  # it holds nothing that could be lost
        for worker in self._workers:
            worker.process.join()
            worker.process.close()
        self._workers = []

    def room(self) -> int:
        """How many more batches they take now."""
        return sum(AHEAD - len(worker.batches) for worker in self._workers)

    def submit(self, batch: Batch) -> None:
        """Hand out a batch to the worker that has least to do."""
        worker = min(self._workers, key=lambda worker: len(worker.batches))
        worker.batches.append(batch)
        with suppress(OSError):  # it has just died: `wait` will find out
            worker.pipe.send(batch)

    def wait(self, seconds: float) -> list[Answer]:
        """The answers that have arrived; batches of a dead worker come without games."""
        answers: list[Answer] = []
        arrived = wait([worker.pipe for worker in self._workers], seconds)
        for worker in [worker for worker in self._workers if worker.pipe in arrived]:
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                answers += self._bury(worker)
                continue
            if message == READY:
                worker.ready, self._stillborn = True, 0
            elif isinstance(message, SapperError):
                raise message
            else:
                answers.append(Answer(worker.batches.popleft(), *message))
        return answers

    def _bury(self, worker: _Worker) -> Iterator[Answer]:
        """Replace a worker that died; its batches are to be played again, the first of them with suspicion."""
        worker.process.join()
        self._stillborn += not worker.ready
        if self._stillborn >= MOST_STILLBORN:
            code = worker.process.exitcode
            raise WorkerFault(f"worker processes die before they can play (exit code {code}): try `sapper play` first")
        self._workers[self._workers.index(worker)] = self._start()
        for number, batch in enumerate(worker.batches):
            yield Answer(batch, None, to_blame=worker.ready and number == 0)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs,), daemon=True, name="sapper worker")
        with ctrl_c_ignored():
            process.start()
        theirs.close()
        return _Worker(process, ours)


def work(pipe: Connection) -> None:
    """The life of a worker: play the batches that come through the pipe until it ends."""
    with suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            batch: Batch = pipe.recv()
            try:
                answer = play_batch(batch)
            except SapperError as error:
                pipe.send(error)
                return
            pipe.send((answer.columns, answer.seconds))
