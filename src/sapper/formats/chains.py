"""The longest chain of influence of a game on its last board: arrows from root to end, roots ringed."""

from __future__ import annotations

from sapper.board.view import View
from sapper.formats.picture import Picture, picture
from sapper.study.influence import Influence
from sapper.study.informing import ROOT


def chain_picture(found: Influence) -> Picture:
    """What is drawn for the graph of a game."""
    last: View = list(found.record.replay())[-1]
    roots = [cell for cell, node in found.nodes.items() if node.level == ROOT]
    return picture(last, marks=roots, latest=found.chain[-1:], arrows=found.links)
