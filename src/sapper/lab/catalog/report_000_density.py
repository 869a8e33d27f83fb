"""Report 000: whether comparing clues two at a time helps, and knowing the number of mines."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import TENTHS, names, survey

SPARSE, DENSE = names([30], [0.1, 0.2, 0.3, 0.4]), names([30], [0.6, 0.7, 0.8, 0.9])

EXPERIMENT = Experiment(
    name="000-density",
    question="On 30×30 boards of rising density, what do equations of 5×5 windows add to the single-clue rules, and "
    "what does the mine count add to both?",
    settings=survey([30], TENTHS),
    agents=("queue", "basic", "window", "window+ratio"),
    report="000",
    source="question 3.5, figure; question Improvements, figure",
    claims=(
        Claim(
            "The equations of windows find more mines than the baseline.",
            better="window",
            worse="queue",
            source="question 3.5",
        ),
        Claim(
            "As long as mines are fewer than half of the cells, the two find about as many (within 5 points).",
            better="window",
            worse="queue",
            settings=SPARSE,
            within=0.05,
            source="question 3.5",
        ),
        Claim(
            "With more mines than half of the cells, windows are ahead.",
            better="window",
            worse="queue",
            settings=DENSE,
            source="question 3.5",
        ),
        Claim(
            "Knowing the number of mines, and guessing by their share, helps.",
            better="window+ratio",
            worse="window",
            source="question Improvements",
        ),
        Claim(
            "What it helps is not much (within 5 points).",
            better="window+ratio",
            worse="window",
            within=0.05,
            source="question Improvements",
        ),
        Claim(
            "The baseline is the cheaper of the two.",
            better="queue",
            worse="window",
            measure="seconds",
            source="question 3.5",
        ),
    ),
    charts=(Chart("Score by density, 30×30", "score", "density"),),
    hard="Hard beyond one mine in two cells, where the report's score falls below 0.5.",
    tags=("density", "mine count"),
)
