"""Work in processes: answers in order, few tasks ahead, killed processes, and an end that does not wait."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path

import pytest

from sapper.errors import AgentFault, WorkerFault
from sapper.lab.ordered import in_order
from sapper.lab.pool import AHEAD

JOBS, LAST = 2, 5


def slow_if_even(number: int) -> int:
    time.sleep(0.05 * (number % 2 == 0))
    return number


def die(number: int) -> int:
    if number:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_once(task: tuple[int, Path]) -> int:
    """The first process that gets the last task is killed at it."""
    number, folder = task
    if number == LAST:
        with suppress(FileExistsError):
            (folder / "died").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_while_answering(task: tuple[int, Path]) -> bytes:
    """The first process that gets the last task waits until nobody reads, and dies with half of its answer written."""
    number, folder = task
    if number == LAST:
        with suppress(FileExistsError):
            (folder / "died").touch(exist_ok=False)
            while not (folder / "nobody reads").exists():
                time.sleep(0.01)
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()
            return bytes(50_000_000)  # more than a pipe holds
    return bytes([number])


def fail_late(number: int) -> int:
    if number == LAST:
        raise AgentFault("I cannot")
    return number


def fault(number: int) -> int:
    return number // (LAST - number)


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


def test_what_a_killed_process_was_at_is_done_again(tmp_path: Path) -> None:
    tasks = [(number, tmp_path) for number in range(LAST + 1)]
    assert list(in_order(die_once, tasks, JOBS)) == list(range(LAST + 1))
    assert (tmp_path / "died").exists()
    assert active_children() == []


def test_half_an_answer_is_no_answer_and_nobody_waits_for_the_rest(tmp_path: Path) -> None:
    tasks = [(number, tmp_path) for number in range(LAST + 1)]
    answers = in_order(die_while_answering, tasks, JOBS)
    found = [next(answers) for _ in range(LAST)]
    workers = len(active_children())
    (tmp_path / "nobody reads").touch()
    while len(active_children()) == workers:
        time.sleep(0.02)
    assert [*found, *answers] == [bytes([number]) for number in range(LAST + 1)]


def test_a_task_that_kills_every_process_is_a_clear_fault() -> None:
    with pytest.raises(WorkerFault, match="3 worker processes died on the same games"):
        list(in_order(die, range(2), JOBS))


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_what_goes_wrong_is_told_in_its_turn(jobs: int) -> None:
    answers = in_order(fail_late, range(LAST + 1), jobs)
    assert [next(answers) for _ in range(LAST)] == list(range(LAST))
    with pytest.raises(AgentFault, match="I cannot"):
        next(answers)


def test_a_fault_of_our_own_is_told_with_its_place(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WorkerFault, match="a worker process failed: ZeroDivisionError"):
        list(in_order(fault, range(LAST + 1), JOBS))
    assert "in fault" in capfd.readouterr().err


def test_closing_ends_the_processes_at_once() -> None:
    answers = in_order(sleep_if_late, range(9), JOBS)
    assert [next(answers), next(answers)] == [0, 1]
    assert active_children()
    answers.close()
    assert active_children() == []
