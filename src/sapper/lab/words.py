"""How figures are written: a measure's name, its unit, a mean with its interval."""

from __future__ import annotations

import math

from sapper.lab.experiment import Measure

NAMES: dict[Measure, str] = {
    "score": "score, % of the mines",
    "net_score": "net score, % of the mines",
    "won": "games won, %",
    "mines_opened": "mines opened",
    "flags_wrong": "safe cells flagged",
    "guesses": "guesses",
    "moves": "moves",
    "seconds": "seconds per game",
}
SHARES: frozenset[Measure] = frozenset({"score", "net_score", "won"})
"""Measures that are shown in percent."""


def scaled(measure: Measure, value: float) -> float:
    """A value in the unit that is shown."""
    return 100 * value if measure in SHARES else value


def number(measure: Measure, value: float, sign: bool = False) -> str:
    """A value in the unit that is shown, with as many digits as help.

    >>> number("score", 0.97125), number("guesses", 12.345), number("seconds", 0.00123)
    ('97.1', '12.3', '0.0012')
    >>> number("score", -0.01, sign=True)
    '−1.0'
    """
    if math.isnan(value):
        return "–"
    shown = scaled(measure, value)
    if measure == "seconds":
        text = f"{abs(shown):.2g}" if abs(shown) >= 0.0001 or shown == 0 else f"{abs(shown):.1e}"
    else:
        text = f"{abs(shown):.1f}"
    negative = shown < 0 and float(text) != 0
    return ("−" if negative else "+" if sign else "") + text


def with_interval(measure: Measure, mean: float, low: float, high: float, sign: bool = False) -> str:
    """A mean with half the width of its interval.

    >>> with_interval("score", 0.97, 0.96, 0.98)
    '97.0 ± 1.0'
    """
    if math.isnan(low) or math.isnan(high):
        return number(measure, mean, sign)
    return f"{number(measure, mean, sign)} ± {number(measure, (high - low) / 2)}"
