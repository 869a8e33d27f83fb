"""How often must a clue be shown? The probability from 0.02, report 002's choice, to 1; once, and with asking again."""

from __future__ import annotations

from sapper.board.rules import Rules
from sapper.lab.experiment import Chart, Claim, Experiment, Setting

PROBABILITIES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.85, 1.0)
DENSITIES = (0.1, 0.2, 0.3)

_SETTINGS = tuple(
    Setting(
        name=f"{density:g} reveal {probability:g}{' again' if again else ''}",
        rules=Rules(
            height=10,
            width=10,
            density=density,
            end="survey",
            clues=f"reveal:{probability}" + (":again" if again else ""),
        ),
        x=probability,
        series=f"density {density:g}, {'ask again' if again else 'once'}",
    )
    for again in (False, True)
    for density in DENSITIES
    for probability in PROBABILITIES
)

EXPERIMENT = Experiment(
    name="uncertain-reveal",
    question="How does the net score rise with the probability that a clue is shown, and what does asking again buy?",
    settings=_SETTINGS,
    agents=("basic", "zones", "linear", "linopt", "exact", "bayes"),
    boards=100,
    seed=6,
    claims=(
        Claim(
            "Asking again until the clue comes costs moves and no score (report 000).",
            "bayes",
            "exact",
            "net_score",
            tuple(setting.name for setting in _SETTINGS if setting.rules.clues.again and setting.x != 1.0),
        ),
    ),
    charts=(
        Chart("Net score by the probability that a clue is shown", "net_score", "probability"),
        Chart("Moves: what asking again costs", "moves", "probability"),
    ),
    tags=("uncertain",),
)
