from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import Chance, Decision, Game, GameRecord, Layout, Open, Reason, Rules, View, play
from sapper.board.chance import Seed
from sapper.errors import BadRecord
from sapper.policies.policy import Candidate
from sapper.sim.play import turns
from strategies import rule_sets, seeds

RECORD = play("basic", Rules.level("survey10"), seed=7)


def changed(record: GameRecord, *path: str | int, to: Any) -> str:
    """The record's JSON with one value put elsewhere."""
    data = json.loads(record.to_json())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(data)


# Round trip and replay


@given(st.sampled_from(["random", "basic"]), rule_sets(), seeds)
def test_json_reads_back_and_replays(name: str, rules: Rules, seed: Seed) -> None:
    if not rules.clues.truthful:
        name = "random"  # trusting agents may contradict themselves there
    game = Game(rules, seed)
    views = [game.view, *(turn.game.view for turn in turns(name, game))]
    record = play(name, rules, seed)
    assert list(record.replay()) == views
    read = GameRecord.from_json(record.to_json())
    assert read == record
    assert read.to_json() == record.to_json()
    assert list(read.replay()) == views


def test_the_document_says_what_it_is_first() -> None:
    text = RECORD.to_json()
    assert text.startswith('{"format": "sapper-record", "version": 1, "agent": "basic", "rules": {')
    data = json.loads(text)
    assert data["layout"] == str(RECORD.layout)
    assert data["metrics"] == RECORD.metrics()
    assert len(data["steps"]) == RECORD.moves


@pytest.mark.parametrize("seed", [[3, 4], (3, 4), np.int64(3), (np.int32(3), 4)])
def test_seeds_of_any_kind_read_back(seed: Any) -> None:
    record = play("random", Rules.beginner(), seed=seed)
    assert GameRecord.from_json(record.to_json()) == record


def test_numbers_of_numpy_in_a_decision_read_back() -> None:
    class Numpy:
        def act(self, view: View, rng: Chance) -> Decision:
            cell = tuple(np.argwhere(view.hidden)[0])
            reason = Reason("array", (cell,))
            return Decision((Open(cell),), reasons=(None, reason), candidates=(Candidate(cell, np.float64(0.5)),))

    record = play(Numpy(), Rules.level("survey10"), seed=1)
    assert GameRecord.from_json(record.to_json()) == record


# Metrics


def test_metrics_add_up() -> None:
    metrics = RECORD.metrics()
    opened = sum(isinstance(step.move, Open) for step in RECORD.steps)
    assert metrics["moves"] == RECORD.moves == len(RECORD.steps)
    assert metrics["mines_opened"] + metrics["cells_opened"] == opened
    assert metrics["guesses"] == RECORD.guesses == sum(step.guess for step in RECORD.steps)
    assert sum(metrics["deductions"].values()) == sum(step.reason is not None for step in RECORD.steps)
    assert metrics["seconds"] == RECORD.seconds == sum(step.seconds for step in RECORD.steps)
    assert metrics["seconds_per_move"] == pytest.approx(RECORD.seconds / RECORD.moves)
    assert (RECORD.score, RECORD.net_score, RECORD.won, RECORD.wrong_flags) == (
        metrics["score"],
        metrics["net_score"],
        metrics["won"],
        metrics["flags_wrong"],
    )


class Opens:
    """Opens one cell after another, with a reason or without."""

    def __init__(self, reason: Reason | None) -> None:
        self.reason = reason

    def act(self, view: View, rng: Chance) -> Decision:
        row, column = np.argwhere(view.hidden)[0].tolist()
        return Decision((Open((row, column)),), reasons=(self.reason,))


@pytest.mark.parametrize(
    ("first", "reason", "guesses"),
    [("any", None, 3), ("safe", None, 2), ("safe", Reason("told"), 0), ("any", Reason("told"), 0)],
)
def test_a_protected_first_click_is_no_guess(first: Any, reason: Reason | None, guesses: int) -> None:
    rules = Rules(height=1, width=4, mines=1, first=first, cascade=False)
    record = play(Opens(reason), rules, layout=Layout.parse("...*"))
    assert (record.moves, record.guesses) == (3, guesses)


# Records that are not whole or not true


def test_cut_off_anywhere() -> None:
    raw = play("basic", Rules(height=4, width=4, mines=4, end="survey"), seed=2).to_json().encode()
    for length in range(0, len(raw), 7):
        with pytest.raises(BadRecord, match="the record is not whole JSON: it may be cut off"):
            GameRecord.from_json(raw[:length].decode())


@pytest.mark.parametrize("text", ["[]", "3", '"record"', "null", "{}", '{"format": "chess"}'])
def test_other_files(text: str) -> None:
    with pytest.raises(BadRecord, match="this is not a sapper-record file"):
        GameRecord.from_json(text)


def test_another_version() -> None:
    with pytest.raises(BadRecord, match="the record has version 2, this Sapper reads version 1"):
        GameRecord.from_json(changed(RECORD, "version", to=2))


STEP = next(number for number, step in enumerate(RECORD.steps) if step.exploded)
TAMPERED: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("steps", STEP, "exploded"), False, f"step {STEP} .* does not do what the record says"),
    (("steps", 1, "move"), str(RECORD.steps[0].move), "IllegalMove: cannot open .*: the cell is already open"),
    (("steps", 0, "move"), "open 99,0", r"IllegalMove: \(99,0\) lies outside the 10×10 board"),
    (("steps", 0, "move"), "dig 1,1", "BadNotation: 'dig 1,1' is not a move"),
    (("steps", 0, "move"), 7, "AttributeError"),
    (("steps", 0), {}, "KeyError: 'move'"),
    (("steps", 0, "seconds"), "soon", "ValueError: could not convert string to float: 'soon'"),
    (("steps", 0, "seconds"), float("nan"), "the record is not whole JSON"),
    (("steps", 0, "candidates"), [{"cell": [0, "x"], "risk": None}], "TypeError"),
    (("steps",), None, "TypeError"),
    (("layout",), "*.", "BadInput: the layout is 1×2, the rules say 10×10"),
    (("layout",), str(Layout.random(RECORD.rules, 8)), "."),
    (("rules", "mines"), 21, "BadInput: the layout has 20 mines, the rules say 21"),
    (("rules", "height"), 0, "BadRules: height must be from 1 to 1000, not 0"),
    (("rules", "moons"), 2, "TypeError"),
    (("seed",), -3, "BadInput: a seed is a whole number from 0 up"),
    (("seed",), "seven", "BadInput: a seed is a whole number"),
]


@pytest.mark.parametrize(("path", "value", "message"), TAMPERED, ids=[f"{p[0]}-{m[:30]}" for p, _, m in TAMPERED])
def test_tampered(path: tuple[str | int, ...], value: Any, message: str) -> None:
    with pytest.raises(BadRecord, match=message) as caught:
        GameRecord.from_json(changed(RECORD, *path, to=value))
    assert len(str(caught.value).splitlines()) == 1


def test_the_result_is_computed_and_not_believed() -> None:
    boasting = changed(RECORD, "metrics", "score", to=1.0)
    assert GameRecord.from_json(boasting).score == RECORD.score


def test_nested_without_end() -> None:
    with pytest.raises(BadRecord, match="not whole JSON"):
        GameRecord.from_json("[" * 100_000)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=5) | st.just("open 0,0"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["move", "cell"]), inner, max_size=2),
    max_leaves=4,
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where there are values in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))][not path :]


FUZZED = play("basic", Rules(height=3, width=3, mines=2, end="survey", clues="reveal:0.7:again"), seed=3)
PLACES = places(json.loads(FUZZED.to_json()))


@settings(max_examples=500)
@given(st.sampled_from(PLACES), VALUES)
def test_any_value_anywhere_is_refused_or_read(path: tuple[str | int, ...], value: Any) -> None:
    try:
        record = GameRecord.from_json(changed(FUZZED, *path, to=value))
    except BadRecord:
        return
    assert GameRecord.from_json(record.to_json()) == record
    assert len(list(record.replay())) == record.moves + 1


@settings(max_examples=300)
@given(st.data())
def test_bytes_changed_anywhere_are_refused_or_read(data: st.DataObject) -> None:
    raw = bytearray(FUZZED.to_json().encode())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        record = GameRecord.from_json(raw.decode("utf-8", "replace"))
    except BadRecord:
        return
    assert GameRecord.from_json(record.to_json()) == record
