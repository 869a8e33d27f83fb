"""Clue models: what an opened safe cell may show, as probabilities.

    legend   c      true number of mines around the cell
             shown  the number on the cell
             bound  the other end of the range that the number was drawn from, known to the player

| text | shown |
|---|---|
| `exact` | c |
| `reveal:p` | c with probability p, otherwise nothing, for ever |
| `reveal:p:again` | the same, but the cell may be asked again |
| `optimistic` | uniform from {m … c}, m = neighbours known or flagged as mines when it was drawn |
| `optimistic:wide` | uniform from {0 … c} |
| `cautious` | uniform from {c … M}, M = known or flagged mines + hidden neighbours when it was drawn |
| `cautious:wide` | uniform from {c … number of neighbours} |

Flags are the player's opinion. If more neighbours are flagged than are mined, {m … c} would be empty: then c is
shown. So the range depends only on what the player sees and on c, and drawing a clue says nothing else about flags.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from sapper.errors import BadNotation

Kind = Literal["exact", "reveal", "optimistic", "cautious"]


@dataclass(frozen=True)
class ClueModel:
    """How clues are shown.

    >>> ClueModel.parse("reveal:0.5:again")
    ClueModel.parse('reveal:0.5:again')
    >>> ClueModel.parse("optimistic:wide").likelihood(shown=1, bound=0, degree=3).round(3).tolist()
    [0.0, 0.5, 0.333, 0.25]
    """

    kind: Kind = "exact"
    probability: float = 1.0
    again: bool = False
    wide: bool = False

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise BadNotation(f"unknown clue model {self.kind!r}: choose {', '.join(get_args(Kind))}")
        if not 0.0 <= self.probability <= 1.0:
            raise BadNotation(f"a probability lies in [0, 1], not {self.probability}")
        for_reveal, for_ranges = self.again or self.probability != 1.0, self.wide
        if (for_reveal and self.kind != "reveal") or (for_ranges and self.truthful):
            raise BadNotation(f"the clue model {self.kind!r} has no such variant")

    @classmethod
    def parse(cls, text: str) -> ClueModel:
        """Read `exact`, `reveal:0.5`, `reveal:0.5:again`, `optimistic`, `cautious:wide` …."""
        kind, *rest = text.strip().split(":")
        if kind == "exact" and not rest:
            return cls()
        if kind == "reveal" and (len(rest) == 1 or (len(rest) == 2 and rest[1] in ("once", "again"))):
            return cls("reveal", _probability(rest[0]), again=rest[1:] == ["again"])
        if kind in ("optimistic", "cautious") and (not rest or rest == ["wide"]):
            return cls("optimistic" if kind == "optimistic" else "cautious", wide=bool(rest))
        raise BadNotation(
            f"unknown clue model {text!r}: use exact, reveal:P, reveal:P:again, optimistic[:wide] or cautious[:wide]"
        )

    def __str__(self) -> str:
        words: list[str] = [self.kind]
        if self.kind == "reveal":
            words.append(repr(self.probability))
        if self.again:
            words.append("again")
        if self.wide:
            words.append("wide")
        return ":".join(words)

    def __repr__(self) -> str:
        return f"ClueModel.parse({str(self)!r})"

    @property
    def truthful(self) -> bool:
        """Whether a number that is shown is the true count."""
        return self.kind in ("exact", "reveal")

    @property
    def needs_bound(self) -> bool:
        """Whether the range of a clue depends on what was known when it was drawn."""
        return not self.truthful and not self.wide

    def bound(self, known: int, hidden: int, degree: int) -> int:
        """The end of the range that is not c, from what the player sees when the clue is drawn."""
        if self.kind == "optimistic":
            return 0 if self.wide else known
        if self.kind == "cautious":
            return degree if self.wide else known + hidden
        return 0

    def likelihood(self, shown: int, bound: int, degree: int) -> npt.NDArray[np.float64]:
        """P(shown | c) for c = 0 … degree, given that a number was shown at all."""
        counts = np.arange(degree + 1)
        if self.truthful:
            return np.equal(counts, shown).astype(np.float64)
        if self.kind == "optimistic":
            low, high = np.minimum(bound, counts), counts
        else:
            low, high = counts, np.maximum(bound, counts)
        possible: npt.NDArray[np.bool_] = (low <= shown) & (shown <= high)
        return possible / np.asarray(high - low + 1, dtype=np.float64)


EXACT = ClueModel()


def _probability(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadNotation(f"{text!r} is not a probability") from None
