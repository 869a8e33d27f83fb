"""Datasets: the positions of the readable loop, whole files or none, the same for any number of processes."""

from __future__ import annotations

import json
import os
import signal
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import sapper
from sapper.errors import AgentFault, BadInput, StoreFault
from sapper.lab import dataset
from sapper.lab.dataset import write_dataset
from sapper.sim.decisions import Watched, watch_decisions
from sapper.sim.play import play


def read(path: Path, columns: str = "*") -> dict[str, Any]:
    """The columns of a file; blobs as lists of bytes."""
    found = duckdb.sql(f"SELECT {columns} FROM '{path}'")
    return dict(zip(found.columns, zip(*found.fetchall(), strict=True), strict=True))


def grids(blobs: tuple[bytes, ...], kind: str, rules: sapper.Rules) -> np.ndarray[Any, Any]:
    return np.frombuffer(b"".join(blobs), kind).reshape(-1, rules.height, rules.width)


@pytest.mark.parametrize("agent", ["exact", "basic"])
@pytest.mark.parametrize("rules", [sapper.Rules.beginner(), sapper.Rules.level("survey10")], ids=["classic", "survey"])
def test_the_rows_are_what_the_agent_meets(tmp_path: Path, agent: str, rules: sapper.Rules) -> None:
    path = tmp_path / "positions.parquet"
    write_dataset(path, agent, rules, 300, seed=9)
    found = read(path)
    cells, risks, verdicts = (
        grids(found[name], kind, rules) for name, kind in (("cells", "i1"), ("risk", "<f4"), ("verdict", "i1"))
    )
    row = 0
    for board in range(max(found["board"]) + 1):
        watched = Watched(sapper.agent(agent))
        record = play(watched, rules, (9, board))
        for decision, view in enumerate(watched.views[: 300 - row]):
            assert (found["board"][row], found["decision"][row]) == (board, decision)
            np.testing.assert_array_equal(cells[row].ravel(), view)
            belief = sapper.infer(sapper.View(cells[row], mines=rules.mines), trust_flags=False)
            np.testing.assert_allclose(risks[row], belief.risk, atol=1e-6)
            np.testing.assert_array_equal(verdicts[row], belief.safe + 2 * belief.mines)
            assert found["won"][row] == record.won
            assert found["score"][row] == pytest.approx(record.score)
            row += 1
    assert row == 300
    assert all(found["complete"])


def test_the_best_move_is_certain_or_the_safest_with_fewest_hidden_neighbours(tmp_path: Path) -> None:
    path, rules = tmp_path / "positions.parquet", sapper.Rules.level("survey10")
    write_dataset(path, "exact", rules, 200)
    found = read(path)
    cells, risks, verdicts = (
        grids(found[name], kind, rules) for name, kind in (("cells", "i1"), ("risk", "<f4"), ("verdict", "i1"))
    )
    for row, best in enumerate(found["best"]):
        hidden = cells[row] == -1
        open_to_choice = hidden & (verdicts[row] != 2)
        assert found["guess"][row] == (not verdicts[row][hidden].any())
        if not open_to_choice.any():
            assert best == -1
            continue
        place = divmod(best, rules.width)
        assert open_to_choice[place]
        assert risks[row][place] <= risks[row][open_to_choice].min() + 1e-6


def test_the_file_does_not_depend_on_the_number_of_processes_nor_on_killed_ones(tmp_path: Path) -> None:
    one, two = tmp_path / "1.parquet", tmp_path / "2.parquet"
    killed: list[int] = []

    def kill(done: int) -> None:
        """Kill a process twice in the midst."""
        children = [child.pid for child in active_children() if child.pid not in killed]
        if children and len(killed) < 2:
            os.kill(children[0], signal.SIGKILL)
            killed.append(children[0])

    write_dataset(one, "exact", sapper.Rules.intermediate(), 3000, seed=(1, 2))
    write_dataset(two, "exact", sapper.Rules.intermediate(), 3000, seed=(1, 2), jobs=2, progress=kill)
    assert len(killed) == 2
    assert one.read_bytes() == two.read_bytes()


def test_more_positions_continue_fewer(tmp_path: Path) -> None:
    few, many = tmp_path / "few.parquet", tmp_path / "many.parquet"
    write_dataset(few, "exact", sapper.Rules.beginner(), 100)
    write_dataset(many, "exact", sapper.Rules.beginner(), 900)
    assert read(few) == {name: values[:100] for name, values in read(many).items()}


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    path, rules = tmp_path / "it's.parquet", sapper.Rules.beginner(first="opening")
    write_dataset(path, "exact", rules, 10, seed=4)
    name = str(path).replace("'", "''")
    pairs = duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{name}')").fetchall()
    facts = {key.decode(): value.decode() for key, value in pairs}
    assert (facts["sapper"], facts["agent"], facts["seed"]) == (sapper.__version__, "exact", "4")
    assert sapper.Rules(**json.loads(facts["rules"])) == rules
    kinds = duckdb.sql(f"DESCRIBE SELECT * FROM '{name}'").fetchall()
    assert [(column, kind) for column, kind, *_ in kinds] == [
        ("board", "BIGINT"),
        ("decision", "INTEGER"),
        ("cells", "BLOB"),
        ("risk", "BLOB"),
        ("verdict", "BLOB"),
        ("best", "INTEGER"),
        ("guess", "BOOLEAN"),
        ("complete", "BOOLEAN"),
        ("won", "BOOLEAN"),
        ("score", "FLOAT"),
    ]


def test_row_groups_and_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many small parts give the same rows as one, in row groups of the size of a part."""
    whole, parts = tmp_path / "whole.parquet", tmp_path / "parts.parquet"
    write_dataset(whole, "exact", sapper.Rules.beginner(), 5000)
    monkeypatch.setattr(dataset, "PART_BYTES", 1)
    write_dataset(parts, "exact", sapper.Rules.beginner(), 5000)
    assert read(parts) == read(whole)
    sizes = duckdb.sql(f"SELECT row_group_num_rows FROM parquet_metadata('{parts}') WHERE column_id = 0").fetchall()
    assert sizes == [(2048,), (2048,), (904,)]


class Stop(Exception):
    pass


@pytest.mark.parametrize("before", [None, b"what was there before"])
def test_an_interrupted_run_leaves_what_was_there(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "positions.parquet"
    if before is not None:
        path.write_bytes(before)
    told: list[int] = []

    def progress(done: int) -> None:
        told.append(done)
        if len(told) == 2:
            raise Stop

    with pytest.raises(Stop):
        write_dataset(path, "exact", sapper.Rules.beginner(), 10_000, progress=progress)
    assert 0 < told[0] < told[1] < 10_000
    assert (path.read_bytes() if path.exists() else None) == before
    assert [file for file in tmp_path.iterdir() if file != path] == []


def test_a_disk_that_takes_nothing_is_a_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise duckdb.IOException("IO Error: Could not write file: No space left on device\nmore")

    monkeypatch.setattr(dataset, "_write_part", full)
    with pytest.raises(StoreFault, match=r"cannot write .*positions.parquet.*No space left on device$"):
        write_dataset(tmp_path / "positions.parquet", "exact", sapper.Rules.beginner(), 10)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_a_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match="No such file or directory"):
        write_dataset(tmp_path / "none" / "positions.parquet", "exact", sapper.Rules.beginner(), 10)


def test_agents_from_files(tmp_path: Path) -> None:
    """A flag that is wrong misleads neither risks nor verdicts."""
    agents = tmp_path / "agents.py"
    agents.write_text(
        "from sapper import Decision, Flag, Open\n"
        "class Hasty:\n"
        "    def act(self, view, rng):\n"
        "        cells = [view.grid.cell(i) for i in rng.order(view.cells.size) if view.hidden.ravel()[i]]\n"
        "        return Decision((Flag(cells[-1]), Open(cells[0]))) if len(cells) > 1 else Open(cells[0])\n"
        "class Broken:\n"
        "    def act(self, view, rng):\n"
        "        raise RuntimeError('I cannot')\n"
    )
    path, rules = tmp_path / "positions.parquet", sapper.Rules(height=5, width=5, mines=5, end="survey")
    write_dataset(path, f"{agents}:Hasty", rules, 60)
    found = read(path)
    cells, verdicts = (grids(found[name], "i1", rules) for name in ("cells", "verdict"))
    assert ((cells == -2) & (verdicts == 1)).any()
    with pytest.raises(AgentFault, match="I cannot"):
        write_dataset(path, f"{agents}:Broken", rules, 60)


@pytest.mark.parametrize(
    ("rules", "positions", "wrong"),
    [
        (sapper.Rules.beginner(), 0, "at least 1 position"),
        (sapper.Rules.beginner(clues="reveal:0.5"), 10, "exact clues"),
        (sapper.Rules(height=101, width=100, mines=10), 10, "at most 10,000 cells"),
        (sapper.Rules(height=2, width=2, mines=4, first="any"), 10, "nothing to decide"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, rules: sapper.Rules, positions: int, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        write_dataset(tmp_path / "positions.parquet", "exact", rules, positions)


def test_watching_keeps_the_name_of_the_agent() -> None:
    assert Watched(sapper.agent("basic")).name == "basic"
    assert len(watch_decisions(sapper.agent("basic"), sapper.Rules.beginner(), [1])) > 0
