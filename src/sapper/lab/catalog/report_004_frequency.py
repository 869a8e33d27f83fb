"""Report 004: in how many facts a cell must stand before it is worth an assumption."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import TENTHS, survey

WHERE = "section 2.2.1, figures 3 and 4"

EXPERIMENT = Experiment(
    name="004-frequency",
    question="Does it pay to follow assumptions about every cell, or only about cells in at least two or three facts?",
    settings=survey([10], TENTHS),
    agents=("basic", "assume(f=1)", "assume(f=2)", "assume(f=3)"),
    report="004",
    source=WHERE,
    claims=(
        Claim(
            "Trying every cell (f = 1) scores no more than cells in two facts (f = 2): within 1 point.",
            "assume(f=1)",
            "assume(f=2)",
            within=0.01,
            source=WHERE,
        ),
        Claim("Trying every cell takes longer.", "assume(f=2)", "assume(f=1)", "seconds", source=WHERE),
        Claim(
            "Only cells in three facts (f = 3) score less than cells in two, at every density.",
            "assume(f=2)",
            "assume(f=3)",
            source=WHERE,
        ),
        Claim("f = 3 guesses more often than f = 2.", "assume(f=2)", "assume(f=3)", "guesses", source=WHERE),
        Claim("f = 1 is always ahead of basic.", "assume(f=1)", "basic", source=WHERE),
        Claim("f = 2 is always ahead of basic.", "assume(f=2)", "basic", source=WHERE),
        Claim("f = 3 is always ahead of basic.", "assume(f=3)", "basic", source=WHERE),
    ),
    charts=(
        Chart("Score by density, 10×10", "score", "density"),
        Chart("Seconds per game, 10×10", "seconds", "density"),
    ),
    tags=("density", "time"),
)
