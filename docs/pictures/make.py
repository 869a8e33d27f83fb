"""Draw the pictures of the documents: `python docs/pictures/make.py` writes them beside this file.

risks    a real position: an expert game of the agent `exact`, seed 58, stopped in the middle; flags are taken off, so
         that every mine in the picture is one that the clues prove
proof    the 1-2-2-1 of the how-to
chains   the longest chain of influence of a whole game: the agent `exact`, expert, seed 1
"""

from __future__ import annotations

from pathlib import Path

from sapper import Rules, View, explain, infer, influence, play
from sapper.board.view import FLAG, HIDDEN
from sapper.formats.chains import chain_picture
from sapper.formats.pixels import paint, pixels
from sapper.formats.png import png
from sapper.formats.proof import proof_picture
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
    """Write all pictures."""
    view = position()
    belief = infer(view)
    layers = {"risk": belief.risk, "safe": belief.safe, "mines": belief.mines}
    folder = Path(__file__).parent
    (folder / "risks.svg").write_text(svg(view, cell=CELL, **layers) + "\n", encoding="utf-8")
    (folder / "risks.png").write_bytes(png(pixels(view, cell=CELL, **layers)))
    proof = explain(View.parse("....../_1221_"), (0, 1))
    (folder / "proof.png").write_bytes(png(paint(proof_picture(proof), 2 * CELL)))
    chains = influence(play("exact", Rules.expert(first="opening"), seed=1))
    (folder / "chains.png").write_bytes(png(paint(chain_picture(chains), CELL)))


if __name__ == "__main__":
    main()
