"""A game of an agent, move by move, with the reason of each."""

from __future__ import annotations

import time
from itertools import islice
from typing import NotRequired

from typing_extensions import TypedDict

from sapper.board.moves import Move
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.formats.story import Narrator
from sapper.game.game import Game
from sapper.policies.policy import Candidate
from sapper.sim.play import Turn, turns
from sapper.web.work.analysis import rows
from sapper.web.work.views import Spot, spots


class WatchedMove(TypedDict):
    """What the agent did."""

    kind: str
    cell: Spot


class WatchedCandidate(TypedDict):
    """A cell that the agent weighed for a guess."""

    cell: Spot
    risk: float | None
    win: NotRequired[float]
    estimated_win: NotRequired[float]


class Frame(TypedDict):
    """One move; `changed` lists [row, column, sign] of the cells that look different after it."""

    move: WatchedMove
    changed: list[tuple[int, int, str]]
    level: str | None
    reason: str
    clues: list[Spot]
    mine_count: bool
    candidates: list[WatchedCandidate]
    guess: bool
    exploded: bool


class Final(TypedDict):
    """How the game ended."""

    over: bool
    won: bool
    score: float
    net_score: float
    moves: int
    guesses: int
    mines_opened: int
    flags_wrong: int
    cut: bool
    """Whether the game was too long to be shown to its end."""
    rows: list[str]
    layout: list[str]


class Show(TypedDict):
    """A whole game; before its first move every cell is hidden."""

    agent: str
    seed: int
    rules: dict[str, object]
    frames: list[Frame]
    final: Final


def watch(agent: str, rules: Rules, seed: int, most_frames: int, seconds: float) -> Show:
    """Play a game, as far as it goes in some seconds."""
    game = Game(rules, seed)
    narrator, began = Narrator(game), time.monotonic()
    frames, before = list[Frame](), game.view
    for turn in islice(turns(agent, game), most_frames):
        after = game.view
        frames.append(_frame(turn, narrator, before, after))
        before = after
        if time.monotonic() - began > seconds:
            break
    return {
        "agent": agent,
        "seed": seed,
        "rules": rules.to_dict(),
        "frames": frames,
        "final": _final(game, frames),
    }


def _frame(turn: Turn, narrator: Narrator, before: View, after: View) -> Frame:
    step, told = turn.step, narrator.tell(turn.step, turn.outcome)
    signs = str(after).split("\n")
    return {
        "move": {"kind": _word(step.move), "cell": list(step.move.cell)},
        "changed": [(row, column, signs[row][column]) for row, column in spots(before.cells != after.cells)],
        "level": None if step.reason is None else step.reason.level,
        "reason": told.why,
        "clues": [list(clue) for clue in told.clues],
        "mine_count": step.reason is not None and step.reason.mine_count,
        "candidates": [_candidate(candidate) for candidate in step.candidates],
        "guess": told.kind == "guess" or (step.exploded and step.guess),
        "exploded": step.exploded,
    }


def _candidate(candidate: Candidate) -> WatchedCandidate:
    told: WatchedCandidate = {"cell": list(candidate.cell), "risk": candidate.risk}
    if candidate.win is not None:
        told["win"] = candidate.win
    if candidate.estimated_win is not None:
        told["estimated_win"] = candidate.estimated_win
    return told


def _word(move: Move) -> str:
    """`open`, `flag`, `unflag` or `ask`."""
    return type(move).__name__.lower()


def _final(game: Game, frames: list[Frame]) -> Final:
    result = game.result
    return {
        "over": result.over,
        "won": result.won,
        "score": result.score,
        "net_score": result.net_score,
        "moves": len(frames),
        "guesses": sum(frame["guess"] for frame in frames),
        "mines_opened": result.mines_opened,
        "flags_wrong": result.flags_wrong,
        "cut": not result.over,
        "rows": str(game.view).split("\n")[: game.rules.height],
        "layout": rows(game.layout.mines),
    }
