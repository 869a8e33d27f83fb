"""Every text either reads back to itself or is refused on purpose."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sapper import Layout, View
from sapper.errors import BadInput
from strategies import layouts, views


@given(views())
def test_a_view_reads_back(view: View) -> None:
    assert View.parse(str(view)) == view
    assert eval(repr(view)) == view
    assert hash(View.parse(str(view))) == hash(view)
    assert str(View.parse(repr(view)[len("View.parse('") : -2])) == str(view)


@given(layouts())
def test_a_layout_reads_back(layout: Layout) -> None:
    assert Layout.parse(str(layout)) == layout
    assert eval(repr(layout)) == layout
    assert hash(Layout.parse(str(layout))) == hash(layout)


@given(layouts())
def test_a_layout_reads_its_own_counts(layout: Layout) -> None:
    counts = [
        "".join("*" if mine else str(count) for mine, count in zip(*row, strict=True))
        for row in zip(layout.mines.tolist(), layout.counts.tolist(), strict=True)
    ]
    assert Layout.parse("\n".join([*counts, f"grid={layout.topology}"])) == layout


@given(views(), views())
def test_equal_means_the_same_text(one: View, other: View) -> None:
    assert (one == other) == (str(one) == str(other))


def _parsed(kind: type[View] | type[Layout], text: str) -> View | Layout | str:
    """The value of the text, or the message that refuses it."""
    try:
        return kind.parse(text)
    except BadInput as error:
        return str(error)


def _reads_back_or_is_refused(text: str) -> None:
    for kind in (View, Layout):
        value = _parsed(kind, text)
        if isinstance(value, str):
            assert len(value.splitlines()) == 1, "a message is one line"
        else:
            assert kind.parse(str(value)) == value
            assert eval(repr(value)) == value


@settings(max_examples=300)
@given(st.binary(max_size=40))
@example(b"\xff\xfe.\x00")
@example(b"..=")
def test_bytes(raw: bytes) -> None:
    _reads_back_or_is_refused(raw.decode("latin-1"))
    _reads_back_or_is_refused(raw.decode("utf-8", "replace"))


# Bytes that look like notation get further into the parser than bytes at random.
_PIECES = [*".F*_0128", "\n", "/", "=", " ", ",", ":", "-", "9", "mines=", "density=", "clues=", "bounds=", "grid="]
_PIECES += ["end=", "first=", "torus", "survey", "safe", "reveal:0.5", "optimistic", "cautious:wide", "١", "²", "1_0"]


@settings(max_examples=600)
@given(st.lists(st.sampled_from(_PIECES), max_size=16).map("".join))
def test_texts_that_are_nearly_right(text: str) -> None:
    _reads_back_or_is_refused(text)


@given(views(), st.data())
def test_one_changed_character(view: View, data: st.DataObject) -> None:
    text = str(view)
    at = data.draw(st.integers(0, len(text)))
    _reads_back_or_is_refused(text[:at] + data.draw(st.sampled_from(_PIECES)) + text[at + 1 :])


@pytest.mark.parametrize("kind", [View, Layout])
def test_the_largest_board_reads_back(kind: type[View] | type[Layout]) -> None:
    text = "\n".join(["." * 1000] * 1000)
    assert str(kind.parse(text)) == text
