"""Report 004, both bonuses: the mine count as one more fact, and a better guess."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import TENTHS, names, survey

UP_TO_06, ABOVE_06, ABOVE_075 = (names([10], some) for some in (TENTHS[:6], TENTHS[6:], TENTHS[7:]))
GLOBAL = "section 6, figures 33 and 34"
SELECT = "section 7, figures 36 and 37"
BOTH = "section 7, figures 41 and 42"

EXPERIMENT = Experiment(
    name="004-bonuses",
    question="On 10×10 boards of rising density, what do the mine count (global), a better guess (select) and both add "
    "to charles?",
    settings=survey([10], TENTHS),
    agents=("basic", "charles", "charles+global", "charles+select", "charles+both"),
    report="004",
    source=f"{GLOBAL}; {SELECT}; {BOTH}",
    claims=(
        Claim(
            "Up to density 0.6 the mine count changes little (within 2 points).",
            "charles+global",
            "charles",
            settings=UP_TO_06,
            within=0.02,
            source=GLOBAL,
        ),
        Claim("Above density 0.6 it raises the score.", "charles+global", "charles", settings=ABOVE_06, source=GLOBAL),
        Claim("The mine count costs time.", "charles", "charles+global", "seconds", source=GLOBAL),
        Claim("The better guess raises the score, at every density.", "charles+select", "charles", source=SELECT),
        Claim("The better guess saves time.", "charles+select", "charles", "seconds", source=SELECT),
        Claim(
            "With both, the mine count adds to the better guess above density 0.75.",
            "charles+both",
            "charles+select",
            settings=ABOVE_075,
            source=BOTH,
        ),
    ),
    charts=(
        Chart("Score by density, 10×10", "score", "density"),
        Chart("Guesses by density, 10×10", "guesses", "density"),
        Chart("Seconds per game, 10×10", "seconds", "density"),
    ),
    tags=("density", "mine count", "time"),
)
