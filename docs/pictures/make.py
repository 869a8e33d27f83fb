"""Draw the picture of the README: `python docs/pictures/make.py` writes risks.svg and risks.png beside this file.

The position is a real one: an expert game of the agent `exact`, seed 58, stopped in the middle.
Flags are taken off, so that every mine in the picture is one that the clues prove.
"""

from __future__ import annotations

from pathlib import Path

from sapper import Rules, View, infer, play
from sapper.board.view import FLAG, HIDDEN
from sapper.formats.pixels import pixels
from sapper.formats.png import png
from sapper.formats.svg import svg

SEED = 58
OPENED = 260
"""The game is stopped at the first view with so many open cells."""
CELL = 32


def position(seed: int = SEED, opened: int = OPENED) -> View:
    """The view that is drawn, without flags."""
    views = play("exact", Rules.expert(first="opening"), seed=seed).replay()
    view = next(view for view in views if view.opened.sum() >= opened)
    flags = zip(*(view.cells == FLAG).nonzero(), strict=True)
    return view.with_cells({(int(row), int(column)): HIDDEN for row, column in flags})


def main() -> None:
    """Write both pictures."""
    view = position()
    belief = infer(view)
    layers = {"risk": belief.risk, "safe": belief.safe, "mines": belief.mines}
    folder = Path(__file__).parent
    (folder / "risks.svg").write_text(svg(view, cell=CELL, **layers) + "\n", encoding="utf-8")
    (folder / "risks.png").write_bytes(png(pixels(view, cell=CELL, **layers)))


if __name__ == "__main__":
    main()
