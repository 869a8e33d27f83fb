"""The real command, as a process: interrupted, killed, started twice, and with agents that fail."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sweeps import SEED, strokes

from sapper.lab.cluster import SECONDS

SAPPER = [sys.executable, "-m", "sapper.cli"]
GAME = ["--size", "4x4", "--mines", "3", "--seed", str(SEED), "--jobs", "2"]


def words(out: Path, agent: str, boards: int) -> list[str]:
    return [*SAPPER, "lab", "run", "--agents", agent, *GAME, "--boards", str(boards), "--out", str(out)]


def start(command: list[str]) -> subprocess.Popen[str]:
    """Start a process in a session of its own, as a shell starts one on a terminal."""
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_for_games(process: subprocess.Popen[str], agents: Path, games: int = 40) -> None:
    """Wait until a sweep is well under way: the slow agent has played for some transactions."""
    while strokes(agents) < games:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)


def table(command: list[str]) -> list[dict[str, object]]:
    """The table that a command ends with, without times."""
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["complete"]
    return [{key: value for key, value in row.items() if "seconds" not in key} for row in told["rows"]]


def test_ctrl_c_stops_in_the_midst_and_loses_nothing(tmp_path: Path, agents: Path) -> None:
    boards = 400
    command = words(tmp_path / "out", f"{agents}:Slow", boards)
    process = start(command)
    wait_for_games(process, agents)
    os.killpg(process.pid, signal.SIGINT)  # a terminal interrupts workers too
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    told = [line for line in err.splitlines() if "compiling" not in line]
    assert len(told) == 1
    assert told[0].startswith("sapper: stopped; ")
    assert told[0].endswith("and the same command goes on")
    kept = int(told[0].split()[2].replace(",", ""))
    assert kept < boards
    shorter = words(tmp_path / "out", f"{agents}:Slow", kept // 2)
    assert table(shorter) == table(words(tmp_path / "again", f"{agents}:Slow", kept // 2))


def test_after_kill_9_workers_end_and_the_same_command_goes_on(tmp_path: Path, agents: Path) -> None:
    """Twice in a row; `sapper bench soak` does it fifty times."""
    command = words(tmp_path / "killed", f"{agents}:Slow", 150)
    for _ in range(2):
        process = start(command)
        wait_for_games(process, agents, strokes(agents) + 30)
        process.kill()
        process.communicate(timeout=20)
        assert process.returncode == -signal.SIGKILL
        deadline = time.monotonic() + 20
        while _alive(process.pid):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert table(command) == table(words(tmp_path / "undisturbed", f"{agents}:Slow", 150))


def _alive(group: int) -> bool:
    """Whether a process of the group is left that has not ended."""
    found = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    states = [line.split() for line in found.splitlines()]
    return any(int(of) == group and not state.startswith("Z") for of, state in states)


def test_a_second_sweep_into_the_same_folder_is_told(tmp_path: Path, agents: Path) -> None:
    command = words(tmp_path / "out", f"{agents}:Slow", 400)
    first = start(command)
    wait_for_games(first, agents)
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr.count("\n") == 1
    assert f"is in use by another sapper (process {first.pid}): wait for it" in second.stderr


def test_an_agent_that_fails_is_told_with_the_way_to_see_it(tmp_path: Path, agents: Path) -> None:
    command = words(tmp_path / "out", f"{agents}:Raises", 12)
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    count, replay = done.stderr.strip().splitlines()
    assert count == "sapper: 1 of 12 games failed; the first: the agent raised ValueError: bad luck"
    failure = json.loads(done.stdout)["failed"][0]
    assert (failure["seed"], failure["setting"]) == ([4, 4], "4x4 at 3 mines")
    again = shlex.split(replay.removeprefix("sapper: see it fail again: "))
    assert again[0] == "sapper"
    seen = subprocess.run([*SAPPER, *again[1:]], capture_output=True, text=True, check=False)
    assert (seen.returncode, seen.stderr) == (2, "sapper: the agent raised ValueError: bad luck\n")


def test_a_full_disk_is_one_line_and_the_rest_is_played_later(tmp_path: Path) -> None:
    command = [*SAPPER, "lab", "run", "--agents", "random", *GAME, "--boards", "9000", "--out", str(tmp_path)]
    limited = ["/bin/sh", "-c", f"ulimit -f 600; exec {shlex.join(command)}"]  # in units of 512 bytes: 300 KiB
    done = subprocess.run(limited, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    told = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert len(told) == 1
    assert "cannot be used" in told[0]
    assert "what was kept before is safe, the same command goes on" in told[0]
    rows = table(command)
    assert [(row["boards"], row["failed"]) for row in rows] == [(9000, 0)]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense"])
def test_no_scheduler_is_told_in_time(tmp_path: Path, address: str) -> None:
    command = [*SAPPER, "lab", "run", "--agents", "basic", *GAME[:-2], "--out", str(tmp_path), "--cluster", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20 * SECONDS, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"no Dask scheduler answers at {address!r}" in done.stderr
