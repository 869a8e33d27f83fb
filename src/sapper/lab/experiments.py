"""Experiments from everywhere: by name from the catalogue, from a user's file, from options, or from a description.

A user's file has the shape of those in `sapper.lab.catalog`: it defines EXPERIMENT.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import json
import pkgutil
from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sapper.board.rules import Rules
from sapper.errors import BadInput, UnknownExperiment
from sapper.lab import catalog
from sapper.lab.experiment import Chart, Claim, Experiment, Printed, Setting
from sapper.players.custom import run_file

OWN_BOARDS = 200
"""Boards per setting of an experiment that is made from options."""


@lru_cache(maxsize=1)
def catalogue() -> tuple[Experiment, ...]:
    """Every experiment of the catalogue, sorted by name."""
    names = [module.name for module in pkgutil.iter_modules(catalog.__path__, f"{catalog.__name__}.")]
    found: list[Experiment] = [importlib.import_module(name).EXPERIMENT for name in names]
    return tuple(sorted(found, key=lambda experiment: experiment.name))


def find(name: str, also: Iterable[Experiment] = ()) -> Experiment:
    """The experiment of that name, in the catalogue or among others; or the one that `path/to/file.py` defines."""
    if name.endswith(".py"):
        return _in_file(Path(name))
    known = {experiment.name: experiment for experiment in (*also, *catalogue())}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else "see `sapper lab list`, or give path/to/file.py"
    raise UnknownExperiment(f"no experiment is called {name!r}: {hint}")


def own(agents: Iterable[str], settings: Iterable[Setting], *, boards: int = OWN_BOARDS, seed: int = 0) -> Experiment:
    """An experiment of one's own. Its name follows from what it is, so the same one is found again.

    >>> experiment = own(["basic", "exact"], [Setting("beginner", Rules.beginner())])
    >>> experiment.name.startswith("own-"), experiment.boards
    (True, 200)
    """
    experiment = Experiment(
        name="",
        question="How do these agents compare?",
        settings=tuple(settings),
        agents=tuple(agents),
        boards=boards,
        seed=seed,
        charts=(Chart("Mean score", "score", "density"),),
    )
    what = describe(replace(experiment, boards=0))
    digest = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()
    return checked(replace(experiment, name=f"own-{digest[:6]}"))


def checked(experiment: Experiment) -> Experiment:
    """Refuse an experiment that cannot be run."""
    names = [setting.name for setting in experiment.settings]
    doubled = {name for name in names if names.count(name) > 1}
    if doubled or len(set(experiment.agents)) < len(experiment.agents):
        raise BadInput(f"the experiment {experiment.name!r} has a setting or an agent twice")
    if not names or not experiment.agents:
        raise BadInput(f"the experiment {experiment.name!r} needs at least one setting and one agent")
    if experiment.boards < 1:
        raise BadInput(f"an experiment needs at least one board, not {experiment.boards}")
    if experiment.seed < 0:
        raise BadInput(f"a seed is a whole number from 0 up, not {experiment.seed}")
    return experiment


def describe(experiment: Experiment) -> dict[str, Any]:
    """An experiment as plain values; `described` reads them back."""
    settings = [{**asdict(setting), "rules": setting.rules.to_dict()} for setting in experiment.settings]
    return {**asdict(experiment), "settings": settings}


def described(data: dict[str, Any]) -> Experiment:
    """An experiment from its description.

    >>> experiment = own(["basic"], [Setting("beginner", Rules.beginner(), x=0.1)])
    >>> described(json.loads(json.dumps(describe(experiment)))) == experiment
    True
    """
    return Experiment(
        **{
            **data,
            "settings": tuple(Setting(**{**one, "rules": Rules(**one["rules"])}) for one in data["settings"]),
            "agents": tuple(data["agents"]),
            "printed": tuple(Printed(**one) for one in data["printed"]),
            "claims": tuple(Claim(**{key: _tuple(value) for key, value in one.items()}) for one in data["claims"]),
            "charts": tuple(Chart(**one) for one in data["charts"]),
            "tags": tuple(data["tags"]),
        }
    )


def _tuple(value: Any) -> Any:
    """JSON knows lists only."""
    return tuple(value) if isinstance(value, list) else value


def _in_file(path: Path) -> Experiment:
    try:
        source = path.read_bytes()
    except OSError as error:
        raise UnknownExperiment(f"cannot read the experiment's file {str(path)!r}: {error.strerror}") from None
    found = getattr(run_file(path, source), "EXPERIMENT", None)
    if not isinstance(found, Experiment):
        raise BadInput(f"{str(path)!r} defines no experiment: write EXPERIMENT = Experiment(...)")
    return checked(found)
