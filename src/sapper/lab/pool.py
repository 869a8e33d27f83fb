"""Pool: processes on this machine that do tasks, each with a pipe of its own.

So it is known who was at what when one dies, and a worker that is killed in the midst of an answer leaves half of it in
a pipe that nobody else writes to: its end is found, and a new worker takes its place. (A queue that all workers share,
as in `concurrent.futures`, would wait for the other half for ever.)

A worker knows nothing but the tasks it is sent. If the main process is gone, its pipe ends, and it ends too.
"""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from sapper.errors import SapperError, WorkerFault
from sapper.lab.interrupts import ctrl_c_ignored

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2
"""Tasks that each worker may hold: the one it does and the next, so that it never waits for us."""
MOST_STILLBORN = 3
"""So many workers in a row may die before they are ready: then something is wrong that no other worker will mend."""
READY = "ready"


@dataclass(frozen=True)
class Done(Generic[Task, Result]):
    """A task and what came of it."""

    task: Task
    result: Result


@dataclass(frozen=True)
class Lost(Generic[Task]):
    """A task whose worker died."""

    task: Task
    to_blame: bool
    """Whether the worker was at this task, and not at one before it."""


@dataclass
class _Worker(Generic[Task]):
    process: SpawnProcess
    pipe: Connection
    tasks: deque[Task] = field(default_factory=deque)
    ready: bool = False


class Pool(Generic[Task, Result]):
    """Some processes that do `work`, a function of a module; one that dies is replaced. Leaving ends them at once."""

    def __init__(self, work: Callable[[Task], Result], jobs: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._work = work
        self._jobs = jobs
        self._stillborn = 0
        self._workers: list[_Worker[Task]] = []

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
        """How many more tasks they take now."""
        return sum(AHEAD - len(worker.tasks) for worker in self._workers)

    def submit(self, task: Task) -> None:
        """Hand out a task to the worker that has least to do."""
        worker = min(self._workers, key=lambda worker: len(worker.tasks))
        worker.tasks.append(task)
        with suppress(OSError):  # it has just died: `wait` will find out
            worker.pipe.send(task)

    def wait(self, seconds: float | None = None) -> list[Done[Task, Result] | Lost[Task]]:
        """What has arrived; waits so long, or for ever, for a first sign of life. What a worker raises is raised."""
        arrived = wait([worker.pipe for worker in self._workers], seconds)
        ended: list[Done[Task, Result] | Lost[Task]] = []
        for worker in [worker for worker in self._workers if worker.pipe in arrived]:
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                ended += self._bury(worker)
                continue
            if message == READY:
                worker.ready, self._stillborn = True, 0
            elif isinstance(message, SapperError):
                raise message
            else:
                (result,) = message
                ended.append(Done(worker.tasks.popleft(), result))
        return ended

    def _bury(self, worker: _Worker[Task]) -> Iterator[Lost[Task]]:
        """Replace a worker that died; its tasks are to be done again, the first of them with suspicion."""
        worker.process.join()
        self._stillborn += not worker.ready
        if self._stillborn >= MOST_STILLBORN:
            code = worker.process.exitcode
            raise WorkerFault(f"worker processes die before they can play (exit code {code}): try `sapper play` first")
        self._workers[self._workers.index(worker)] = self._start()
        worker.pipe.close()
        worker.process.close()
        for number, task in enumerate(worker.tasks):
            yield Lost(task, to_blame=worker.ready and number == 0)

    def _start(self) -> _Worker[Task]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=live, args=(theirs, self._work), daemon=True, name="sapper worker")
        with ctrl_c_ignored():
            process.start()
        theirs.close()
        return _Worker(process, ours)


def live(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """The life of a worker: do the tasks that come through the pipe until it ends."""
    tasks: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    with suppress(OSError):
        pipe.send(READY)
        while True:
            task = tasks.get()
            try:
                message: object = (work(task),)
            except SapperError as error:
                message = error
            except Exception as error:
                traceback.print_exc()
                message = WorkerFault(f"a worker process failed: {type(error).__name__}: {error}")
            pipe.send(message)


def _receive(pipe: Connection, tasks: SimpleQueue[Any]) -> None:
    """Take tasks in as they come: while a large answer waits to be read, a large task may be on its way to us."""
    with suppress(EOFError, OSError):
        while True:
            tasks.put(pipe.recv())
    os._exit(0)  # the main process is gone: whatever we are at, nobody will ask for it
