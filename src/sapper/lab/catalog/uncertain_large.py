"""What uncertain clues cost on larger boards."""

from __future__ import annotations

from sapper.lab.catalog.uncertain_models import CHARTS, settings_of
from sapper.lab.experiment import Experiment

EXPERIMENT = Experiment(
    name="uncertain-large",
    question="Does the size of the board change what each clue model costs?",
    settings=settings_of(20, told=True),
    agents=("basic", "zones", "linear", "linopt", "basic+trusting", "linear+trusting", "bayes"),
    boards=40,
    seed=6,
    charts=CHARTS,
    tags=("uncertain", "long"),
)
