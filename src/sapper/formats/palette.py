"""The colours of a board.

Clues wear the hues that players know by heart. Risk runs from pale sand to dark plum in even steps of lightness, so
that everybody sees the same order, whatever their colour vision and even in grey. What is certain stands outside that
scale and has a shape too: bluish green with a tick (safe), nearly black with a mine (mined).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Colours = npt.NDArray[np.uint8]
"""uint8 [..., 3], red, green, blue."""


def rgb(text: str) -> Colours:
    """Read `#rrggbb`.

    >>> rgb("#ff8000").tolist()
    [255, 128, 0]
    """
    return np.frombuffer(bytes.fromhex(text.removeprefix("#")), dtype=np.uint8)


def text_of(colour: Colours) -> str:
    """Write `#rrggbb`; the inverse of `rgb`.

    >>> text_of(rgb("#ff8000"))
    '#ff8000'
    """
    return f"#{bytes(colour).hex()}"


PAPER = rgb("#d4d9e0")
"""Between the cells."""
FLOOR = rgb("#f6f7f9")
"""An opened cell."""
TILE = rgb("#a9b4c2")
"""A hidden cell."""
INK = rgb("#20242c")
CHALK = rgb("#ffffff")
CLOTH = rgb("#d1342f")
BLAST = rgb("#e5484d")
"""Behind a mine that went off."""
FAINT = rgb("#9aa3af")
RING = rgb("#b0209c")
"""Around a marked cell."""
LATEST = rgb("#0b5fd0")
"""At the corners of the cell that was moved on last."""
ARROW = rgb("#e07a00")
SAFE_TILE = rgb("#1d9a6c")
MINE_TILE = rgb("#251138")

CLUES = np.array(
    [
        rgb(text)
        for text in (
            "#9aa3af",  # 0 is not drawn
            "#1c4fd7",
            "#18803c",
            "#d32a2a",
            "#14206e",
            "#7d1522",
            "#0b7c82",
            "#1d1f24",
            "#7c7f87",
        )
    ]
)

# Equal steps of lightness, from pale sand for 0 to dark plum for 1.
_RISK = np.array(
    [
        rgb(text)
        for text in (
            "#fdeab3",
            "#fecb8f",
            "#feaa74",
            "#fa8863",
            "#ec6561",
            "#d04a70",
            "#ac3a7b",
            "#862f80",
            "#61247d",
            "#3d1a6b",
        )
    ]
).astype(np.float64)


def risk_colours(risk: npt.NDArray[np.float64]) -> Colours:
    """The colour of each probability, uint8 [..., 3]; NaN becomes the plain hidden tile.

    >>> risk_colours(np.array([0.0, 1.0])).tolist()
    [[253, 234, 179], [61, 26, 107]]
    """
    known = ~np.isnan(risk)
    place = np.where(known, risk, 0.0).clip(0.0, 1.0) * (len(_RISK) - 1)
    below = np.minimum(place.astype(np.intp), len(_RISK) - 2)
    share = (place - below)[..., None]
    mixed = _RISK[below] * (1.0 - share) + _RISK[below + 1] * share
    return np.where(known[..., None], np.rint(mixed), TILE).astype(np.uint8)


def ink_on(ground: Colours) -> Colours:
    """Dark or light, whichever reads better on each ground; uint8 [..., 3].

    >>> text_of(ink_on(rgb("#000000"))), text_of(ink_on(rgb("#ffffff")))
    ('#ffffff', '#20242c')
    """
    light = luminance(ground) > 0.22
    return np.where(light[..., None], INK, CHALK).astype(np.uint8)


def luminance(colours: Colours) -> npt.NDArray[np.float64]:
    """Relative luminance as WCAG defines it, 0 (black) to 1 (white)."""
    share = colours.astype(np.float64) / 255.0
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    result: npt.NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return result


def darker(colours: Colours, share: float = 0.18) -> Colours:
    """Each colour with some black in it: the lower edge of a tile."""
    shaded: Colours = np.rint(colours * (1.0 - share)).astype(np.uint8)
    return shaded
