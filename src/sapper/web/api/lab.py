"""The lab: its experiments, and what is known of them."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response
from typing_extensions import TypedDict

from sapper.errors import UnknownExperiment
from sapper.lab.again import commands, replay_command
from sapper.lab.experiment import Experiment
from sapper.lab.experiments import catalogue, find
from sapper.lab.results import Results
from sapper.web.faults import Fault, Json
from sapper.web.figures import curves
from sapper.web.runs import Runs
from sapper.web.services import Services

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


def router(services: Services) -> APIRouter:
    """The routes."""
    routes, runs = APIRouter(prefix="/lab", tags=["lab"]), services.runs
    reading = asyncio.Lock()  # one at a time: figures are drawn in this process

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

    return routes


def _known(runs: Runs) -> dict[str, Experiment]:
    """Every experiment by name: the catalogue as it is now, and one's own as they were run."""
    own = (one for one in runs.experiments().values() if one.name.startswith("own-"))
    return {one.name: one for one in (*catalogue(), *own)}


def named(name: str, runs: Runs) -> Experiment:
    """The experiment of that name, with the boards and the seed of its last run; never one from a file."""
    known, kept = _known(runs), runs.experiments()
    if name not in known:
        if name.endswith(".py"):
            raise UnknownExperiment("an experiment from a file is run on the command line")
        find(name, also=known.values())  # raises, with the nearest name
    before = kept.get(name, known[name])
    return replace(known[name], boards=before.boards, seed=before.seed)


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
    experiment = named(name, runs)
    run = runs.running(name)  # before the store is read: a run that ends meanwhile is listened to, not missed
    found = _results(experiment, runs)
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

    experiment = named(name, runs)
    found = _results(experiment, runs)
    if found is None or not any(len(games.boards) for games in found.games.values()):
        raise Fault(404, "not_found", f"{name} has not been run yet")
    replay = replay_command(found.failed[0], experiment) if found.failed else ""
    return report(found, commands(experiment), replay)[f"{name}.html"]
