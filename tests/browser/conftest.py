"""A real Chromium in front of a real server; every page must leave the console clean."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from sapper.web.app import make_app
from sapper.web.limits import Limits
from sapper.web.server import listen
from sapper.web.workers import START_SECONDS

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PICTURES = Path(__file__).parents[2] / "out" / "browser"
"""Screenshots, to be looked at; not under version control."""
PATIENT = Limits(workers=1, requests_per_second=1e6, burst=1_000_000, seconds=300.0, long_seconds=300.0)
"""A slow machine must not fail a test, and tests click faster than people."""
WAIT = 120_000
"""Milliseconds before a test gives up; only a machine that compiles, or is busy, needs more than a few."""
expect.set_options(timeout=WAIT)

SIZES = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 375, "height": 760}, "has_touch": True, "is_mobile": True},
}

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens. Its worker compiles first, on a fresh clone for minutes: no click waits for that."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(make_app(tmp_path_factory.mktemp("browser"), PATIENT), log_level="error", access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    where = f"http://127.0.0.1:{listening.getsockname()[1]}"
    httpx.post(f"{where}/api/v1/analyse", json={"view": "1."}, timeout=START_SECONDS).raise_for_status()
    yield where
    server.should_exit = True
    thread.join()
    listening.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Open a room as somebody new; afterwards nothing may be in the console.

    `refused`: how many answers of the server the visit provokes on purpose; Chromium reports each.
    """
    contexts, messages, allowed = [], list[str](), [0]

    def listen_to(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            messages.append(message.text)

    def open_room(path: str, size: str = "desk", theme: str = "light", refused: int = 0, zoom: float = 1.0) -> Page:
        allowed[0] += refused
        context = browser.new_context(
            **SIZES[size], color_scheme=theme, reduced_motion="reduce", base_url=address, device_scale_factor=zoom
        )
        context.set_default_timeout(WAIT)
        contexts.append(context)
        page = context.new_page()
        page.on("console", listen_to)
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.goto(path)
        return page

    yield open_room
    for context in contexts:
        context.close()
    refusals = [text for text in messages if "the server responded with a status of 4" in text]
    assert [text for text in messages if text not in refusals] == []
    assert len(refusals) == allowed[0]


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[[Page], None]:
    """Keep a screenshot under the name of the test."""

    def keep(page: Page) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        name = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in request.node.name)
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)

    return keep
