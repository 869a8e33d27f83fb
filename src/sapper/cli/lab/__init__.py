"""`sapper lab`: experiments. One file per verb; a new verb is one line here."""

from __future__ import annotations

import typer

from sapper.cli.lab import dataset, duel, export, regret, report, reproduce, run, show

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
app.command("list")(show.show)
app.command("run")(run.run)
app.command("export")(export.export)
app.command("report")(report.report)
app.command("reproduce")(reproduce.reproduce)
app.command("duel")(duel.duel)
app.command("regret")(regret.regret)
app.command("dataset")(dataset.dataset)


@app.callback()
def _root(context: typer.Context) -> None:
    """Run experiments: many games of many agents on the same boards."""
    if context.invoked_subcommand is None:
        print(context.get_help())
