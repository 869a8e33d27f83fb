"""The page, as somebody who clicks sees it: from the click to the frame that shows the answer, in a real Chromium.

The clock starts with the time stamp of the input itself. It stops in a message that a frame's callback posts to its own
page after the cells have changed: the page takes it when that frame has been drawn.
"""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sapper.bench.table import Measurement

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLICKS = 100
WARM = 10
"""Clicks before the first that counts: the page is compiled as it is used."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
WAIT = 60_000
"""Milliseconds."""

STOPWATCH = """() => {
  window.felt = [];
  let began = null, drawn = false;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { felt.push(performance.now() - began); began = null; };
  document.addEventListener("pointerup", (event) => { [began, drawn] = [event.timeStamp, false]; }, true);
  new MutationObserver(() => {
    if (began === null || drawn) return;
    drawn = true;
    requestAnimationFrame(() => port2.postMessage(0));
  }).observe(document.querySelector(".board"), { subtree: true, attributeFilter: ["data-s"] });
}"""

DRAWN = """(number) => new Promise((done) => {
  const look = () => (felt.length >= number ? done() : setTimeout(look, 10));
  look();
})"""


def measure_page(address: str) -> Iterator[Measurement]:
    """Click to painted answer on expert with risks on; nothing where there is no Chromium."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        found = None
    if found is None:
        yield Measurement("click to painted answer", "no Chromium, or no playwright", "median < 50 ms")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, base_url=address)
        page.set_default_timeout(WAIT)
        felt = _felt(page)
        browser.close()
    median, late = statistics.median(felt), sorted(felt)[int(0.95 * len(felt))]
    yield Measurement(
        f"click to painted answer, expert with risks, {CLICKS} clicks",
        f"median {median:.1f} ms, p95 {late:.1f} ms",
        "median < 50 ms",
        median < 50.0,
    )


def _felt(page: Page) -> list[float]:
    """Milliseconds from each click to its frame."""
    page.goto("/?level=expert&first=opening")
    page.locator(".board .cell").first.wait_for()
    page.get_by_role("radio", name="Colours", exact=True).check()
    page.evaluate(STOPWATCH)
    for number in range(1, WARM + CLICKS + 1):
        safe = page.locator(".cell.safe")
        if not safe.count():
            page.keyboard.press("n")  # no click, so the clock does not start
            page.locator(".cell:not([data-s='.'])").first.wait_for(state="detached")
        target = (safe if safe.count() else page.locator('[data-row="8"][data-column="15"]')).first.bounding_box()
        assert target is not None
        page.mouse.click(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
        page.evaluate(DRAWN, number)
    felt: list[float] = page.evaluate("felt")
    return felt[WARM:]
