"""Lab: the catalogue, an experiment of one's own from start to report."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from sapper.lab.experiments import find

CARDS = """async () => {
  const { Charts } = await import("/static/js/rooms/lab-charts.js");
  const room = document.querySelector(".charts");
  room.replaceChildren();
  const points = [0, 1].map((x) => ({ x, mean: 2, low: 1, high: 3 }));
  const curves = [{ label: "a", style: 0, points }];
  const chart = (titles) => [{ title: "Chart", x: "x", y: "y", panels: titles.map((title) => ({ title, curves })) }];
  const charts = new Charts(room);
  await charts.show(chart(["one"]));
  await charts.show(chart(["one", "two"]));
  const right = (element) => element.getBoundingClientRect().right;
  return [...room.querySelectorAll("figure")].map((card) => right(card.querySelector(".main-svg")) - right(card));
}"""
"""How far the charts of two cards, one after the other, stick out of them, in pixels."""


def test_an_experiment_says_what_it_asks(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit("/lab?experiment=demo", size="phone", theme="dark")
    demo = find("demo")
    expect(page.get_by_role("heading", level=1)).to_have_text(demo.question)
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    picture(page)


def test_an_experiment_of_ones_own(visit: Callable[..., Page], picture: Callable[[Page], None]) -> None:
    page = visit("/lab")
    form = page.locator("form")
    form.get_by_label("Size").fill("6x6")
    form.get_by_label("Density").fill("0.1:0.2:0.1")
    form.get_by_label("Boards").fill("4")
    form.get_by_role("button", name="Run it").click()
    table = page.get_by_role("table")
    expect(table).to_be_visible(timeout=300_000)
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table.get_by_role("rowheader")).to_have_text(["basic", "exact"])
    expect(page.locator(".plot .main-svg").first).to_be_visible()
    expect(page.get_by_role("link", name="Read the report")).to_have_attribute("href", re.compile("/report$"))
    picture(page)
    beyond = page.evaluate(CARDS)
    assert len(beyond) == 2
    assert max(beyond) <= 0, "a chart that was there before the next card came is drawn beyond its own"
