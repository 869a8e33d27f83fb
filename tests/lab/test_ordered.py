"""Work in processes: answers in order, few tasks ahead, and an end that does not wait."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from multiprocessing import active_children

import pytest

from sapper.errors import WorkerFault
from sapper.lab.ordered import AHEAD, in_order

JOBS = 2


def slow_if_even(number: int) -> int:
    time.sleep(0.05 * (number % 2 == 0))
    return number


def die(number: int) -> int:
    if number:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def sleep_if_late(number: int) -> int:
    time.sleep(600 if number > 1 else 0)
    return number


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_answers_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(in_order(slow_if_even, range(9), jobs)) == list(range(9))


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_no_tasks_no_answers(jobs: int) -> None:
    assert list(in_order(slow_if_even, [], jobs)) == []


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        number = 0
        while True:
            taken.append(number)
            yield number
            number += 1

    answers = in_order(slow_if_even, endless(), JOBS)
    assert [next(answers) for _ in range(4)] == [0, 1, 2, 3]
    assert len(taken) <= 4 + AHEAD * JOBS
    answers.close()


def test_a_killed_worker_is_a_clear_fault() -> None:
    with pytest.raises(WorkerFault, match="run the same command again"):
        list(in_order(die, range(4), JOBS))


def test_closing_ends_the_processes_at_once() -> None:
    answers = in_order(sleep_if_late, range(9), JOBS)
    assert [next(answers), next(answers)] == [0, 1]
    assert active_children()
    answers.close()
    assert active_children() == []
