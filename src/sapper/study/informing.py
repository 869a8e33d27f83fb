"""The replay behind the chains of influence: every cell of a game with what informed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sapper.board.grid import Cell
from sapper.board.moves import Open, Outcome
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE, View
from sapper.game.game import Game
from sapper.inference.levels import EXACT, LADDER, infer, level_named
from sapper.inference.proof.explain import Position
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import UNDECIDED
from sapper.sim.record import GameRecord

ROOT, CASCADE = "root", "cascade"


class Node(NamedTuple):
    """How a cell came to be known."""

    mine: bool
    level: str
    """The level that concluded it; or `root`, or `cascade`."""
    step: int
    """After this move it was known; counted from 1."""
    sources: tuple[Cell, ...]
    depth: int


class Finding(NamedTuple):
    """A conclusion of a level about a cell."""

    cell: Cell
    mine: bool
    level: str
    clues: tuple[Cell, ...]
    mine_count: bool


def informed(record: GameRecord) -> dict[Cell, Node]:
    """Every cell that was opened or concluded, in that order, with its sources."""
    game, nodes = Game(record.rules, record.seed, record.layout), dict[Cell, Node]()
    for number, step in enumerate(record.steps, start=1):
        outcome = game.apply(step.move)
        if isinstance(step.move, Open):
            _opened(step.move.cell, outcome, game.view, number, nodes)
            _conclude(game.view, number, nodes)
    return nodes


def _opened(clicked: Cell, outcome: Outcome, view: View, step: int, nodes: dict[Cell, Node]) -> None:
    """Note the clicked cell, if nothing proved it, and what a cascade opened, outwards from it."""
    nodes.setdefault(clicked, Node(view[clicked] == MINE, ROOT, step, (), 0))
    shown = {view.grid.cell(index) for index in outcome.changed.tolist()}
    front = [clicked]
    for cell in front:  # it grows while it is walked
        if view[cell] != 0:
            continue
        for other in view.grid.around(cell):
            if other in shown and other not in front:
                front.append(other)
                nodes.setdefault(other, Node(False, CASCADE, step, (cell,), nodes[cell].depth + 1))


def _conclude(view: View, step: int, nodes: dict[Cell, Node]) -> None:
    """Note every cell that can be decided now and was not before."""
    for cell, mine, level, clues, counted in _findings(_known(view, nodes)):
        about = nodes if counted else (other for clue in clues for other in view.grid.around(clue))
        used = [
            other
            for other in about
            if other in nodes and view[other] in (HIDDEN, FLAG) and (len(clues) > 1 or nodes[other].mine != mine)
        ]
        sources = tuple(sorted({*clues, *used}))
        depth = 1 + max((nodes[source].depth for source in sources), default=-1)
        nodes[cell] = Node(mine, level, step, sources, depth)


def _known(view: View, nodes: dict[Cell, Node]) -> View:
    """The view with all conclusions written on it, and without the player's flags."""
    hidden = [view.grid.cell(index) for index in np.flatnonzero(view.hidden | view.flags).tolist()]
    marks = {cell: (MINE if nodes[cell].mine else SAFE) if cell in nodes else HIDDEN for cell in hidden}
    return view.with_cells(marks)


def _findings(view: View) -> Iterator[Finding]:
    """What the view decides, by the weakest level that finds it, in an order in which it can be found."""
    belief = infer(view)
    missing = int(np.count_nonzero(belief.safe | belief.mines))
    if not missing:
        return
    c, cell_of = constraints_of(view), view.grid.cell
    decided = np.zeros(len(c.cells), np.int8)
    levels = [(name, level_named(name, view.grid)) for name in LADDER if name != EXACT]
    turn = 0
    while missing and turn < len(levels):
        name, level = levels[turn]
        found = level(c, decided)
        for finding in found:
            clues = tuple(cell_of(c.clues[clue]) for clue in finding.clues)
            yield Finding(cell_of(c.cells[finding.cell]), bool(finding.mine), name, clues, finding.mine_count)
        missing -= len(found)
        turn = 0 if found and turn else turn + 1
    position = Position(view)
    for cell in (cell_of(c.cells[i]) for i in np.flatnonzero(decided == UNDECIDED).tolist()):
        if missing and (belief.safe[cell] or belief.mines[cell]):
            proof = position.proof(cell)
            yield Finding(cell, bool(proof.mine), EXACT, proof.clues, proof.mine_count)
