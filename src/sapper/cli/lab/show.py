"""`sapper lab list`: the experiments that can be run by name."""

from __future__ import annotations

import json as json_format

from sapper.cli.options import AsJson


def show(json: AsJson = False) -> None:
    """List the experiments by name."""
    from rich.text import Text

    from sapper.cli.console import Terminal
    from sapper.lab.experiments import catalogue
    from sapper.lab.plays import PLAYS

    listed = [
        {
            "name": experiment.name,
            "report": experiment.report,
            "question": experiment.question,
            "games": len(experiment.settings) * len(experiment.agents) * experiment.boards,
        }
        for experiment in catalogue()
    ]
    if json:
        print(json_format.dumps(listed))
        return
    terminal = Terminal()
    wide = max(len(name) for name in (*(str(row["name"]) for row in listed), *(play.name for play in PLAYS))) + 2
    for row in listed:
        terminal.show(
            Text.assemble((f"{row['name']:<{wide}}", "bold"), f"{row['report'] or '–':<5}", str(row["question"]))
        )
    terminal.show()
    for play in PLAYS:
        terminal.show(Text.assemble((f"{play.name:<{wide}}", "bold"), f"{play.report:<5}", play.about))
    terminal.show(Text("\nRun one: sapper lab run NAME", "dim"))
    terminal.show(Text("Your own: sapper lab run path/to/file.py, or --agents a,b --size WxH --density D", "dim"))
