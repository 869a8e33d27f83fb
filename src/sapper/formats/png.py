"""PNG, with nothing but zlib: 8-bit RGB, one image, no interlacing."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

from sapper.errors import BadInput

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2
"""Filter type: each byte minus the one above; boards repeat downwards, so this packs well."""


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """The bytes of a PNG file, from uint8 [rows, columns, 3].

    >>> png(np.zeros((2, 3, 3), dtype=np.uint8))[1:4]
    b'PNG'
    """
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or pixels.size == 0:
        raise BadInput(f"a picture is uint8 [rows, columns, 3], not {pixels.dtype} {list(pixels.shape)}")
    rows, columns, _ = pixels.shape
    flat = pixels.reshape(rows, columns * 3)
    above = np.vstack([np.zeros((1, columns * 3), dtype=np.uint8), flat[:-1]])
    filtered = np.hstack([np.full((rows, 1), _UP, dtype=np.uint8), flat - above])
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    packed = zlib.compress(filtered.tobytes(), 9)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
