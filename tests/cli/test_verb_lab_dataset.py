"""`sapper lab dataset` at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sapper.lab import dataset as module


def test_it_writes_the_positions_and_says_how_many(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "positions.parquet"
    ran = run("lab", "dataset", "--positions", "2e2", "--level", "beginner", "--out", path, "--seed", 3, "--jobs", 1)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"200 positions in {path}, ")
    assert duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall() == [(200,)]


def test_without_a_name_the_file_is_beside_you(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("lab", "dataset", "--positions", "9", "--level", "beginner", "--jobs", 1)
    assert ran.out.startswith("9 positions in positions.parquet, ")
    assert (tmp_path / "positions.parquet").exists()


def test_ctrl_c_says_how_far_it_got(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meet = module._meet

    def interrupted(task: tuple[module._Source, int, int]) -> module.Decisions:
        if task[1] > 0:
            raise KeyboardInterrupt
        return meet(task)

    monkeypatch.setattr(module, "_meet", interrupted)
    words = ("--positions", "1e5", "--level", "beginner", "--jobs", 1)
    ran = run("lab", "dataset", *words, "--out", tmp_path / "positions.parquet")
    assert ran.code == 130
    assert ran.out == ""
    assert ran.err.startswith("sapper: stopped after ")
    assert ran.err.endswith(" of 100,000 positions; nothing is written\n")
    assert not ran.err.startswith("sapper: stopped after 0 ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("--positions", "1.5"), "must be a whole number"),
        (("--positions", "nan"), "must be a whole number"),
        (("--positions", "0"), "at least 1 position"),
        (("--positions", "ten"), "Invalid value for '--positions'"),
        ((), "Missing option '--positions'"),
        (("--positions", "9", "--agent", "nobody"), "no agent is called 'nobody'"),
        (("--positions", "9", "--clues", "cautious"), "exact clues"),
        (("--positions", "9", "--size", "200x200", "--mines", "9"), "at most 10,000 cells"),
    ],
)
def test_wrong_use(refused: Callable[..., str], tmp_path: Path, words: tuple[str, ...], wrong: str) -> None:
    assert wrong in refused("lab", "dataset", "--out", tmp_path / "positions.parquet", *words)
    assert list(tmp_path.iterdir()) == []


def test_a_place_where_nothing_can_be_written(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "it is a folder" in refused("lab", "dataset", "--positions", 9, "--out", tmp_path)
    assert "there is no folder" in refused("lab", "dataset", "--positions", 9, "--out", tmp_path / "none" / "x.parquet")
