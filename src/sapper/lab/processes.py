"""Workers on this machine: a pool of processes that play batches."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from sapper.lab.batch import Answer, Batch, play_batch
from sapper.lab.columns import Columns
from sapper.lab.pool import Done, Pool


class Processes:
    """Some worker processes; one that dies is replaced."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = Pool(play_here, jobs)

    def __enter__(self) -> Self:
        self._pool.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.__exit__(kind, error, trace)

    def room(self) -> int:
        """How many more batches they take now."""
        return self._pool.room()

    def hands(self) -> int:
        """How many batches they play at the same time."""
        return self._jobs

    def submit(self, batch: Batch) -> None:
        """Hand out a batch."""
        self._pool.submit(batch)

    def wait(self, seconds: float) -> list[Answer]:
        """The answers that have arrived; batches of a dead worker come without games."""
        return [
            Answer(one.task, *one.result) if isinstance(one, Done) else Answer(one.task, None, to_blame=one.to_blame)
            for one in self._pool.wait(seconds)
        ]


def play_here(batch: Batch) -> tuple[Columns | None, float]:
    """Play a batch in a worker; the batch itself need not travel back."""
    answer = play_batch(batch)
    return answer.columns, answer.seconds
