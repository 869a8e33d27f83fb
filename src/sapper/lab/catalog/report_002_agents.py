"""Report 002, table B: baseline, linear system, counted configurations, and both."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import names, survey, table

DENSITIES = (0.1, 0.2, 0.3, 0.5)
SIDES = (10, 20, 30)
PERCENT = {
    "basic": {
        10: (96.5, 86.8, 72.8, 54.0),
        20: (99.0, 92.9, 78.1, 55.1),
        30: (99.5, 95.7, 79.8, 55.7),
        40: (99.7, 96.5, 81.1),
    },
    "linear": {
        10: (97.4, 92.6, 80.6, 59.1),
        20: (99.3, 96.8, 85.5, 58.5),
        30: (99.6, 98.4, 86.5, 58.9),
        40: (99.7, 99.0, 88.4),
    },
    "brute": {
        10: (97.3, 93.0, 83.9, 69.8),
        20: (99.3, 96.4, 86.9, 71.9),
        30: (99.6, 98.0, 87.2, 71.6),
        40: (99.7, 98.5, 88.0),
    },
    "linear+brute": {
        10: (97.4, 94.3, 87.2, 70.5),
        20: (99.3, 97.9, 91.4, 73.9),
        30: (99.6, 99.2, 92.2, 75.1),
        40: (99.7, 99.4, 93.2),
    },
}
WHERE = "section Improved Algorithm (v2), Performance"
RUN_TIMES = "section Efficiency"

EXPERIMENT = Experiment(
    name="002-agents",
    question="What do a linear system of all clues, counted configurations, and both together add to the baseline?",
    settings=survey(SIDES, DENSITIES) + survey([40], DENSITIES[:3]),
    agents=("basic", "linear", "brute", "linear+brute"),
    report="002",
    source=f"{WHERE}, table",
    printed=tuple(
        figure for agent, rows in PERCENT.items() for figure in table(agent, "score", rows, DENSITIES, percent=True)
    ),
    claims=(
        Claim("The linear system is ahead of the baseline everywhere.", "linear", "basic", source=WHERE),
        Claim("Both together are ahead of the linear system everywhere.", "linear+brute", "linear", source=WHERE),
        Claim("Both together are ahead of the baseline everywhere.", "linear+brute", "basic", source=WHERE),
        Claim(
            "Counting alone beats the linear system clearly on the densest boards.",
            "brute",
            "linear",
            settings=names(SIDES, [0.5]),
            source=WHERE,
        ),
        Claim(
            "On boards of side 30 and 40 up to density 0.3 the two cannot be told apart (within 2 points).",
            "brute",
            "linear",
            settings=names([30, 40], [0.1, 0.2, 0.3]),
            within=0.02,
            source=WHERE,
        ),
        Claim(
            "Counting alone takes longest: longer than both together.",
            "linear+brute",
            "brute",
            "seconds",
            source=RUN_TIMES,
        ),
        Claim(
            "Both together take longer than the linear system.", "linear", "linear+brute", "seconds", source=RUN_TIMES
        ),
        Claim("The linear system takes longer than the baseline.", "basic", "linear", "seconds", source=RUN_TIMES),
    ),
    charts=(
        Chart("Score by density", "score", "density"),
        Chart("Seconds per game", "seconds", "density"),
    ),
    hard="Hard beyond a density of about 0.2, where scores drop fast.",
    tags=("density", "size", "time"),
)
