"""Start-up loads nothing heavy, and every room imports only what it may."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sapper"
HEAVY = {"numpy", "numba", "matplotlib", "plotly", "duckdb", "dask", "gymnasium", "highspy", "pysat", "PIL"}
WEB = {"fastapi", "starlette", "uvicorn", "websockets", "aiohttp", "flask", "django", "tornado"}


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh Python has loaded after running the code."""
    program = f"import sys\n{code}\nprint('MODULES', *{{name.partition('.')[0] for name in sys.modules}})"
    environment = os.environ | {"NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("MODULES")[2].split())


def test_import_sapper_loads_nothing_heavy() -> None:
    loaded = loaded_after("import sapper")
    assert "sapper" in loaded
    assert loaded.isdisjoint(HEAVY | WEB)


def test_import_sapper_needs_nothing_but_python() -> None:
    assert loaded_after("import sapper") - loaded_after("") <= set(sys.stdlib_module_names) | {"sapper"}


def test_help_loads_nothing_heavy() -> None:
    loaded = loaded_after("sys.argv = ['sapper', '--help']\nfrom sapper.cli import main\nassert main() == 0")
    assert "sapper" in loaded
    assert loaded.isdisjoint(HEAVY | WEB)


def test_playing_loads_no_drawing_and_no_server() -> None:
    loaded = loaded_after("import sapper; sapper.play('basic', sapper.Rules.beginner(), seed=1)")
    assert loaded.isdisjoint((HEAVY | WEB) - {"numpy", "numba"})


@pytest.mark.filterwarnings("default::ResourceWarning")
def test_the_import_contracts_hold() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


def contracts() -> list[dict[str, Any]]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: list[dict[str, Any]] = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return found


def test_every_room_has_its_place_in_the_contracts() -> None:
    layers = next(contract["layers"] for contract in contracts() if contract["type"] == "layers")
    placed = {room.strip() for layer in layers for room in layer.replace("|", " ").split()}
    rooms = {f"sapper.{path.stem}" for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    modules = {f"sapper.{path.stem}" for path in SOURCE.glob("*.py") if path.stem != "__init__"}
    assert placed == rooms | modules


def test_the_truth_and_the_mind_are_kept_apart() -> None:
    forbidden = {
        (source, target)
        for contract in contracts()
        if contract["type"] == "forbidden"
        for source in contract["source_modules"]
        for target in contract["forbidden_modules"]
    }
    mind = {f"sapper.{room}" for room in ("knowledge", "inference", "policies", "players")}
    assert forbidden >= {(room, "sapper.game") for room in mind} | {("sapper.game", room) for room in mind}
