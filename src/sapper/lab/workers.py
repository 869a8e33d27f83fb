"""Workers: whoever plays batches. They take a few at a time and answer in any order.

processes   some processes on this machine (`sapper.lab.processes`)
cluster     a Dask cluster (`sapper.lab.cluster`)
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import Protocol, Self

from sapper.errors import BadInput
from sapper.lab.batch import Answer, Batch


class Workers(Protocol):
    """Some workers. Leaving the context stops them at once, whatever they are at."""

    def room(self) -> int:
        """How many more batches they take now."""
        ...

    def hands(self) -> int:
        """How many batches they play at the same time."""
        ...

    def submit(self, batch: Batch) -> None:
        """Hand out a batch."""
        ...

    def wait(self, seconds: float) -> list[Answer]:
        """The answers that have arrived; waits so long for the first. Batches of a dead worker come without games."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def hire(jobs: int | None = None, cluster: str | None = None) -> Workers:
    """Workers on this machine, as many as it has cores unless said otherwise, or those of a Dask cluster."""
    if cluster is not None:
        if jobs is not None:
            raise BadInput("give --jobs or --cluster, not both: a cluster has its own workers")
        from sapper.lab.cluster import Cluster

        return Cluster(cluster)
    if jobs is not None and jobs < 1:
        raise BadInput(f"--jobs must be at least 1, not {jobs}")
    from sapper.lab.processes import Processes

    return Processes(jobs or cores())


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
