"""`sapper chains`: chains of influence of a game, boards with long ones, and their length by density."""

from __future__ import annotations

import json as json_format
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import AsJson, GameOptions, OutFile, takes_options
from sapper.cli.pictures import PngFile, SvgFile, check_pictures, write_pictures
from sapper.cli.records import RecordFile, read_record

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.lab.statistics import Interval
    from sapper.study.influence import Influence

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@app.callback()
def _root(context: typer.Context) -> None:
    """Chains of influence: which opened cells informed which conclusion."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("game")
def game(file: RecordFile, svg: SvgFile = None, png: PngFile = None, json: AsJson = False) -> None:
    """The chains of a recorded game."""
    from sapper.study.influence import influence

    check_pictures(svg, png)
    _tell(influence(read_record(file, "follow")), svg, png, json)


@app.command("search")
@takes_options
def search(
    game: GameOptions,
    tries: Annotated[int, typer.Option(metavar="N", min=1, help="How many boards.")] = 200,
    out: OutFile = None,
    svg: SvgFile = None,
    png: PngFile = None,
    json: AsJson = False,
) -> None:
    """Search for a board with a long chain, by moving one mine at a time."""
    from sapper.cli.files import check_writable, write_whole
    from sapper.study.long_chains import long_chain

    check_pictures(svg, png)
    if out is not None:
        check_writable(out)
    found = long_chain(game.rules(), 0 if game.seed is None else game.seed, tries)
    if out is not None:
        write_whole(out, found.record.to_json() + "\n")
    if not json:
        print(found.record.layout)
        print()
    _tell(found, svg, png, json)


@app.command("density")
def density(
    size: Annotated[str, typer.Option(metavar="WxH", help="Width x height.")] = "10x10",
    densities: Annotated[str, typer.Option(metavar="D,D,…", help="Shares of mined cells.")] = "0.1,0.15,0.2,0.25,0.3",
    boards: Annotated[int, typer.Option(metavar="N", min=1, help="Boards per density.")] = 50,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The boards have the seeds N,0 N,1 …")] = 0,
    json: AsJson = False,
) -> None:
    """Chain length by density: survey games of the agent `exact`, mean and 95 % interval."""
    from sapper.board.rules import parse_size
    from sapper.errors import BadInput
    from sapper.lab.chains import chains_by_density

    width, height = parse_size(size)
    try:
        shares = [float(word) for word in densities.split(",")]
    except ValueError:
        raise BadInput(f"{densities!r} are no densities: write them as in 0.1,0.2") from None
    rows = chains_by_density(height, width, shares, boards, seed)
    if json:
        print(json_format.dumps([asdict(row) for row in rows]))
        return
    print(f"{'density':>7}  {'longest chain':>24}  {'without cascades':>24}  {'widest reach':>24}")
    for row in rows:
        print(
            f"{row.density:>7g}  {_interval(row.length)}  {_interval(row.deduced)}  {_interval(row.reach)}", flush=True
        )


def _interval(figures: Interval) -> str:
    mean, low, high = figures
    return f"{f'{mean:.1f} [{low:.1f}, {high:.1f}]':>24}"


def _tell(found: Influence, svg: Path | None, png: Path | None, json: bool) -> None:
    if svg is not None or png is not None:
        from sapper.formats.chains import chain_picture

        write_pictures(chain_picture(found), svg, png)
    print(json_format.dumps(found.to_dict()) if json else found.text)
