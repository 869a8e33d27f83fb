from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sapper.cli import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run one command line in this process, with some lines typed on standard input."""

    def run_main(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(word) for word in words])
        written = capsys.readouterr()
        return Ran(code, written.out, written.err)

    return run_main


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command line that must be refused as the promise says; the line that was written."""

    def run_refused(*words: object, typed: str = "") -> str:
        ran = run(*words, typed=typed)
        assert ran.code == 2
        assert ran.out == ""
        assert ran.err.startswith("sapper: ")
        assert ran.err.endswith("\n")
        assert ran.err.count("\n") == 1
        return ran.err[len("sapper: ") : -1]

    return run_refused


@pytest.fixture
def sapper() -> list[str]:
    """The words that start a real `sapper` process."""
    return [sys.executable, "-m", "sapper.cli"]


@pytest.fixture
def record_file(tmp_path: Path, run: Run) -> Path:
    path = tmp_path / "game.json"
    assert run("play", "--level", "beginner", "--seed", 1, "--out", path).code == 0
    return path


@pytest.fixture
def process(sapper: list[str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a real process."""

    def run_process(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
        settings: dict[str, object] = {"capture_output": True, "text": True, "timeout": 60} | options
        return subprocess.run([*sapper, *words], check=False, **settings)  # type: ignore[call-overload,no-any-return]  # settings are open

    return run_process
