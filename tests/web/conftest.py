"""What the tests of the server share: an application in this process, and people who ask it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.web.app import make_app
from sapper.web.limits import Limits

GENEROUS = Limits(workers=1, requests_per_second=1e6, burst=1_000_000, seconds=60.0, long_seconds=60.0)
"""A slow machine must not fail a test, and tests ask more often than people."""

Serve = Callable[..., TestClient]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One application for all tests that do not mind each other: its worker is started once."""
    with TestClient(make_app(tmp_path_factory.mktemp("web"), GENEROUS), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start an application of one's own; several in one folder are restarts of the same server."""
    with ExitStack() as stack:

        def start(folder: Path = tmp_path, hosts: Any = None, **limits: Any) -> TestClient:
            app = make_app(folder, replace(GENEROUS, **limits), hosts=hosts)
            return stack.enter_context(TestClient(app, raise_server_exceptions=False))

        yield start


class Asking:
    """The routes as short calls; each checks the status."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        headers = {"content-type": "application/json"}
        answer = self.client.post(f"/api/v1{path}", content=json.dumps(body), headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(f"/api/v1{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, path: str, status: int, code: str, **body: Any) -> str:
        """Ask what must be refused; the line that says why."""
        error = self.post(path, status, **body)["error"]
        assert error["code"] == code
        message: str = error["message"]
        assert message
        assert "\n" not in message
        return message


@pytest.fixture
def ask(shared: TestClient) -> Asking:
    return Asking(shared)


@pytest.fixture
def asking() -> type[Asking]:
    return Asking
