"""Bad input gets one clear line and exit code 2: never a traceback, never a half-written file."""

from __future__ import annotations

import pytest

BOARD = ("--size", "5x5")

CASES = {
    "--size 0x5 --mines 1": "width must be from 1 to 1000, not 0",
    "--size 5x0 --mines 1": "height must be from 1 to 1000, not 0",
    "--size -3x5 --mines 1": "'-3x5' is not a size",
    "--size 1001x5 --mines 1": "width must be from 1 to 1000, not 1001",
    "--size 5 --mines 1": "'5' is not a size",
    "--size 5x --mines 1": "'5x' is not a size",
    "--size axb": "'axb' is not a size",
    "--size 99999999999999999999x5 --mines 1": "is not a size",
    "--size 5x5": "--size needs --mines N or --density D",
    "--size 5x5 --mines 26": "26 mines do not fit on 25 cells",
    "--size 5x5 --mines -1": "-1 mines do not fit on 25 cells",
    "--size 5x5 --mines 25": "first click 'safe' keeps 1 of 25 cells free",
    "--size 5x5 --mines 17 --first opening": "first click 'opening' keeps 9 of 25 cells free",
    "--size 5x5 --mines many": "--mines",
    "--size 5x5 --mines 5 --density 0.2": "as a count or as a density, not both",
    "--density 1.5": "a density lies in [0, 1], not 1.5",
    "--density -0.1": "a density lies in [0, 1], not -0.1",
    "--density nan": "a density lies in [0, 1], not nan",
    "--clues reveal:1.5": "a probability lies in [0, 1], not 1.5",
    "--clues reveal:x": "'x' is not a probability",
    "--clues hazy": "unknown clue model 'hazy'",
    "--clues optimistic --cascade": "turn cascade off",
    "--rule chess": "unknown end rule 'chess': choose classic, survey",
    "--first lucky": "unknown first-click rule 'lucky': choose any, safe, opening",
    "--level exprt": "unknown level 'exprt': choose beginner, intermediate, expert",
    "--level expert --size 5x5": "give --size or --level, not both",
    "--seed -1": "--seed",
    "--start 3": "'3' is not a cell: write row,column",
    "--start 99,99": "(99,99) lies outside",
    "--agent basc": "no agent is called 'basc': did you mean 'basic'?",
    "--agent missing.py:Mine": "cannot read the agent's file 'missing.py'",
    "--agent missing.py": "names no class: write path/to/file.py:Class",
    "--move-timeout 0": "--move-timeout must be above 0",
    "--move-timeout nan": "--move-timeout must be above 0",
    "--move-timeout inf": "--move-timeout must be above 0",
    "--out /no/such/folder/game.json": "there is no folder '/no/such/folder'",
    "--out /tmp": "it is a folder",
    "--colour": "No such option: --colour",
    "surplus": "unexpected extra argument",
}


@pytest.mark.parametrize(("words", "line"), CASES.items(), ids=list(CASES))
def test_play_refuses(refused, words, line):
    assert line in refused("play", *words.split())


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("plya", "'play'"),
        ("agents bsic", "did you mean 'basic'?"),
        ("replay", "FILE"),
        ("watch --speed 0", "--speed must be above 0"),
        ("watch --speed nan", "--speed must be above 0"),
        ("watch --agent me", "sapper play --agent me"),
        ("watch --size 0x5 --mines 1", "width must be from 1 to 1000"),
        ("play --agent me --move-timeout 3", "a person may think"),
    ],
)
def test_other_verbs_refuse(refused, words, line):
    assert line in refused(*words.split())


def test_a_refused_game_leaves_no_file(refused, tmp_path):
    refused("play", "--size", "5x5", "--mines", 26, "--out", tmp_path / "game.json")
    refused("play", "--agent", "basc", "--out", tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file_and_no_other(refused, tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.write_text("old")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "No space left on device" in refused("play", "--level", "beginner", "--out", path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
