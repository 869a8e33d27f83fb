"""A real Dask cluster: a scheduler and workers as processes, killed in the midst of sweeps."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from machines import Machines
from sweeps import SEED, UNLUCKY, figures, undisturbed

from sapper import __version__
from sapper.errors import BadInput, WorkerFault
from sapper.lab import cluster
from sapper.lab.batch import Batch, _play_small
from sapper.lab.cluster import Cluster
from sapper.lab.experiment import Experiment
from sapper.lab.pool import AHEAD
from sapper.lab.store import Store
from sapper.lab.sweep import players_of, results, sweep
from sapper.lab.workers import hire

Make = Callable[..., Experiment]
pytestmark = pytest.mark.filterwarnings("default::ResourceWarning", "default::DeprecationWarning")


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Machines]:
    (tmp_path / "elsewhere").mkdir()
    machines = Machines(tmp_path / "elsewhere")
    yield machines
    machines.stop()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.duckdb") as opened:
        yield opened


class Watched(Cluster):
    """A cluster that remembers how many batches were under way at most, and for how many threads."""

    most, threads = 0, 1

    def submit(self, batch: Batch) -> None:
        super().submit(batch)
        self.most, self.threads = max(self.most, len(self._batches)), max(self.threads, self.hands())


def test_workers_that_die_and_return_and_a_file_that_travels(
    dask: Machines, store: Store, experiment: Make, agents: Path
) -> None:
    dask.hire(2)
    one = experiment(f"{agents}:Slow", f"{agents}:Raises", "basic", boards=60)
    players, wanted = players_of(one), undisturbed(one)
    agents.rename(agents.with_suffix(".gone"))  # workers elsewhere do not have the file

    def kill(kept: int, total: int) -> None:
        """Kill all of them in the midst of the sweep; later another one comes."""
        if 0 < kept < total and len(dask.workers) == 2:
            for worker in dask.workers:
                worker.kill()
                worker.wait()
            dask.hire(1)

    workers = Watched(dask.address)
    found = sweep(one, store, workers, kill, players)
    assert [worker.poll() for worker in dask.workers] == [-signal.SIGKILL, -signal.SIGKILL, None]
    assert figures(found) == wanted
    assert (SEED, UNLUCKY) in [failure.seed for failure in found.failed]
    assert workers.most <= AHEAD * workers.threads  # however slow the writer is, no more are under way
    with cluster._dask().Client(dask.address) as client:
        (kernels,) = client.run(_play_small.cache_info).values()
    assert kernels.misses == 1  # one agent with kernels, one setting
    assert kernels.hits > 0


@pytest.mark.slow
def test_a_scheduler_that_restarts_and_one_that_is_gone_for_good(
    dask: Machines, store: Store, experiment: Make, agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "NOBODY", 120.0)  # on a busy machine it may take its time to come back
    dask.hire(1)
    one = experiment(f"{agents}:Slow", boards=40)
    died: list[int] = []

    def come_back() -> None:
        died.append(dask.restart())
        dask.hire(1)

    later = threading.Timer(1.0, come_back)

    def kill(kept: int, total: int) -> None:
        if 0 < kept < total and later.ident is None:
            dask.scheduler.kill()
            later.start()

    found = sweep(one, store, Cluster(dask.address), kill)
    later.join()
    assert died == [-signal.SIGKILL]
    assert figures(found) == undisturbed(one)

    monkeypatch.setattr(cluster, "NOBODY", 0.0)
    longer = experiment(f"{agents}:Slow", boards=70)

    def end(kept: int, total: int) -> None:
        if 40 < kept < total:
            dask.scheduler.kill()

    with pytest.raises(WorkerFault, match=r"is gone: .*what was played is kept, and the same command goes on"):
        sweep(longer, store, Cluster(dask.address), end)
    assert 40 < len(results(longer, store).games["3 mines", f"{agents}:Slow"].boards) < 70
    assert figures(sweep(longer, store, hire(1))) == undisturbed(longer)


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


def test_a_cluster_without_workers_and_one_of_another_version(dask: Machines, tmp_path: Path) -> None:
    with pytest.raises(WorkerFault, match="has no workers: start `dask worker`"), Cluster(dask.address):
        pass
    other = tmp_path / "other.py"
    other.write_text("import sapper.lab.cluster\nsapper.lab.cluster.__version__ = '0.0.0'\n")
    dask.hire(1, "--preload", str(other))
    told = rf"the worker at tcp://\S+ has Sapper 0\.0\.0 \(\w+\) on Python .*, here it is Sapper {__version__} "
    with pytest.raises(WorkerFault, match=told), Cluster(dask.address):
        pass


def test_a_worker_that_comes_later_with_another_version_does_not_play() -> None:
    with pytest.raises(
        WorkerFault, match=r"a worker of the cluster has Sapper .*, here it is another: install the same"
    ):
        cluster.play_elsewhere(None, "another")  # type: ignore[arg-type]


@pytest.mark.parametrize("address", ["local", "local:0", "local:x", "local:-1"])
def test_what_is_no_cluster(address: str) -> None:
    with pytest.raises(BadInput, match="is no cluster: write local:N"):
        Cluster(address)
