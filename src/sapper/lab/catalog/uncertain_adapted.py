"""Ours, for reports 000, 002 and 003: which agents cope with uncertain clues.

A small part of `uncertain-models`, on the same boards, that `sapper lab reproduce` can afford: games that were played
for one of them are not played again for the other.
"""

from sapper.lab.catalog.uncertain_models import EXPERIMENT as WHOLE
from sapper.lab.experiment import Chart, Claim, Experiment

MODELS = ("exact", "reveal:0.02", "reveal:0.5", "optimistic", "cautious")
DENSITIES = (0.1, 0.2, 0.3)


SETTINGS = tuple(setting for setting in WHOLE.settings if setting.series in MODELS and setting.x in DENSITIES)


def _named(*models: str) -> tuple[str, ...]:
    return tuple(setting.name for setting in SETTINGS if setting.series in models)


EXPERIMENT = Experiment(
    name="uncertain-adapted",
    question="Which agents cope with clues that are rarely shown, too low, or too high?",
    settings=SETTINGS,
    agents=("basic", "linear", "exact", "bayes"),
    seed=WHOLE.seed,
    claims=(
        *(
            Claim(
                f"{model.capitalize()} clues cost the linear system score, as 002 says of linear+brute.",
                "linear",
                "linear",
                measure="net_score",
                settings=_named("exact"),
                against=_named(model),
                source="002, section Optimistic clue",
            )
            for model in ("optimistic", "cautious")
        ),
        Claim(
            "An exact posterior under the clue model is ahead of the single-clue rules, which 000 and 002 hope for.",
            "exact",
            "basic",
            measure="net_score",
            settings=_named(*MODELS[1:]),
            source="000 and 002, sections Dealing with Uncertainty",
        ),
        Claim(
            "Where clues may be too high, flagging the rest once no cell is likelier safe is further ahead.",
            "bayes",
            "exact",
            measure="net_score",
            settings=_named("cautious"),
        ),
    ),
    charts=(
        Chart("Net score by density, 10×10", "net_score", "density"),
        Chart("Safe cells flagged by density, 10×10", "flags_wrong", "density"),
    ),
    tags=("uncertain clues",),
)
