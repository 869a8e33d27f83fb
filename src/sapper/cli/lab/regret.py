"""`sapper lab regret`: how far from best play agents are on a small board, over all of its layouts."""

from __future__ import annotations

import json as json_format
from dataclasses import replace
from typing import Annotated

import typer

from sapper.cli.options import AsJson, GameOptions, takes_options


@takes_options
def regret(
    game: GameOptions,
    agents: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Names of the catalogue.  [default: all of them]")
    ] = None,
    orders: Annotated[int, typer.Option(metavar="N", min=1, help="Random orders over which ties are averaged.")] = 4,
    json: AsJson = False,
) -> None:
    """Play all layouts of a small board, and say what each agent leaves of best play."""
    from sapper.lab.regret import regrets
    from sapper.players.catalog import agents as catalogue

    rules = replace(game, first=game.first or "any").rules()
    names = [entry.name for entry in catalogue()] if agents is None else [name.strip() for name in agents.split(",")]
    found = regrets(names, rules, orders)
    if json:
        rows = [
            {"agent": one.agent, "value": one.value, "error": one.error, "regret": one.regret,
             "optimum": [one.optimum.numerator, one.optimum.denominator]}
            for one in found
        ]  # fmt: skip
        print(json_format.dumps(rows))
        return
    print(f"{'agent':<18}  {'value':>8}  {'±':>6}  {'regret':>8}")
    for one in found:
        error = "–" if one.error is None else f"{one.error:.4f}"
        print(f"{one.agent:<18}  {one.value:8.6f}  {error:>6}  {one.regret:8.6f}", flush=True)
