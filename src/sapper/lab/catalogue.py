"""The experiments that come with Sapper: every module of `sapper.lab.catalog` holds one, as EXPERIMENT."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from sapper.lab import catalog
from sapper.lab.experiment import Experiment


@lru_cache(maxsize=1)
def catalogue() -> tuple[Experiment, ...]:
    """Every experiment of the catalogue, sorted by name."""
    names = [module.name for module in pkgutil.iter_modules(catalog.__path__, f"{catalog.__name__}.")]
    found: list[Experiment] = [importlib.import_module(name).EXPERIMENT for name in names]
    return tuple(sorted(found, key=lambda experiment: experiment.name))
