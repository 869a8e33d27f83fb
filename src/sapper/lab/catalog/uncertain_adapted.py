"""Ours, for reports 000, 002 and 003: which agents cope with uncertain clues."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import names, survey

SIDE = 10
DENSITIES = (0.1, 0.2, 0.3)
MODELS = {
    "exact clues": "exact",
    "reveal 0.02": "reveal:0.02",
    "reveal 0.5": "reveal:0.5",
    "optimistic": "optimistic",
    "cautious": "cautious",
}
AGENTS = ("basic", "linear", "exact")
"""Agents made for uncertain clues join here."""

EXPERIMENT = Experiment(
    name="uncertain-adapted",
    question="Which agents cope with clues that are rarely shown, too low, or too high?",
    settings=tuple(
        setting
        for variant, clues in MODELS.items()
        for setting in survey([SIDE], DENSITIES, variant, series="{variant}", clues=clues)
    ),
    agents=AGENTS,
    claims=(
        *(
            Claim(
                f"{model[0].upper()}{model[1:]} clues cost the linear system score, as 002 says of linear+brute.",
                "linear",
                "linear",
                measure="net_score",
                settings=names([SIDE], DENSITIES, "exact clues"),
                against=names([SIDE], DENSITIES, model),
                source="002, section Optimistic clue",
            )
            for model in ("optimistic", "cautious")
        ),
        Claim(
            "An exact posterior under the clue model is ahead of the single-clue rules, which 000 and 002 hope for.",
            "exact",
            "basic",
            measure="net_score",
            settings=tuple(setting for variant in list(MODELS)[1:] for setting in names([SIDE], DENSITIES, variant)),
            source="000 and 002, sections Dealing with Uncertainty",
        ),
    ),
    charts=(
        Chart("Net score by density, 10×10", "net_score", "density"),
        Chart("Safe cells flagged by density, 10×10", "flags_wrong", "density"),
    ),
    tags=("uncertain clues",),
)
