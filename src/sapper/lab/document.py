"""Results as one document of plain values, for `--json` and for other programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sapper.lab.results import Results, plain
from sapper.lab.table import main_measure


def document(results: Results) -> dict[str, Any]:
    """Everything: what was asked, the table, paired differences, where it turns hard, and what failed.

    `rows` are the rows of the table (`Row.to_dict`) with the setting's x and series; `differences` are paired, every
    agent against every one before it, in the measure by which the agents are compared.
    """
    experiment = results.experiment
    places = {setting.name: {"x": setting.x, "series": setting.series} for setting in experiment.settings}
    measure = main_measure(experiment)
    return {
        "experiment": experiment.name,
        "question": experiment.question,
        "report": experiment.report,
        "agents": list(experiment.agents),
        "boards": experiment.boards,
        "seed": experiment.seed,
        "complete": results.complete,
        "rules": {setting.name: setting.rules.to_dict() for setting in experiment.settings},
        "rows": [row.to_dict() | places[row.setting] for row in results],
        "differences": [
            plain(asdict(results.difference(setting.name, agent, other, measure)))
            for setting in experiment.settings
            for number, agent in enumerate(experiment.agents)
            for other in experiment.agents[:number]
        ],
        "hardness": [asdict(found) for agent in experiment.agents for found in results.hardnesses(agent)],
        "failed": [asdict(failure) for failure in results.failed],
    }
