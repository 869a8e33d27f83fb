"""What was run into a store, found again by name."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import UnknownExperiment
from sapper.lab.experiment import Experiment
from sapper.lab.experiments import catalogue, described, find
from sapper.lab.store import Store


def runnable(name: str, store: Store) -> Experiment:
    """The experiment of that name, to be run: from the catalogue, from a file, or run into this store before."""
    return find(name, also=map(described, store.remembered().values()))


def recall(name: str, store: Store) -> Experiment:
    """The experiment of that name as it was last run into this store, with its boards and its seed."""
    before = {key: described(description) for key, description in store.remembered().items()}
    if name.endswith(".py"):
        name = find(name).name
    if name not in before:
        find(name, also=before.values())  # a name that nobody knows is told as such
        raise UnknownExperiment(
            f"{name!r} has not been run into {str(store.path.parent)!r}: "
            f"sapper lab run {name} --out {store.path.parent}"
        )
    for experiment in catalogue():  # what it asks and draws may have been improved since
        if experiment.name == name:
            return replace(experiment, boards=before[name].boards, seed=before[name].seed)
    return before[name]
