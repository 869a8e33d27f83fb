from __future__ import annotations

import io

import pytest

from sapper import View
from sapper.cli.console import Terminal
from sapper.cli.draw import draw, drawn_width
from sapper.cli.watch import window


def plain(text):
    return [line.rstrip() for line in text.plain.split("\n")]


def test_each_kind_of_cell():
    assert plain(draw(View.parse("0123/.F*_"))) == ["   0 1 2 3", "0    1 2 3", "1  . F B _"]


def test_colours_of_report_001():
    text = draw(View.parse("3F/.*"))
    colours = {text.plain[span.start : span.end].strip(): str(span.style) for span in text.spans}
    assert colours["3"].endswith("#87d787")  # green
    assert colours["F"].endswith("#ffd75f")  # yellow
    assert colours["B"].endswith("#d70000")  # red
    assert colours["."].endswith("#bcbcbc")  # grey


def test_labels_and_styles_replace_a_cell_and_widen_all():
    text = draw(View.parse("1."), labels={(0, 1): "0.25"}, styles={(0, 1): "on blue"})
    assert plain(text) == ["      0    1", "0     1 0.25"]
    assert any(str(span.style) == "on blue" and "0.25" in text.plain[span.start : span.end] for span in text.spans)


def test_wide_boards_have_column_numbers_written_downwards():
    lines = plain(draw(View.parse("." * 12 + "/" + "." * 12)))
    assert lines[0] == " " * 23 + "1 1"
    assert lines[1] == "   0 1 2 3 4 5 6 7 8 9 0 1"
    assert max(map(len, lines)) <= drawn_width(View.parse("." * 12))


def test_a_window_shows_its_own_numbers():
    view = View.parse("/".join(["." * 20] * 20)).with_cells({(11, 15): 3})
    assert plain(draw(view, rows=range(10, 12), columns=range(14, 17))) == [
        "    1 1 1",
        "    4 5 6",
        "10  . . .",
        "11  . 3 .",
    ]


@pytest.mark.parametrize("total", [1, 5, 30])
@pytest.mark.parametrize("room", [-3, 1, 4, 100])
def test_a_window_is_inside_and_holds_its_centre(total, room):
    for centre in range(total):
        shown = window(centre, total, room)
        assert centre in shown
        assert 0 <= shown[0] <= shown[-1] < total
        assert len(shown) == min(max(room, 1), total)


def test_without_colour_no_line_ends_in_spaces():
    file = io.StringIO()
    Terminal(file).show(draw(View.parse("10/0.")))
    assert file.getvalue() == "   0 1\n0  1\n1    .\n"
