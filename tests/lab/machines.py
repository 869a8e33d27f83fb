"""A Dask cluster made of processes: a scheduler and its workers, started, killed and restarted by tests."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path


class Machines:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, host: str = "127.0.0.1") -> None:
        self._folder, self._host = folder, host
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._schedule(port=0)

    @property
    def address(self) -> str:
        return str(json.loads(self._file.read_text())["address"])

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def _schedule(self, port: int) -> subprocess.Popen[bytes]:
        words = ["--scheduler-file", str(self._file), "--host", self._host, "--port", str(port), "--no-dashboard"]
        scheduler = self.start("dask_scheduler", *words)
        while not self._file.exists() or not self._file.read_text().endswith("}"):
            assert scheduler.poll() is None
            time.sleep(0.05)
        return scheduler

    def start(self, program: str, *words: str, inside: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
        """Start a program of Dask; `inside`: words that put it somewhere else."""
        command = [*inside, sys.executable, "-m", f"distributed.cli.{program}", *words]
        return subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def hire(self, count: int, *words: str, address: str | None = None, inside: tuple[str, ...] = ()) -> None:
        """Start workers, and wait until the scheduler knows them."""
        from distributed import Client

        common = ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
        for _ in range(count):
            self.workers.append(self.start("dask_worker", address or self.address, *common, *words, inside=inside))
        with Client(self.address, timeout=30.0) as client:
            client.wait_for_workers(sum(worker.poll() is None for worker in self.workers), timeout=60.0)

    def restart(self) -> int:
        """Kill the scheduler, and start one at the same address; how the old one ended."""
        port = self.port
        self.scheduler.kill()
        ended = self.scheduler.wait()
        self._file.unlink()
        for worker in self.workers:  # they would end by themselves, but not at once
            worker.kill()
            worker.wait()
        self.scheduler = self._schedule(port)
        return ended

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
