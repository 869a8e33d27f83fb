"""The commands that give an experiment again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sapper.cli.options import options_for

if TYPE_CHECKING:
    from sapper.lab.experiment import Experiment


def commands(experiment: Experiment) -> tuple[str, ...]:
    """What one types to run an experiment again and to see it.

    >>> from sapper.lab.experiments import find
    >>> commands(find("demo"))
    ('sapper lab run demo --boards 30 --seed 0', 'sapper lab report demo')
    """
    run = ["sapper", "lab", "run", *_which(experiment)]
    run += ["--boards", str(experiment.boards), "--seed", str(experiment.seed)]
    return shlex.join(run), shlex.join(["sapper", "lab", "report", experiment.name])


def _which(experiment: Experiment) -> list[str]:
    """The name of an experiment; one that was made from options is described by them, so that it runs anywhere."""
    if not experiment.name.startswith("own-"):
        return [experiment.name]
    first, *rest = experiment.settings
    size, mines = options_for(first.rules)[:2], options_for(first.rules)[2:4]
    share = ["--density", _densities([float(setting.x) for setting in experiment.settings])] if rest else mines
    return ["--agents", ",".join(experiment.agents), *size, *share, *options_for(first.rules)[4:]]


def _densities(shares: list[float]) -> str:
    """FROM:TO:STEP, the only way in which several densities are given on the command line."""
    return f"{shares[0]:g}:{shares[-1]:g}:{round(shares[1] - shares[0], 10):g}"
