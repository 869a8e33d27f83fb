from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import sapper
from sapper.errors import BadInput
from sapper.formats import palette
from sapper.formats.frames import MARGIN, animation, frame_pixels, frame_svg, frames
from sapper.formats.gif import gif
from sapper.formats.story import story


@pytest.fixture(scope="module")
def record():
    return sapper.play("charles", sapper.Rules(height=5, width=6, mines=5, end="survey"), seed=3)


def test_there_is_a_frame_before_the_first_step_and_one_after_each(record):
    shown = frames(record)
    assert len(shown) == record.moves + 1
    for frame, (_, told) in zip(shown[1:], story(record), strict=True):
        assert frame.head == f"{told.number}/{record.moves}  {told.move}: {told.shows}"
        assert frame.text == told.why


def test_a_long_game_is_thinned_out_and_ends_with_its_last_step(record):
    rows, columns = frames(record)[0].size
    shown = frames(record, most_pixels=rows * columns * 8)
    assert 3 <= len(shown) <= 9
    assert shown[-1].head.startswith(f"{record.moves}/{record.moves} ")


def test_the_cell_of_the_move_and_the_clues_that_proved_it_are_marked(record):
    frame, told = next(
        (frame, told) for frame, (_, told) in zip(frames(record)[1:], story(record), strict=True) if told.clues
    )
    image = frame_pixels(frame)
    cell = frame.cell

    def has(where, colour):
        top, left = (MARGIN + place * cell for place in where)
        return bool((image[top : top + cell, left : left + cell] == colour).all(axis=2).any())

    assert has(told.cell, palette.LATEST)
    assert all(has(clue, palette.RING) for clue in told.clues)
    assert image.shape == (*frame.size, 3)


def test_the_svg_says_what_the_pixels_say(record):
    frame = frames(record)[-1]
    root = ET.fromstring(frame_svg(frame))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == frame.head
    assert " ".join(texts[1:]) == frame.text
    assert (root.get("height"), root.get("width")) == tuple(map(str, frame.size))


def test_the_animation_has_every_frame_and_holds_the_first_and_the_last(record):
    image = Image.open(io.BytesIO(animation(frames(record), speed=4.0)))
    assert image.n_frames == record.moves + 1
    assert image.info["loop"] == 0
    durations = []
    for number in range(image.n_frames):
        image.seek(number)
        durations.append(image.info["duration"])
    assert durations == [1000, *[250] * (record.moves - 1), 3000]


def test_the_frames_of_the_animation_look_like_the_frames(record):
    shown = frames(record)
    image = Image.open(io.BytesIO(animation(shown, speed=8.0)))
    for number in (0, len(shown) // 2, len(shown) - 1):
        image.seek(number)
        apart = np.abs(np.asarray(image.convert("RGB"), int) - frame_pixels(shown[number]))
        assert apart.mean() < 2.0


def test_very_short_times_are_lengthened_to_what_readers_show():
    frame = np.zeros((4, 4, 3), np.uint8)
    image = Image.open(io.BytesIO(gif([frame, frame + 255], [1, 1], colours=np.vstack([frame, frame + 255]))))
    assert image.info["duration"] == 20


def test_an_animation_needs_a_frame():
    with pytest.raises(BadInput, match="at least one frame"):
        gif([], [], colours=np.zeros((1, 1, 3), np.uint8))
