"""Guard: what every request must pass before a route sees it, and what every answer carries.

Sizes, rates, the host that was asked for, and whether another site's page is asking. The host matters because a page
elsewhere may point its own name at this machine; a server on a loopback address answers to loopback names only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.faults import Json, refusal
from sapper.web.limits import Limits
from sapper.web.rates import Rates, client_of

API = "/api/"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_HEADERS = {name.encode("ascii"): value.encode("ascii") for name, value in HEADERS.items()}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Iterable[str] | None = None) -> None:
        """`hosts`: the names under which the server may be asked; None means any."""
        self._app, self._limits = app, limits
        self._hosts = None if hosts is None else frozenset(hosts)
        self._rates = Rates(limits.requests_per_second, limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, private=scope["path"].startswith(API))
        answer = self._refuse(scope)
        if answer is None and scope["method"] not in ("GET", "HEAD"):
            whole = await self._body(receive)
            answer = whole if isinstance(whole, Json) else None
            receive = receive if isinstance(whole, Json) else _replayed(whole, receive)
        await (self._app if answer is None else answer)(scope, receive, send)

    def _refuse(self, scope: Scope) -> Json | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").rpartition(":")
        name = host[0] if host[2].isdecimal() else headers.get("host", "")
        if self._hosts is not None and name not in self._hosts:
            return refusal(403, "not_found", "this server answers to loopback names only")
        if scope["method"] not in ("GET", "HEAD") and headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            return refusal(403, "not_found", "a page of another site may not ask this")
        if not scope["path"].startswith(API):
            return None
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._limits.body:
            return refusal(413, "limit", f"a request has at most {self._limits.body:,} bytes")
        client = scope.get("client")
        if not self._rates.allow(client_of(client[0] if client else "")):
            answer = refusal(429, "rate", "too many requests at once: ask again in a second")
            answer.headers["retry-after"] = "1"
            return answer
        return None

    async def _body(self, receive: Receive) -> bytes | Json:
        """The whole body; refused if it is too long, also where no length was announced, or too slow."""
        parts, size, more = list[bytes](), 0, True
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        break
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    more = message.get("more_body", False)
                    if size > self._limits.body:
                        return refusal(413, "limit", f"a request has at most {self._limits.body:,} bytes")
        except TimeoutError:
            return refusal(408, "limit", f"the request did not arrive in {self._limits.body_seconds:g} s")
        return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Hand over a body that was read already, then whatever comes after it."""
    read = False

    async def again() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send, private: bool) -> Send:
    """Add the headers that an answer does not set itself."""
    usual = _HEADERS | {b"cache-control": b"no-store" if private else b"no-cache"}

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = dict(message["headers"])
            message["headers"] = [*message["headers"], *(pair for pair in usual.items() if pair[0] not in own)]
        await send(message)

    return sent
