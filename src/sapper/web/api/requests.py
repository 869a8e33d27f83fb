"""What a request may say. Unknown fields are refused: a misspelt one would be ignored otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StrictInt, model_validator

from sapper.board.grid import MAX_SIDE, Topology
from sapper.board.rules import LEVELS, Rules

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""

Place = Annotated[StrictInt, Field(ge=0, lt=MAX_SIDE)]
Spot = Annotated[tuple[Place, Place], Field(strict=False, description="[row, column], counted from 0")]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
Mines = Annotated[int, Field(ge=0, le=MAX_SIDE * MAX_SIDE)]
Model = Annotated[str, Field(max_length=40, description="exact, reveal:P, reveal:P:again, optimistic[:wide] …")]
LevelName = Literal["beginner", "intermediate", "expert", "survey10", "survey15", "survey20", "survey30"]


class Asked(BaseModel):
    """The root of all requests."""

    model_config = ConfigDict(extra="forbid", strict=True)


class AskedView(Asked):
    """A view in Sapper's notation."""

    view: Annotated[str, Field(max_length=50_000, description="rows by newline or '/', then fields; see the notation")]
    mines: Mines | None = None


class TrustedView(AskedView):
    """A view whose flags count as mines unless it is said otherwise."""

    trust_flags: bool = True


class AskedAnalysis(TrustedView):
    """A view, perhaps with uncertain clues, or with a density instead of a mine count."""

    clues: Model | None = None
    density: Annotated[float, Field(ge=0.0, le=1.0)] | None = None


class AskedCell(TrustedView):
    """A cell of a view."""

    cell: Spot


class AskedHint(AskedView):
    """A view of a running game: its flags are opinions, unless it is said otherwise."""

    trust_flags: bool = False
    step: Annotated[int, Field(ge=1, le=4)] = 1


class AskedPermission(AskedView):
    """The same without a step."""

    trust_flags: bool = False


class AskedSample(TrustedView):
    """How many layouts of a view."""

    n: Annotated[int, Field(ge=1, le=50)] = 1
    seed: Seed = 0


class AskedConversion(Asked):
    """A file: its text, or its bytes."""

    text: Annotated[str, Field(max_length=500_000)] | None = None
    base64: Annotated[str, Field(max_length=500_000)] | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.text is None) == (self.base64 is None):
            raise ValueError("give text or base64")
        return self


class AskedRules(Asked):
    """A level by name, perhaps with changes; or a size with its mines."""

    level: LevelName | None = None
    width: Annotated[int, Field(ge=1, le=MAX_SIDE)] | None = None
    height: Annotated[int, Field(ge=1, le=MAX_SIDE)] | None = None
    mines: Mines | None = None
    first: Literal["any", "safe", "opening"] | None = None
    rule: Literal["classic", "survey"] | None = None
    clues: Model = "exact"
    mine_count: bool = True
    seed: Seed | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        sizes = (self.width, self.height, self.mines)
        if self.level is None and None in sizes:
            raise ValueError("give a level, or width, height and mines")
        return self

    def rules(self) -> Rules:
        """The rules that were asked for."""
        told = {"width": self.width, "height": self.height, "mines": self.mines, "first": self.first, "end": self.rule}
        changes: dict[str, Any] = {name: value for name, value in told.items() if value is not None}
        changes |= {"clues": self.clues, "mine_count": self.mine_count}
        return Rules(**((LEVELS[self.level] if self.level else {}) | changes))


class AskedGame(AskedRules):
    """A game for a person."""

    no_guess: bool = False
    practice: bool = False


class AskedShow(AskedRules):
    """A game of an agent, to be watched."""

    agent: Annotated[str, Field(max_length=60)]
    grid: Topology = "square"

    def rules(self) -> Rules:
        """The same on a grid of one's choice."""
        return replace(super().rules(), topology=self.grid)


class AskedMove(Asked):
    """Exactly one of these."""

    open: Spot | None = None
    flag: Spot | None = None
    chord: Spot | None = None
    ask: Spot | None = None
    undo: Literal[True] | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if len(self.model_fields_set) != 1 or self.kind is None:
            raise ValueError("give one of open, flag, chord, ask and undo")
        return self

    @property
    def kind(self) -> str | None:
        """Which one."""
        return next((name for name in self.model_fields_set if getattr(self, name) is not None), None)


class AskedRun(Asked):
    """An experiment by name; or one's own: agents, a size, one density or several."""

    name: Annotated[str, Field(max_length=80)] | None = None
    agents: Annotated[list[Annotated[str, Field(max_length=60)]], Field(min_length=1, max_length=12)] | None = None
    size: Annotated[str, Field(max_length=20, description="WxH")] | None = None
    density: Annotated[str, Field(max_length=40)] | Annotated[float, Field(ge=0.0, le=1.0)] | None = None
    """One, or FROM:TO:STEP."""
    rule: Literal["classic", "survey"] = "survey"
    boards: Annotated[int, Field(ge=1, le=100_000)] | None = None
    seed: Seed | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        own = (self.agents, self.size, self.density)
        if (self.name is None) == (None in own) or (self.name is not None and any(part is not None for part in own)):
            raise ValueError("give the name of an experiment, or agents, size and density")
        return self
