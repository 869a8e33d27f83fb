"""Write one readable play-through per agent of the catalogue, and proofs: `python tests/golden/regenerate.py`.

A change of behaviour then shows as a difference that a person can read. Files of agents that are gone are removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from proofs import PROOFS, proofs_text

import sapper
from sapper.sim.record import Step

GAMES = Path(__file__).parent / "games"
RULES = sapper.Rules(height=6, width=6, mines=7, end="survey", cascade=True)
UNCERTAIN = sapper.Rules(height=6, width=6, mines=7, end="survey", clues="optimistic")
"""For those who were made for uncertain clues, or take them at their word."""
SEED = 7


def play_through(name: str) -> str:
    """One game of the agent as text: what it is, then each step and the board after it."""
    uncertain = name in ("linopt", "bayes") or name.endswith("+trusting")
    record = sapper.play(name, UNCERTAIN if uncertain else RULES, seed=SEED)
    return "\n".join([*_heading(name, record), *_steps(record), *_ending(record)]) + "\n"


def path_of(name: str) -> Path:
    """Where the play-through of an agent is kept."""
    return GAMES / f"{name}.txt"


def regenerate() -> None:
    """Write all files, and remove those without an agent."""
    GAMES.mkdir(exist_ok=True)
    wanted = {path_of(entry.name): entry.name for entry in sapper.agents()}
    for path in GAMES.glob("*.txt"):
        if path not in wanted:
            path.unlink()
    for path, name in wanted.items():
        path.write_text(play_through(name), encoding="utf-8")
    PROOFS.write_text(proofs_text(), encoding="utf-8")


def _heading(name: str, record: sapper.GameRecord) -> Iterator[str]:
    yield f"agent   {name}: {sapper.agent(name).about}"
    clues = "" if str(record.rules.clues) == "exact" else f", clues {record.rules.clues}"
    board = f"{record.rules.height}×{record.rules.width} with {record.rules.mines} mines"
    yield f"rules   {board}, {record.rules.end}{clues}"
    yield f"seed    {record.seed}"
    yield "layout"
    yield from str(record.layout).splitlines()


def _steps(record: sapper.GameRecord) -> Iterator[str]:
    for number, (step, (_, view)) in enumerate(zip(record.steps, pairwise(record.replay()), strict=True), start=1):
        boom = "  BOOM" if step.exploded else ""
        yield ""
        yield f"{number}. {step.move}  ({step.reason or _guess(step)}){boom}"
        yield from str(view).splitlines()[: record.rules.height]


def _guess(step: Step) -> str:
    risk = step.candidates[0].risk if step.candidates else None
    return "guess" if risk is None else f"guess, risk {risk:.4f}"


def _ending(record: sapper.GameRecord) -> Iterator[str]:
    yield ""
    yield f"score   {record.score:.4f}, net {record.net_score:.4f}, won {record.won}"
    yield f"moves   {record.moves}, guesses {record.guesses}, proved {record.deductions}"


if __name__ == "__main__":
    regenerate()
