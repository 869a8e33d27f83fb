"""Workers: processes that think, so that the server never does. A question that takes too long ends with its worker.

legend   job      a function of `sapper.web.work` and its arguments
         slot     the place of one worker; its process is started when it is first needed, and replaced when it died

A client's jobs run one after the other: whatever it asks, it holds one worker at most. Only killing a process bounds
the time of a job whatever it is at, in Python, in a compiled kernel or in a solver; a thread could not be stopped.

The event loop itself writes a job into the pipe of an idle worker and hears when the answer is there. A thread per
worker that waits for it costs the server a third more: every answer wakes a thread, which wakes the loop. Cost: about
0.15 ms of the server per job; some seconds of CPU and 200 MB per process.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, ParamSpec, TypeVar

from sapper.errors import LimitExceeded, SapperError
from sapper.web.faults import Fault

P = ParamSpec("P")
T = TypeVar("T")

START_SECONDS = 1800.0
"""A worker that is not ready after so long never will be: the first one ever compiles every kernel."""
READY_SECONDS = 20.0
"""So long a question waits for workers that are being started; then whoever asked is told."""
ENDING_SECONDS = 1.0
"""A worker whose pipe is closed is about to end; so long the log waits to hear how."""
MEMORY = 6 << 30
"""Bytes of address space that a worker may use, where the system can say so."""


class Broken(Exception):
    """A job failed for a reason that is no fault of the request."""


@dataclass
class _Turn:
    """The place of one client in the queue."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


@dataclass
class _Slot:
    """One worker, or the place for one."""

    prepare: Callable[[], None]
    process: SpawnProcess | None = None
    pipe: Connection | None = None

    async def connected(self) -> Connection:
        """The pipe to a worker that is ready."""
        if self.pipe is not None and self.process is not None and self.process.is_alive():
            return self.pipe
        self.clear()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.pipe, self.process = (
            ours,
            context.Process(target=_work, args=(theirs, self.prepare), daemon=True, name="sapper web"),
        )
        with _deaf_to_ctrl_c():
            self.process.start()
        theirs.close()
        try:
            await _heard(ours, START_SECONDS)
            ours.recv()
        except BaseException as error:
            self.clear()
            if isinstance(error, TimeoutError):
                raise _not_ready() from None
            raise
        return ours

    async def do(self, seconds: float, job: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """The answer to a job, or what it raised; whatever else happens ends the worker."""
        try:
            pipe = await self.connected()
            pipe.send((job, args, kwargs))
            await _heard(pipe, seconds)
            return pipe.recv()
        except TimeoutError:
            self.clear()
            raise LimitExceeded(f"this takes more than the {seconds:g} s that a question may take here") from None
        except (EOFError, OSError) as error:
            print(f"a worker broke off in {job.__name__}: {error!r}, {self.ended()}", file=sys.stderr)
            self.clear()
            raise LimitExceeded("this broke off: it may need more memory than a question may use here") from None
        except BaseException:
            self.clear()
            raise

    def ended(self) -> str:
        """How the process ended, if it did, for the log."""
        if self.process is None:
            return "never started"
        self.process.join(ENDING_SECONDS)
        code = self.process.exitcode
        return "still running" if code is None else f"exit code {code}"

    def clear(self) -> None:
        """End the worker, whatever it is at."""
        if self.pipe is not None:
            self.pipe.close()
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process.close()
        self.pipe, self.process = None, None


class Workers:
    """Some workers, and the queue before them."""

    def __init__(self, count: int, waiting: int, waiting_per_client: int, prepare: Callable[[], None]) -> None:
        """`prepare`: what a new process does before its first job."""
        self._slots = [_Slot(prepare) for _ in range(count)]
        self._idle = list(self._slots)  # the last one used is taken first: it is the likeliest to be running
        self._wanted: deque[asyncio.Future[_Slot]] = deque()
        self._start: asyncio.Task[None] | None = None
        self._waiting, self._most, self._most_per_client = 0, waiting, waiting_per_client
        self._turns: dict[str, _Turn] = {}

    def warm_up(self) -> None:
        """Start the processes now, in the background, one after the other: the first compiles for all."""
        slots, self._idle = self._idle, []
        self._start = asyncio.get_running_loop().create_task(self._start_all(slots))

    async def run(self, client: str, seconds: float, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a job within some seconds; raise what it raises, or LimitExceeded if it takes longer."""
        async with self._turn(client):
            slot = await self._take()
            try:
                answer = await slot.do(seconds, job, args, kwargs)
            finally:
                self._give(slot)
        if isinstance(answer, Exception):
            raise answer
        found: T = answer[0]
        return found

    def close(self) -> None:
        """End all workers."""
        if self._start is not None:
            self._start.cancel()
        for slot in self._slots:
            slot.clear()

    @asynccontextmanager
    async def _turn(self, client: str) -> AsyncIterator[None]:
        turn = self._turns.get(client) or _Turn()
        if self._waiting >= self._most or turn.waiting >= self._most_per_client:
            raise Fault(429, "rate", "too many questions are waiting: ask again in a second")
        self._turns[client] = turn
        self._waiting, turn.waiting = self._waiting + 1, turn.waiting + 1
        try:
            async with turn.lock:
                yield
        finally:
            self._waiting, turn.waiting = self._waiting - 1, turn.waiting - 1
            if not turn.waiting:
                del self._turns[client]

    async def _start_all(self, slots: list[_Slot]) -> None:
        for slot in slots:
            with suppress(Fault, EOFError, OSError):  # told when a job needs it
                await slot.connected()
            self._give(slot)
        self._start = None

    async def _take(self) -> _Slot:
        """An idle slot, as soon as there is one; only starting the first ones ever can take too long."""
        if self._idle:
            return self._idle.pop()
        wanted: asyncio.Future[_Slot] = asyncio.get_running_loop().create_future()
        self._wanted.append(wanted)
        try:
            async with asyncio.timeout(READY_SECONDS if self._start is not None else None):
                return await wanted
        except (TimeoutError, asyncio.CancelledError) as error:
            if wanted.done() and not wanted.cancelled():  # given in the same moment
                self._give(wanted.result())
            if isinstance(error, TimeoutError):
                raise _not_ready() from None
            raise

    def _give(self, slot: _Slot) -> None:
        """To whoever has waited longest."""
        while self._wanted:
            wanted = self._wanted.popleft()
            if not wanted.done():
                wanted.set_result(slot)
                return
        self._idle.append(slot)


async def _heard(pipe: Connection, seconds: float) -> None:
    """Wait until there is something to read; raise TimeoutError if there is not in time."""
    loop, handle = asyncio.get_running_loop(), pipe.fileno()
    heard = asyncio.Event()
    loop.add_reader(handle, heard.set)
    try:
        async with asyncio.timeout(seconds):
            await heard.wait()
    finally:
        loop.remove_reader(handle)
        # uvloop makes what it listens to non-blocking, but a long answer comes in pieces: its reader has to wait.
        os.set_blocking(handle, True)


def _not_ready() -> Fault:
    return Fault(429, "limit", "the server is still getting ready, which takes minutes once: ask again in a while")


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """A process that this thread starts within does not hear Ctrl-C, not even before its first line runs."""
    resource_tracker.ensure_running()  # its start would lift the block again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, prepare: Callable[[], None]) -> None:
    """The life of a worker: do the jobs that come through the pipe until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears it, and decides
    _limit_memory()
    with suppress(EOFError, OSError):
        prepare()
        pipe.send(True)
        while True:
            job, args, kwargs = pipe.recv()
            pipe.send(_done(job, args, kwargs))


def _done(job: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The answer in a tuple, or what was raised."""
    try:
        return (job(*args, **kwargs),)
    except SapperError as error:
        return error
    except (MemoryError, RecursionError):
        return LimitExceeded("this needs more memory than a question may use here")
    except Exception as error:
        import traceback

        traceback.print_exc()  # a fault of ours: the log has all of it
        return Broken(f"{type(error).__name__} in {job.__name__}")


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
