"""The lab: experiments, runs, and how a run is going, as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict, replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response, StreamingResponse
from typing_extensions import TypedDict

from sapper.board.rules import Rules, parse_size
from sapper.errors import BadInput, UnknownExperiment
from sapper.lab.again import commands, replay_command
from sapper.lab.experiment import Experiment
from sapper.lab.experiments import OWN_BOARDS, catalogue, find, own
from sapper.lab.results import Results
from sapper.lab.settings import at_density, parse_densities
from sapper.web.api.requests import AskedRun
from sapper.web.faults import Fault, Json
from sapper.web.figures import curves
from sapper.web.runs import Run, Runs, kept_experiments, names_only
from sapper.web.services import Services
from sapper.web.work.views import check_size

LOOK_EVERY = 0.25
"""Seconds between two looks at a run, for those who listen to it."""
PAGE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; sandbox allow-scripts"
)
"""A report is one self-contained page, with its scripts in it: it may run them, and reach nothing."""


class ListedExperiment(TypedDict):
    """An experiment that can be run by name."""

    name: str
    question: str
    agents: list[str]
    boards: int
    settings: int
    games: int
    tags: list[str]
    report: str


class Started(TypedDict):
    """A run that was started."""

    run: str
    name: str


def router(services: Services) -> APIRouter:
    """The routes."""
    routes, runs, limits = APIRouter(prefix="/lab", tags=["lab"]), services.runs, services.limits
    reading = asyncio.Lock()  # one at a time: figures are drawn in this process
    listeners = [0]

    @routes.get("/experiments", response_model=list[ListedExperiment])
    async def experiments() -> Json:
        """The experiments of the catalogue, and those that were run into the store."""
        async with reading:
            known = await asyncio.to_thread(_known, runs)
        return Json([_listed(experiment) for experiment in known.values()])

    @routes.get("/experiments/{name}", response_model=dict[str, Any])
    async def experiment(name: str) -> Json:
        """What it asks, what was played of it so far, its table and its curves."""
        async with reading:
            return Json(await asyncio.to_thread(_details, name, runs))

    @routes.get("/experiments/{name}/report", response_class=HTMLResponse)
    async def report(name: str) -> Response:
        """The page of an experiment that was run."""
        async with reading:
            page = await asyncio.to_thread(_report, name, runs)
        return HTMLResponse(page, headers={"content-security-policy": PAGE_POLICY})

    @routes.post("/runs", response_model=Started)
    async def start(asked: AskedRun) -> Json:
        """Start an experiment: one by name, or one's own."""
        async with reading:
            wanted = await asyncio.to_thread(_wanted, asked, runs)
        for setting in wanted.settings:
            check_size(setting.rules.height, setting.rules.width, limits)
        run = runs.start(wanted)
        return Json({"run": run.id, "name": wanted.name})

    @routes.get("/runs/{run}", response_model=dict[str, Any])
    async def state(run: str) -> Json:
        """How far a run is."""
        found = runs.find(run)
        return Json({**found.progress(), "run": run, "name": found.experiment.name, "message": found.message})

    @routes.get("/runs/{run}/events", response_class=StreamingResponse)
    async def events(run: str) -> Response:
        """`progress`, `point` and `end`, as they happen."""
        found = runs.find(run)
        if listeners[0] >= limits.streams:
            raise Fault(429, "limit", "too many are listening: ask again later")

        async def told() -> AsyncIterator[str]:
            listeners[0] += 1
            try:
                async for event in _events(found):
                    yield event
            finally:
                listeners[0] -= 1

        return StreamingResponse(told(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    @routes.delete("/runs/{run}", response_model=dict[str, Any])
    async def stop(run: str) -> Json:
        """Stop a run; its games so far are kept."""
        found = runs.find(run)
        found.stop.set()
        return Json({"run": run, **found.progress()})

    return routes


async def _events(run: Run) -> AsyncIterator[str]:
    """What happens to a run, until it ends."""
    seen, last = 0, dict[str, Any]()
    while True:
        ended, progress = run.state != "running", run.progress()
        for point in run.points:
            if point["look"] > seen:
                yield _event("point", point)
        seen = max((point["look"] for point in run.points), default=seen)
        if progress != last:
            yield _event("progress", progress)
            last = progress
        if ended:
            yield _event("end", {"state": run.state, "message": run.message, "name": run.experiment.name})
            return
        await asyncio.sleep(LOOK_EVERY)


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def _known(runs: Runs) -> dict[str, Experiment]:
    """Every experiment by name: the catalogue as it is now, and one's own as they were run."""
    kept = kept_experiments(runs.folder)
    return {one.name: one for one in (*catalogue(), *(one for one in kept.values() if one.name.startswith("own-")))}


def _named(name: str, runs: Runs) -> Experiment:
    """The experiment of that name, with the boards and the seed of its last run; never one from a file."""
    known, kept = _known(runs), kept_experiments(runs.folder)
    if name not in known:
        if name.endswith(".py"):
            raise UnknownExperiment("an experiment from a file is run on the command line")
        find(name, also=known.values())  # raises, with the nearest name
    before = kept.get(name, known[name])
    return replace(known[name], boards=before.boards, seed=before.seed)


def _wanted(asked: AskedRun, runs: Runs) -> Experiment:
    if asked.name is not None:
        found = _named(asked.name, runs)
        boards = found.boards if asked.boards is None else asked.boards
        found = replace(found, boards=boards, seed=found.seed if asked.seed is None else asked.seed)
        names_only(list(found.agents))
        return found
    if asked.agents is None or asked.size is None or asked.density is None:
        raise BadInput("give agents, size and density")
    names_only(asked.agents)
    width, height = parse_size(asked.size)
    settings = [
        at_density(Rules(height=height, width=width, density=density, end=asked.rule), density)
        for density in parse_densities(str(asked.density))
    ]
    return own(asked.agents, settings, boards=asked.boards or OWN_BOARDS, seed=asked.seed or 0)


def _results(experiment: Experiment, runs: Runs) -> Results | None:
    """What the store knows of an experiment; None if there is no store."""
    from sapper.lab.store import FILE_NAME, Store
    from sapper.lab.sweep import results

    if not (runs.folder / FILE_NAME).exists():
        return None
    with Store(runs.folder / FILE_NAME, new=False) as store:
        return results(experiment, store)


def _listed(experiment: Experiment) -> ListedExperiment:
    return {
        "name": experiment.name,
        "question": experiment.question,
        "agents": list(experiment.agents),
        "boards": experiment.boards,
        "settings": len(experiment.settings),
        "games": len(experiment.settings) * len(experiment.agents) * experiment.boards,
        "tags": list(experiment.tags),
        "report": experiment.report,
    }


def _details(name: str, runs: Runs) -> dict[str, Any]:
    experiment = _named(name, runs)
    found, run = _results(experiment, runs), runs.running(name)
    played = 0 if found is None else sum(len(games.boards) + len(games.failures) for games in found.games.values())
    status = "running" if run else "new" if not played else "done" if found and found.complete else "partial"
    return {
        **_listed(experiment),
        "seed": experiment.seed,
        "setting_names": [setting.name for setting in experiment.settings],
        "claims": [asdict(claim) for claim in experiment.claims],
        "status": status,
        "run": run.id if run else None,
        "played": played,
        "table": [row.to_dict() for row in found.table() if row.boards] if found and played else [],
        "curves": curves(found) if found and played else [],
        "commands": list(commands(experiment)),
    }


def _report(name: str, runs: Runs) -> bytes:
    from sapper.lab.report import report

    experiment = _named(name, runs)
    found = _results(experiment, runs)
    if found is None or not any(len(games.boards) for games in found.games.values()):
        raise Fault(404, "not_found", f"{name} has not been run yet")
    replay = replay_command(found.failed[0], experiment) if found.failed else ""
    return report(found, commands(experiment), replay)[f"{name}.html"]
