"""Games of agents, to be watched."""

from __future__ import annotations

from fastapi import APIRouter, Request

from sapper.players.catalog import agent as agent_named
from sapper.web.api.requests import AskedShow
from sapper.web.faults import Json
from sapper.web.services import Services
from sapper.web.work.views import check_size
from sapper.web.work.watch import Show, watch

SHARE = 0.7
"""Of the time that a worker has, after which a long game is cut; the last move may still be thought to its end."""


def router(services: Services) -> APIRouter:
    """The routes."""
    routes, limits = APIRouter(tags=["watch"]), services.limits

    @routes.post("/watch", response_model=Show)
    async def show(asked: AskedShow, request: Request) -> Json:
        """A whole game of an agent: every move with its reason."""
        rules = asked.rules()
        check_size(rules.height, rules.width, limits)
        agent_named(asked.agent)  # refuse an unknown one, and every path to a file, before a worker is asked
        seconds = SHARE * limits.long_seconds
        return Json(
            await services.think_long(request, watch, asked.agent, rules, asked.seed or 0, limits.frames, seconds)
        )

    return routes
