"""Questions about one view: risks, proofs, hints, distributions, samples."""

from __future__ import annotations

from typing import Any, NotRequired

import numpy as np
from typing_extensions import TypedDict

from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.errors import LimitExceeded, NotInferred
from sapper.inference.exact.sampling import sample as sample_layouts
from sapper.inference.levels import infer
from sapper.inference.proof import hint as hints
from sapper.inference.proof.explain import explain as explain_cell
from sapper.inference.proof.proof import Proof
from sapper.knowledge.belief import Belief, Grid2D, Limit
from sapper.policies.safest import Safest, fewest_hidden
from sapper.web.work.views import ShownView, Spot, as_json, shown, spots

OTHERS = 3
"""So many other cells are named with a guess."""


class Best(TypedDict):
    """The cell to open next."""

    cell: Spot
    risk: float
    why: str


class Certain(TypedDict):
    """What inference says of the whole view."""

    safe: list[Spot]
    mines: list[Spot]
    solutions: str | None
    log10_solutions: float | None
    complete: bool
    best: Best | None
    error: NotRequired[float]


class Risks(Certain):
    """The same with the risk of every cell."""

    risk: list[list[float | None]]


class Analysis(Risks):
    """The same with the view that was read."""

    view: ShownView


def analyse(view: View, limit: Limit, trust_flags: bool) -> Analysis:
    """Every risk, every certainty, the number of solutions and the best cell."""
    belief = infer(view, trust_flags=trust_flags, limit=limit)
    risk = np.where(np.isnan(belief.risk), None, belief.risk).tolist()  # type: ignore[call-overload]  # None makes objects
    return {**_certain(view, belief, *_solutions(belief)), "risk": risk, "view": shown(view)}


def risks_as_json(view: View, limit: Limit) -> bytes:
    """`Risks` of a running game, where flags are opinions; solutions are not counted, which takes longest.

    As it is sent: writing so many numbers costs more than finding them, and the server has one thread.
    """
    belief = infer(view, trust_flags=False, limit=limit)
    found = as_json(_certain(view, belief, None, None))
    return b'{"risk":' + _grid_as_json(belief.risk) + b"," + found.removeprefix(b"{")


def _grid_as_json(risk: Grid2D) -> bytes:
    """Risks to six digits. Cells share risks, so each is written once: a third of the time, and half as long.

    Only a certainty is written as 0 or 1.

    >>> _grid_as_json(np.array([[0.0, 1 / 3, 1.0], [np.nan, 1e-9, 1.0 - 1e-9]]))
    b'[[0,0.333333,1],[null,1e-09,0.999999999]]'
    """
    values, places = np.unique(risk, return_inverse=True)
    texts = [_number_as_json(value) for value in values.tolist()]
    grid: list[list[int]] = places.reshape(risk.shape).tolist()  # type: ignore[assignment]  # two dimensions, not none
    rows = [",".join([texts[place] for place in row]) for row in grid]
    return f"[[{'],['.join(rows)}]]".encode("ascii")


def _number_as_json(value: float) -> str:
    if value != value:
        return "null"
    text = f"{value:.6g}"
    return repr(value) if text == "1" and value != 1.0 else text


def _certain(view: View, belief: Belief, solutions: str | None, log10: float | None) -> Certain:
    found: Certain = {
        "safe": spots(belief.safe),
        "mines": spots(belief.mines),
        "solutions": solutions,
        "log10_solutions": log10,
        "complete": belief.complete,
        "best": _best(view, belief),
    }
    if belief.risk_error is not None:
        found["error"] = float(belief.risk_error.max())
    return found


def _solutions(belief: Belief) -> tuple[str | None, float | None]:
    """How many layouts the view allows, if they can be counted."""
    try:
        return str(belief.solutions), belief.log10_solutions
    except (NotInferred, LimitExceeded):
        return None, None


def _best(view: View, belief: Belief) -> Best | None:
    """A safe cell, or the one with the lowest risk; None if there is nothing to open."""
    if belief.safe.any():
        row, column = np.argwhere(belief.safe)[0].tolist()
        return {"cell": [row, column], "risk": 0.0, "why": f"({row},{column}) is proved safe."}
    if not (view.hidden & ~belief.mines).any():
        return None
    if view.untouched and view.first != "any":
        candidate = Safest(ties=(fewest_hidden,), last="reading")(view, belief, Chance(0))[0]
        return {"cell": list(candidate.cell), "risk": 0.0, "why": "The rules keep the first click safe."}
    first, *others = Safest(ties=(fewest_hidden,), last="reading")(view, belief, Chance(0))
    next_best = ", ".join(f"({c.cell[0]},{c.cell[1]}) {100 * (c.risk or 0.0):.1f} %" for c in others[:OTHERS])
    why = f"No cell is proved safe: {100 * (first.risk or 0.0):.1f} % is the lowest risk."
    return {
        "cell": list(first.cell),
        "risk": first.risk or 0.0,
        "why": f"{why} Next best: {next_best}." if next_best else why,
    }


class ProofStep(TypedDict):
    """One step of a proof."""

    text: str
    level: str
    clues: list[Spot]
    cells: list[Spot]
    mine: bool


class Explanation(TypedDict):
    """Why a cell is safe or a mine, or that nobody can know."""

    cell: Spot
    verdict: str
    level: str | None
    pattern: str | None
    clues: list[Spot]
    mine_count: bool
    smallest: bool
    steps: list[ProofStep]
    text: str
    risk: float
    solutions_safe: NotRequired[str]
    solutions_mine: NotRequired[str]
    example_safe: NotRequired[list[str]]
    example_mine: NotRequired[list[str]]


def explain(view: View, cell: Cell, limit: Limit) -> Explanation:
    """The proof of a cell."""
    return _explanation(explain_cell(view, cell, limit=limit))


def _explanation(proof: Proof) -> Explanation:
    told: Explanation = {
        "cell": list(proof.cell),
        "verdict": proof.verdict,
        "level": proof.level,
        "pattern": proof.pattern,
        "clues": [list(clue) for clue in proof.clues],
        "mine_count": proof.mine_count,
        "smallest": proof.minimum,
        "steps": [
            {
                "text": step.text,
                "level": step.level,
                "clues": [list(clue) for clue in step.clues],
                "cells": [list(cell) for cell in step.cells],
                "mine": step.mine,
            }
            for step in proof.steps
        ],
        "text": proof.text,
        "risk": proof.risk,
    }
    if proof.safe_solutions is not None and proof.mine_solutions is not None:
        told |= {"solutions_safe": str(proof.safe_solutions), "solutions_mine": str(proof.mine_solutions)}
    if proof.examples:
        safe, mined = (rows(layout) for layout in proof.examples)
        told |= {"example_safe": safe, "example_mine": mined}
    return told


class HintAnswer(TypedDict):
    """As much as was asked for, and no more."""

    text: str
    exists: bool
    may_guess: bool
    region: NotRequired[list[Spot]]
    cell: NotRequired[Spot]
    proof: NotRequired[Explanation]


def hint(view: View, step: int, limit: Limit) -> HintAnswer:
    """A hint: is any cell safe, where about, which one, why."""
    found = hints.hint(view, step, limit=limit)
    told: HintAnswer = {"text": found.text, "exists": found.exists, "may_guess": found.may_guess}
    if found.area is not None:
        told["region"] = [list(cell) for cell in found.area]
    if found.cell is not None:
        told["cell"] = list(found.cell)
    if found.proof is not None:
        told["proof"] = _explanation(found.proof)
    return told


class MayGuess(TypedDict):
    """Whether a player has to guess."""

    may_guess: bool


def may_guess(view: View, limit: Limit) -> MayGuess:
    """Yes or no, without saying where a safe cell is."""
    return {"may_guess": hints.may_guess(view, limit=limit)}


class Distribution(TypedDict):
    """What a cell would show."""

    mine: float
    clues: list[float]


def distribution(view: View, cell: Cell, limit: Limit) -> Distribution:
    """The probability of a mine, and of each number of mines around."""
    belief = infer(view, limit=limit)
    weights = [float(weight) for weight in belief.clue_distribution(cell)]
    return {"mine": float(belief.risk[cell]), "clues": weights}


class Samples(TypedDict):
    """Layouts that a view allows, `*` for a mine."""

    boards: list[list[str]]


def sample(view: View, n: int, seed: int, limit: Limit) -> Samples:
    """Independent layouts, each as likely as the view makes it."""
    return {"boards": [rows(board) for board in sample_layouts(view, n, seed, limit=limit)]}


def rows(layout: Any) -> list[str]:
    """A layout as rows of text.

    >>> rows(np.array([[True, False]]))
    ['*.']
    """
    return ["".join(".*"[bool(mine)] for mine in row) for row in layout.tolist()]
