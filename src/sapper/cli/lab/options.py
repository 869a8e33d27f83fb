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
        from sapper.lab.settings import at_density, parse_densities

        if self.size is None and self.level is None:
            raise BadInput("give --size WxH or --level NAME")
        densities = [None] if self.density is None else parse_densities(self.density)
        return [at_density(self._rules(density), density) for density in densities]

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
