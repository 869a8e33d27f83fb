"""Animated GIF, by Pillow: frames share one palette, so that nothing flickers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from sapper.errors import BadInput

Pixels = npt.NDArray[np.uint8]

SHORTEST = 20
"""Milliseconds; readers show anything shorter much slower."""


def gif(frames: Iterable[Pixels], milliseconds: Sequence[int], colours: Pixels) -> bytes:
    """The bytes of a GIF that plays for ever, from frames of one size, uint8 [rows, columns, 3].

    `milliseconds` has the time of each frame, rounded to tens; `colours` is a picture with all colours that matter.

    >>> black, white = np.zeros((2, 3, 3), np.uint8), np.full((2, 3, 3), 255, np.uint8)
    >>> gif([black, white], [100, 200], np.vstack([black, white]))[:6]
    b'GIF89a'
    """
    from PIL import Image

    shared = Image.fromarray(colours).quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    indexed = (Image.fromarray(frame).quantize(palette=shared, dither=Image.Dither.NONE) for frame in frames)
    first = next(indexed, None)
    if first is None:
        raise BadInput("an animation needs at least one frame")
    file = io.BytesIO()
    times = [max(SHORTEST, round(time, -1)) for time in milliseconds]
    first.save(file, "GIF", save_all=True, append_images=indexed, duration=times, loop=0, disposal=1)
    return file.getvalue()
