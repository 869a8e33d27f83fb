"""Learn: every lesson can be solved by clicking, and is of the level it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from seen import cell, option, ready

import sapper
from sapper import View, infer
from sapper.inference.levels import LADDER

SOURCE = Path(sapper.__file__).parent / "web" / "static" / "js" / "rooms" / "learn-lessons.js"
LESSON = re.compile(r'level: "(\w+)".*?view: "([^"]+)", mines: (null|\d+)', re.DOTALL)
LESSONS = [
    (level, View.parse(text, mines=None if mines == "null" else int(mines)))
    for level, text, mines in LESSON.findall(SOURCE.read_text(encoding="utf-8"))
]


def test_every_rung_of_the_ladder_has_its_lesson() -> None:
    assert sorted(level for level, _ in LESSONS) == sorted(LADDER)


@pytest.mark.parametrize(("level", "view"), LESSONS, ids=[level for level, _ in LESSONS])
def test_a_lesson_needs_its_level(level: str, view: View) -> None:
    """The level proves a safe cell that all weaker ones together do not; `assume` has the idea of `contradiction`."""
    weaker = [name for name in LADDER[: LADDER.index(level)] if (level, name) != ("assume", "contradiction")]
    assert infer(view, level).safe.any()
    assert not weaker or not infer(view, weaker).safe.any()


@pytest.mark.parametrize(("size", "theme"), [("desk", "light"), ("phone", "dark")])
def test_a_wrong_claim_is_answered_and_a_lesson_solved_by_clicking(
    visit: Callable[..., Page], picture: Callable[[Page], None], size: str, theme: str
) -> None:
    level, view = LESSONS[0]
    belief = infer(view)
    page = visit(f"/learn?level={level}", size=size, theme=theme)
    ready(page)
    expect(page.get_by_text(re.compile("to prove"))).to_be_visible()
    row, column = (int(place[0]) for place in belief.mines.nonzero())
    cell(page, row, column).click()
    expect(page.get_by_role("alert")).to_contain_text("is a mine")
    for row, column in zip(*belief.safe.nonzero(), strict=True):
        cell(page, int(row), int(column)).click()
        expect(cell(page, int(row), int(column))).to_have_class(re.compile("safe"))
    option(page, "Mine").check()
    for row, column in zip(*belief.mines.nonzero(), strict=True):
        cell(page, int(row), int(column)).click()
        expect(cell(page, int(row), int(column))).to_have_class(re.compile("mined"))
    expect(page.get_by_role("heading", name="All found")).to_be_visible()
    picture(page)
    page.get_by_role("button", name="Next lesson").click()
    expect(page).to_have_url(re.compile(LESSONS[1][0]))
