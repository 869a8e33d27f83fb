"""`sapper lab dataset`: positions with exact risks, for people who train models."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.lab.live import live_line
from sapper.cli.lab.options import Jobs
from sapper.cli.options import GameOptions, takes_options

FILE = Path("positions.parquet")


@takes_options
def dataset(
    game: GameOptions,
    positions: Annotated[float, typer.Option(metavar="N", help="How many, such as 1e6.")],
    out: Annotated[Path, typer.Option(metavar="FILE.parquet", help="Where to write them.")] = FILE,
    agent: Annotated[str, typer.Option(metavar="NAME|FILE.py:Class", help="Whose games.")] = "exact",
    jobs: Jobs = None,
) -> None:
    """Write the positions that an agent meets, with risks, proved cells, best move and result, as Parquet."""
    from sapper.cli.files import check_writable
    from sapper.errors import BadInput
    from sapper.lab.dataset import write_dataset
    from sapper.lab.workers import cores

    if not positions.is_integer():
        raise BadInput(f"--positions must be a whole number, not {positions:g}")
    check_writable(out)
    began, met = time.monotonic(), 0
    with live_line() as tell:

        def progress(done: int) -> None:
            nonlocal met
            met = done
            rate = done / (time.monotonic() - began)
            left = (positions - done) / rate
            tell(f"{done:,} of {positions:,.0f} positions, {rate:,.0f} per second, {left:,.0f} s left")

        try:
            seed = 0 if game.seed is None else game.seed
            write_dataset(out, agent, game.rules(), int(positions), seed=seed, jobs=jobs or cores(), progress=progress)
        except KeyboardInterrupt:
            print(f"sapper: stopped after {met:,} of {positions:,.0f} positions; nothing is written", file=sys.stderr)
            raise
    seconds = time.monotonic() - began
    print(f"{met:,} positions in {out}, {out.stat().st_size / 1e6:.3g} MB, {met / seconds:,.0f} per second")
