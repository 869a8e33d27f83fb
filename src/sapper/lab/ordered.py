"""Work in processes, answers in the order of the tasks: the outcome does not depend on how many processes there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TypeVar

from sapper.errors import SapperError, WorkerFault
from sapper.lab.pool import AHEAD, Lost, Pool

Task = TypeVar("Task")
Answer = TypeVar("Answer")

DEATHS = 3
"""A task on which so many workers died is not handed out again."""


def in_order(work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int) -> Generator[Answer, None, None]:
    """The answers of `work`, a function of a module; tasks are taken as they are needed.

    The first task is done here: it compiles the kernels, once, and the processes find them in the cache. What a killed
    process was at is done again by another. Closing the iterator ends the processes at once, whatever they are at.

    >>> list(in_order(abs, [-1, 2, -3], jobs=1))
    [1, 2, 3]
    """
    rest = iter(tasks)
    yield from map(work, islice(rest, 1))
    if jobs == 1:
        yield from map(work, rest)
    else:
        yield from _by_processes(work, rest, jobs)


def _by_processes(work: Callable[[Task], Answer], tasks: Iterator[Task], jobs: int) -> Iterator[Answer]:
    """Tasks are numbered; at most AHEAD per process are under way or wait for one before them, so memory is bounded."""
    numbered = enumerate(tasks)
    done: dict[int, Answer | SapperError] = {}
    deaths: Counter[int] = Counter()
    handed_out = given = 0
    with Pool(partial(_numbered, work), jobs) as pool:
        while True:
            for task in islice(numbered, AHEAD * jobs - (handed_out - given)):
                pool.submit(task)
                handed_out += 1
            if given == handed_out:
                return
            for one in pool.wait():
                number = one.task[0]
                if not isinstance(one, Lost):
                    done[number] = one.result
                    continue
                deaths[number] += one.to_blame
                if deaths[number] == DEATHS:
                    raise WorkerFault(f"{DEATHS} worker processes died on the same games: try --jobs 1 to see why")
                pool.submit(one.task)
            while given in done:
                answer = done.pop(given)
                if isinstance(answer, SapperError):
                    raise answer
                yield answer
                given += 1


def _numbered(work: Callable[[Task], Answer], task: tuple[int, Task]) -> Answer | SapperError:
    """What goes wrong is told in its turn: whoever stops before it shall never hear of it."""
    try:
        return work(task[1])
    except SapperError as error:
        return error
