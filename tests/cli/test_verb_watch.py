from __future__ import annotations

import os
import pty
import re
import subprocess

import pytest

import sapper

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_without_a_terminal_every_step_and_its_board_is_printed(run):
    out = run("watch", "--size", "5x4", "--mines", 3, "--rule", "survey", "--seed", 2).out
    record = sapper.play("basic", sapper.Rules(height=4, width=5, mines=3, end="survey"), seed=2)
    assert "\x1b" not in out
    *blocks, ending = out.split("\n\n")
    assert len(blocks) == record.moves
    for block, step in zip(blocks, record.steps, strict=True):
        lines = block.splitlines()
        assert str(step.move) in lines[0]
        assert len(lines) == 1 + 1 + 4
    assert f"score {record.score:.3f}" in ending


def test_of_a_big_board_only_some_pictures_are_printed(run):
    ran = run("watch", "--size", "40x40", "--density", 0.1, "--agent", "random", "--rule", "survey", "--seed", 1)
    pictures = ran.out.count("\n39  ")
    assert ran.out.count("  open ") == 1600
    assert pictures == 1600 // 4


def on_a_terminal(words, **environment):
    """What a process writes to a terminal of 80 × 24."""
    ours, theirs = pty.openpty()
    settings = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM")}
    settings |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"} | environment
    process = subprocess.Popen(words, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, env=settings)
    os.close(theirs)
    written = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        written += piece
    os.close(ours)
    assert process.wait(timeout=30) == 0
    return written.decode()


@pytest.fixture
def words(sapper):
    return [*sapper, "watch", "--level", "beginner", "--seed", "1", "--speed", "1000"]


def test_on_a_terminal_the_board_is_redrawn_in_colour(words):
    written = on_a_terminal(words)
    assert "\x1b[1A" in written  # back to the top of the picture
    assert re.search(r"\x1b\[38;5;\d+;48;5;\d+m", written)
    assert "\x1b[?25h" in written  # the cursor is shown again
    assert "mines flagged" in ESCAPE.sub("", written)


def test_no_color_is_respected(words):
    written = on_a_terminal(words, NO_COLOR="1")
    assert "48;5" not in written
    assert not re.search(r"\x1b\[(3|4|9|10)\d", written)
    assert "first click" in written


def test_a_dumb_terminal_gets_plain_steps(words):
    written = on_a_terminal(words, TERM="dumb")
    assert "\x1b" not in written
    assert "first click" in written


def test_a_board_larger_than_the_terminal_is_shown_through_a_window(sapper):
    words = [
        *sapper,
        "watch",
        "--size",
        "90x90",
        "--density",
        "0.3",
        "--seed",
        "1",
        "--speed",
        "1000",
        "--first",
        "any",
    ]
    lines = ESCAPE.sub("", on_a_terminal(words)).replace("\r", "\n").splitlines()
    assert max(map(len, lines)) <= 80
