"""Figures and pages: they can be read by programs, hold everything, and need nothing from outside."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from games import BOARDS, DENSE, SPARSE, STRONG, WEAK, results
from PIL import Image

from sapper.lab.curves import panels
from sapper.lab.experiment import Claim
from sapper.lab.figures import figures
from sapper.lab.html import element, table
from sapper.lab.play_page import play_report
from sapper.lab.plays import PLAYS
from sapper.lab.report import report
from sapper.lab.reproduce import Reproduced, reproduction, to_reproduce

VOID = {"meta", "img"}


class Reader(HTMLParser):
    """A reader that insists on matching tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.islands: list[dict] = []
        self.scripts: list[str] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.links += [found[key] for key in ("src", "href", "action", "data") if key in found]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append(found.get("type", "text/javascript"))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            if self.scripts[-1] == "application/json":
                self.islands.append(json.loads(data))
        elif self.open and self.open[-1] == "style":
            assert "url(" not in data
            assert "@import" not in data
        else:
            self.text += data


@pytest.fixture(scope="module")
def files():
    claims = (Claim("It is so.", STRONG, WEAK, source="a heading"), Claim("It is not.", WEAK, STRONG))
    return report(
        results(claims=claims, failures=((3, "it <fell> over"),)), ("sapper lab run made-up",), "sapper play x"
    )


@pytest.fixture(scope="module")
def page(files) -> Reader:
    return Reader(files["made-up.html"].decode())


def test_the_files_are_a_page_and_two_pictures_per_chart(files):
    stems = ("made-up-score", "made-up-seconds")
    assert set(files) == {"made-up.html"} | {f"{stem}.{kind}" for stem in stems for kind in ("svg", "png")}


def test_pictures_can_be_read(files):
    for name, data in files.items():
        if name.endswith(".svg"):
            assert ET.fromstring(data).tag.endswith("svg")
        if name.endswith(".png"):
            assert min(Image.open(io.BytesIO(data)).size) > 300


def test_the_same_results_give_the_same_bytes():
    assert figures(results()) == figures(results())


def test_the_page_needs_nothing_from_outside(files, page):
    assert page.links
    assert all(link.startswith("data:image/svg+xml;base64,") for link in page.links)
    assert "<link" not in re.sub(r"<script.*?</script>", "", files["made-up.html"].decode(), flags=re.DOTALL)
    assert page.scripts.count("text/javascript") == 2  # plotly's bundle once, and what draws with it


def test_the_page_holds_everything(page):
    for wanted in (WEAK, STRONG, SPARSE, DENSE, "Is <i>strong</i> ahead?", "it <fell> over", "sapper lab run made-up"):
        assert wanted in page.text
    assert "97.5 ± " in page.text  # ours: a quarter of the boards lies 10 points below 100
    assert "75.0" in page.text  # theirs
    assert "101.0†" in page.text
    assert "held: It is so. (a heading) Held in all 2 settings. Differences from +10.0" in page.text
    assert "did not hold: It is not." in page.text
    assert f"{4 * BOARDS - 1} of {4 * BOARDS} games" in page.text


def test_charts_hold_every_curve_its_interval_and_the_printed_figures(page):
    score, seconds = page.islands
    assert (score["log"], seconds["log"]) == (False, True)
    assert [trace["name"] for trace in score["data"] if "name" in trace] == [WEAK, STRONG]
    modes = [trace["mode"] for trace in score["data"]]
    assert modes == ["lines", "lines+markers", "markers"] * 2
    means = next(trace for trace in score["data"] if trace.get("name") == STRONG)
    assert means["y"] == pytest.approx([97.5, 77.5], abs=0.2)
    assert all(low <= y <= high for y, (low, high, _) in zip(means["y"], means["customdata"], strict=True))


def test_several_series_of_several_agents_have_a_panel_each():
    made = results(series=True)
    shown = panels(made, made.experiment.charts[0])
    assert [panel.title for panel in shown] == [SPARSE, DENSE]
    assert [[curve.label for curve in panel.curves] for panel in shown] == [[WEAK, STRONG]] * 2


def test_text_is_escaped_once():
    assert element("p", "<b>", element("b", "&"), title='"') == '<p title="&quot;">&lt;b&gt;<b>&amp;</b></p>'
    cells = table("a < b", ["one", "two"], [["x", "<y>"]])
    assert "<td>&lt;y&gt;</td>" in cells
    assert '<th scope="row">x</th>' in cells
    assert "<caption>a &lt; b</caption>" in cells


def test_a_play_is_written_as_page_text_animation_and_frames():
    play = next(play for play in PLAYS if play.name == "play-004-assume")
    files = play_report(play, ("sapper lab report play-004-assume",))
    moves = play.record().moves
    assert Image.open(io.BytesIO(files["play-004-assume.gif"])).n_frames == moves + 1
    for number in range(moves + 1):
        assert {f"play-004-assume/{number:04}.svg", f"play-004-assume/{number:04}.png"} <= set(files)
    read = Reader(files["play-004-assume.html"].decode())
    assert all(link.startswith("data:image/gif;base64,") for link in read.links)
    assert "assume(f=2): clue" in read.text
    assert files["play-004-assume.txt"].decode().count("\n") > moves


def test_the_reproduction_goes_report_by_report(monkeypatch):
    monkeypatch.setattr("sapper.lab.reproduce.PLAYS", PLAYS[2:4])
    made = results(claims=(Claim("It is so.", STRONG, WEAK),))
    read = Reader(reproduction([Reproduced(made, 1.5, ("sapper lab run made-up",))]).decode())
    places = [read.text.index(f"Report {number}") for number in ("000", "001", "002", "003", "004")]
    assert places == sorted(places)
    assert places[2] < read.text.index("Is <i>strong</i> ahead?") < places[3]
    assert "Of 1 claims, 1 held" in read.text
    assert "play-004-assume" in read.text
    assert read.scripts.count("text/javascript") == 2


def test_everything_of_the_reports_is_reproduced():
    names = [experiment.name for experiment in to_reproduce()]
    assert {name[:3] for name in names} == {"000", "001", "002", "004", "unc"}
    assert "demo" not in names
