"""Reports 000 and 003: a cell without its clue may be asked again, or never."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import names, survey

SIDE = 10
DENSITIES = (0.1, 0.2, 0.3)
MODELS = {
    "exact clues": "exact",
    "half of them, once": "reveal:0.5",
    "half of them, asked again": "reveal:0.5:again",
    "optimistic": "optimistic:wide",
    "cautious": "cautious:wide",
}
WHERE = "000, section Dealing with Uncertainty"


def _than_exact(variant: str, says: str) -> Claim:
    return Claim(
        says,
        "window",
        "window",
        measure="net_score",
        settings=names([SIDE], DENSITIES, "exact clues"),
        against=names([SIDE], DENSITIES, variant),
        source=WHERE,
    )


EXPERIMENT = Experiment(
    name="000-uncertain",
    question="What do clues cost that are shown by chance, too low or too high, and does asking again make up for it?",
    settings=tuple(
        setting
        for variant, clues in MODELS.items()
        for setting in survey([SIDE], DENSITIES, variant, series="{variant}", clues=clues)
    ),
    agents=("window", "zones"),
    report="000",
    source=f"{WHERE}; 003, section Bonus",
    claims=(
        _than_exact("half of them, once", "A clue that is asked for once and not shown costs score."),
        _than_exact("optimistic", "Clues that may be too low cost score."),
        _than_exact("cautious", "Clues that may be too high cost score."),
        Claim(
            "Asking a cell until it shows its clue costs no score (within 1 point).",
            "window",
            "window",
            measure="net_score",
            settings=names([SIDE], DENSITIES, "exact clues"),
            against=names([SIDE], DENSITIES, "half of them, asked again"),
            within=0.01,
            source=WHERE,
        ),
        Claim(
            "An agent that asks again does better than one that may ask once.",
            "zones",
            "zones",
            measure="net_score",
            settings=names([SIDE], DENSITIES, "half of them, asked again"),
            against=names([SIDE], DENSITIES, "half of them, once"),
            source="003, section Bonus",
        ),
    ),
    charts=(
        Chart("Net score by density, 10×10", "net_score", "density", curves="series"),
        Chart("Safe cells flagged by density, 10×10", "flags_wrong", "density", curves="series"),
    ),
    tags=("uncertain clues",),
)
