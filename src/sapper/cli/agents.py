"""`sapper agents`: who can play; and one agent explained, with two positions from its own small games.

example   the first position where the agent's strongest level decides a cell that its other levels leave open
stuck     the first position where it has to guess, if possible between different risks
"""

from __future__ import annotations

import inspect
import json as json_format
import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.options import AsJson

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.board.chance import Chance
    from sapper.board.rules import Rules
    from sapper.board.view import View
    from sapper.cli.console import Terminal
    from sapper.knowledge.belief import Belief, Deduction
    from sapper.players.agent import Decision, Reasoner
    from sapper.policies.policy import Policy

SIDE, MINES = 7, 10
"""The board of the examples: small enough to be checked by eye."""
GAMES, MOST_GAMES = 30, 300
"""So many games are searched for the simplest example, more only while there is none yet."""
SHOWN = 8
"""So many decided cells and candidates are listed."""


def agents(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Explain this agent only.")] = None,
    json: AsJson = False,
) -> None:
    """List the agents by name, or explain one on a small board."""
    from sapper.players.catalog import agent, agents

    if name is None:
        listed = [{"name": entry.name, "report": entry.report, "about": entry.about} for entry in agents()]
        if json:
            print(json_format.dumps(listed))
        else:
            _show_table(listed)
        return
    entry = agent(name)
    example, stuck = worked(entry)
    facts = _facts(entry)
    if json:
        print(json_format.dumps(facts | {"example": _as_json(example), "stuck": _as_json(stuck)}))
    else:
        _show(facts, example, stuck)


@dataclass(frozen=True)
class Position:
    """A view in a game of the agent, and what it decided there."""

    seed: int
    view: View
    decision: Decision

    @property
    def deductions(self) -> tuple[Deduction, ...]:
        """What it proved."""
        return () if self.decision.belief is None else self.decision.belief.deductions


def worked(entry: Reasoner) -> tuple[Position | None, Position | None]:
    """The example and the stuck position of an agent; None where its games have none."""
    from sapper.board.rules import Rules

    rules = Rules(height=SIDE, width=SIDE, mines=MINES, end="survey", first="opening", cascade=True)
    examples: list[Position] = []
    guesses: list[Position] = []
    for seed in range(MOST_GAMES):
        for position in _positions(entry, rules, seed):
            found = position.deductions
            if found and found[0].reason.level == entry.levels[-1]:
                examples.append(position)
            elif not found and not position.view.untouched:
                guesses.append(position)
        if seed >= GAMES and (examples or not entry.levels):
            break
    weighed = [position for position in guesses if _weighs(position)]
    return min(examples, key=_size, default=None), min(weighed or guesses, key=_size, default=None)


def _size(position: Position) -> tuple[int, int]:
    """How much there is to read: clues of the first proof, cells decided; hidden cells where many are weighed."""
    if position.deductions:
        return len(position.deductions[0].reason.clues), len(position.deductions)
    return -len(position.decision.candidates), int(position.view.hidden.sum())


def _positions(entry: Reasoner, rules: Rules, seed: int) -> Iterator[Position]:
    """One game of the agent, decision by decision."""
    from sapper.sim.play import play

    watched = _Watched(entry)
    play(watched, rules, seed)
    for view, decision in watched.log:
        yield Position(seed, view, decision)


@dataclass
class _Watched:
    """An agent with somebody taking notes."""

    agent: Reasoner
    log: list[tuple[View, Decision]] = field(default_factory=list)

    def act(self, view: View, rng: Chance) -> Decision:
        decision = self.agent.act(view, rng)
        self.log.append((view, decision))
        return decision


def _weighs(position: Position) -> bool:
    """Whether it is a guess between cells of different risks."""
    risks = {candidate.risk for candidate in position.decision.candidates}
    return not position.deductions and not position.view.untouched and len(risks - {None}) > 1


def _facts(entry: Reasoner) -> dict[str, Any]:
    return {
        "name": entry.name,
        "report": entry.report,
        "about": entry.about,
        "levels": list(entry.levels),
        "when_stuck": _when_stuck(entry.policy),
    }


def _as_json(position: Position | None) -> dict[str, Any] | None:
    if position is None:
        return None
    return {
        "seed": position.seed,
        "view": str(position.view).replace("\n", "/"),
        "moves": [str(move) for move in position.decision.moves],
        "decides": [asdict(deduction) for deduction in position.deductions],
        "candidates": [asdict(candidate) for candidate in position.decision.candidates],
    }


def _when_stuck(policy: Policy) -> str:
    """The policy in a line: what it estimates, and how it breaks ties."""
    from sapper.policies.safest import Safest

    if not isinstance(policy, Safest):
        return _first_sentence(inspect.getdoc(policy) or "")
    estimate: Any = policy.estimate if inspect.isfunction(policy.estimate) else type(policy.estimate).__call__
    ties = [tie.__name__.replace("_", " ") for tie in policy.ties]
    ties.append({"order": "the shared random order", "reading": "reading order"}[policy.last])
    what = _first_sentence(inspect.getdoc(estimate) or "")
    return f"lowest risk: {what[:1].lower()}{what[1:]}; ties by {', then '.join(ties)}"


def _first_sentence(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".")


def _show(facts: dict[str, Any], example: Position | None, stuck: Position | None) -> None:
    """The facts, then both positions with what the agent makes of them."""
    from rich.text import Text

    from sapper.cli.console import Terminal

    terminal = Terminal()
    terminal.show(Text(facts["name"], "bold"))
    lines = {
        "about": facts["about"],
        "report": facts["report"],
        "levels": " → ".join(facts["levels"]) or "none: it proves nothing",
        "when stuck": facts["when_stuck"],
        "try": f"sapper play --agent {shlex.quote(facts['name'])} --trace",
    }
    for word, value in lines.items():
        _show_line(terminal, word, value)
    if example is not None:
        _show_board(terminal, "example", example)
        _list(terminal, "decides", list(_decided(example)))
    if stuck is not None:
        _show_board(terminal, "stuck", stuck)
        _list(terminal, "opens", list(_weighed(stuck)))


def _show_board(terminal: Terminal, title: str, position: Position) -> None:
    from sapper.cli.draw import draw_risks, legend

    coloured = terminal.color_system is not None and not terminal.no_color
    belief = _with_candidates(position)
    best = None if position.deductions else position.decision.move.cell
    terminal.show()
    _show_line(terminal, title, f"{SIDE}×{SIDE} with {MINES} mines, seed {position.seed}")
    terminal.show(_indented(draw_risks(position.view, belief, best=best, coloured=coloured)))
    terminal.show(legend(position.view, belief, best=best, coloured=coloured))


def _with_candidates(position: Position) -> Belief:
    """What the agent believes, with the risks of the cells that its policy weighed."""
    from sapper.knowledge.belief import Belief

    belief = position.decision.belief
    assert belief is not None
    if position.deductions:
        return belief
    risk = belief.risk.copy()
    for candidate in position.decision.candidates:
        risk[candidate.cell] = float("nan") if candidate.risk is None else candidate.risk
    return Belief(belief.safe, belief.mines, risk, belief.complete)


def _decided(position: Position) -> Iterator[str]:
    for deduction in position.deductions:
        verdict = "a mine" if deduction.mine else "safe"
        yield f"({deduction.cell[0]},{deduction.cell[1]}) {verdict:<6}  by {deduction.reason}"


def _weighed(position: Position) -> Iterator[str]:
    chosen, *others = position.decision.candidates
    where = f"({chosen.cell[0]},{chosen.cell[1]})"
    if chosen.risk is None:
        yield f"{where}, and estimates no risk"
    else:
        yield f"{where} risk {chosen.risk:.3f}"
    for other in others:
        risk = "not estimated" if other.risk is None else f"{other.risk:.3f}"
        yield f"rather than ({other.cell[0]},{other.cell[1]}) risk {risk}"


def _list(terminal: Terminal, word: str, lines: list[str]) -> None:
    for number, line in enumerate(lines[:SHOWN]):
        _show_line(terminal, word if number == 0 else "", line)
    if len(lines) > SHOWN:
        _show_line(terminal, "", f"and {len(lines) - SHOWN} more")


def _show_line(terminal: Terminal, word: str, value: str) -> None:
    from rich.text import Text

    terminal.show(Text.assemble((f"  {word:<12}", "dim"), value))


def _indented(board: Text) -> Text:
    from rich.text import Text

    return Text("\n").join(Text.assemble("  ", line) for line in board.split("\n"))


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
    terminal.show(Text("\nExplain one: sapper agents NAME", "dim"))
    terminal.show(Text("Your own: --agent path/to/file.py:Class, a class with act(view, rng).", "dim"))
