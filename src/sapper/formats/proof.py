"""A proof on the board: its clues ringed, its cell held by the corners, and every cell that it decides on the way."""

from __future__ import annotations

import numpy as np

from sapper.formats.picture import Picture, picture
from sapper.inference.proof.proof import Proof


def proof_picture(proof: Proof) -> Picture:
    """What is drawn for a proof; an undecided cell shows its risk.

    >>> from sapper import View, explain
    >>> [layer.glyphs for layer in proof_picture(explain(View.parse(".../11_"), (0, 2))).layers][-3:]
    [('tick',), ('ring',), ('corners',)]
    """
    safe, mines = np.zeros((2, *proof.view.cells.shape), np.bool_)
    risk = np.full(proof.view.cells.shape, np.nan)
    for step in proof.steps:
        for cell in step.cells:
            (mines if step.mine else safe)[cell] = True
    if proof.mine is None:
        risk[proof.cell] = proof.risk
    return picture(proof.view, risk=risk, safe=safe, mines=mines, marks=proof.clues, latest=[proof.cell])
