"""Animated GIF, by Pillow: frames share one palette, so that nothing flickers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sapper.errors import BadInput

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = npt.NDArray[np.uint8]

SHORTEST = 20
"""Milliseconds; readers show anything shorter much slower."""
MOST_COLOURS = 256


def gif(frames: Iterable[Pixels], milliseconds: Sequence[int], colours: Pixels) -> bytes:
    """The bytes of a GIF that plays for ever, from frames of one size, uint8 [rows, columns, 3].

    `milliseconds` has the time of each frame, rounded to tens; `colours` is a picture with all colours that matter.

    >>> black, white = np.zeros((2, 3, 3), np.uint8), np.full((2, 3, 3), 255, np.uint8)
    >>> gif([black, white], [100, 200], np.vstack([black, white]))[:6]
    b'GIF89a'
    """
    images = _indexed(frames, _most_frequent(colours))
    first = next(images, None)
    if first is None:
        raise BadInput("an animation needs at least one frame")
    file = io.BytesIO()
    times = [max(SHORTEST, round(time, -1)) for time in milliseconds]
    first.save(file, "GIF", save_all=True, append_images=images, duration=times, loop=0, disposal=1)
    return file.getvalue()


def _most_frequent(colours: Pixels) -> Pixels:
    """The colours that cover most of a picture, uint8 [up to 256, 3]: grounds and inks are met, edges come near."""
    values, counts = np.unique(_packed(colours), return_counts=True)
    chosen = values[np.argsort(-counts, kind="stable")[:MOST_COLOURS]]
    return np.stack([chosen >> 16, chosen >> 8 & 255, chosen & 255], axis=-1).astype(np.uint8)


def _indexed(frames: Iterable[Pixels], chosen: Pixels) -> Iterator[Image]:
    """Every pixel as the number of the nearest chosen colour; a colour is looked up once."""
    from PIL import Image

    nearest = np.full(1 << 24, -1, dtype=np.int16)  # by packed colour; 32 MiB, and no search per pixel
    for frame in frames:
        packed = _packed(frame)
        new = np.unique(packed[nearest[packed] < 0])
        parts = np.stack([new >> 16, new >> 8 & 255, new & 255], axis=-1)
        for some in np.array_split(np.arange(len(new)), len(new) // 1024 + 1):
            apart = np.square(parts[some, None, :] - chosen.astype(np.int64)).sum(axis=-1)
            nearest[new[some]] = apart.argmin(axis=1)
        image = Image.fromarray(nearest[packed].astype(np.uint8))
        image.putpalette(chosen.tobytes())
        yield image


def _packed(pixels: Pixels) -> npt.NDArray[np.int64]:
    """Each colour as one number."""
    red, green, blue = np.moveaxis(pixels.astype(np.int64), -1, 0)
    packed: npt.NDArray[np.int64] = red << 16 | green << 8 | blue
    return packed
