"""Work in processes, answers in the order of the tasks: the outcome does not depend on how many processes there are."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from sapper.errors import WorkerFault

Task = TypeVar("Task")
Answer = TypeVar("Answer")

AHEAD = 2
"""Tasks per process that are under way or done and not yet fetched: memory is bounded, and nobody waits."""


def in_order(work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int) -> Generator[Answer, None, None]:
    """The answers of `work`, a function of a module; tasks are taken as they are needed.

    The first task is done here: it compiles the kernels, once, and the processes find them in the cache. Closing the
    iterator ends the processes at once, whatever they are at.

    >>> list(in_order(abs, [-1, 2, -3], jobs=1))
    [1, 2, 3]
    """
    rest = iter(tasks)
    yield from map(work, islice(rest, 1))
    if jobs == 1:
        yield from map(work, rest)
        return
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, spawn, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    under_way: deque[Future[Answer]] = deque()
    try:
        for task in rest:
            under_way.append(pool.submit(work, task))
            if len(under_way) >= AHEAD * jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenProcessPool:
        raise WorkerFault("a worker process was killed: run the same command again, or with --jobs 1") from None
    finally:
        for process in list((pool._processes or {}).values()):  # from Python 3.14 on: pool.kill_workers()
            process.kill()
        pool.shutdown(cancel_futures=True)
