"""What uncertain clues cost: every clue model and both of its bounds, beside exact clues on the same boards."""

from __future__ import annotations

from sapper.board.rules import Rules
from sapper.lab.experiment import Chart, Claim, Experiment, Setting

MODELS = ("exact", "reveal:0.02", "reveal:0.5", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
DENSITIES = (0.1, 0.15, 0.2, 0.25, 0.3)
AGENTS = (
    "basic",
    "zones",
    "subset",
    "linear",
    "linopt",
    "basic+trusting",
    "zones+trusting",
    "subset+trusting",
    "linear+trusting",
    "exact",
    "bayes",
)


def settings_of(side: int, told: bool) -> tuple[Setting, ...]:
    """Every clue model at every density, with the mine count told or withheld."""
    count = "" if told else ", count withheld"
    return tuple(
        Setting(
            name=f"{side}×{side} {model} {density:g}{count}",
            rules=Rules(height=side, width=side, density=density, end="survey", clues=model, mine_count=told),
            x=density,
            series=f"{model}{count}",
        )
        for model in MODELS
        for density in DENSITIES
    )


CHARTS = (
    Chart("Net score: mines flagged − safe cells flagged, per mine", "net_score", "density"),
    Chart("Safe cells flagged: the score of those who trust is not theirs", "flags_wrong", "density"),
    Chart("Score", "score", "density"),
)
_SMALL = settings_of(10, told=True)
_UNTRUE = tuple(setting.name for setting in _SMALL if setting.series.split(":")[0] in ("optimistic", "cautious"))

EXPERIMENT = Experiment(
    name="uncertain-models",
    question="What does each clue model cost each agent, beside exact clues on the same 10×10 boards?",
    settings=_SMALL,
    agents=AGENTS,
    boards=200,
    seed=6,
    claims=(
        Claim("Knowing how clues are drawn beats reading them as bounds.", "bayes", "basic", "net_score", _UNTRUE),
        Claim("A sound reading beats trust, by net score.", "linear", "linear+trusting", "net_score", _UNTRUE),
        Claim("Those who trust flag safe cells.", "basic+trusting", "basic", "flags_wrong", _UNTRUE),
    ),
    charts=CHARTS,
    tags=("uncertain",),
)
