"""Every format reads back what it wrote, is known by its content, and refuses everything else in one line."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Layout, Rules, SapperError, View, generate, play, read_layouts, read_records, read_views, write_file
from sapper.errors import BadFile
from sapper.formats import json_file, mbf, positions, text
from sapper.formats.files import FORMATS, converted, format_of, layouts_in, records_in, views_in
from strategies import views

RECORD = play("basic", Rules.beginner(), seed=1)


@st.composite
def layouts(draw: st.DrawFn, most: int = 30) -> Layout:
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    share, seed = draw(st.floats(0, 1)), draw(st.integers(0, 2**32 - 1))
    return Layout(np.random.default_rng(seed).random((height, width)) < share)


def refusal(read: Callable[[bytes], object], data: bytes) -> str:
    """What is said against the bytes; nothing if they are read, or would be left to ms_toollib."""
    try:
        if format_of(data).name != "replay":
            read(data)
    except SapperError as error:
        return str(error)
    return ""


@given(layouts())
def test_mbf_round_trip(layout) -> None:
    data = mbf.write_layouts([layout])
    assert mbf.read_layouts(data) == [layout]
    assert data == mbf.write_layouts(mbf.read_layouts(data))
    assert format_of(data).name == "MBF"


@given(st.lists(layouts(12), min_size=1, max_size=4))
def test_text_and_json_of_layouts_round_trip(boards) -> None:
    for module, name in ((text, "text"), (json_file, "JSON")):
        data = module.write_layouts(boards)
        assert module.read_layouts(data) == boards
        assert format_of(data).name == name
        assert layouts_in(data) == boards


@given(st.lists(views(), min_size=1, max_size=4))
def test_text_json_and_csv_of_views_round_trip(shown) -> None:
    for module, name in ((text, "text"), (json_file, "JSON"), (positions, "CSV")):
        data = module.write_views(shown)
        assert module.read_views(data) == shown
        assert format_of(data).name == name
        assert views_in(data) == shown


@pytest.mark.parametrize("count", [1, 3])
def test_json_of_records_round_trip(count) -> None:
    data = json_file.write_records([RECORD] * count)
    assert records_in(data) == [RECORD] * count
    assert layouts_in(data) == [RECORD.layout] * count
    assert views_in(data)[: RECORD.moves + 1] == list(RECORD.replay())


@given(
    st.binary(max_size=400),
    st.sampled_from([b"", b"*rm", b"{", b"[", b"view\n", b"\x08\x08\x00\x0a", b"\x1e\x10\x00\x63"]),
)
def test_any_bytes_are_read_or_refused_in_one_line(junk, head) -> None:
    for read in (layouts_in, views_in):
        assert refusal(read, head + junk).count("\n") == 0


@given(st.data())
def test_cut_off_files_are_refused_or_read_as_something_shorter(data) -> None:
    layout = data.draw(layouts(9))
    whole = data.draw(st.sampled_from([mbf.write_layouts([layout]), json_file.write_layouts([layout])]))
    kept = whole[: data.draw(st.integers(1, len(whole) - 1))]
    assert refusal(layouts_in, kept).count("\n") == 0


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (bytes([3, 2, 0, 2, 1, 1]), "cut off: 2 mines take 8 bytes, here are 6"),
        (bytes([3, 2, 0, 2, 1, 1, 1, 1]), r"names the mine \(1,1\) twice"),
        (b"\xff\xfe\xfd\xfc", "neither text nor another format"),
        (b"[1, 2]", "not a sapper-record file, nor a list of boards"),
        (b'[{"layout": 3}]', "object 1 of this JSON file has no text 'layout'"),
        (b'[{"layout": "x"}]', "layout 1 of this JSON file: unknown character 'x'"),
        (b'{"layout": "*."', "not whole JSON"),
        (b"*.\n\n*.\n*", "board 2: row 1 has 1 cells"),
        (b"view\n1.\n", "a CSV file shows what a player sees, not where the mines are"),
    ],
)
def test_layouts_that_are_refused(data, line) -> None:
    with pytest.raises(SapperError, match=line):
        layouts_in(data)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (bytes([3, 2, 0, 1, 1, 1]), "says where the mines are, not what a player sees"),
        (b"view,mines\n1.,x\n", "line 2 of the table: 'x' in the column 'mines' is not a number"),
        (b"view,mines\n1./mines=1,2\n", "the column 'mines' says 2, the view 1"),
        (b"width,view\n3,1.\n", "the column 'width' says 3, the view 2"),
        (b"view\n9.\n", "line 2 of the table: unknown character '9'"),
        (b'view\n"1.\n', "the CSV file is damaged"),
    ],
)
def test_views_that_are_refused(data, line) -> None:
    with pytest.raises(SapperError, match=line):
        views_in(data)


def test_mbf_has_its_limits() -> None:
    with pytest.raises(BadFile, match="at most 255×255 cells"):
        mbf.write_layouts([Layout(np.zeros((1, 256), np.bool_))])
    with pytest.raises(BadFile, match="a square grid, not torus"):
        mbf.write_layouts([Layout(np.zeros((3, 3), np.bool_), "torus")])
    with pytest.raises(BadFile, match="holds one board, not 2"):
        mbf.write_layouts([Layout.parse("*.")] * 2)


def test_mbf_as_another_reader_describes_it() -> None:
    """30×16 with 99 mines takes 202 bytes: width, height, mines with the high byte first, then x and y of each."""
    layout = Layout.random(Rules.expert(), 1)
    data = mbf.write_layouts([layout])
    assert (len(data), data[:4]) == (202, bytes([30, 16, 0, 99]))
    assert all(layout.mines[data[4 + 2 * k + 1], data[4 + 2 * k]] for k in range(99))


def test_what_generate_prints_is_read(tmp_path) -> None:
    boards = generate(Rules.beginner(first="opening"), 2)
    path = tmp_path / "boards.json"
    path.write_text(json.dumps([board.to_dict() for board in boards]))
    assert read_layouts(path) == [board.layout for board in boards]


@pytest.mark.parametrize("ending", [".mbf", ".abf", ".txt", ".json"])
def test_files_of_layouts(tmp_path, ending) -> None:
    path = tmp_path / f"board{ending}"
    write_file(path, [RECORD.layout])
    assert read_layouts(path) == [RECORD.layout]


def test_files_of_views_and_records(tmp_path) -> None:
    write_file(tmp_path / "a.csv", list(RECORD.replay()))
    assert read_views(tmp_path / "a.csv") == list(RECORD.replay())
    write_file(tmp_path / "a.json", [RECORD])
    assert read_records(tmp_path / "a.json") == [RECORD]


@pytest.mark.parametrize(
    ("name", "items", "line"),
    [
        ("a.xyz", [RECORD.layout], "no format is written as '.xyz': choose .json, .csv, .mbf, .abf, .txt"),
        ("a.csv", [RECORD.layout], "a CSV file does not hold layouts"),
        ("a.mbf", [RECORD], "a MBF file does not hold records"),
        ("a.txt", [], "at least one and all of one kind"),
        ("a.txt", [RECORD, RECORD.layout], "all of one kind"),
    ],
)
def test_writing_what_does_not_fit(tmp_path, name, items, line) -> None:
    with pytest.raises(BadFile, match=line):
        write_file(tmp_path / name, items)


def test_conversions_keep_what_is_richest() -> None:
    record = json_file.write_records([RECORD])
    assert converted(record, ".json") == record
    assert layouts_in(converted(record, ".mbf")) == [RECORD.layout]
    assert layouts_in(converted(record, ".txt")) == [RECORD.layout]
    assert views_in(converted(record, ".csv")) == list(RECORD.replay())
    view = View.parse("1./../mines=1")
    assert views_in(converted(text.write_views([view]), ".csv")) == [view]


def test_every_format_is_a_module_with_readers() -> None:
    for format in FORMATS:
        assert any(format.can(f"read_{kind}") for kind in ("layouts", "views", "records"))
        assert (format.can("sniff") is None) == (format.name == "text")
