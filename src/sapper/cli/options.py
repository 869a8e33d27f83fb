"""The options that verbs share, each defined once.

A verb takes a whole group as one argument and `takes_options` spreads the group over the command line:

    @takes_options
    def play(game: GameOptions, player: PlayerOptions, trace: bool = False) -> None: ...
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from sapper.board.grid import Cell
    from sapper.board.rules import Rules

DEFAULT_AGENT = "basic"
LONGEST_TIMEOUT = 86400.0

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Trace = Annotated[bool, typer.Option("--trace", help="Print each step: the move, what it showed, and why it was made.")]
OutFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Also write the record of the game here.")]


def parse_seed(text: str) -> int | tuple[int, ...]:
    """Read a seed: a whole number, or some with commas between them.

    >>> parse_seed("7"), parse_seed("1,17")
    (7, (1, 17))
    """
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise typer.BadParameter(f"{text!r} is no seed: write a whole number from 0 up, or some with commas")
    return int(text) if len(parts) == 1 else tuple(map(int, parts))


@dataclass(frozen=True)
class GameOptions:
    """Which game is played: board, rules and seed."""

    size: Annotated[str | None, typer.Option(metavar="WxH", help="Width x height, each from 1 to 1000.")] = None
    mines: Annotated[int | None, typer.Option(metavar="N", help="How many mines.")] = None
    density: Annotated[float | None, typer.Option(metavar="D", help="Instead of --mines: their share of cells.")] = None
    level: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Instead of --size: beginner, intermediate, expert, survey10 … survey30."),
    ] = None
    rule: Annotated[
        str | None,
        typer.Option(metavar="classic|survey", help="Does a mine end the game, or cost score?  [default: classic]"),
    ] = None
    first: Annotated[
        str | None,
        typer.Option(
            metavar="any|safe|opening",
            help="What the first click is promised.  [default: safe for classic, any for survey]",
        ),
    ] = None
    clues: Annotated[
        str, typer.Option(metavar="MODEL", help="exact, reveal:P, reveal:P:again, optimistic[:wide], cautious[:wide].")
    ] = "exact"
    no_mine_count: Annotated[
        bool, typer.Option("--no-mine-count", help="Do not tell the agent how many mines there are.")
    ] = False
    cascade: Annotated[
        bool | None,
        typer.Option("--cascade/--no-cascade", help="Does a zero open its neighbours?  [default: only for classic]"),
    ] = None
    seed: Annotated[
        Any,  # Seed | None
        typer.Option(
            metavar="N[,N]",
            parser=parse_seed,
            help="Lays the mines; board b of an experiment has the seed S,b.  [default: 0; for a person a fresh one]",
        ),
    ] = None

    def rules(self) -> Rules:
        """The rules that the options describe; without --size and --level, expert or survey15."""
        from sapper.board.rules import Rules, parse_size
        from sapper.errors import BadRules

        changes: dict[str, Any] = {"clues": self.clues, "mine_count": not self.no_mine_count, "cascade": self.cascade}
        if self.rule is not None:
            changes["end"] = self.rule
        if self.first is not None:
            changes["first"] = self.first
        if self.mines is not None or self.density is not None:
            changes |= {"mines": self.mines, "density": self.density}
        if self.size is None:
            return Rules.level(self.level or ("survey15" if self.rule == "survey" else "expert"), **changes)
        if self.level is not None:
            raise BadRules("give --size or --level, not both")
        width, height = parse_size(self.size)
        if "mines" not in changes:
            raise BadRules("--size needs --mines N or --density D")
        return Rules(height=height, width=width, **changes)


@dataclass(frozen=True)
class PlayerOptions:
    """Who plays, and how the first move is made."""

    agent: Annotated[str, typer.Option(metavar="NAME|FILE.py:Class", help="See `sapper agents`; `me` is you.")] = (
        DEFAULT_AGENT
    )
    start: Annotated[str | None, typer.Option(metavar="ROW,COLUMN", help="Make the first click here.")] = None
    move_timeout: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Longest thought per move.  [default: none; 60 for agents from files]"),
    ] = None

    def first_cell(self) -> Cell | None:
        """Where the first click goes, if it was said."""
        from sapper.board.moves import parse_cell

        return None if self.start is None else parse_cell(self.start)

    def timeout(self, default: float | None) -> float | None:
        """Seconds that a move may take."""
        from sapper.errors import BadInput

        if self.move_timeout is None:
            return default
        if not 0.0 < self.move_timeout <= LONGEST_TIMEOUT:
            raise BadInput(
                f"--move-timeout must be above 0 and at most {LONGEST_TIMEOUT:g} s, not {self.move_timeout:g}"
            )
        return self.move_timeout


def takes_options(verb: Callable[..., None]) -> Callable[..., None]:
    """Replace each parameter that is a group of options by the options of the group."""
    groups: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(verb, eval_str=True).parameters.values():
        if is_dataclass(parameter.annotation):
            groups[parameter.name] = parameter.annotation
            parameters += _options_of(parameter.annotation)
        else:
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))

    @functools.wraps(verb)
    def command(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        verb(**values)

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # typer reads it
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def _options_of(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(group)
    ]
