"""Facts: what the clues of a proof and the mine count say, as small sets that people can follow.

legend   fact      between `low` and `high` mines are among these cells
         decided   cell → mine?, what the steps so far found
         left      the cells of a fact that are not decided yet
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sapper.board.grid import Cell
from sapper.board.view import FLAG, MINE, View
from sapper.inference.proof.evidence import Evidence, members
from sapper.knowledge.constraints import Constraints

Decided = Mapping[Cell, bool]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_NAMED = 6
"""So many cells are named one by one."""


@dataclass(frozen=True)
class Fact:
    """What a clue, or the mine count, says of the unknown cells."""

    clue: Cell | None
    """None stands for the mine count."""
    name: str
    cells: frozenset[Cell]
    low: int
    high: int
    known: int
    """Mines that it touches and that everybody knows of; `low` and `high` come on top."""

    def left(self, decided: Decided) -> frozenset[Cell]:
        """The cells that are not decided yet."""
        return self.cells.difference(decided)

    def mines(self, decided: Decided) -> list[Cell]:
        """The cells that are decided to be mines, in reading order."""
        return sorted(cell for cell in self.cells if decided.get(cell) is True)

    def safe(self, decided: Decided) -> list[Cell]:
        """The cells that are decided to be safe, in reading order."""
        return sorted(cell for cell in self.cells if decided.get(cell) is False)


def facts_of(view: View, c: Constraints, found: Evidence) -> tuple[Fact, ...]:
    """The facts of a proof: its clues, then the mine count if it is needed."""
    facts = [fact_of(view, c, clue) for clue in found.clues]
    if found.mine_count:
        everywhere = frozenset(view.grid.cell(cell) for cell in c.cells)
        known = (view.mines or 0) - c.mines_left
        facts.append(Fact(None, "the mine count", everywhere, c.mines_left, c.mines_left, known))
    return tuple(facts)


def fact_of(view: View, c: Constraints, clue: int) -> Fact:
    """What one clue says, by its id."""
    place = view.grid.cell(c.clues[clue])
    known = sum(view[other] in (MINE, FLAG) for other in view.grid.around(place))
    cells = frozenset(view.grid.cell(c.cells[member]) for member in members(c, clue))
    return Fact(place, f"({place[0]},{place[1]})={view[place]}", cells, int(c.low[clue]), int(c.high[clue]), known)


def cells_in_words(cells: Sequence[Cell]) -> str:
    """The cells by name, or the first of them and how many more.

    >>> cells_in_words([(0, 1), (0, 2), (3, 4)])
    '(0,1), (0,2) and (3,4)'
    """
    names = [f"({row},{column})" for row, column in sorted(cells)]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return listed(names)


def listed(names: Sequence[str]) -> str:
    """Words joined by commas and a last "and"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def mines_in_words(number: int) -> str:
    """So many mines.

    >>> mines_in_words(1), mines_in_words(12)
    ('one mine', '12 mines')
    """
    return f"{number_in_words(number)} mine" + ("" if number == 1 else "s")


def number_in_words(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def verdict_in_words(cells: Sequence[Cell], mine: bool) -> str:
    """That the cells are mines, or safe.

    >>> verdict_in_words([(0, 1)], True), verdict_in_words([(0, 1), (0, 2)], False)
    ('(0,1) is a mine', '(0,1) and (0,2) are safe')
    """
    if len(cells) == 1:
        return f"{cells_in_words(cells)} is {'a mine' if mine else 'safe'}"
    return f"{cells_in_words(cells)} are {'mines' if mine else 'safe'}"
