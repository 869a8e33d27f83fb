"""Report 002, table A: the baseline on boards of many sizes and densities, its score and its time."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import names, survey, table

SIDES = (10, 20, 30, 40, 50)
DENSITIES = (0.1, 0.15, 0.2, 0.25, 0.3, 0.5)

# Values above 1 are the report's; it calls them rounding errors. Ours cannot exceed 1.
SHARES = {
    10: (0.971500, 0.939333, 0.865000, 0.802200, 0.729667, 0.526600),
    20: (0.995500, 0.981833, 0.942125, 0.864100, 0.785250, 0.555425),
    30: (0.999722, 0.993630, 0.962444, 0.887156, 0.801241, 0.562000),
    40: (1.007125, 1.002208, 0.975156, 0.906350, 0.815563, 0.563713),
    50: (1.008880, 1.005120, 0.982620, 0.910544, 0.822400, 0.571800),
}
SECONDS = {
    10: (0.008125, 0.011161, 0.018602, 0.020182, 0.023605, 0.027591),
    20: (0.041218, 0.064340, 0.146992, 0.208602, 0.288224, 0.366105),
    30: (0.095811, 0.192290, 0.501797, 0.964674, 1.265326, 1.775726),
    40: (0.181584, 0.447265, 1.297337, 2.770875, 3.816501, 5.791174),
    50: (0.273127, 0.701709, 2.810102, 6.401690, 8.937176, 13.768566),
}

EXPERIMENT = Experiment(
    name="002-baseline",
    question="How do score and time of the two single-clue rules depend on the size of the board and its density?",
    settings=survey(SIDES, DENSITIES),
    agents=("basic",),
    report="002",
    source="section Baseline Algorithm, Performance & Results, both tables",
    printed=table("basic", "score", SHARES, DENSITIES) + table("basic", "seconds", SECONDS, DENSITIES),
    claims=(
        Claim(
            "At every size the score falls from each density to the next.",
            better="basic",
            worse="basic",
            settings=names(SIDES, DENSITIES[:-1]),
            against=names(SIDES, DENSITIES[1:]),
            source="below the table of flag rates",
        ),
        Claim(
            "At every density a larger board scores higher than the next smaller one.",
            better="basic",
            worse="basic",
            settings=names(SIDES[1:], DENSITIES),
            against=names(SIDES[:-1], DENSITIES),
            source="below the table of flag rates",
        ),
        Claim(
            "At every size a game takes longer at each density than at the one before.",
            better="basic",
            worse="basic",
            measure="seconds",
            settings=names(SIDES, DENSITIES[:-1]),
            against=names(SIDES, DENSITIES[1:]),
            source="below the table of times",
        ),
        Claim(
            "At every density a larger board takes longer than the next smaller one.",
            better="basic",
            worse="basic",
            measure="seconds",
            settings=names(SIDES[:-1], DENSITIES),
            against=names(SIDES[1:], DENSITIES),
            source="below the table of times",
        ),
    ),
    charts=(
        Chart("Score of the baseline", "score", "density"),
        Chart("Seconds per game of the baseline", "seconds", "density"),
    ),
    hard="Hard beyond a density of about 0.2, where the report sees its scores begin to drop.",
    tags=("density", "size", "time"),
)
