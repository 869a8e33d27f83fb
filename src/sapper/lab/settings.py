"""Settings that many experiments share: survey games on square boards, by density or by size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sapper.board.rules import Rules
from sapper.errors import BadNotation
from sapper.lab.experiment import Measure, Printed, Setting

TENTHS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""The densities of the reports' plots."""
MOST_DENSITIES = 1000


def name(side: int, density: float, variant: str = "") -> str:
    """How a survey setting is called.

    >>> name(20, 0.15), name(20, 0.15, "count withheld")
    ('20x20 at 0.15', '20x20 at 0.15, count withheld')
    """
    return f"{side}x{side} at {density:g}" + (f", {variant}" if variant else "")


def names(sides: Iterable[int], densities: Iterable[float], variant: str = "") -> tuple[str, ...]:
    """The names of all pairs, in the order of `survey`."""
    densities = tuple(densities)
    return tuple(name(side, density, variant) for side in sides for density in densities)


def survey(
    sides: Iterable[int],
    densities: Iterable[float],
    variant: str = "",
    *,
    series: str = "{size}",
    x: str = "density",
    **rules: Any,
) -> tuple[Setting, ...]:
    """One setting per side and density; `variant` names what `rules` change, `x` is `density` or `side`.

    >>> [setting.name for setting in survey([10], [0.1, 0.2])]
    ['10x10 at 0.1', '10x10 at 0.2']
    """
    densities = tuple(densities)
    return tuple(
        Setting(
            name=name(side, density, variant),
            rules=Rules(height=side, width=side, density=density, end="survey", **rules),
            x=density if x == "density" else float(side),
            series=series.format(size=f"{side}×{side}", density=f"{density:g}", variant=variant),
        )
        for side in sides
        for density in densities
    )


def table(
    agent: str,
    measure: Measure,
    rows: Mapping[int, Iterable[float]],
    densities: Iterable[float],
    variant: str = "",
    *,
    percent: bool = False,
) -> tuple[Printed, ...]:
    """A table as a report prints it: one row per side, one column per density; a row may be shorter."""
    densities = tuple(densities)
    return tuple(
        Printed(name(side, density, variant), agent, measure, round(value / 100, 6) if percent else value)
        for side, values in rows.items()
        for density, value in zip(densities, values, strict=False)
    )


def at_density(rules: Rules, density: float | None) -> Setting:
    """The setting of an experiment of one's own: rules that were made for a density, or, if None, for a mine count.

    >>> at_density(Rules(width=20, height=10, density=0.2), 0.2).name
    '20x10 at 0.2'
    """
    share = rules.mines / rules.cells if density is None else density
    what = f"{rules.mines} mines" if density is None else f"{density:g}"
    return Setting(f"{rules.width}x{rules.height} at {what}", rules, x=share)


def parse_densities(text: str) -> list[float]:
    """One density, or all from one to another.

    >>> parse_densities("0.2"), parse_densities("0.1:0.3:0.1")
    ([0.2], [0.1, 0.2, 0.3])
    """
    wanted = BadNotation(f"{text!r} is no density: write one such as 0.2, or FROM:TO:STEP such as 0.05:0.5:0.05")
    try:
        numbers = [float(part) for part in text.split(":")]
    except ValueError:
        raise wanted from None
    if len(numbers) == 1:
        return numbers
    if len(numbers) != 3 or not (0 <= numbers[0] <= numbers[1] <= 1 and numbers[2] > 0):
        raise wanted
    first, last, step = numbers
    count = int((last - first) / step + 1e-9) + 1
    if count > MOST_DENSITIES:
        raise BadNotation(f"{text!r} has more than {MOST_DENSITIES} densities")
    return [round(first + number * step, 10) for number in range(count)]
