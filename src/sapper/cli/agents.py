"""`sapper agents`: who can play."""

from __future__ import annotations

import inspect
import json as json_format
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.options import AsJson

if TYPE_CHECKING:
    from sapper.players.agent import Reasoner


def agents(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Explain this agent only.")] = None,
    json: AsJson = False,
) -> None:
    """List the agents by name, or explain one."""
    from sapper.players.catalog import agent, agents

    if name is None:
        listed = [{"name": entry.name, "report": entry.report, "about": entry.about} for entry in agents()]
        if json:
            print(json_format.dumps(listed))
        else:
            _show_table(listed)
        return
    facts = _facts(agent(name))
    if json:
        print(json_format.dumps(facts))
    else:
        _show_facts(facts)


def _facts(entry: Reasoner) -> dict[str, Any]:
    return {
        "name": entry.name,
        "report": entry.report,
        "about": entry.about,
        "levels": list(entry.levels),
        "when_stuck": _first_sentence(inspect.getdoc(entry.policy) or ""),
    }


def _first_sentence(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".")


def _show_facts(facts: dict[str, Any]) -> None:
    from rich.text import Text

    from sapper.cli.console import Terminal

    terminal = Terminal()
    terminal.show(Text(facts["name"], "bold"))
    lines = {
        "about": facts["about"],
        "report": facts["report"],
        "levels": " → ".join(facts["levels"]) or "none: it proves nothing",
        "when stuck": facts["when_stuck"],
        "try": f"sapper play --agent {facts['name']} --trace",
    }
    for word, value in lines.items():
        terminal.show(Text.assemble((f"  {word:<12}", "dim"), value))


def _show_table(listed: list[dict[str, str]]) -> None:
    from rich.text import Text

    from sapper.cli.console import Terminal

    terminal = Terminal()
    rows = [{"name": "agent", "report": "report", "about": "what it does"}, *listed]
    rows.append({"name": "me", "report": "–", "about": "you, typing moves"})
    wide = {column: max(len(row[column]) for row in rows) + 2 for column in ("name", "report")}
    for number, row in enumerate(rows):
        name, report = (f"{row[column]:<{wide[column]}}" for column in ("name", "report"))
        styles = ("dim", "dim", "dim") if number == 0 else ("bold", "", "")
        terminal.show(Text.assemble((name, styles[0]), (report, styles[1]), (row["about"], styles[2])))
    terminal.show(Text("\nYour own: --agent path/to/file.py:Class, a class with act(view, rng).", "dim"))
