"""Chains of influence: which opened cells informed which conclusion, over a whole game.

    legend   conclusion   a cell that could be proved safe or a mine, at the first moment when it could
             root         a cell opened without being proved: the first click, and every guess
             sources      of a conclusion: the clues that its level used, and the conclusions about hidden cells that
                          it rested on: neighbours of these clues, or all of them if the mine count was used;
                          of a cell that a cascade opened: the zero beside it
             depth        0 for a root, else 1 more than the deepest source: the length of its longest chain

What
    The game is replayed. After every move the levels, weakest first, decide what can be decided; each finding names
    its clues. What only the exact engine finds is explained by its smallest proof. Flags of the player are ignored.

Cost
    One exact inference per move, and the levels where something new is decided: a second or less for an expert game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from sapper.board.grid import Cell
from sapper.sim.record import GameRecord
from sapper.study.informing import Node, informed


@dataclass(frozen=True)
class Influence:
    """The graph of one game."""

    record: GameRecord
    nodes: dict[Cell, Node]
    """Every cell that was opened or concluded, in that order; sources come before what they inform."""

    @cached_property
    def chain(self) -> tuple[Cell, ...]:
        """A longest chain: from a root to the conclusion that is most steps away from one."""
        if not self.nodes:
            return ()
        chain = [max(self.nodes, key=lambda cell: self.nodes[cell].depth)]
        while sources := self.nodes[chain[-1]].sources:
            chain.append(max(sources, key=lambda cell: self.nodes[cell].depth))
        return tuple(reversed(chain))

    @property
    def length(self) -> int:
        """How many conclusions the longest chain has one after the other."""
        return max(len(self.chain) - 1, 0)

    @cached_property
    def reach(self) -> dict[Cell, int]:
        """How many cells each cell informed, directly or through others."""
        place = {cell: number for number, cell in enumerate(self.nodes)}
        below = dict.fromkeys(self.nodes, 0)
        for cell in reversed(self.nodes):
            for source in self.nodes[cell].sources:
                below[source] |= below[cell] | (1 << place[cell])
        return {cell: bits.bit_count() for cell, bits in below.items()}

    @cached_property
    def by_level(self) -> dict[str, dict[str, int]]:
        """Per level: conclusions, the deepest of them, and how many cells away their farthest clue was."""
        table: dict[str, dict[str, int]] = {}
        for cell, node in self.nodes.items():
            row = table.setdefault(node.level, {"cells": 0, "deepest": 0, "farthest": 0})
            row["cells"] += 1
            row["deepest"] = max(row["deepest"], node.depth)
            row["farthest"] = max(row["farthest"], *(_distance(cell, source) for source in node.sources), 0)
        return table

    @property
    def text(self) -> str:
        """The graph in a few lines."""
        if not self.nodes:
            return "nothing was opened"
        far = max(self.reach, key=lambda cell: self.reach[cell])
        lines = [
            f"longest chain {self.length}: " + " → ".join(f"({row},{column})" for row, column in self.chain),
            f"widest reach  {self.reach[far]} cells, from ({far[0]},{far[1]})",
            f"{'level':<14}{'cells':>7}{'deepest':>9}{'farthest clue':>15}",
        ]
        rows = self.by_level.items()
        return "\n".join(
            [*lines, *(f"{name:<14}{row['cells']:>7}{row['deepest']:>9}{row['farthest']:>15}" for name, row in rows)]
        )

    def to_dict(self) -> dict[str, Any]:
        """The graph as plain values, for JSON."""
        return {
            "length": self.length,
            "chain": self.chain,
            "by_level": self.by_level,
            "nodes": [
                {"cell": cell, "mine": node.mine, "level": node.level, "step": node.step, "sources": node.sources,
                 "depth": node.depth, "reach": self.reach[cell]}
                for cell, node in self.nodes.items()
            ],
        }  # fmt: skip

    @property
    def links(self) -> Iterable[tuple[Cell, Cell]]:
        """The longest chain as pairs of cells."""
        return tuple(pairwise(self.chain))


def influence(record: GameRecord) -> Influence:
    """The graph of a game.

    >>> from sapper import Layout, Rules, play
    >>> rules = Rules(height=1, width=5, mines=1, first="any", cascade=False)
    >>> influence(play("exact", rules, layout=Layout.parse("....*"), start=(0, 0))).chain
    ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))
    """
    return Influence(record, informed(record))


def _distance(one: Cell, other: Cell) -> int:
    """King's moves between two cells of a square board."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
