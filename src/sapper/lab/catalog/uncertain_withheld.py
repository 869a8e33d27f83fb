"""What uncertain clues cost when nobody is told the number of mines."""

from __future__ import annotations

from sapper.lab.catalog.uncertain_models import AGENTS, CHARTS, settings_of
from sapper.lab.experiment import Experiment

EXPERIMENT = Experiment(
    name="uncertain-withheld",
    question="What does each clue model cost when nobody is told the number of mines?",
    settings=settings_of(10, told=False),
    agents=AGENTS,
    boards=200,
    seed=6,
    charts=CHARTS,
    tags=("uncertain",),
)
