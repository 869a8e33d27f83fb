from __future__ import annotations

import json

import pytest


def test_shows_what_play_showed(run, record_file):
    played = run("play", "--level", "beginner", "--seed", 1, "--trace").out
    replayed = run("replay", record_file, "--trace").out
    assert replayed.split("thinking")[0] == played.split("thinking")[0]


def test_json_is_the_file(run, record_file):
    assert run("replay", record_file, "--json").out == record_file.read_text()


@pytest.mark.parametrize("kept", [1, 100, -2])
def test_cut_off(refused, record_file, kept):
    record_file.write_text(record_file.read_text().rstrip()[:kept])
    line = refused("replay", record_file)
    assert "not whole JSON" in line
    assert str(record_file) in line


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"version": 2}, "version 2, this Sapper reads version 1"),
        ({"version": None}, "version None"),
        ({"format": "other"}, "not a sapper-record"),
        ({"layout": "*.\n.."}, "does not hold together"),
        ({"steps": [{"move": "open 99,0", "exploded": False, "seconds": 0}]}, "does not hold together"),
        ({"steps": [{"move": "open 0,0", "exploded": True, "seconds": 0}]}, "does not hold together"),
        ({"steps": [{"move": "open 0,0", "exploded": False, "seconds": "long"}]}, "does not hold together"),
        ({"steps": 3}, "does not hold together"),
        ({"rules": {"height": 10**9, "width": 9, "mines": 1}}, "does not hold together"),
    ],
)
def test_records_that_are_wrong(refused, record_file, change, line):
    record_file.write_text(json.dumps(json.loads(record_file.read_text()) | change))
    assert line in refused("replay", record_file, "--trace")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"hello", "a text file holds boards, not games"),
        (b"", "the file is empty"),
        (b"[1, 2]", "not a sapper-record file"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "a picture file holds boards, not games"),
        (b"[" * 100_000, "not whole JSON"),
    ],
)
def test_files_that_are_no_records(refused, tmp_path, content, line):
    path = tmp_path / "file"
    path.write_bytes(content)
    assert line in refused("replay", path)


def test_files_that_are_not_there(refused, tmp_path):
    assert "No such file" in refused("replay", tmp_path / "missing.json")
    assert "Is a directory" in refused("replay", tmp_path)
