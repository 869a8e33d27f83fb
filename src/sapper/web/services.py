"""Services: what the routes share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from fastapi import Request

from sapper.web.limits import Limits
from sapper.web.rates import client_of
from sapper.web.runs import Runs
from sapper.web.sessions import Sessions
from sapper.web.workers import Workers

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Services:
    """Everything behind the routes."""

    limits: Limits
    sessions: Sessions
    workers: Workers
    runs: Runs

    async def think(self, request: Request, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Let a worker answer a short question."""
        return await self.workers.run(client(request), self.limits.seconds, job, *args, **kwargs)

    async def think_long(self, request: Request, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what is known to take longer."""
        return await self.workers.run(client(request), self.limits.long_seconds, job, *args, **kwargs)


def client(request: Request) -> str:
    """Who is asking."""
    return client_of(request.client.host if request.client else "")
