"""`sapper optimal` and `sapper lab regret`."""

from __future__ import annotations

import json

import pytest

from sapper.cli import main


def test_the_value_and_the_first_cells_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimal", "--size", "4x4", "--mines", "4", "--first", "any"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "4×4 with 4 mines, classic, first click any",
        "  best chance to win   961/1820 = 0.528022",
        "  best first cells     (0,1) (0,2) (1,0) (1,3) (2,0) (2,3) (3,1) (3,2)",
    ]


def test_survey_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimal", "--size", "4x3", "--mines", "3", "--rule", "survey", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["width"], found["height"], found["end"], found["possible"]) == (4, 3, "survey", 660)
    assert round(100 * found["gained"] / found["possible"], 2) == 83.48
    assert found["cells"]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--level", "expert"], "layouts are too many for best play: at most 200,000"),
        (["--size", "4x4", "--mines", "3", "--clues", "cautious"], "only for exact clues with the mine count told"),
    ],
)
def test_what_is_too_large_is_refused_in_one_line(
    words: list[str], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["optimal", *words]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert wanted in lines[0]


def test_regret(capsys: pytest.CaptureFixture[str]) -> None:
    board = ["--size", "3x3", "--mines", "2", "--orders", "1"]
    assert main(["lab", "regret", "--agents", "exact,optimal", *board]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["agent", "value", "±", "regret"]
    assert rows[2] == ["optimal", "0.666667", "–", "0.000000"]
    assert main(["lab", "regret", "--agents", "optimal", *board, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["optimum"] == [2, 3]
