from __future__ import annotations

import textwrap

import pytest

import sapper
from sapper.errors import AgentFault, UnknownAgent
from sapper.players.custom import in_file, load

AGENTS = """
    import sys
    import time
    from dataclasses import dataclass

    import neighbour
    from sapper import Open

    print("loaded")

    class First:
        def act(self, view, rng):
            print("thinking")
            row, column = map(int, divmod(int(view.hidden.argmax()), view.grid.width))
            return Open((row, column))

    @dataclass
    class Named(First):
        name: str = "number one"

    class Raises:
        def act(self, view, rng):
            raise ValueError("first line\\nsecond line")

    class Opened:
        def act(self, view, rng):
            return Open((0, 0))

    class Nothing:
        def act(self, view, rng):
            return None

    class Outside:
        def act(self, view, rng):
            return Open((99, 0))

    class Forever:
        def act(self, view, rng):
            time.sleep(30)  # and not a word after it: other tests listen by then

    class Needy:
        def __init__(self, secret):
            pass
        def act(self, view, rng):
            return None

    class Lazy:
        pass

    def function(view, rng):
        return Open((0, 0))
"""
GAME = ("play", "--size", "4x3", "--mines", 2, "--rule", "survey")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(textwrap.dedent(AGENTS))
    (tmp_path / "neighbour.py").write_text("")
    return path


def test_plays_and_its_own_prints_do_not_disturb_the_result(run, file):
    ran = run(*GAME, "--agent", f"{file}:First", "--json")
    record = sapper.GameRecord.from_json(ran.out)
    assert ran.code == 0
    assert record.agent == "First"
    assert record.moves == 12
    assert "thinking" in ran.err
    assert "loaded" in ran.err


def test_nothing_is_written_beside_the_file_of_an_agent(run, file):
    before = sorted(path.name for path in file.parent.iterdir())
    assert run(*GAME, "--agent", f"{file}:Named").out.count("number one on 4×3") == 1
    assert [name for name in before if name.endswith(".py")] == before
    assert not list(file.parent.glob("__pycache__/mine*"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Raises", "the agent raised ValueError: first line second line"),
        ("Opened", "cannot open 0,0: the cell is already open"),
        ("Outside", "(99,0) lies outside the 3×4 board"),
        ("Nothing", "the agent answered None"),
        ("Forever", "the agent took more than 0.2 s for one move"),
        ("Needy", "Needy() from"),
        ("Lazy", "has no method act(view, rng)"),
        ("Frist", "has no class 'Frist': did you mean 'First'?"),
        ("function", "function in"),
        ("", "names no class"),
    ],
)
def test_a_faulty_agent_gets_one_line(run, file, name, line, tmp_path):
    out = tmp_path / "game.json"
    ran = run(*GAME, "--agent", f"{file}:{name}", "--move-timeout", 0.2, "--out", out)
    complaints = [text for text in ran.err.splitlines() if text not in ("loaded", "thinking")]
    assert (ran.code, ran.out) == (2, "")
    assert len(complaints) == 1
    assert complaints[0].startswith("sapper: ")
    assert line in complaints[0]
    assert not out.exists()


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b"x = 1\nraise RuntimeError('no\\nway')\n", "line 2, raised RuntimeError: no way"),
        (b"import no_such_module_at_all\n", "line 1, raised ModuleNotFoundError"),
        (b"def broken(:\n", "raised SyntaxError"),
        (b"\x00\xff\xfe", "raised "),
        (b"import sys; sys.exit(0)\n", "raised SystemExit"),
    ],
)
def test_a_file_that_cannot_be_run(refused, tmp_path, source, line):
    path = tmp_path / "broken.py"
    path.write_bytes(source)
    assert line in refused(*GAME, "--agent", f"{path}:Mine")


def test_a_folder_is_no_file(refused, tmp_path):
    assert "cannot read the agent's file" in refused(*GAME, "--agent", f"{tmp_path}:Mine")


def test_names_of_the_catalogue_are_loaded_too():
    assert load("basic") is sapper.agent("basic")
    assert not in_file("linear+brute")
    with pytest.raises(UnknownAgent, match="did you mean 'basic'"):
        load("basci")
    with pytest.raises(UnknownAgent):
        load("nowhere.py:Mine")


def test_errors_are_sappers_own(file):
    with pytest.raises(AgentFault):
        load(f"{file}:Lazy")
    with pytest.raises(UnknownAgent, match="is no class but a function"):
        load(f"{file}:function")
