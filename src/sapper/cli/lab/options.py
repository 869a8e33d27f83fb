"""The options that verbs of the laboratory share."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import GameOptions

if TYPE_CHECKING:
    from sapper.board.rules import Rules
    from sapper.lab.experiment import Experiment, Setting
    from sapper.lab.store import Store

FOLDER = Path("lab-results")
MOST_DENSITIES = 1000

Name = Annotated[str, typer.Argument(metavar="NAME", help="See `sapper lab list`; or path/to/file.py.")]
Out = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="The folder with results.duckdb and all that is made of it.")
]

Jobs = Annotated[int | None, typer.Option(metavar="J", min=1, help="Worker processes.  [default: one per core]")]

Densities = Annotated[str | None, typer.Option(metavar="D|FROM:TO:STEP", help="Instead of --mines: share of cells.")]


def store_in(folder: Path, *, new: bool = False) -> Store:
    """The database of a folder; `new`: make one if there is none."""
    from sapper.lab.store import FILE_NAME, Store

    return Store(folder / FILE_NAME, new=new)


@dataclass(frozen=True)
class SweepOptions(GameOptions):
    """Which games an experiment of one's own has: as for `sapper play`, but over several densities."""

    density: Densities = None  # type: ignore[assignment]  # here several, there one: the same option, read as text
    rule: Annotated[
        str | None,
        typer.Option(metavar="classic|survey", help="Does a mine end the game, or cost score?  [default: survey]"),
    ] = None
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Board b has the seed N,b.  [default: 0]")] = None
    agents: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Names, or FILE.py:Class; see `sapper agents`.")
    ] = None
    boards: Annotated[int | None, typer.Option(metavar="N", min=1, help="Boards per setting.  [default: 200]")] = None

    def experiment(self, name: str | None, folder: Path) -> Experiment:
        """The experiment of that name, perhaps with other boards or another seed; or one that the options describe."""
        from sapper.errors import BadInput
        from sapper.lab.experiments import OWN_BOARDS, own

        if name is not None:
            return self._named(name, folder)
        if self.agents is None:
            raise BadInput(
                "name an experiment (see `sapper lab list`), or describe one: --agents A,B --size WxH --density D"
            )
        return own(split_agents(self.agents), self._settings(), boards=self.boards or OWN_BOARDS, seed=self.seed or 0)

    def _named(self, name: str, folder: Path) -> Experiment:
        from sapper.errors import BadInput
        from sapper.lab.experiments import find
        from sapper.lab.recall import runnable
        from sapper.lab.store import FILE_NAME

        told = [
            field.name
            for field in fields(self)
            if getattr(self, field.name) != field.default
            if field.name not in ("boards", "seed")
        ]
        if told:
            raise BadInput(f"give an experiment's name or --{told[0].replace('_', '-')}, not both")
        if (folder / FILE_NAME).exists():
            with store_in(folder) as store:
                found = runnable(name, store)
        else:
            found = find(name)
        return replace(
            found,
            boards=found.boards if self.boards is None else self.boards,
            seed=found.seed if self.seed is None else self.seed,
        )

    def _settings(self) -> list[Setting]:
        from sapper.errors import BadInput
        from sapper.lab.experiment import Setting

        if self.size is None and self.level is None:
            raise BadInput("give --size WxH or --level NAME")
        settings = []
        for density in [None] if self.density is None else parse_densities(self.density):
            rules = self._rules(density)
            share = rules.mines / rules.cells if density is None else density
            what = f"{rules.mines} mines" if density is None else f"{density:g}"
            settings.append(Setting(f"{rules.width}x{rules.height} at {what}", rules, x=share))
        return settings

    def _rules(self, density: float | None) -> Rules:
        told = {field.name: getattr(self, field.name) for field in fields(GameOptions)}
        rule = self.rule or ("survey" if self.level is None else None)
        return GameOptions(**(told | {"density": density, "rule": rule})).rules()


def split_agents(text: str) -> list[str]:
    """The agents of a list; commas inside brackets belong to a name.

    >>> split_agents("basic, assume(f=3),my.py:Mine")
    ['basic', 'assume(f=3)', 'my.py:Mine']
    """
    return [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]


def parse_densities(text: str) -> list[float]:
    """One density, or all from one to another.

    >>> parse_densities("0.2"), parse_densities("0.1:0.3:0.1")
    ([0.2], [0.1, 0.2, 0.3])
    """
    from sapper.errors import BadNotation

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
