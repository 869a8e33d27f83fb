"""Runs of the lab: start, stop, and how one is going, as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse
from typing_extensions import TypedDict

from sapper.board.rules import Rules, parse_size
from sapper.errors import BadInput
from sapper.lab.experiment import Experiment
from sapper.lab.experiments import OWN_BOARDS, own
from sapper.lab.settings import at_density, parse_densities
from sapper.web.api.lab import named
from sapper.web.api.requests import AskedRun
from sapper.web.faults import Fault, Json
from sapper.web.runs import Run, Runs, names_only
from sapper.web.services import Services
from sapper.web.work.views import check_size

LOOK_EVERY = 0.25
"""Seconds between two looks at a run, for those who listen to it."""


class Started(TypedDict):
    """A run that was started."""

    run: str
    name: str


def router(services: Services) -> APIRouter:
    """The routes."""
    routes, runs, limits = APIRouter(prefix="/lab", tags=["lab"]), services.runs, services.limits
    listeners = [0]

    @routes.post("/runs", response_model=Started)
    async def start(asked: AskedRun) -> Json:
        """Start an experiment: one by name, or one's own."""
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


def _wanted(asked: AskedRun, runs: Runs) -> Experiment:
    if asked.name is not None:
        found = named(asked.name, runs)
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
