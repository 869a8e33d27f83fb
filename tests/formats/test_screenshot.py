"""Pictures of boards are read back exactly, or refused; never wrongly."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest
from PIL import Image
from skins import Pixels, classic, jpeg, on_a_desktop, zoomed

from sapper import Rules, SapperError, View, play, read_screenshot, read_views
from sapper.errors import BadFile
from sapper.formats import palette
from sapper.formats.pixels import pixels
from sapper.formats.png import png
from sapper.formats.screenshot import screenshot_of


def midgame(seed: int, rules: Rules) -> View:
    """A position in which some mines are flagged and most cells are open."""
    views = list(play("basic", rules, seed).replay())
    return views[2 * len(views) // 3]


EXPERT = midgame(1, Rules.expert())
SIGNS = View.parse("123454321/012345671/01F.*8000/3.7.6.5.4/28.7.6.12/.........")
BEGINNER = midgame(3, Rules.beginner())

PICTURES = {
    **{f"ours, {size} pixels": (EXPERT, lambda view, size=size: pixels(view, cell=size)) for size in (12, 16, 24, 32)},
    **{f"all signs, {size}": (SIGNS, lambda view, size=size: pixels(view, cell=size)) for size in (24, 40)},
    **{f"classic, {size}": (EXPERT, lambda view, size=size: classic(view, size)) for size in (16, 24)},
    **{f"all signs, classic {size}": (SIGNS, lambda view, size=size: classic(view, size)) for size in (16, 32)},
    **{f"a font, {size}": (SIGNS, lambda view, size=size: classic(view, size, font=0.8)) for size in (20, 32)},
    "ours, zoomed by 1.25": (EXPERT, lambda view: zoomed(pixels(view, cell=24), 1.25)),
    "classic, zoomed by 1.5": (EXPERT, lambda view: zoomed(classic(view, 16), 1.5)),
    "classic, zoomed by 0.9": (EXPERT, lambda view: zoomed(classic(view, 20), 0.9)),
    "ours, as JPEG": (SIGNS, lambda view: jpeg(pixels(view, cell=32))),
    "classic, as JPEG": (EXPERT, lambda view: jpeg(classic(view, 24))),
    "classic, on a desktop": (BEGINNER, lambda view: on_a_desktop(classic(view, 24))),
}


@pytest.mark.parametrize("name", PICTURES)
def test_what_was_drawn_is_read(name) -> None:
    view, draw = PICTURES[name]
    read = screenshot_of(draw(view))
    assert np.array_equal(read.view.cells, view.cells)
    assert 0.2 <= read.confidence <= 1.0
    assert read.view.mines is None


@pytest.mark.parametrize("size", [24, 36])
def test_a_dark_theme(monkeypatch, size) -> None:
    """The same shapes in light colours on dark ground."""
    monkeypatch.setattr(palette, "PAPER", palette.rgb("#12161d"))
    monkeypatch.setattr(palette, "FLOOR", palette.rgb("#222936"))
    monkeypatch.setattr(palette, "TILE", palette.rgb("#55647c"))
    clues = ("#222936", "#7aa7ff", "#69d28f", "#ff7d78", "#b79bff", "#f0a36b", "#56d4dd", "#e6e9ef", "#9aa3b2")
    monkeypatch.setattr(palette, "CLUES", np.array([palette.rgb(clue) for clue in clues]))
    assert np.array_equal(screenshot_of(pixels(EXPERT, cell=size)).view.cells, EXPERT.cells)


def test_a_gutter_as_wide_as_a_cell_is_not_the_board() -> None:
    image = np.pad(classic(EXPERT, 24), ((40, 40), (24, 24), (0, 0)), constant_values=245)
    assert np.array_equal(screenshot_of(image).view.cells, EXPERT.cells)


def test_the_box_is_where_the_board_is() -> None:
    read = screenshot_of(on_a_desktop(classic(BEGINNER, 24)))
    left, top, right, bottom = read.box
    assert abs(left - 150 - 12) <= 2
    assert abs(top - 40 - 72) <= 2
    assert abs(right - left - 9 * 24) <= 3
    assert abs(bottom - top - 9 * 24) <= 3


@pytest.mark.parametrize("seed", range(4))
def test_noise_and_blur_are_refused_or_read_right(seed) -> None:
    """Worse and worse pictures: the answer may be missing, not wrong."""
    rng = np.random.default_rng(seed)
    image = classic(BEGINNER, 18).astype(np.int64)
    noisy: Pixels = (image + rng.normal(0, 12 * (seed + 1), image.shape)).clip(0, 255).astype(np.uint8)
    small = zoomed(zoomed(noisy, 0.5), 2.0)
    for worse in (noisy, small):
        with contextlib.suppress(BadFile):
            assert np.array_equal(screenshot_of(worse).view.cells, BEGINNER.cells)


@pytest.mark.parametrize(
    "image",
    [
        np.full((200, 300, 3), 127, np.uint8),
        np.random.default_rng(1).integers(0, 256, (120, 160, 3)).astype(np.uint8),
        np.zeros((3, 3, 3), np.uint8),
    ],
    ids=["plain", "noise", "tiny"],
)
def test_a_picture_without_a_board_is_refused(image) -> None:
    with pytest.raises(BadFile):
        screenshot_of(image)


def test_a_doubtful_cell_is_named() -> None:
    image = pixels(SIGNS, cell=32).copy()
    image[40:56, 40:56] = (10, 200, 10)  # a green square on the 1 of cell (1,1)
    with pytest.raises(BadFile, match=r"cannot be told what the cell \(1,1\) of the 9×6 board shows: .* or .*\?"):
        screenshot_of(image)


def test_files_of_pictures(tmp_path) -> None:
    path = tmp_path / "board.png"
    path.write_bytes(png(pixels(SIGNS, cell=24)))
    assert read_views(path) == [SIGNS]
    assert read_screenshot(path).view == SIGNS
    for ending in ("bmp", "gif", "jpg"):
        other = tmp_path / f"board.{ending}"
        Image.open(path).save(other)
        assert read_views(other)[0].cells.shape == SIGNS.cells.shape


@pytest.mark.parametrize("kept", [9, 40, 200, -30])
def test_cut_off_pictures(tmp_path, kept) -> None:
    path = tmp_path / "board.png"
    path.write_bytes(png(pixels(SIGNS, cell=24))[:kept])
    with pytest.raises(SapperError, match="cut off or damaged"):
        read_views(path)


def test_a_picture_far_too_large(tmp_path) -> None:
    file = io.BytesIO()
    Image.new("1", (9000, 9000)).save(file, "PNG")
    path = tmp_path / "huge.png"
    path.write_bytes(file.getvalue())
    with pytest.raises(BadFile, match="at most 25,000,000 are read"):
        read_views(path)
