"""Questions about a view: analyse, explain, hint, may-guess, distribution, sample, convert."""

from __future__ import annotations

from fastapi import APIRouter, Request

from sapper.board.view import View
from sapper.web.api.requests import (
    AskedAnalysis,
    AskedCell,
    AskedConversion,
    AskedHint,
    AskedPermission,
    AskedSample,
    TrustedView,
)
from sapper.web.faults import Json
from sapper.web.services import Services
from sapper.web.work import analysis
from sapper.web.work.convert import Converted, convert
from sapper.web.work.views import read_view


def router(services: Services) -> APIRouter:
    """The routes."""
    routes, limits = APIRouter(tags=["analysis"]), services.limits

    def read(asked: TrustedView | AskedHint | AskedPermission) -> View:
        view = read_view(asked.view, asked.mines, limits)
        return view if asked.trust_flags else view.without_flags()

    @routes.post("/analyse", response_model=analysis.Analysis)
    async def analyse(asked: AskedAnalysis, request: Request) -> Json:
        """Every risk, what is certain, the number of solutions and the best cell."""
        view = read_view(asked.view, asked.mines, limits, asked.clues, asked.density)
        return Json(await services.think(request, analysis.analyse, view, limits.inference, asked.trust_flags))

    @routes.post("/explain", response_model=analysis.Explanation)
    async def explain(asked: AskedCell, request: Request) -> Json:
        """Why a hidden cell is safe or a mine, from the fewest clues; or how likely it is."""
        return Json(await services.think(request, analysis.explain, read(asked), asked.cell, limits.inference))

    @routes.post("/hint", response_model=analysis.HintAnswer)
    async def hint(asked: AskedHint, request: Request) -> Json:
        """A hint in steps: 1 does a safe cell exist, 2 where about, 3 which one, 4 why."""
        return Json(await services.think(request, analysis.hint, read(asked), asked.step, limits.inference))

    @routes.post("/may-guess", response_model=analysis.MayGuess)
    async def may_guess(asked: AskedPermission, request: Request) -> Json:
        """Whether a player has to guess."""
        return Json(await services.think(request, analysis.may_guess, read(asked), limits.inference))

    @routes.post("/distribution", response_model=analysis.Distribution)
    async def distribution(asked: AskedCell, request: Request) -> Json:
        """What a hidden cell would show."""
        return Json(await services.think(request, analysis.distribution, read(asked), asked.cell, limits.inference))

    @routes.post("/sample", response_model=analysis.Samples)
    async def sample(asked: AskedSample, request: Request) -> Json:
        """Layouts that the view allows."""
        return Json(await services.think(request, analysis.sample, read(asked), asked.n, asked.seed, limits.inference))

    @routes.post("/convert", response_model=Converted)
    async def convert_file(asked: AskedConversion, request: Request) -> Json:
        """The board in a file: text, JSON, CSV, MBF or ABF."""
        return Json(await services.think(request, convert, asked.text, asked.base64, limits))

    return routes
