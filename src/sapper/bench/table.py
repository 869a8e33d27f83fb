"""How a measurement is told: what, measured, wanted, reached or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """One line of a bench."""

    what: str
    measured: str
    wanted: str = ""
    reached: bool | None = None
    """None: there is nothing to reach, or nothing to compare with."""


def show(lines: Iterator[Measurement]) -> bool:
    """Print each measurement as it arrives; whether everything that was wanted was reached."""
    fine = True
    for line in lines:
        verdict = {None: "", True: "reached", False: "NOT REACHED"}[line.reached]
        print(f"{line.what:<58}  {line.measured:<52}  {line.wanted:<34}  {verdict}".rstrip(), flush=True)
        fine &= line.reached is not False
    return fine
