"""Optimal: the value of best play on small boards, against values that were computed elsewhere, and what it costs.

The same table is in the tests, without the boards that take minutes.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from fractions import Fraction

from sapper.bench.table import Measurement
from sapper.board.rules import First, Rules
from sapper.game.game import Game
from sapper.players.optimal.value import optimum

CLASSIC = {
    (4, 2): ("102/120", "1"),
    (4, 3): ("400/560", "1"),
    (4, 4): ("961/1820", "34/35"),
    (4, 5): ("1461/4368", "20/21"),
    (4, 6): ("1584/8008", "1"),
    (5, 3): ("1798/2300", "512/560"),
    (5, 4): ("8236/12650", "1557/1820"),
    (6, 3): ("6427/7140", "2921/2925"),
    (6, 4): ("50088/58905", "17435/17550"),
    (5, 5): ("27271/53130", "3500/4368"),
    (5, 6): ("67536/177100", "6074/8008"),
}
"""(side, mines): the chance to win with first click any, and with a promised opening."""
SURVEY = {
    (3, 3, 2): 81.94,
    (3, 3, 3): 73.81,
    (3, 3, 4): 67.06,
    (3, 4, 3): 83.48,
    (3, 4, 5): 72.25,
    (4, 4, 3): 89.23,
    (4, 4, 4): 85.65,
    (4, 4, 5): 81.04,
}
"""(height, width, mines): the expected score with first click any, in percent, rounded."""
MOST_SECONDS, MOST_BYTES = 600.0, 8 << 30


def measure() -> Iterator[Measurement]:
    """Every line of the table; most of the time goes to 5×5 with 6 mines."""
    for (side, mines), (by_any, by_opening) in CLASSIC.items():
        safe = Fraction(by_any) / (1 - Fraction(mines, side * side))
        wanted: dict[First, Fraction] = {"any": Fraction(by_any), "safe": safe, "opening": Fraction(by_opening)}
        for first, value in wanted.items():
            yield _value(Rules(height=side, width=side, mines=mines, first=first), value)
    for (height, width, mines), percent in SURVEY.items():
        rules = Rules(height=height, width=width, mines=mines, end="survey")
        found, seconds = _timed(rules)
        yield Measurement(
            f"{width}×{height} with {mines} mines, survey",
            f"{found} = {100 * float(found):.4f} %; {seconds:.2f} s",
            f"{percent:.2f} %",
            round(100 * float(found), 2) == percent,
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    yield Measurement("most memory", f"{peak / 2**30:.2f} GiB", f"< {MOST_BYTES >> 30} GiB", peak < MOST_BYTES)


def _value(rules: Rules, wanted: Fraction) -> Measurement:
    found, seconds = _timed(rules)
    return Measurement(
        f"{rules.width}×{rules.height} with {rules.mines} mines, first {rules.first}",
        f"{found} = {float(found):.6f}; {seconds:.2f} s",
        f"{wanted}, < {MOST_SECONDS:g} s",
        found == wanted and seconds < MOST_SECONDS,
    )


def _timed(rules: Rules) -> tuple[Fraction, float]:
    began = time.process_time()
    return optimum(Game(rules).view).value, time.process_time() - began
