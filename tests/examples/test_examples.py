"""Every example runs, and says what its reader should see."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "my_agent.py": "plays by the rules",
    "gymnasium_random.py": "basic          won",
    "play_one_game.py": "score ",
}


def test_every_example_is_tested():
    assert {path.name for path in EXAMPLES.glob("*.py")} == SAYS.keys()


@pytest.mark.parametrize("name", SAYS)
def test_example_runs(name, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [name])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert SAYS[name] in capsys.readouterr().out


def test_the_game_can_be_drawn(tmp_path, monkeypatch, capsys):
    picture = tmp_path / "last.svg"
    monkeypatch.setattr(sys, "argv", ["play_one_game.py", str(picture)])
    runpy.run_path(str(EXAMPLES / "play_one_game.py"), run_name="__main__")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert str(picture) in capsys.readouterr().out


@pytest.mark.parametrize("name", SAYS)
def test_examples_are_short(name):
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) <= 60
