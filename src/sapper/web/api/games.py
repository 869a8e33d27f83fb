"""Games of people: they live here, and an answer never holds the hidden mines before the end."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any, NotRequired

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from starlette.responses import Response
from typing_extensions import TypedDict

from sapper.board.rules import Rules
from sapper.errors import BadRules, LimitExceeded, StoreFault
from sapper.web.api.requests import AskedGame, AskedMove
from sapper.web.faults import Fault, Json
from sapper.web.services import Services, client
from sapper.web.session import Session, State, changed
from sapper.web.work.analysis import Risks, risks_as_json, rows
from sapper.web.work.games import Looked, bbbv, board_without_guess, look_back
from sapper.web.work.views import ShownView, Spot, as_json, check_size, shown

Key = Annotated[str, InPath(max_length=40)]
WithRisks = Annotated[bool, Query(description="add the analysis of the position")]


class GameRules(TypedDict):
    """What was agreed before the first click."""

    width: int
    height: int
    mines: int
    first: str
    rule: str
    clues: str
    mine_count: bool
    no_guess: bool
    practice: bool


class GameAnswer(TypedDict):
    """How a game stands. What only the truth can say, `score` to `layout`, is null or missing before the end."""

    id: str
    seed: int
    rules: GameRules
    view: ShownView
    state: State
    moves: int
    elapsed: float
    mines_left: int | None
    score: float | None
    net_score: float | None
    bbbv: int | None
    layout: NotRequired[list[str]]
    changed: NotRequired[list[Spot]]
    analysis: NotRequired[Risks | None]


def router(services: Services) -> APIRouter:
    """The routes."""
    routes, sessions = APIRouter(prefix="/games", tags=["games"]), services.sessions

    @routes.post("", response_model=GameAnswer)
    async def create(asked: AskedGame, request: Request) -> Json:
        """Begin a game; the same seed gives the same board."""
        rules = asked.rules()
        check_size(rules.height, rules.width, services.limits)
        if asked.no_guess and rules.clues.kind != "exact":
            raise BadRules(f"a board without a guess has exact clues, not {rules.clues}")
        seed = secrets.randbits(32) if asked.seed is None else asked.seed
        session = sessions.create(client(request), rules, seed, no_guess=asked.no_guess, practice=asked.practice)
        return Json(await _answer(services, request, session))

    @routes.get("/{key}", response_model=GameAnswer)
    async def show(key: Key, request: Request, risks: WithRisks = False) -> Response:
        """How a game stands."""
        async with sessions.use(key) as session:
            answer = await _answer(services, request, session)
            return await _with_risks(services, request, session, answer) if risks else Json(answer)

    @routes.post("/{key}/moves", response_model=GameAnswer)
    async def move(key: Key, asked: AskedMove, request: Request, risks: WithRisks = False) -> Response:
        """Open, flag (or take a flag back), chord, ask a cell again, or undo."""
        async with sessions.use(key) as session:
            before = session.view
            await _move(services, request, session, asked)
            answer = await _answer(services, request, session)
            answer["changed"] = changed(before, session.view)
            return await _with_risks(services, request, session, answer) if risks else Json(answer)

    @routes.get("/{key}/review", response_model=Looked)
    async def review(key: Key, request: Request) -> Json:
        """Luck, guesses and needless guesses of a game that is over."""
        async with sessions.use(key) as session:
            _ended(session)
            record = session.record()
        return Json(await services.think_long(request, look_back, record, services.limits.inference))

    @routes.get("/{key}/record", response_model=dict[str, Any])
    async def record(key: Key) -> Response:
        """The record of a game that is over, as `sapper replay` reads it."""
        async with sessions.use(key) as session:
            _ended(session)
            return Response(session.record().to_json(), media_type="application/json")

    return routes


def _ended(session: Session) -> None:
    if not session.over:
        raise Fault(409, "over", "the game is not over yet")


async def _move(services: Services, request: Request, session: Session, asked: AskedMove) -> None:
    """Do what was asked, and keep it."""
    sessions, kind = services.sessions, asked.kind
    if kind == "undo":
        session.undo()
        sessions.take_back(session)
        return
    assert kind is not None
    cell = getattr(asked, kind)
    if session.over:
        raise Fault(409, "over", "the game is over")
    if session.moves >= services.limits.moves_per_cell * session.rules.cells:
        raise LimitExceeded("this game has had too many moves")
    if session.needs_board(kind) and session.view.grid.holds(cell) and session.view.hidden[cell]:
        layout = await services.think_long(request, board_without_guess, session.rules, session.seed, cell)
        session.lay(layout)
        sessions.keep_layout(session)
    session.do(kind, cell, time.time())
    try:
        sessions.add(session)
    except StoreFault:
        sessions.forget(session)
        raise


async def _with_risks(services: Services, request: Request, session: Session, answer: GameAnswer) -> Response:
    """The answer with the analysis of a game that goes on; a worker has written that part already."""
    analysis = b"null"
    if not session.over:
        analysis = await services.think(request, risks_as_json, session.view, services.limits.inference)
    body = as_json(answer).removesuffix(b"}") + b',"analysis":' + analysis + b"}"
    return Response(body, media_type="application/json")


async def _answer(services: Services, request: Request, session: Session) -> GameAnswer:
    view, result, over = session.view, session.game.result, session.over
    if over and session.bbbv is None:
        session.bbbv = await services.think(request, bbbv, session.game.layout)
    answer: GameAnswer = {
        "id": session.id,
        "seed": session.seed,
        "rules": _rules(session.rules, session),
        "view": shown(view),
        "state": session.state,
        "moves": session.moves,
        "elapsed": round(session.elapsed(time.time()), 3),
        "mines_left": view.mines_left,
        "score": result.score if over else None,
        "net_score": result.net_score if over else None,
        "bbbv": session.bbbv if over else None,
    }
    if over:
        answer["layout"] = rows(session.game.layout.mines)
    return answer


def _rules(rules: Rules, session: Session) -> GameRules:
    return {
        "width": rules.width,
        "height": rules.height,
        "mines": rules.mines,
        "first": rules.first,
        "rule": rules.end,
        "clues": str(rules.clues),
        "mine_count": rules.mine_count,
        "no_guess": session.no_guess,
        "practice": session.practice,
    }
