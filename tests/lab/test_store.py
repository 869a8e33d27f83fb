"""The database: nothing twice, nothing mixed, nothing half, and every trouble told in one line."""

from __future__ import annotations

import csv
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from sapper.board.rules import Rules
from sapper.errors import StoreFault
from sapper.lab import player as player_module
from sapper.lab.columns import Columns, columns_of, games_of
from sapper.lab.experiment import Claim, Experiment, Printed
from sapper.lab.experiments import describe, described
from sapper.lab.export import export
from sapper.lab.player import Player, code_version
from sapper.lab.store import FILE_NAME, Store
from sapper.lab.sweep import players_of, results
from sapper.sim.arena import Played

RULES = Rules(height=4, width=4, mines=3, end="survey")


def played(boards: range, score: float = 0.5) -> Columns:
    """Made-up games, every fourth of them failed."""
    return columns_of(
        boards,
        [
            Played(error="it 'failed'\nhere") if board % 4 == 3 else Played(score=score, deductions={'a=1, "b"': 2})
            for board in boards
        ],
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store(tmp_path / "deep" / "results.duckdb") as opened:
        yield opened


def count(store: Store) -> int:
    return int(store._connection.execute("SELECT count(*) FROM games").fetchone()[0])


def test_what_is_kept_comes_back(store: Store) -> None:
    series = store.series(Player.of("basic"), RULES, seed=1)
    store.add([(series, played(range(8)))])
    found, same = store.games(series, boards=8), games_of(played(range(8)))
    assert found.boards.tolist() == same.boards.tolist() == [0, 1, 2, 4, 5, 6]
    assert {m: column.tolist() for m, column in found.figures.items()} == {
        m: column.tolist() for m, column in same.figures.items()
    }
    assert found.deductions == same.deductions == {'a=1, "b"': 12}
    assert found.failures == same.failures == ((3, "it 'failed'\nhere"), (7, "it 'failed'\nhere"))
    assert store.games(series, boards=2).boards.tolist() == [0, 1]


def test_no_game_is_kept_twice_and_the_first_one_stays(store: Store) -> None:
    series = store.series(Player.of("basic"), RULES, seed=1)
    store.add([(series, played(range(6)))])
    store.add([(series, played(range(4, 10), score=0.9))])
    assert count(store) == 10
    assert store.games(series, boards=10).figures["score"].tolist() == [0.5] * 5 + [0.9] * 3
    assert store.missing(series, boards=12).tolist() == [10, 11]


def test_games_that_differ_in_anything_never_mix(store: Store, agents: Path) -> None:
    basic = Player.of("basic")
    mine = Player.of(f"{agents}:Plain")
    agents.write_text(agents.read_text() + "\n# another version\n")
    keys = [
        (basic, RULES, 1),
        (Player.of("exact"), RULES, 1),
        (replace(basic, version="of old"), RULES, 1),
        (basic, replace(RULES, mine_count=False), 1),
        (basic, replace(RULES, mines=4), 1),
        (basic, RULES, 2),
        (mine, RULES, 1),
        (Player.of(f"{agents}:Plain"), RULES, 1),
    ]
    series = [store.series(*key) for key in keys]
    assert len(set(series)) == len(keys)
    assert series == [store.series(*key) for key in keys]


def test_a_file_that_only_moved_is_the_same_agent(store: Store, agents: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / agents.name).write_bytes(agents.read_bytes())
    one, two = Player.of(f"{agents}:Plain"), Player.of(f"{tmp_path}/other/{agents.name}:Plain")
    assert store.series(one, RULES, 1) == store.series(two, RULES, 1)


def test_the_version_follows_the_code_and_not_its_comments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = code_version()
    for room in player_module.ROOMS:
        (tmp_path / room).mkdir()
    file = tmp_path / "policies" / "deep.py"
    monkeypatch.setattr(player_module, "_PACKAGE", tmp_path)

    def version(text: str) -> str:
        file.write_text(text)
        return player_module._code_version.__wrapped__()

    plain = version("def pick():\n    return 1\n")
    assert version('"""A file."""\n\ndef pick():\n    """Pick."""\n    return 1  # the first\n') == plain
    assert version("def pick():\n    return 2\n") != plain
    assert version("def pick():\n    return 1\n") == plain
    file.rename(tmp_path / "sim" / "deep.py")
    assert code_version() == before != plain


def test_a_batch_is_kept_whole_or_not_at_all(store: Store) -> None:
    series = store.series(Player.of("basic"), RULES, seed=1)
    broken = played(range(5)) | {"moves": -played(range(5))["moves"] - 1}  # no count is below 0
    with pytest.raises(StoreFault, match=r"results\.duckdb' cannot be used: .*the same command goes on"):
        store.add([(series, played(range(5, 9))), (series, broken)])
    assert count(store) == 0
    store.add([(series, played(range(9)))])
    assert count(store) == 9


def child(code: str, path: Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Run code in another process that has opened the store at `path`."""
    program = f"""
from pathlib import Path
from sapper.board.rules import Rules
from sapper.lab.columns import columns_of
from sapper.lab.player import Player
from sapper.lab.store import Store
from sapper.sim.arena import Played
import os, sys
store = Store(Path({str(path)!r}))
series = store.series(Player("basic", "1"), Rules(height=4, width=4, mines=3, end="survey"), 1)
def add(first, number):
    store.add([(series, columns_of(range(first, first + number), [Played(score=0.5)] * number))])
{code}
"""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_another_process_is_told_who_has_the_file(store: Store) -> None:
    told = child("", store.path).stderr.strip().splitlines()[-1]
    assert f"is in use by another sapper (process {os.getpid()}): wait for it" in told


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "results.duckdb"
    path.write_text("hello")
    with pytest.raises(StoreFault, match="is no database of results: move it away"):
        Store(path)
    assert path.read_text() == "hello"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFault, match="cannot make the folder"):
        Store(tmp_path / "file" / "results.duckdb")


def test_reading_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match="there are no results in"):
        Store(tmp_path / "results.duckdb", new=False)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    """The largest file that the process may write stands for the disk: writing fails in the midst of a transaction."""
    path = tmp_path / "results.duckdb"
    most = 1 << 20
    code = """
kept = 0
try:
    while True:
        add(kept, 2000)
        kept += 2000
except Exception as error:
    print(kept)
    print(f"{type(error).__name__}: {error}", flush=True)
os._exit(0)
"""
    done = child(code, path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
    kept, told = done.stdout.splitlines()
    assert told.startswith(f"StoreFault: {str(path)!r} cannot be used: ")
    assert "what was kept before is safe" in told
    assert int(kept) > 0
    with Store(path) as store:
        series = store.series(Player("basic", "1"), RULES, 1)
        found = store.games(series, boards=10**6)
        assert found.boards.tolist() == list(range(int(kept)))
        store.add([(series, played(range(int(kept), int(kept) + 3)))])
        assert count(store) == int(kept) + 3


def test_a_killed_process_leaves_whole_batches(tmp_path: Path) -> None:
    path = tmp_path / "results.duckdb"
    done = child("add(0, 100)\nadd(100, 100)\nos.kill(os.getpid(), 9)", path)
    assert done.returncode == -signal.SIGKILL
    with Store(path) as store:
        assert count(store) == 200


def test_experiments_are_remembered(store: Store, experiment: Callable[..., Experiment]) -> None:
    one = replace(
        experiment("basic", "exact"),
        printed=(Printed("3 mines", "basic", "score", 0.5),),
        claims=(Claim("better", "exact", "basic", settings=("3 mines",)),),
    )
    store.remember(one.name, describe(one))
    store.remember(one.name, describe(replace(one, boards=7)))
    assert {name: described(data) for name, data in store.remembered().items()} == {one.name: replace(one, boards=7)}


def test_who_only_reads_leaves_nothing_behind(store: Store, experiment: Callable[..., Experiment]) -> None:
    """A page may ask for the figures of an experiment in the moment in which a run begins it."""
    found = results(experiment("basic", "exact"), store)
    assert [len(games.boards) for games in found.games.values()] == [0, 0]
    assert store._connection.execute("SELECT count(*) FROM series").fetchone() == (0,)


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_games_leave_as_files(store: Store, experiment: Callable[..., Experiment], tmp_path: Path, suffix: str) -> None:
    one = experiment("basic", "exact", boards=4)
    for player in players_of(one).values():
        store.add([(store.series(player, RULES, one.seed), played(range(6)))])
    path = tmp_path / f"it's{suffix}"
    assert export(one, store, path) == 8
    if suffix == ".csv":
        with path.open(newline="") as file:
            rows = [(row["agent"], int(row["board"]), row["error"] != "", row["score"]) for row in csv.DictReader(file)]
    else:
        with duckdb.connect() as other:
            found = other.execute(
                "SELECT agent, board, error IS NOT NULL, score::VARCHAR FROM read_parquet(?)", [str(path)]
            )
            rows = found.fetchall()
    assert [row[:3] for row in rows] == [(agent, board, board == 3) for agent in one.agents for board in range(4)]
    assert rows[0][3] == "0.5"
    assert sorted(item.name for item in tmp_path.iterdir()) == sorted(["deep", path.name])


def test_the_store_speaks_json_of_rules(store: Store) -> None:
    store.series(Player.of("basic"), RULES, seed=1)
    (text,) = store._connection.execute("SELECT rules FROM settings").fetchone()
    assert Rules(**json.loads(text)) == RULES


def test_threads_of_one_process_open_and_close_the_same_file(tmp_path: Path) -> None:
    def read(_: int) -> int:
        with Store(tmp_path / FILE_NAME, new=False) as store:
            return store.find(Player.of("basic"), Rules.beginner(), 1)

    with Store(tmp_path / FILE_NAME) as store:
        number = store.series(Player.of("basic"), Rules.beginner(), 1)
    with ThreadPoolExecutor(2) as threads:
        assert set(threads.map(read, range(400))) == {number}
