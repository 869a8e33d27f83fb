"""A real Dask cluster: a scheduler and workers as processes, killed in the midst of sweeps."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sweeps import SEED, UNLUCKY, figures, undisturbed

from sapper.errors import BadInput, WorkerFault
from sapper.lab import cluster
from sapper.lab.cluster import Cluster
from sapper.lab.experiment import Experiment
from sapper.lab.store import Store
from sapper.lab.sweep import players_of, results, sweep

Make = Callable[..., Experiment]
pytestmark = pytest.mark.filterwarnings("default::ResourceWarning", "default::DeprecationWarning")


class Processes:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--no-dashboard")
        while not self.file.exists() or not self.file.read_text().endswith("}"):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.workers: list[subprocess.Popen[bytes]] = []

    def _start(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", str(self.file), *words]
        return subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    @property
    def address(self) -> str:
        import json

        return json.loads(self.file.read_text())["address"]

    def hire(self, count: int) -> None:
        for _ in range(count):
            self.workers.append(self._start("dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard"))

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Processes]:
    (tmp_path / "elsewhere").mkdir()
    processes = Processes(tmp_path / "elsewhere")
    yield processes
    processes.stop()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.duckdb") as opened:
        yield opened


def test_a_cluster_with_a_worker_that_is_killed_and_a_file_that_travels(
    dask: Processes, store: Store, experiment: Make, agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SECONDS", 60.0)  # workers need their time to start
    dask.hire(2)
    one = experiment(f"{agents}:Slow", f"{agents}:Raises", boards=60)
    players, wanted = players_of(one), undisturbed(one)
    agents.rename(agents.with_suffix(".gone"))  # workers elsewhere do not have the file

    def kill(kept: int, total: int) -> None:
        if 0 < kept < total and dask.workers[0].poll() is None:
            dask.workers[0].kill()
            dask.workers[0].wait()

    found = sweep(one, store, Cluster(dask.address), kill, players)
    assert dask.workers[0].poll() == -signal.SIGKILL
    assert figures(found) == wanted
    assert (SEED, UNLUCKY) in [failure.seed for failure in found.failed]

    def end(kept: int, total: int) -> None:
        if 60 < kept < total:
            dask.scheduler.kill()

    longer = experiment(f"{agents}:Slow", boards=4000)
    with pytest.raises(WorkerFault, match="is gone"):
        sweep(longer, store, Cluster(dask.address), end, players)
    kept = results(longer, store, players).games["3 mines", f"{agents}:Slow"].boards
    assert 60 < len(kept) < 4000


def test_a_local_cluster_with_a_worker_that_is_killed(store: Store, experiment: Make, agents: Path) -> None:
    one = experiment(f"{agents}:Slow", "basic", boards=40)
    workers = Cluster("local:2")
    killed: list[int] = []

    def kill(kept: int, total: int) -> None:
        if 0 < kept < total and not killed:
            killed.append(workers._own.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    found = sweep(one, store, workers, kill)
    assert len(killed) == 1
    assert figures(found) == undisturbed(one)


def test_a_cluster_without_workers(dask: Processes) -> None:
    with pytest.raises(WorkerFault, match="has no workers: start `dask worker`"), Cluster(dask.address):
        pass


def test_a_worker_with_another_version_does_not_play(experiment: Make) -> None:
    with pytest.raises(WorkerFault, match="another version of Sapper"):
        cluster.play_elsewhere(None, "another")  # type: ignore[arg-type]


@pytest.mark.parametrize("address", ["local", "local:0", "local:x", "local:-1"])
def test_what_is_no_cluster(address: str) -> None:
    with pytest.raises(BadInput, match="is no cluster: write local:N"):
        Cluster(address)
