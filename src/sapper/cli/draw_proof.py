"""A proof as text: the part of the board that it is about, with its clues and its conclusions marked."""

from __future__ import annotations

from rich.text import Text

from sapper.board.grid import Cell
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE
from sapper.cli.draw import LATEST, draw
from sapper.formats import palette
from sapper.inference.proof.proof import Proof

MARGIN = 2
"""Cells shown around what the proof is about."""
CLUE = f"bold {palette.text_of(palette.CHALK)} on {palette.text_of(palette.RING)}"

_SIGNS = {HIDDEN: ".", FLAG: "F", MINE: "B", SAFE: "_", 0: " "}
_VERDICTS = {False: "+", True: "*", None: "?"}


def draw_proof(proof: Proof) -> Text:
    """The board around a proof: [2] a clue of the proof, (+) or (*) its cell, + and * cells decided on the way.

    >>> from sapper import View, explain
    >>> print(draw_proof(explain(View.parse(".../11_"), (0, 2))).plain)
        0   1   2
    0   .   .  (+)
    1  [1] [1]  _
    """
    view = proof.view
    decided = {cell: step.mine for step in proof.steps for cell in step.cells}
    about = [proof.cell, *proof.clues, *decided]
    rows, columns = (_around([cell[side] for cell in about], view.cells.shape[side]) for side in (0, 1))
    labels: dict[Cell, str] = {}
    for cell in ((row, column) for row in rows for column in columns):
        sign = _SIGNS.get(view[cell], str(view[cell]))
        labels[cell] = f" {_VERDICTS[decided[cell]] if cell in decided else sign} "
    labels |= {clue: f"[{view[clue]}]" for clue in proof.clues}
    labels[proof.cell] = f"({_VERDICTS[proof.mine]})"
    styles = dict.fromkeys(proof.clues, CLUE) | {proof.cell: LATEST}
    heading, *lines = draw(view, styles=styles, labels=labels, rows=rows, columns=columns).split()
    return Text("\n").join([heading[1:], *lines])  # numbers of columns stand over the middle of a cell


def _around(places: list[int], side: int) -> range:
    return range(max(0, min(places) - MARGIN), min(side, max(places) + MARGIN + 1))
