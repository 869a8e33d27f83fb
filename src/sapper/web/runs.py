"""Runs: experiments of the lab that were started from the page, one at a time, into the store of the command line.

A run is a sweep in a thread of its own, whose games are played by processes. The database is open only while somebody
needs it: a file of DuckDB belongs to one process at a time, and the command line wants it too.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sapper.errors import LimitExceeded, SapperError
from sapper.web.faults import Fault
from sapper.web.limits import Limits

if TYPE_CHECKING:
    from sapper.lab.experiment import Experiment
    from sapper.lab.store import Store

RunState = Literal["running", "done", "stopped", "failed"]

REMEMBERED = 50
"""Runs that can still be asked about."""
POINTS_EVERY = 1.0
"""Seconds between two looks at the figures of a running experiment: they cost some milliseconds each."""
STOP_SECONDS = 10.0


class Stopped(Exception):
    """Somebody stopped the run."""


@dataclass
class Run:
    """One run; the thread that plays it writes, everybody else reads."""

    id: str
    experiment: Experiment
    began: float = field(default_factory=time.monotonic)
    ended: float | None = None
    done: int = 0
    before: int = 0
    """Games that were there already."""
    total: int = 0
    state: RunState = "running"
    message: str = ""
    points: tuple[dict[str, Any], ...] = ()
    """The newest figure of every curve at every place; each with the number of the look that found it."""
    stop: threading.Event = field(default_factory=threading.Event)

    def progress(self) -> dict[str, Any]:
        """How far it is: games, games per second, seconds left."""
        seconds = max((self.ended or time.monotonic()) - self.began, 1e-9)
        rate = (self.done - self.before) / seconds
        left = (self.total - self.done) / rate if rate > 0.0 else None
        return {"done": self.done, "total": self.total, "rate": rate, "left": left, "state": self.state}


class Runs:
    """The runs of this server."""

    def __init__(self, folder: Path, limits: Limits, jobs: int) -> None:
        self.folder, self._limits, self._jobs = folder, limits, jobs
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._thread: threading.Thread | None = None

    def start(self, experiment: Experiment) -> Run:
        """Begin a run, unless one is under way."""
        games = len(experiment.settings) * len(experiment.agents) * experiment.boards
        if games > self._limits.lab_games:
            raise LimitExceeded(
                f"{games:,} games are too many to start from here (at most {self._limits.lab_games:,}): "
                "ask for fewer boards, or use `sapper lab run`"
            )
        if self._thread is not None and self._thread.is_alive():
            raise Fault(409, "limit", "an experiment is running: stop it, or wait for its end")
        self._remember(experiment)
        run = Run(secrets.token_urlsafe(9), experiment, total=games)
        self._runs[run.id] = run
        if len(self._runs) > REMEMBERED:
            self._runs.popitem(last=False)
        self._thread = threading.Thread(target=self._play, args=(run,), name="sapper-lab", daemon=True)
        self._thread.start()
        return run

    def find(self, key: str) -> Run:
        """A run by its id."""
        if key not in self._runs:
            raise Fault(404, "not_found", "there is no such run")
        return self._runs[key]

    def running(self, name: str) -> Run | None:
        """The run of an experiment that is under way, if it is."""
        return next(
            (run for run in self._runs.values() if run.state == "running" and run.experiment.name == name), None
        )

    def experiments(self) -> dict[str, Experiment]:
        """What was run into the store, and what was started last, which may not be there yet, by name."""
        return kept_experiments(self.folder) | {run.experiment.name: run.experiment for run in self._runs.values()}

    def close(self) -> None:
        """Stop whatever runs; its games so far are kept."""
        for run in self._runs.values():
            run.stop.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)

    def _remember(self, experiment: Experiment) -> None:
        """Write it down before the run is known: a store that is just being made cannot be read meanwhile."""
        from sapper.lab.experiments import describe
        from sapper.lab.store import FILE_NAME, Store

        with Store(self.folder / FILE_NAME) as store:
            store.remember(experiment.name, describe(experiment))

    def _play(self, run: Run) -> None:
        from sapper.lab.processes import Processes
        from sapper.lab.store import FILE_NAME, Store
        from sapper.lab.sweep import sweep

        try:
            with Store(self.folder / FILE_NAME) as store:
                listener = _Listener(run, store)
                sweep(run.experiment, store, Processes(self._jobs), listener)
                listener.look()
            run.state = "done"
        except Stopped:
            run.state = "stopped"
        except SapperError as error:
            run.state, run.message = "failed", str(error)
        except Exception as error:  # the thread ends here: who asks must be told
            run.state, run.message = "failed", f"{type(error).__name__}: {error}"
            raise
        finally:
            run.ended = time.monotonic()


class _Listener:
    """Told by the sweep how far it is; looks at the figures now and then."""

    def __init__(self, run: Run, store: Store) -> None:
        self._run, self._store, self._looked, self._looks = run, store, time.monotonic(), 0
        self._counts: dict[tuple[str, str], int] = {}
        self._first = True

    def __call__(self, done: int, total: int) -> None:
        run = self._run
        if self._first:
            run.before, self._first = done, False
        run.done, run.total = done, total
        if run.stop.is_set():
            raise Stopped
        if time.monotonic() - self._looked > POINTS_EVERY:
            self.look()

    def look(self) -> None:
        """Find the figures that rest on more games than before."""
        from sapper.lab.sweep import results
        from sapper.web.figures import points

        found = results(self._run.experiment, self._store)
        self._looks += 1
        kept = {(old["measure"], old["setting"], old["agent"]): old for old in self._run.points}
        for pair, games in found.games.items():
            if len(games.boards) != self._counts.get(pair, 0):
                self._counts[pair] = len(games.boards)
                for point in points(found, *pair):
                    kept[point["measure"], point["setting"], point["agent"]] = point | {"look": self._looks}
        self._run.points = tuple(kept.values())
        self._looked = time.monotonic()


def names_only(agents: list[str]) -> None:
    """Refuse agents from files: a page must not make the server run one."""
    from sapper.players.catalog import agent

    for name in agents:
        agent(name)


def kept_experiments(folder: Path) -> dict[str, Experiment]:
    """What was run into the store before, by name; nothing if there is no store."""
    from sapper.lab.experiments import described
    from sapper.lab.store import FILE_NAME, Store

    if not (folder / FILE_NAME).exists():
        return {}
    with Store(folder / FILE_NAME, new=False) as store:
        found = {}
        for name, description in store.remembered().items():
            with suppress(TypeError, KeyError):  # written by another version
                found[name] = described(description)
        return found
