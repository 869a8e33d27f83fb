"""Worker processes: killed, killing themselves, and carrying agents from files."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sweeps import SEED, UNLUCKY, figures, strokes, undisturbed

from sapper.errors import AgentFault, BadInput, WorkerFault
from sapper.lab import pool
from sapper.lab.batch import Batch
from sapper.lab.experiment import Experiment
from sapper.lab.player import Player
from sapper.lab.processes import Processes
from sapper.lab.store import Store
from sapper.lab.sweep import players_of, sweep
from sapper.lab.workers import cores, hire

Make = Callable[..., Experiment]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.duckdb") as opened:
        yield opened


def test_killed_workers_lose_nothing(store: Store, experiment: Make, agents: Path) -> None:
    one = experiment(f"{agents}:Slow", "basic", boards=40)
    killed: list[int] = []

    def kill(kept: int, total: int) -> None:
        """Kill a worker twice in the midst of the sweep."""
        if 0 < kept < total and len(killed) < 2:
            victim = next(child for child in multiprocessing.active_children() if child.pid not in killed)
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)

    found = sweep(one, store, Processes(2), kill)
    assert len(killed) == 2
    assert found.failed == ()
    assert figures(found) == undisturbed(one)
    assert multiprocessing.active_children() == []


def test_an_agent_that_kills_its_process_fails_on_that_board_alone(
    store: Store, experiment: Make, agents: Path
) -> None:
    found = sweep(experiment(f"{agents}:Dies", boards=6), store, Processes(1))
    assert [failure.seed for failure in found.failed] == [(SEED, UNLUCKY)]
    assert found.failed[0].error == "2 worker processes died on this board"
    assert found.complete


@pytest.mark.parametrize(
    ("name", "error"),
    [("Raises", "the agent raised ValueError: bad luck"), ("Exits", "the agent raised SystemExit: 3")],
)
def test_an_agent_that_fails_on_one_board(store: Store, experiment: Make, agents: Path, name: str, error: str) -> None:
    found = sweep(experiment(f"{agents}:{name}"), store, Processes(1))
    assert [(failure.seed, failure.error) for failure in found.failed] == [((SEED, UNLUCKY), error)]
    assert [(row.boards, row.failed) for row in found] == [(11, 1)]


def test_each_game_gets_a_new_agent(store: Store, experiment: Make, agents: Path) -> None:
    assert sweep(experiment(f"{agents}:Stateful"), store, Processes(1)).failed == ()


def test_a_file_that_cannot_be_run_by_a_worker_stops_the_sweep(store: Store, experiment: Make, agents: Path) -> None:
    one = experiment(f"{agents}:Plain")
    broken = {name: Player(name, "1", b"import nowhere") for name in players_of(one)}
    with pytest.raises(AgentFault, match="No module named 'nowhere'"):
        sweep(one, store, Processes(1), players=broken)


def test_workers_that_cannot_start_are_told_and_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch, experiment: Make
) -> None:
    monkeypatch.setattr(pool, "live", _stillborn)
    one = experiment("basic")
    with Processes(1) as workers:
        workers.submit(Batch(players_of(one)["basic"], one.settings[0].rules, 0, (0,)))
        with pytest.raises(WorkerFault, match=r"worker processes die before they can play \(exit code 7\)"):
            _wait_often(workers)


def _stillborn(*_: object) -> None:
    os._exit(7)


def _wait_often(workers: Processes) -> None:
    for _ in range(pool.MOST_STILLBORN):
        for answer in workers.wait(30.0):
            assert (answer.columns, answer.to_blame) == (None, False)


def test_leaving_stops_workers_in_the_midst_of_a_batch(experiment: Make, agents: Path) -> None:
    one, boards = experiment(f"{agents}:Slow"), 1000
    batch = Batch(players_of(one)[f"{agents}:Slow"], one.settings[0].rules, 0, tuple(range(boards)))
    with Processes(1) as workers:
        workers.submit(batch)
        assert workers.wait(30.0) == []  # it is ready
    assert not multiprocessing.active_children()
    assert strokes(agents) < boards


def test_who_can_be_hired() -> None:
    assert isinstance(hire(), Processes)
    assert cores() >= 1
    with pytest.raises(BadInput, match="--jobs must be at least 1"):
        hire(jobs=0)
    with pytest.raises(BadInput, match="not both"):
        hire(jobs=1, cluster="local:2")
