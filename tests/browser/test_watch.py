"""Watch: step, scrub, play; two agents on one board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from seen import rows

from sapper import Rules, play
from sapper.board.grid import Topology


@pytest.mark.parametrize(("size", "theme", "grid"), [("desk", "dark", "hex"), ("phone", "light", "square")])
def test_two_agents_side_by_side(
    visit: Callable[..., Page], picture: Callable[[Page], None], size: str, theme: str, grid: Topology
) -> None:
    page = visit(f"/watch?agent=exact&against=basic&level=beginner&seed=3&grid={grid}", size=size, theme=theme)
    expect(page.locator(".board")).to_have_count(2)
    expect(page.locator(".thought")).to_have_count(2)
    rules = Rules.beginner(topology=grid)
    records = [play(name, rules, seed=3) for name in ("exact", "basic")]
    for _ in range(6):
        page.get_by_role("button", name="One step on").click()
    for number, record in enumerate(records):
        view = list(record.replay())[6]
        assert rows(page, number) == str(view).split("\n")[:9]
    picture(page)
    page.get_by_role("button", name="To the end").click()
    for number, record in enumerate(records):
        card = page.locator(".thought").nth(number)
        expect(card).to_contain_text(f"step {record.moves} of {record.moves}")
        expect(card).to_contain_text("Won" if record.won else "Lost")


def test_it_plays_and_a_step_says_which_level_decided_from_which_clues(visit: Callable[..., Page]) -> None:
    page = visit("/watch?agent=basic&level=beginner&seed=3")
    expect(page.locator(".thought")).to_contain_text("step 0")
    page.keyboard.press("p")
    expect(page.locator(".thought")).to_contain_text(re.compile("step [1-9]"))
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    record = play("basic", Rules.beginner(), seed=3)
    number, step = next((n, s) for n, s in enumerate(record.steps, start=1) if s.reason and s.reason.clues)
    expect(page.get_by_role("slider")).to_have_attribute("max", str(record.moves))
    page.get_by_role("slider").fill(str(number))
    expect(page.locator(".thought")).to_contain_text("single proves it from one clue")
    assert step.reason is not None
    expect(page.locator(".marks .ring")).to_have_count(len(step.reason.clues))


def test_a_guess_lists_what_was_weighed(visit: Callable[..., Page]) -> None:
    seed = next(seed for seed in range(30) if play("exact", Rules.beginner(), seed=seed).guesses)
    page = visit(f"/watch?agent=exact&level=beginner&seed={seed}")
    expect(page.locator(".thought")).to_contain_text("step 0")
    page.get_by_role("button", name="Next guess").click()
    expect(page.locator(".thought .guessed")).to_be_visible()
    expect(page.locator(".candidates li").first).to_contain_text(re.compile(r"Row \d+, column \d+"))


def test_a_guess_of_the_champion_says_roughly_how_often_the_game_is_won(visit: Callable[..., Page]) -> None:
    page = visit("/watch?agent=champion(fast)&level=expert&seed=4")
    record = play("champion(fast)", Rules.expert(), seed=4)
    guess = next(step for step in record.steps if step.candidates and step.candidates[0].estimated_win is not None)
    expect(page.locator(".thought")).to_contain_text("step 0")
    page.get_by_role("slider").fill(str(record.steps.index(guess) + 1))
    estimate = guess.candidates[0].estimated_win
    assert estimate is not None
    first = page.get_by_role("list", name="Cells that were weighed").get_by_role("listitem").first
    expect(first).to_contain_text(f"win ≈ {round(100 * estimate)}\u00a0%")
