"""No question holds a worker, and no client holds them all."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sapper.errors import BadInput, InconsistentView, LimitExceeded
from sapper.web.faults import Fault
from sapper.web.workers import Broken, Workers


def run_alone(job: Coroutine[Any, Any, Any]) -> Any:
    """The answer of a job, in a thread of its own: browser tests keep an event loop in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, job).result()


def nothing() -> None:
    pass


def double(number: int) -> int:
    return 2 * number


def much(megabytes: int) -> bytes:
    return bytes(megabytes << 20)


def think(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def refuse() -> None:
    raise InconsistentView("no layout", ((0, 1),), mine_count=True)


def fail() -> None:
    raise ZeroDivisionError("a bug")


def die() -> None:
    os._exit(1)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    some = Workers(count=1, waiting=4, waiting_per_client=3, prepare=nothing)
    yield some
    some.close()


def test_a_long_answer_comes_whole(workers):
    """In the event loop of the server, which reads without waiting where asyncio's own would wait."""
    uvloop = pytest.importorskip("uvloop", reason="there is none for this system")

    async def ask_often() -> None:
        for _ in range(20):
            assert len(await workers.run("a", 60.0, much, 8)) == 8 << 20

    with ThreadPoolExecutor(1) as pool:
        pool.submit(uvloop.run, ask_often()).result()


def test_a_job_is_done_and_its_errors_come_back(workers):
    assert run_alone(workers.run("a", 60.0, double, 21)) == 42
    with pytest.raises(InconsistentView, match="no layout") as caught:
        run_alone(workers.run("a", 60.0, refuse))
    assert caught.value.clues == ((0, 1),)
    with pytest.raises(Broken, match="ZeroDivisionError"):
        run_alone(workers.run("a", 60.0, fail))
    with pytest.raises(BadInput):
        run_alone(workers.run("a", 60.0, int_of, "x"))


def int_of(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput("no number") from None


def test_too_long_a_job_ends_with_its_worker_and_the_next_goes_on(workers, capsys):
    with pytest.raises(LimitExceeded, match="takes more than"):
        run_alone(workers.run("a", 0.05, think, 1000.0))
    with pytest.raises(LimitExceeded, match="broke off"):
        run_alone(workers.run("a", 60.0, die))
    log = capsys.readouterr().err
    assert "a worker broke off in die: " in log
    assert log.endswith("exit code 1\n")
    assert run_alone(workers.run("a", 60.0, double, 4)) == 8


def test_too_many_waiting_jobs_are_refused(workers):
    async def all_at_once(clients: list[str]) -> list[object]:
        jobs = [workers.run(client, 60.0, think, 0.05) for client in clients]
        return await asyncio.gather(*jobs, return_exceptions=True)

    one_client = run_alone(all_at_once(["a"] * 5))
    assert one_client[:3] == [0.05] * 3
    assert all(isinstance(answer, Fault) and answer.status == 429 for answer in one_client[3:])
    many = run_alone(all_at_once(list("abcdef")))
    assert many[:4] == [0.05] * 4
    assert all(isinstance(answer, Fault) for answer in many[4:])
    assert run_alone(workers.run("a", 60.0, double, 1)) == 2
    assert workers._turns == {}


def test_a_client_holds_one_worker_at_most():
    """While one client's long jobs wait for each other, another client is answered."""
    two = Workers(count=2, waiting=9, waiting_per_client=9, prepare=nothing)

    async def race() -> list[str]:
        ended: list[str] = []

        async def ask(client: str, seconds: float) -> None:
            await two.run(client, 60.0, think, seconds)
            ended.append(client)

        await asyncio.gather(two.run("x", 60.0, double, 1), two.run("y", 60.0, double, 1))  # both are started
        await asyncio.gather(ask("slow", 0.5), ask("slow", 0.5), ask("slow", 0.5), ask("quick", 0.0))
        return ended

    try:
        assert run_alone(race())[0] == "quick"
    finally:
        two.close()
