"""`sapper serve` as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from sapper.cli import main

SERVE = [sys.executable, "-m", "sapper.cli", "serve"]


def test_it_says_where_it_is_answers_and_ends_cleanly(tmp_path: Path):
    process = subprocess.Popen(
        [*SERVE, "--port", "0", "--out", str(tmp_path / "kept")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert address, line
        with urllib.request.urlopen(f"{address[0]}api/v1/meta", timeout=60) as answer:
            assert answer.status == 200
        assert answer_to_long_headers(address[0]).startswith(b"HTTP/1.1 400")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: its workers hear it too
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in err
    assert (tmp_path / "kept" / "games.sqlite").exists()


def answer_to_long_headers(address: str) -> bytes:
    """What the server says to headers that do not end, before it hangs up."""
    _, _, port = address.rstrip("/").rpartition(":")
    with socket.create_connection(("127.0.0.1", int(port)), timeout=60) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"a" * 20_000)
        answer = b""
        while more := connection.recv(4096):
            answer += more
    return answer


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["serve", *words]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.count("\n") == 1
    return written.err


def test_a_port_that_is_taken(capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"127.0.0.1:{port}" in refused(capsys, "--port", port, "--out", str(tmp_path))


def test_an_address_that_cannot_be_had(capsys, tmp_path):
    assert "cannot listen" in refused(capsys, "--host", "203.0.113.1", "--port", "0", "--out", str(tmp_path))


def test_a_folder_that_cannot_be_made(capsys, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot make the folder" in refused(capsys, "--port", "0", "--out", str(tmp_path / "file" / "x"))


def test_without_the_extra_one_line_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "sapper[web]" in refused(capsys)
