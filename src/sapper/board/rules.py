"""Rules: everything that is agreed before the first click.

end       classic  the first mine ends the game; won when every safe cell is open
          survey   an opened mine costs score and play goes on until every cell is opened or flagged
first     any      the first click may explode
          safe     the first cell is free of mines
          opening  the first cell and its neighbours are free of mines
cascade   a shown zero opens its neighbours by itself
"""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import numpy as np

from sapper.board.clues import EXACT, ClueModel
from sapper.board.grid import Grid, Topology
from sapper.errors import BadNotation, BadRules

End = Literal["classic", "survey"]
First = Literal["any", "safe", "opening"]

LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"height": 9, "width": 9, "mines": 10},
    "intermediate": {"height": 16, "width": 16, "mines": 40},
    "expert": {"height": 16, "width": 30, "mines": 99},
    "survey10": {"height": 10, "width": 10, "mines": 20, "end": "survey"},  # report 004
    "survey15": {"height": 15, "width": 15, "mines": 35, "end": "survey"},  # report 000
    "survey20": {"height": 20, "width": 20, "mines": 80, "end": "survey"},  # report 001
    "survey30": {"height": 30, "width": 30, "mines": 180, "end": "survey"},  # report 002
}


@dataclass(frozen=True, init=False)
class Rules:
    """The rules of one kind of game.

    Mines are given as a count or as a density. What is not said follows the end rule: `classic` has a safe first
    cell and cascades, `survey` has neither (the reports' way).

    >>> Rules(height=20, width=20, density=0.2, end="survey").mines
    80
    >>> Rules.expert()
    Rules(height=16, width=30, mines=99, end='classic', first='safe', cascade=True, mine_count=True, ...)
    """

    height: int
    width: int
    mines: int
    end: End
    first: First
    cascade: bool
    mine_count: bool
    """Whether the player is told how many mines there are."""
    clues: ClueModel
    topology: Topology

    def __init__(
        self,
        *,
        height: int,
        width: int,
        mines: int | None = None,
        density: float | None = None,
        end: End = "classic",
        first: First | None = None,
        cascade: bool | None = None,
        mine_count: bool = True,
        clues: ClueModel | str = EXACT,
        topology: Topology = "square",
    ) -> None:
        model = ClueModel.parse(clues) if isinstance(clues, str) else clues
        values = {
            "height": height,
            "width": width,
            "mines": _mines(mines, density, Grid(height, width, topology).size),
            "end": end,
            "first": first or ("safe" if end == "classic" else "any"),
            "cascade": end == "classic" and model.kind != "optimistic" if cascade is None else bool(cascade),
            "mine_count": bool(mine_count),
            "clues": model,
            "topology": topology,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        _check(self)

    @property
    def grid(self) -> Grid:
        """The cells and their neighbours."""
        return Grid(self.height, self.width, self.topology)

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.height * self.width

    @classmethod
    def level(cls, name: str, **changes: Any) -> Rules:
        """A preset by name, with changes.

        >>> Rules.level("beginner", first="opening").mines
        10
        """
        if name not in LEVELS:
            raise BadRules(f"unknown level {name!r}: choose {', '.join(LEVELS)}")
        return cls(**(LEVELS[name] | changes))

    @classmethod
    def beginner(cls, **changes: Any) -> Rules:
        """9×9 with 10 mines."""
        return cls.level("beginner", **changes)

    @classmethod
    def intermediate(cls, **changes: Any) -> Rules:
        """16×16 with 40 mines."""
        return cls.level("intermediate", **changes)

    @classmethod
    def expert(cls, **changes: Any) -> Rules:
        """30×16 (width × height) with 99 mines."""
        return cls.level("expert", **changes)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON; `Rules(**d)` reads them back."""
        return asdict(self) | {"clues": str(self.clues)}


def parse_size(text: str) -> tuple[int, int]:
    """Read width and height.

    >>> parse_size("30x16")
    (30, 16)
    """
    match = re.fullmatch(r"([0-9]{1,9})[xX×]([0-9]{1,9})", text.strip())
    if match is None:
        raise BadNotation(f"{text!r} is not a size: write width x height, such as 30x16, each from 1 to 1000")
    return int(match[1]), int(match[2])


def _mines(mines: int | None, density: float | None, cells: int) -> int:
    """The number of mines, from exactly one of count and density; halves round up."""
    if mines is not None and density is not None:
        raise BadRules("give the mines as a count or as a density, not both")
    if mines is not None:
        if not isinstance(mines, int | np.integer):
            raise BadRules(f"the number of mines must be a whole number, not {mines!r}")
        return int(mines)
    if density is None:
        raise BadRules("give the mines as a count or as a density")
    if not 0.0 <= density <= 1.0:
        raise BadRules(f"a density lies in [0, 1], not {density}")
    return math.floor(density * cells + 0.5)


def _check(rules: Rules) -> None:
    """Refuse rules that no board can satisfy."""
    if rules.end not in get_args(End):
        raise BadRules(f"unknown end rule {rules.end!r}: choose {', '.join(get_args(End))}")
    if rules.first not in get_args(First):
        raise BadRules(f"unknown first-click rule {rules.first!r}: choose {', '.join(get_args(First))}")
    if rules.cascade and rules.clues.kind == "optimistic":
        raise BadRules("cascade needs zeros that are true, and an optimistic zero may be a lie: turn cascade off")
    kept_free = {"any": 0, "safe": 1, "opening": 1 + int(rules.grid.degree.max())}[rules.first]
    room = rules.cells - kept_free
    if not 0 <= rules.mines <= rules.cells:
        raise BadRules(f"{rules.mines} mines do not fit on {rules.cells} cells")
    if rules.mines > max(room, 0):
        raise BadRules(
            f"{rules.mines} mines do not fit: first click {rules.first!r} keeps {kept_free} of {rules.cells} cells free"
        )
