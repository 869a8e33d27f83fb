"""GameRecord: one played game, enough to replay it exactly.

As JSON: `format` and `version` first, then the rules, the seed, the layout, and one object per step.
"""

from __future__ import annotations

import json
import math
import operator
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from sapper.board.chance import Seed, plain_seed
from sapper.board.grid import Cell
from sapper.board.moves import Move, Open, parse_move
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.errors import BadRecord, SapperError
from sapper.game.game import Game, Result
from sapper.game.layout import Layout
from sapper.knowledge.belief import Reason
from sapper.policies.policy import Candidate

FORMAT, VERSION = "sapper-record", 1
ESTIMATES = tuple(field.name for field in fields(Candidate) if field.name != "cell")


@dataclass(frozen=True)
class Step:
    """One move of a game."""

    move: Move
    reason: Reason | None
    """Why it is proved; None for a guess."""
    exploded: bool
    candidates: tuple[Candidate, ...] = ()
    """For a guess: what was weighed, the chosen cell first."""
    seconds: float = 0.0
    """Time the agent thought about the decision that this move belongs to, counted at its first move."""

    @property
    def guess(self) -> bool:
        """Whether a cell was opened that no inference proved safe."""
        return self.reason is None and isinstance(self.move, Open)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        step: dict[str, Any] = {"move": str(self.move), "exploded": self.exploded, "seconds": self.seconds}
        if self.reason is not None:
            step["reason"] = asdict(self.reason)
        if self.candidates:
            step["candidates"] = [_estimates(candidate) for candidate in self.candidates]
        return step

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Step:
        """Read back what `to_dict` wrote."""
        reason = data.get("reason")
        return cls(
            move=parse_move(data["move"]),
            reason=None
            if reason is None
            else Reason(str(reason["level"]), tuple(map(_cell, reason["clues"])), bool(reason["mine_count"])),
            exploded=bool(data["exploded"]),
            candidates=tuple(_candidate(candidate) for candidate in data.get("candidates", ())),
            seconds=_finite(data["seconds"]),
        )


@dataclass(frozen=True)
class GameRecord:
    """One played game."""

    agent: str
    rules: Rules
    seed: Seed
    layout: Layout
    steps: tuple[Step, ...]
    result: Result

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", plain_seed(self.seed))

    @property
    def score(self) -> float:
        """Mines flagged without opening them / all mines."""
        return self.result.score

    @property
    def net_score(self) -> float:
        """(Mines flagged − safe cells flagged) / all mines."""
        return self.result.net_score

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.result.won

    @property
    def wrong_flags(self) -> int:
        """Safe cells that were flagged at the end."""
        return self.result.flags_wrong

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return len(self.steps)

    @property
    def guesses(self) -> int:
        """Cells opened without a proof; a first click that the rules protect is no guess."""
        first = next((step for step in self.steps if isinstance(step.move, Open)), None)
        protected = self.rules.first != "any" and first is not None and first.guess
        return sum(step.guess for step in self.steps) - protected

    @property
    def deductions(self) -> dict[str, int]:
        """Proved moves by the level that proved them."""
        return dict(Counter(step.reason.level for step in self.steps if step.reason is not None))

    @property
    def seconds(self) -> float:
        """Time the agent thought, in all."""
        return sum(step.seconds for step in self.steps)

    def replay(self) -> Iterator[View]:
        """The views of the game: before the first move and after each move."""
        game = Game(self.rules, self.seed, self.layout)
        yield game.view
        for step in self.steps:
            game.apply(step.move)
            yield game.view

    def metrics(self) -> dict[str, Any]:
        """Everything that is measured of one game, as plain values."""
        return {
            **asdict(self.result),
            "moves": self.moves,
            "guesses": self.guesses,
            "deductions": self.deductions,
            "seconds": self.seconds,
            "seconds_per_move": self.seconds / self.moves if self.moves else 0.0,
        }

    def to_json(self) -> str:
        """The record as one JSON document."""
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "agent": self.agent,
                "rules": self.rules.to_dict(),
                "seed": self.seed,
                "layout": str(self.layout),
                "metrics": self.metrics(),
                "steps": [step.to_dict() for step in self.steps],
            },
            default=_plain,
        )

    @classmethod
    def from_json(cls, text: str) -> GameRecord:
        """Read a record, and replay it once to see that it is whole and true."""
        try:
            data = json.loads(text, parse_constant=_finite)
        except (ValueError, RecursionError):
            raise BadRecord("the record is not whole JSON: it may be cut off") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f"this is not a {FORMAT} file")
        if data.get("version") != VERSION:
            raise BadRecord(f"the record has version {data.get('version')}, this Sapper reads version {VERSION}")
        try:
            return cls._from_data(data)
        except (
            SapperError,
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            IndexError,
            OverflowError,
        ) as error:
            raise BadRecord(f"the record does not hold together: {type(error).__name__}: {error}") from None

    @classmethod
    def _from_data(cls, data: dict[str, Any]) -> GameRecord:
        rules, layout = Rules(**data["rules"]), Layout.parse(data["layout"])
        seed = plain_seed(data["seed"])
        steps = tuple(Step.from_dict(step) for step in data["steps"])
        game = Game(rules, seed, layout)
        for number, step in enumerate(steps):
            if game.apply(step.move).exploded != step.exploded:
                raise BadRecord(f"step {number} ({step.move}) does not do what the record says")
        return cls(str(data["agent"]), rules, seed, layout, steps, game.result)


def _plain(value: object) -> object:
    """A number of numpy as Python's own: a user's agent may answer with such cells and risks."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} cannot be written to a record")


def _estimates(candidate: Candidate) -> dict[str, Any]:
    """The candidate with what was estimated of it; its risk stands there even if it was not."""
    return {name: value for name, value in asdict(candidate).items() if value is not None or name == "risk"}


def _candidate(data: dict[str, Any]) -> Candidate:
    estimates = {name: _finite(data[name]) for name in ESTIMATES if data.get(name) is not None}
    return Candidate(_cell(data["cell"]), **estimates)


def _cell(value: Any) -> Cell:
    row, column = map(operator.index, value)
    return row, column


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is no number of a record")
    return number
