"""The real command, as a process: what only a process can show."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sapper as package


def test_help_loads_nothing_heavy(process):
    ran = process("--help")
    assert ran.returncode == 0
    assert "play" in ran.stdout
    code = "import sys, sapper.cli as c; c.main(['play', '-h']); print({'numpy', 'numba'} & set(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.endswith("set()\n")


def test_version_and_no_words(process):
    assert process("--version").stdout == f"sapper {package.__version__}\n"
    assert process().stdout == process("--help").stdout


def test_the_head_of_a_pipe(sapper):
    with subprocess.Popen(
        [*sapper, "play", "--level", "expert", "--agent", "basic", "--trace"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert [line for line in process.stderr if "compiling" not in line] == []
    assert process.returncode == 141


def test_json_into_a_closed_pipe(sapper):
    shell = shlex.join(sapper) + " play --size 60x60 --density 0.1 --json | head -c 20"
    ran = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout == '{"format": "sapper-r'
    assert "Traceback" not in ran.stderr
    assert "Broken" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_one_line(process):
    with Path("/dev/full").open("w") as full:
        ran = process("agents", stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert ran.returncode == 2
    assert ran.stderr == "sapper: No space left on device\n"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_signs_that_the_terminal_lacks(process, encoding):
    ran = process("agents", env={"PYTHONIOENCODING": encoding, "PATH": ""})
    assert ran.returncode == 0
    assert ran.stderr == ""


def test_ctrl_c_is_quiet(sapper, tmp_path):
    started = tmp_path / "started"
    agent = tmp_path / "slow.py"
    agent.write_text(
        "import pathlib, time\n"
        "class Slow:\n"
        "    def act(self, view, rng):\n"
        f"        pathlib.Path({str(started)!r}).touch()\n"
        "        time.sleep(60)\n"
    )
    words = [*sapper, "play", "--agent", f"{agent}:Slow", "--out", str(tmp_path / "game.json")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not started.exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out.strip(), err.strip()) == (130, "", "")
    assert not (tmp_path / "game.json").exists()


def test_an_agent_that_thinks_for_ever_does_not_keep_the_process(process, tmp_path):
    agent = tmp_path / "spin.py"
    agent.write_text("class Spin:\n    def act(self, view, rng):\n        while True:\n            pass\n")
    ran = process("play", "--agent", f"{agent}:Spin", "--move-timeout", "0.2", timeout=20)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "sapper: the agent took more than 0.2 s for one move\n"


def test_a_person_whose_input_is_closed(sapper):
    ran = subprocess.run(
        ["/bin/sh", "-c", shlex.join(sapper) + " play --agent me --level beginner <&-"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == "sapper: the input ended before the game was over\n"


def test_a_record_goes_through_a_pipe(sapper):
    one = shlex.join(sapper)
    shell = f"{one} play --level beginner --seed 1 --json | {one} replay - --json"
    ran = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["agent"] == "basic"
