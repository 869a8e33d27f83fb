"""What holds in every room: names, roles, contrast, size of the first load, one theme or the other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

ROOMS = (
    "/?level=beginner&seed=8",
    "/watch?agent=basic&level=beginner&seed=3",
    "/analyse",
    "/lab?experiment=demo",
    "/learn",
)
SETTLED = {
    "/watch": ".thought",
    "/analyse": ".best-move",
    "/lab": ".about h1",
    "/learn": ".contents button",
    "/": ".facts",
}
CHECKS = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")


def settled(page: Page, path: str) -> None:
    expect(page.locator(SETTLED[path.partition("?")[0]]).first).to_be_visible()


@pytest.mark.parametrize("path", ROOMS)
def test_names_roles_contrast_and_widths(visit: Callable[..., Page], path: str) -> None:
    page = visit(path)
    settled(page, path)
    page.evaluate(CHECKS)
    assert page.evaluate("checks.nameless()") == []
    assert page.evaluate("checks.grids()") == []
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.locator("nav.rooms a[aria-current]").count() == 1
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(150)  # colours change over a moment
        assert page.evaluate("checks.faint()") == []
    wide = {}
    for width in (375, 699, 700, 1024, 1100, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(30)
        wide[width] = page.evaluate("document.documentElement.scrollWidth")
    assert {width: seen for width, seen in wide.items() if seen > width} == {}


def test_clues_marks_and_risks_stand_out(visit: Callable[..., Page]) -> None:
    page = visit("/learn")
    settled(page, "/learn")
    page.evaluate(CHECKS)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        stand_out(page)


def stand_out(page: Page) -> None:
    digits = page.evaluate("checks.pairs([1,2,3,4,5,6,7,8].map(n => [`--clue-${n}`, '--floor']))")
    assert min(digits) >= 4.5, digits
    words = [
        ("--ink", "--page"),
        ("--soft", "--page"),
        ("--soft", "--card"),
        ("--accent", "--card"),
        ("--accent", "--tint"),
    ]
    words += [("--on-accent", "--accent"), ("--good", "--card"), ("--bad", "--card"), ("--bad", "--bad-tint")]
    assert min(page.evaluate("pairs => checks.pairs(pairs)", words)) >= 4.5
    drawn = [("--cloth", "--tile"), ("--mine", "--tile"), ("--mine", "--blast"), ("--on-safe", "--safe")]
    drawn += [("--on-mined", "--mined"), ("--ring", "--floor"), ("--latest", "--floor"), ("--edge", "--card")]
    figures = page.evaluate("pairs => checks.pairs(pairs)", drawn)
    assert min(figures) >= 3.0, list(zip(drawn, figures, strict=True))
    assert page.evaluate("checks.risks()") >= 4.5


def test_the_first_load_is_light(visit: Callable[..., Page], address: str) -> None:
    page = visit("/")
    settled(page, "/")
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".map(one => [one.name, one.encodedBodySize])"
    )
    assert all(name.startswith(address) for name, _ in loaded)
    assert sum(size for _, size in loaded) < 300_000


def test_the_theme_follows_the_system_until_it_is_chosen(visit: Callable[..., Page]) -> None:
    page = visit("/learn", theme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"{background} !== {dark!r}")
    page.get_by_role("button", name="Theme: as the system").click()
    page.get_by_role("button", name="Theme: light").click()
    assert page.evaluate(background) == dark
    page.reload()
    assert page.evaluate(background) == dark


def test_rooms_are_left_and_entered_by_links_and_by_history(visit: Callable[..., Page]) -> None:
    page = visit("/learn")
    for name, path in (("Analyse", "/analyse"), ("Watch", "/watch"), ("Lab", "/lab"), ("Play", "/")):
        page.get_by_role("navigation", name="Rooms").get_by_role("link", name=name).click()
        settled(page, path)
    page.go_back()
    settled(page, "/lab")
