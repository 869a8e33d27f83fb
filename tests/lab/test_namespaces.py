"""Two workers that only a network reaches: each in its own network namespace, and one of them cut off for good."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from machines import Machines
from sweeps import figures, undisturbed

from sapper.lab.cluster import Cluster
from sapper.lab.experiment import Experiment
from sapper.lab.store import Store
from sapper.lab.sweep import players_of, sweep

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default::ResourceWarning", "default::DeprecationWarning"),
    pytest.mark.skipif(shutil.which("ip") is None, reason="there is no `ip`: install iproute2"),
    pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root makes network namespaces"),
]
ROOMS = (1, 2)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def name(room: int) -> str:
    return f"sapper{os.getpid() % 10_000}-{room}"


def outside(room: int) -> str:
    return f"10.213.{room}.1"


def inside(room: int) -> str:
    return f"10.213.{room}.2"


@pytest.fixture
def rooms() -> Iterator[None]:
    """Two namespaces, each joined to us by a cable of its own, and not to each other."""
    try:
        ip("netns", "add", name(0))
    except subprocess.CalledProcessError as error:
        pytest.skip(f"network namespaces cannot be made here: {error.stderr.decode().strip()}")
    try:
        for room in ROOMS:
            ip("netns", "add", name(room))
            ip("link", "add", name(room), "type", "veth", "peer", "name", "cable", "netns", name(room))
            ip("address", "add", f"{outside(room)}/24", "dev", name(room))
            ip("link", "set", name(room), "up")
            ip("-n", name(room), "address", "add", f"{inside(room)}/24", "dev", "cable")
            ip("-n", name(room), "link", "set", "cable", "up")
            ip("-n", name(room), "link", "set", "lo", "up")
        yield
    finally:
        for room in (0, *ROOMS):
            subprocess.run(["ip", "netns", "delete", name(room)], capture_output=True, check=False)


def test_workers_in_network_namespaces_one_of_which_is_cut_off(
    rooms: None, tmp_path: Path, experiment: Callable[..., Experiment], agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL", "4s")  # how long it trusts in a silent worker
    one = experiment(f"{agents}:Slow", "basic", boards=120)
    players, wanted = players_of(one), undisturbed(one)
    agents.rename(agents.with_suffix(".gone"))
    (tmp_path / "elsewhere").mkdir()
    dask = Machines(tmp_path / "elsewhere", host="0.0.0.0")
    cut: list[int] = []

    def cut_off(kept: int, total: int) -> None:
        """No process dies: its packets just do not arrive any more."""
        if 0 < kept < total and not cut:
            ip("link", "set", name(ROOMS[0]), "down")
            cut.append(kept)

    try:
        for room in ROOMS:
            there = ("ip", "netns", "exec", name(room))
            dask.hire(1, "--host", inside(room), address=f"tcp://{outside(room)}:{dask.port}", inside=there)
        with Store(tmp_path / "results.duckdb") as store:
            found = sweep(one, store, Cluster(f"tcp://{outside(ROOMS[1])}:{dask.port}"), cut_off, players)
        assert len(cut) == 1
        assert found.failed == ()
        assert figures(found) == wanted
    finally:
        dask.stop()
