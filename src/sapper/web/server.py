"""Run the application on a port until somebody ends it."""

from __future__ import annotations

import gc
import ipaddress
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sapper.errors import BadInput
from sapper.web.app import make_app
from sapper.web.guard import LOOPBACK

LAST_SECONDS = 2
"""How long answers that are under way may take when the server ends."""

KEEP_SECONDS = 60
"""How long an idle connection is kept: people think before they click."""

MOST_HEADERS = 16_384
"""Bytes of a request before its body."""


class Protocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it through httptools, a third of the CPU of its Python parser; but headers have an end."""

    _unread = 0
    """Bytes that no part of a request has come of yet."""

    def data_received(self, data: bytes) -> None:
        """Read on, or hang up."""
        self._unread += len(data)
        super().data_received(data)
        if self._unread > MOST_HEADERS and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")

    def on_headers_complete(self) -> None:
        """The headers are there."""
        self._unread = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body is there; the guard bounds its size."""
        self._unread = 0
        super().on_body(body)


def serve(host: str, port: int, folder: Path, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is told the address once requests are heard."""
    listening = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    with listening, suppress(KeyboardInterrupt):
        app = make_app(folder, hosts=LOOPBACK if is_loopback(host) else None, warm=True)
        gc.collect()
        gc.freeze()  # a hundred thousand objects that stay: looking through them stops all players for tens of ms
        ready(address)
        uvicorn.Server(_config(app)).run(sockets=[listening])


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=LAST_SECONDS,
        timeout_keep_alive=KEEP_SECONDS, ws="none", http=Protocol,
    )  # fmt: skip


def listen(host: str, port: int) -> socket.socket:
    """A socket that hears requests; refuse an address that cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadInput(f"cannot listen on {host!r}: {error.strerror or error}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(512)
    except OSError as error:
        listening.close()
        raise BadInput(f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port") from None
    listening.setblocking(False)
    return listening


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
