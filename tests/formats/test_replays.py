"""A person's games from the four clients become records that replay."""

from __future__ import annotations

import pytest
import replay_files

from sapper import Flag, GameRecord, Layout, Open, Unflag, read_records
from sapper.errors import BadFile
from sapper.formats.replays import kind
from sapper.formats.replays import read_records as records_of

LAYOUT = Layout.parse("......../......../..*...../......../.....*../......../*......./........")
WON = [("left", 0, 0), ("right", 2, 2), ("right", 2, 2), ("right", 2, 2), ("right", 4, 5), ("left", 7, 0)]
LOST = [("left", 0, 0), ("left", 4, 5)]
WRITERS = {"avf": replay_files.avf, "evf": replay_files.evf, "mvf": replay_files.mvf, "rmv": replay_files.rmv}


def written(ending: str, clicks: list[replay_files.Click]) -> bytes:
    return WRITERS[ending](LAYOUT, clicks)


@pytest.mark.parametrize("ending", ["avf", "evf", "mvf", "rmv"])
def test_a_won_game(ending, tmp_path) -> None:
    path = tmp_path / f"game.{ending}"
    path.write_bytes(written(ending, WON))
    (record,) = read_records(path)
    assert record.layout == LAYOUT
    assert (record.agent, record.won) == ("Ada", True)
    moves = [step.move for step in record.steps]
    assert moves[0] == Open((0, 0))
    assert [move for move in moves if move.cell == (2, 2)] == [Flag((2, 2)), Unflag((2, 2)), Flag((2, 2))]
    assert GameRecord.from_json(record.to_json()) == record


@pytest.mark.parametrize("ending", ["avf", "evf", "mvf", "rmv"])
def test_a_lost_game(ending) -> None:
    (record,) = records_of(written(ending, LOST))
    assert (record.won, record.result.mines_opened) == (False, 1)
    assert record.steps[-1].move == Open((4, 5))
    assert record.steps[-1].exploded


def test_a_chord_becomes_openings() -> None:
    layout = Layout.parse("*..*/..../..../*..*")
    clicks = [("left", 1, 1), ("right", 0, 0), ("chord", 1, 1)]
    (record,) = records_of(replay_files.evf(layout, clicks))
    opened = {step.move.cell for step in record.steps if isinstance(step.move, Open)}
    assert opened >= {(1, 1), (0, 1), (1, 0)}
    assert not any(step.exploded for step in record.steps)


@pytest.mark.parametrize("ending", ["avf", "mvf", "rmv"])
@pytest.mark.parametrize("kept", [30, 0.5, 0.9])
def test_cut_off_replays_get_one_clear_line(ending, kept) -> None:
    data = written(ending, WON)
    data = data[: kept if kept > 1 else int(kept * len(data))]
    if kind(data) is None:
        return
    with pytest.raises(BadFile, match=rf"the .{ending} replay (is cut off or damaged|does not hold together)"):
        records_of(data)


def test_hostile_replays_get_one_clear_line() -> None:
    for data in (b"*rmv" + b"\xff" * 300, b"\x11M" + b"\xff" * 300, bytes([2]) + b"\xff" * 10 + bytes(300)):
        with pytest.raises(BadFile) as refusal:
            records_of(data)
        assert "\n" not in str(refusal.value)


def test_without_ms_toollib_it_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setattr("sapper.formats.replays.find_spec", lambda name: None)
    with pytest.raises(BadFile, match=r"needs ms_toollib: pip install 'sapper\[replays\]'"):
        records_of(b"*rmv" + bytes(100))


def test_what_is_no_replay() -> None:
    with pytest.raises(BadFile, match="no replay"):
        records_of(b"hello")
