"""Analyse: draw, paste, ask, flip through solutions; positions that make no sense say so."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from seen import cell, option, ready, rows

from sapper import View, infer

TWO_AND_THREE = "/analyse?view=...../.2.3./.....&mines=5"


@pytest.mark.parametrize(("size", "theme"), [("desk", "light"), ("phone", "dark")])
def test_a_position_and_its_proof(
    visit: Callable[..., Page], picture: Callable[[Page], None], size: str, theme: str
) -> None:
    page = visit("/analyse", size=size, theme=theme)
    ready(page)
    belief = infer(View.parse("\n".join(rows(page)), mines=10))
    expect(page.get_by_text(f"{belief.solutions:,}".replace(",", "\u202f"), exact=True)).to_be_visible()
    expect(page.locator(".cell.safe")).to_have_count(int(belief.safe.sum()))
    cell(page, 2, 2).click()
    proof = page.get_by_role("region", name="Proof")
    expect(proof).to_contain_text("Row 3, column 3 is a mine")
    expect(page.locator(".marks .ring").first).to_be_visible()
    picture(page)


def test_an_open_question_shows_its_odds_and_both_answers(visit: Callable[..., Page]) -> None:
    page = visit(TWO_AND_THREE)
    expect(page.get_by_text("100", exact=True)).to_be_visible()
    cell(page, 0, 0).click()
    proof = page.get_by_role("region", name="Proof")
    expect(proof).to_contain_text("40 %")
    expect(page.get_by_role("heading", name="If it were opened")).to_be_visible()
    page.get_by_role("button", name="… and with a mine").click()
    expect(cell(page, 0, 0)).to_have_class(re.compile("supposed"))
    expect(page.locator(".cell.supposed")).to_have_count(5)


def test_cells_are_drawn_typed_and_taken_back(visit: Callable[..., Page]) -> None:
    page = visit(TWO_AND_THREE)
    ready(page)
    option(page, "Clue 3").check()
    cell(page, 1, 1).click()
    expect(page.get_by_label(re.compile("^As text"))).to_have_value(".....\n.3.3.\n.....")
    expect(page).to_have_url(re.compile(re.escape("view=...../.3.3./.....")))
    cell(page, 1, 1).focus()
    page.keyboard.press("2")
    expect(page.get_by_text("100", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    assert rows(page)[1] == ".3.3."
    page.get_by_label("Mines", exact=True).fill("")
    expect(page).not_to_have_url(re.compile("mines"))
    page.get_by_label(re.compile("^As text")).fill("..../1221")
    expect(page.locator(".cell.mined")).to_have_count(2)
    assert rows(page) == ["....", "1221"]


def test_solutions_are_flipped_through(visit: Callable[..., Page]) -> None:
    page = visit(TWO_AND_THREE)
    page.get_by_role("button", name="Flip through").click()
    expect(page.locator(".cell.supposed")).to_have_count(5)
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".cell.supposed")).to_have_count(0)


def test_clues_that_clash_are_outlined(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit("/analyse?view=...../.1.3./.....&mines=2", refused=1)
    expect(page.get_by_role("alert")).to_contain_text("No layout fits")
    expect(page.locator(".marks .clash").first).to_be_visible()
    picture(page)


def test_a_file_is_read(visit: Callable[..., Page]) -> None:
    page = visit("/analyse")
    ready(page)
    board = bytes([4, 3, 0, 2, 0, 0, 3, 2])  # MBF: width, height, number of mines, then column and row of each
    page.get_by_label("Open a file").set_input_files({"name": "a.mbf", "mimeType": "", "buffer": board})
    expect(page.get_by_role("gridcell")).to_have_count(12)


def test_nonsense_is_refused_in_one_line(visit: Callable[..., Page]) -> None:
    page = visit(TWO_AND_THREE, refused=1)
    ready(page)
    page.get_by_label(re.compile("^As text")).fill("12x")
    expect(page.locator(".wrong-text")).to_be_visible()
