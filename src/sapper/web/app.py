"""The application: services, routes, guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

from sapper import __version__
from sapper.lab.workers import cores
from sapper.web.api import analysis, games, lab, meta, runs, watch
from sapper.web.faults import handle_faults
from sapper.web.guard import Guard
from sapper.web.limits import Limits
from sapper.web.pages import add_pages
from sapper.web.runs import Runs
from sapper.web.services import Services
from sapper.web.sessions import FILE_NAME, Sessions
from sapper.web.work.warm import warm_up
from sapper.web.workers import Workers

V1 = "/api/v1"


def make_app(
    folder: Path, limits: Limits | None = None, *, hosts: Iterable[str] | None = None, warm: bool = False
) -> FastAPI:
    """The whole server as an ASGI application; games and results are kept in a folder.

    `hosts`: names under which it may be asked, None for any. `warm`: start the workers at once.
    """
    limits = limits or Limits()
    services = Services(
        limits,
        Sessions(folder / FILE_NAME, limits),
        Workers(limits.workers, limits.waiting, limits.waiting_per_client, warm_up),
        Runs(folder, limits, jobs=max(cores() - 1, 1)),
    )

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        if warm:
            services.workers.warm_up()
        yield
        services.runs.close()
        services.workers.close()
        services.sessions.close()

    app = FastAPI(
        title="Sapper", version=__version__, lifespan=life, openapi_url=f"{V1}/openapi.json", docs_url=None,
        redoc_url=None, description="Minesweeper: play, ask, watch, analyse, experiment.",
    )  # fmt: skip
    handle_faults(app)
    for theme in (games, analysis, meta, watch, lab, runs):
        app.include_router(theme.router(services), prefix=V1)
    add_pages(app)
    app.add_middleware(Guard, limits=limits, hosts=hosts)
    return app
