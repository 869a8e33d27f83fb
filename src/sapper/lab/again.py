"""The commands that give an experiment, or one of its games, again."""

from __future__ import annotations

import shlex

from sapper.board.rules import Rules
from sapper.lab.experiment import Experiment
from sapper.lab.results import Failure


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


def replay_command(failure: Failure, experiment: Experiment) -> str:
    """The command that plays a failed game again."""
    rules = next(setting.rules for setting in experiment.settings if setting.name == failure.setting)
    seed = ",".join(map(str, failure.seed))
    return shlex.join(["sapper", "play", "--agent", failure.agent, *options_for(rules), "--seed", seed])


def options_for(rules: Rules) -> list[str]:
    """The words with which a command line describes these rules: what `sapper play` reads back.

    >>> " ".join(options_for(Rules.expert(mine_count=False)))
    '--size 30x16 --mines 99 --rule classic --first safe --cascade --no-mine-count'
    """
    words = ["--size", f"{rules.width}x{rules.height}", "--mines", str(rules.mines)]
    words += ["--rule", rules.end, "--first", rules.first, "--cascade" if rules.cascade else "--no-cascade"]
    if str(rules.clues) != "exact":
        words += ["--clues", str(rules.clues)]
    return words if rules.mine_count else [*words, "--no-mine-count"]
