"""What a person sees on a board, and how they touch it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def cell(page: Page, row: int, column: int, board: int = 0) -> Locator:
    """A cell of a board."""
    return page.locator(".board").nth(board).locator(f'[data-row="{row}"][data-column="{column}"]')


def rows(page: Page, board: int = 0) -> list[str]:
    """The signs on a board, row by row."""
    read = "board => [...board.querySelectorAll('.row')].map(row => [...row.children].map(c => c.dataset.s).join(''))"
    found: list[str] = page.locator(".board").nth(board).evaluate(read)
    return found


def ready(page: Page) -> None:
    """Wait until the board is drawn."""
    expect(page.locator(".board .cell").first).to_be_visible()


def option(page: Page, name: str) -> Locator:
    """One of several, in a bar."""
    return page.get_by_role("radio", name=name, exact=True)


def long_press(page: Page, target: Locator) -> None:
    """Hold a finger on a cell for half a second."""
    box = target.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(500)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
