"""`sapper generate`: boards and puzzles to order."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import AsJson, GameOptions, takes_options

if TYPE_CHECKING:
    from sapper.board.rules import Rules
    from sapper.generator.order import Board, Range
    from sapper.generator.puzzle import Puzzle

NONE_FOUND = 1
"""Exit code when the search ended without everything that was asked for."""


@dataclass(frozen=True)
class Wishes:
    """What a board is to be like."""

    start: Annotated[
        str | None, typer.Option(metavar="ROW,COLUMN", help="Where the first click goes.  [default: the middle]")
    ] = None
    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Only boards that can be solved from the start by proof alone.")
    ] = False
    solvable_by: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="… by single, pairs, linear or exact, or another level.")
    ] = None
    needs_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="… but not by the levels below this one.")
    ] = None
    difficulty: Annotated[
        str | None, typer.Option(metavar="WORD|LO:HI", help="easy, medium, hard, extreme, or a range of hard steps.")
    ] = None
    bbbv: Annotated[str | None, typer.Option("--3bv", metavar="LO:HI", help="Only boards with such a 3BV.")] = None
    chain: Annotated[
        str | None, typer.Option(metavar="LO:HI", help="Only boards whose longest chain of influence is so long.")
    ] = None
    uniform: Annotated[
        bool, typer.Option("--uniform", help="Filter only, never repair: every board that fits is equally likely.")
    ] = False


@takes_options
def generate(
    game: GameOptions,
    wishes: Wishes,
    number: Annotated[
        int, typer.Option("-n", metavar="N", min=1, help="How many; board k has the seed of --seed plus k.")
    ] = 1,
    puzzle: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="Instead of boards: positions with one safe cell that needs this level."),
    ] = None,
    tries: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Boards or positions tried per seed before giving up.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Make boards to order: without a guess, of some difficulty, as puzzles."""
    from sapper.errors import BadInput, NoneFound
    from sapper.generator.puzzle import POSITIONS, puzzles

    if game.first is None and puzzle is None:  # a number alone proves nothing
        game = replace(game, first="opening")
    rules, seed = game.rules(), game.seed or 0
    if puzzle is not None and wishes != Wishes():
        raise BadInput("--puzzle goes with a board, -n, --seed, --tries and --json only")
    made: Sequence[Board | Puzzle]
    try:
        if puzzle is not None:
            made = puzzles(rules, puzzle, number, seed, tries=tries or POSITIONS)
        else:
            made = _boards(rules, number, seed, wishes, tries)
    except NoneFound as none:
        _print(none.found, json)
        print(f"sapper: {none}", file=sys.stderr)
        raise typer.Exit(NONE_FOUND) from None
    _print(made, json)


def _boards(rules: Rules, number: int, seed: int, wishes: Wishes, tries: int | None) -> Sequence[Board]:
    from sapper.board.moves import parse_cell
    from sapper.generator.order import TRIES
    from sapper.generator.order import generate as make

    return make(
        rules,
        number,
        seed,
        start=None if wishes.start is None else parse_cell(wishes.start),
        no_guess=wishes.no_guess,
        solvable_by=wishes.solvable_by,
        needs_level=wishes.needs_level,
        difficulty=_word_or_range(wishes.difficulty),
        bbbv=parse_range(wishes.bbbv),
        chain=parse_range(wishes.chain),
        uniform=wishes.uniform,
        tries=tries or TRIES,
    )


def parse_range(text: str | None) -> Range | None:
    """Read `LO:HI`, `LO:` or one number.

    >>> parse_range("150:200"), parse_range("10:"), parse_range("7")
    ((150, 200), (10, None), (7, 7))
    """
    from sapper.errors import BadNotation

    if text is None:
        return None
    low, colon, high = text.partition(":")
    if not low.isdecimal() or not (high.isdecimal() or not high) or len(text) > 20:
        raise BadNotation(f"{text!r} is not a range: write it as 150:200 or 150:, of whole numbers")
    return int(low), int(high) if high else None if colon else int(low)


def _word_or_range(text: str | None) -> str | Range | None:
    return text if text is not None and text.isalpha() else parse_range(text)


def _print(made: Sequence[Board | Puzzle], json: bool) -> None:
    if json:
        print(json_format.dumps([one.to_dict() for one in made]))
        return
    texts = [str(getattr(one, "view", None) or getattr(one, "layout", "")) for one in made]
    if texts:
        print("\n\n".join(texts))
