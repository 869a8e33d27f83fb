"""Report 002, table C: what the number of mines is worth to linear+brute."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import names, survey, table

AGENT = "linear+brute"
DENSITIES = (0.1, 0.15, 0.2, 0.25, 0.3)
SIDES, LARGE = (10, 20), (30,)
TOLD, WITHHELD = "count told", "count withheld"
PERCENT = {
    WITHHELD: {
        10: (95.97, 95.15, 93.80, 91.10, 85.71),
        20: (98.88, 98.59, 97.71, 95.51, 91.32),
        30: (99.52, 99.36),
    },
    TOLD: {
        10: (97.40, 96.15, 94.33, 91.70, 87.00),
        20: (99.41, 98.87, 98.04, 95.69, 91.64),
        30: (99.69, 99.48),
    },
}
WHERE = "section Performance of brute force + linear algebra without mine count"


def _all(variant: str) -> tuple[str, ...]:
    return names(SIDES, DENSITIES, variant) + names(LARGE, DENSITIES[:2], variant)


EXPERIMENT = Experiment(
    name="002-mine-count",
    question="How much does an agent gain from being told how many mines there are?",
    settings=tuple(
        setting
        for variant in (TOLD, WITHHELD)
        for sides, densities in ((SIDES, DENSITIES), (LARGE, DENSITIES[:2]))
        for setting in survey(sides, densities, variant, series="{size}, {variant}", mine_count=variant == TOLD)
    ),
    agents=(AGENT,),
    report="002",
    source=f"{WHERE}, table",
    printed=tuple(
        figure
        for variant, rows in PERCENT.items()
        for figure in table(AGENT, "score", rows, DENSITIES, variant, percent=True)
    ),
    claims=(
        Claim(
            "The mine count never hurts and mostly helps.",
            AGENT,
            AGENT,
            settings=_all(TOLD),
            against=_all(WITHHELD),
            source=WHERE,
        ),
        Claim(
            "The gain is small: at most 2 points.",
            AGENT,
            AGENT,
            settings=_all(TOLD),
            against=_all(WITHHELD),
            within=0.02,
            source=WHERE,
        ),
    ),
    charts=(Chart("Score with and without the mine count", "score", "density"),),
    tags=("density", "size", "mine count"),
)
