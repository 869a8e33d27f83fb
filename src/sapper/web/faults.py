"""Everything that can be wrong with a request, as `{"error": {"code", "message"}}` and a status from 400 to 499.

| code | status | meaning |
|---|---|---|
| `bad_input` | 400, 409, 422 | it makes no sense, or not in this position |
| `inconsistent` | 400 | no layout explains the view; `clues` says which of its clues clash |
| `limit` | 408, 409, 413, 429 | it is more than this server does, or than it does now |
| `not_found` | 403, 404, 405 | there is no such thing here |
| `over` | 409 | the game is over, or not yet |
| `rate` | 429 | too much at once: ask again in a moment |
"""

from __future__ import annotations

from typing import Any, Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from sapper.errors import (
    BadInput,
    IllegalMove,
    InconsistentView,
    LimitExceeded,
    MissingExtra,
    NoneFound,
    NotInferred,
    SapperError,
    StoreFault,
    UnknownAgent,
    UnknownExperiment,
)
from sapper.web.work.views import as_json

Code = Literal["bad_input", "inconsistent", "limit", "not_found", "over", "rate"]

LONGEST = 300
"""Characters of a message; what was sent may be quoted in it."""


class Fault(Exception):
    """A request that is refused."""

    def __init__(self, status: int, code: Code, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Json(JSONResponse):
    """An answer in JSON."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return as_json(content)


# The first class that fits counts.
_STATUS: tuple[tuple[type[SapperError], int, Code], ...] = (
    (InconsistentView, 400, "inconsistent"),
    (UnknownExperiment, 404, "not_found"),
    (MissingExtra, 404, "not_found"),
    (UnknownAgent, 400, "bad_input"),
    (BadInput, 400, "bad_input"),
    (IllegalMove, 409, "bad_input"),
    (NotInferred, 400, "bad_input"),
    (LimitExceeded, 413, "limit"),
    (NoneFound, 413, "limit"),
    (StoreFault, 409, "limit"),
    (SapperError, 400, "bad_input"),
)


def refusal(status: int, code: Code, message: str, **more: Any) -> Json:
    """The answer to a request that is refused: one line that says why."""
    line = " ".join(message.split())
    line = line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
    return Json({"error": {"code": code, "message": line, **more}}, status)


def handle_faults(app: FastAPI) -> None:
    """Turn whatever is raised on purpose into an answer."""
    app.add_exception_handler(Fault, _fault)
    app.add_exception_handler(SapperError, _sapper_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


async def _fault(request: Request, error: Exception) -> Json:
    assert isinstance(error, Fault)
    return refusal(error.status, error.code, str(error))


async def _sapper_error(request: Request, error: Exception) -> Json:
    status, code = next((status, code) for kind, status, code in _STATUS if isinstance(error, kind))
    if isinstance(error, InconsistentView):
        return refusal(status, code, str(error), clues=[list(cell) for cell in error.clues])
    return refusal(status, code, str(error))


async def _invalid(request: Request, error: Exception) -> Json:
    """The first thing that is wrong, and where."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return refusal(422, "bad_input", f"{where}: {first['msg']}" if where else str(first["msg"]))


async def _http(request: Request, error: Exception) -> Json:
    assert isinstance(error, HTTPException)
    code: Code = "not_found" if error.status_code in (404, 405) else "bad_input"
    answer = refusal(error.status_code, code, str(error.detail))
    answer.headers.update(error.headers or {})
    return answer
