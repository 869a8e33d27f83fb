"""The demo: the agents of the reports and ours on one kind of board, in about a minute."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import survey

EXPERIMENT = Experiment(
    name="demo",
    question="On 20×20 boards of rising density, how many mines does each way of thinking find without opening them?",
    settings=survey([20], (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)),
    agents=(
        "basic",
        "window",
        "contradiction",
        "triple",
        "linear",
        "linear+brute",
        "zones",
        "charles",
        "charles+both",
        "exact",
    ),
    boards=30,
    claims=(
        Claim("Complete inference beats the single-clue rules.", "exact", "basic"),
        Claim("Complete inference beats the strongest combination of report 002.", "exact", "linear+brute"),
        Claim("Complete inference beats the strongest combination of report 004.", "exact", "charles+both"),
    ),
    charts=(
        Chart("Score by density, 20×20", "score", "density"),
        Chart("Guesses by density, 20×20", "guesses", "density"),
    ),
    tags=("demo",),
)
