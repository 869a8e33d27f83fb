"""What there is: levels, agents, clue models, the ladder of inference levels, limits."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from typing_extensions import TypedDict

from sapper import __version__
from sapper.board.rules import LEVELS, Rules
from sapper.inference.levels import LADDER
from sapper.inference.proof.proof import REPORTS
from sapper.players.catalog import agents
from sapper.web.faults import Json
from sapper.web.services import Services

CLUES = ("exact", "reveal:0.5", "reveal:0.5:again", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
TOLD = ("side", "cells", "body", "requests_per_second", "burst", "games_per_client", "idle_seconds", "samples")
"""Limits that a client may want to know."""


class MetaLevel(TypedDict):
    """A preset."""

    name: str
    width: int
    height: int
    mines: int
    rule: str


class MetaAgent(TypedDict):
    """An agent of the catalogue."""

    name: str
    report: str
    text: str


class MetaRung(TypedDict):
    """An inference level."""

    name: str
    text: str


class Meta(TypedDict):
    """What there is."""

    version: str
    levels: list[MetaLevel]
    agents: list[MetaAgent]
    clues: list[str]
    ladder: list[MetaRung]
    limits: dict[str, float]


def router(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter(tags=["meta"])
    limits: dict[str, Any] = asdict(services.limits)
    meta: Meta = {
        "version": __version__,
        "levels": [_level(name) for name in LEVELS],
        "agents": [{"name": one.name, "report": one.report, "text": one.about} for one in agents()],
        "clues": list(CLUES),
        "ladder": [{"name": name, "text": REPORTS[name]} for name in LADDER],
        "limits": {name: limits[name] for name in TOLD} | {"lab_games": limits["lab_games"]},
    }

    @routes.get("/meta", response_model=Meta)
    async def show() -> Json:
        """Everything that a page needs to draw its menus."""
        return Json(meta)

    return routes


def _level(name: str) -> MetaLevel:
    rules = Rules.level(name)
    return {"name": name, "width": rules.width, "height": rules.height, "mines": rules.mines, "rule": rules.end}
