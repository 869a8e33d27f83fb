"""Report 002: what uncertain clues cost."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import names, survey

SIDES = (10, 20)
DENSITIES = (0.1, 0.15, 0.2, 0.25, 0.3, 0.5)
MODELS = {"exact clues": "exact", "reveal 0.02": "reveal:0.02", "optimistic": "optimistic", "cautious": "cautious"}
WHERE = "section Dealing with Uncertainty"


def _hit(model: str) -> Claim:
    return Claim(
        f"{model[0].upper()}{model[1:]} clues cost the baseline score everywhere.",
        "basic",
        "basic",
        measure="net_score",
        settings=names(SIDES, DENSITIES, "exact clues"),
        against=names(SIDES, DENSITIES, model),
        source=f"{WHERE}, Performance hit",
    )


def _order(better: str, worse: str) -> Claim:
    return Claim(
        f"Under {better} clues basic does better than under {worse} clues.",
        "basic",
        "basic",
        measure="net_score",
        settings=names(SIDES, DENSITIES, better),
        against=names(SIDES, DENSITIES, worse),
        source=f"{WHERE}, last figure",
    )


EXPERIMENT = Experiment(
    name="002-uncertain",
    question="How much does the baseline lose when clues are rarely shown, too low, or too high?",
    settings=tuple(
        setting
        for variant, clues in MODELS.items()
        for setting in survey(SIDES, DENSITIES, variant, series="{size}, {variant}", clues=clues)
    ),
    agents=("basic",),
    report="002",
    source=f"{WHERE}, four figures without numbers",
    claims=(
        *(_hit(model) for model in list(MODELS)[1:]),
        _order("reveal 0.02", "optimistic"),
        _order("optimistic", "cautious"),
    ),
    charts=(
        Chart("Net score by density", "net_score", "density"),
        Chart("Safe cells flagged by density", "flags_wrong", "density"),
    ),
    tags=("uncertain clues",),
)
