"""Report 004: equations, assumptions, and both in turn."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import TENTHS, names, survey

DENSITIES = (0.05, *TENTHS)
MIDDLE = names([10], TENTHS[:7])
ENDS = names([10], [0.05, 0.9])
WHERE, TIMES = "section 4, figures 30 and 31", "section 4, figure 32"

EXPERIMENT = Experiment(
    name="004-density",
    question="On 10×10 boards of rising density, how do subtracting equations (subset), following assumptions (assume) "
    "and both in turn (charles) compare with the single-clue rules, in score, guesses and time?",
    settings=survey([10], DENSITIES),
    agents=("basic", "subset", "assume", "charles"),
    report="004",
    source="section 4, figures 30 to 32; section 2.4, figures 7 to 9",
    claims=(
        Claim(
            "From density 0.1 to 0.7 charles flags more mines than basic.",
            "charles",
            "basic",
            settings=MIDDLE,
            source=WHERE,
        ),
        Claim(
            "On very sparse and very dense boards the two are alike (within 2 points).",
            "charles",
            "basic",
            settings=ENDS,
            within=0.02,
            source=WHERE,
        ),
        Claim(
            "From density 0.1 to 0.7 charles guesses less often than basic.",
            "charles",
            "basic",
            "guesses",
            MIDDLE,
            source=WHERE,
        ),
        Claim("Subset is ahead of basic from density 0.1 to 0.7.", "subset", "basic", settings=MIDDLE, source=WHERE),
        Claim("Assume is ahead of basic from density 0.1 to 0.7.", "assume", "basic", settings=MIDDLE, source=WHERE),
        Claim("Assume is a little ahead of subset.", "assume", "subset", settings=MIDDLE, source="section 4"),
        Claim("Charles is a little ahead of subset.", "charles", "subset", settings=MIDDLE, source="section 4"),
        Claim("Charles is a little ahead of assume.", "charles", "assume", settings=MIDDLE, source="section 4"),
        Claim("Assume takes longer than subset.", "subset", "assume", "seconds", source=TIMES),
        Claim("Charles takes less time than assume.", "charles", "assume", "seconds", source=TIMES),
        Claim("Charles takes more time than subset.", "subset", "charles", "seconds", source=TIMES),
    ),
    charts=(
        Chart("Score by density, 10×10", "score", "density"),
        Chart("Guesses by density, 10×10", "guesses", "density"),
        Chart("Seconds per game, 10×10", "seconds", "density"),
    ),
    hard="Hard where the agent opens more mines than safe cells when it guesses; no density is named.",
    tags=("density", "guesses", "time"),
)
