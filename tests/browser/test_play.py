"""Play, as a person does: mouse, keyboard and finger; help, the end, the review, a shared link."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from seen import cell, long_press, option, ready, rows

from sapper import Game, Open, Rules, View, infer
from sapper.formats.screenshot import screenshot_in

BEGINNER = "/?level=beginner&seed=8&first=opening"
START = (8, 4)


def truth(seed: int = 8) -> list[tuple[int, int]]:
    """The safe cells of the board of that address, once its first cell is opened."""
    game = Game(Rules.beginner(first="opening"), seed)
    game.apply(Open(START))
    return [(row, column) for row in range(9) for column in range(9) if not game.layout.mines[row, column]]


def opened(page: Page) -> None:
    ready(page)
    cell(page, *START).click()
    expect(cell(page, *START)).to_have_attribute("data-s", re.compile("[0-8]"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_risks_are_those_of_the_library(
    visit: Callable[..., Page], picture: Callable[[Page], None], size: str, theme: str
) -> None:
    page = visit(BEGINNER, size=size, theme=theme)
    opened(page)
    option(page, "Percent").check()
    belief = infer(View.parse("\n".join(rows(page)), mines=10))
    expect(page.locator(".cell.safe")).to_have_count(int(belief.safe.sum()))
    expect(page.locator(".cell.mined")).to_have_count(int(belief.mines.sum()))
    picture(page)
    sideways = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert sideways <= 0


@pytest.mark.parametrize(
    ("theme", "size", "zoom"),
    [("light", "desk", 1.0), ("light", "phone", 2.0), ("dark", "desk", 1.0), ("dark", "phone", 1.5)],
)
def test_a_picture_of_the_window_is_read_back(visit: Callable[..., Page], theme: str, size: str, zoom: float) -> None:
    page = visit(BEGINNER, theme=theme, size=size, zoom=zoom)
    opened(page)
    cell(page, 0, 0).click(button="right")
    expect(cell(page, 0, 0)).to_have_attribute("data-s", "F")
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(1, 1)
    seen = rows(page)
    read = screenshot_in(page.screenshot())
    assert str(read.view).splitlines()[:9] == seen
    assert read.confidence > 0.5


def test_a_game_is_won_with_risks_on(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit(BEGINNER)
    opened(page)
    option(page, "Colours").check()
    for row, column in truth():
        if rows(page)[row][column] == ".":
            cell(page, row, column).click()
            expect(cell(page, row, column)).to_have_attribute("data-s", re.compile("[0-8]"))
    expect(page.get_by_role("heading", name="Cleared")).to_be_visible()
    expect(page.get_by_text("3BV", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    assert sum(row.count("F") for row in rows(page)) == 10
    picture(page)


def test_a_lost_game_shows_the_mines_and_its_guess(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit(BEGINNER)
    opened(page)
    safe = set(truth())
    mine = next((r, c) for r in range(9) for c in range(9) if (r, c) not in safe)
    cell(page, *mine).click()
    expect(page.get_by_role("heading", name="That was a mine")).to_be_visible()
    expect(page.locator(".cell.missed")).to_have_count(9)
    guess = page.locator(".guess")
    expect(guess).to_have_count(1)
    guess.click()
    expect(page.locator(".cell.missed")).to_have_count(0)
    expect(cell(page, *mine)).to_have_attribute("data-s", ".")
    picture(page)
    guess.click()
    expect(page.locator(".cell.missed")).to_have_count(9)


def test_the_board_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit(BEGINNER)
    ready(page)
    page.locator('.cell[tabindex="0"]').focus()
    for key in ("End", "Home", "PageDown", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(cell(page, *START)).to_have_attribute("data-s", re.compile("[0-8]"))
    page.keyboard.press("PageUp")
    page.keyboard.press("f")
    expect(cell(page, 0, 4)).to_have_attribute("data-s", "F")
    expect(page.get_by_label("Mines left")).to_have_text("9")
    expect(cell(page, 0, 4)).to_have_attribute("aria-label", "row 1, column 5: flag")
    expect(cell(page, 0, 4)).to_be_focused()


def test_a_hint_in_four_steps_ends_in_a_proof(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit(BEGINNER)
    opened(page)
    page.keyboard.press("g")
    expect(page.get_by_role("heading", name="No need to guess")).to_be_visible()
    for shown in (
        page.get_by_role("heading", name="Hint"),
        page.locator(".marks .region").first,
        page.locator(".marks .best"),
    ):
        page.keyboard.press("h")
        expect(shown).to_be_visible()
    page.keyboard.press("h")
    proof = page.get_by_role("region", name="Proof")
    expect(proof.get_by_role("heading", name=re.compile("is safe"))).to_be_visible()
    expect(page.locator(".marks .ring").first).to_be_visible()
    expect(page.locator(".marks .speaks").first).to_be_visible()
    picture(page)


def test_right_click_flags_and_a_clue_chords(visit: Callable[..., Page]) -> None:
    page = visit(BEGINNER)
    opened(page)
    belief = infer(View.parse("\n".join(rows(page)), mines=10))
    mines = [(int(row), int(column)) for row, column in zip(*belief.mines.nonzero(), strict=True)]
    for row, column in mines:
        cell(page, row, column).click(button="right")
        expect(cell(page, row, column)).to_have_attribute("data-s", "F")
    before = sum(row.count(".") for row in rows(page))
    for row, column in zip(*belief.safe.nonzero(), strict=True):  # some clue beside a safe cell has all its flags
        for near in View.parse("\n".join(rows(page)), mines=10).grid.around((int(row), int(column))):
            if rows(page)[near[0]][near[1]] in "12345678":
                cell(page, *near).click()
    expect(page.locator(".over")).to_have_count(0)
    assert sum(row.count(".") for row in rows(page)) < before


def test_a_finger_opens_flags_and_asks(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit(BEGINNER, size="phone", theme="dark")
    ready(page)
    cell(page, *START).tap()
    expect(cell(page, *START)).to_have_attribute("data-s", re.compile("[0-8]"))
    long_press(page, cell(page, 0, 0))
    expect(cell(page, 0, 0)).to_have_attribute("data-s", "F")
    page.get_by_role("button", name="Flag").tap()
    cell(page, 0, 1).tap()
    expect(cell(page, 0, 1)).to_have_attribute("data-s", "F")
    page.get_by_role("button", name="Why?").tap()
    cell(page, 0, 8).tap()
    expect(page.get_by_role("region", name="Proof")).to_be_visible()
    picture(page)


def test_practice_games_are_taken_back_left_and_shared(visit: Callable[..., Page]) -> None:
    page = visit("/?level=beginner&seed=8&first=opening&practice=1")
    opened(page)
    first = rows(page)
    safe = set(truth())
    cell(page, *next((r, c) for r in range(9) for c in range(9) if (r, c) not in safe)).click()
    expect(page.get_by_role("heading", name="That was a mine")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".over")).to_have_count(0)
    assert rows(page) == first
    page.reload()
    ready(page)
    expect(cell(page, *START)).to_have_attribute("data-s", re.compile("[0-8]"))
    assert rows(page) == first
    again = visit(urlsplit(page.url)._replace(scheme="", netloc="").geturl())
    opened(again)
    assert rows(again) == first


def test_a_board_to_order(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit("/", size="phone")
    ready(page)
    option(page, "Other").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Width").fill("7")
    dialog.get_by_label("Height").fill("5")
    dialog.get_by_label("Mines", exact=True).fill("6")
    dialog.get_by_label("Rule", exact=True).select_option("survey")
    dialog.get_by_label("No guessing").check()
    picture(page)
    dialog.get_by_label("No guessing").uncheck()
    dialog.get_by_role("button", name="Start").click()
    expect(page.get_by_text("7 × 5, 6 mines")).to_be_visible()
    expect(page.get_by_role("gridcell")).to_have_count(35)
    assert "rule=survey" in page.url


def test_an_impossible_board_is_refused_in_one_line(
    visit: Callable[..., Page], picture: Callable[[Page], None]
) -> None:
    page = visit("/?width=3&height=3&mines=99", refused=1)
    expect(page.get_by_role("alert")).to_contain_text("99 mines do not fit")
    picture(page)
