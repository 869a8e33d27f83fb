from __future__ import annotations

import io
import json
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from sapper import Belief, View
from sapper.cli.analyse import Analysis, analysis, as_json, best_move, facts, read_view, show
from sapper.cli.console import Terminal

CERTAIN = "..../1221"
GUESS = "...../.2.3./.....\nmines=5"
STUCK = "...../...../..2../...../.....\nmines=5"


@pytest.fixture
def board(tmp_path):
    def write(text):
        path = tmp_path / "board.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def typed(monkeypatch, data: bytes):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def told(text, level="exact"):
    return dict(facts(analysis(View.parse(text), level)))


class TestText:
    def test_the_chance_to_win_is_told_if_asked_for(self, run, board):
        exact, played = run("analyse", board(GUESS), "--win", 50), run("analyse", board(STUCK), "--win", 50, "--json")
        assert "win         " in exact.out
        assert "exact" in exact.out.splitlines()[-1]
        assert json.loads(played.out)["win"].keys() == {"chance", "error", "boards"}
        assert "win" not in json.loads(run("analyse", board(STUCK), "--json").out)
        refused = run("analyse", board("1.."), "--win", 50)
        assert (refused.code, refused.out) == (2, "")
        assert "number of mines" in refused.err

    def test_what_is_certain_is_marked_and_listed(self, run, board):
        ran = run("analyse", board(CERTAIN))
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert lines[:3] == ["     0   1   2   3", "0    +   *   *   +", "1    1   2   2   1"]
        assert "  best move   open (0,0): safe" in lines
        assert "  safe        2 cells: (0,0) (0,3)" in lines
        assert "  mines       2 cells: (0,1) (0,2)" in lines
        assert "  solutions   1" in lines
        assert "0%" not in ran.out
        assert "\x1b" not in ran.out

    def test_a_guess_shows_its_risk_and_what_may_follow(self):
        lines = told(STUCK)
        assert lines["best move"] == "open (0,0): risk 18.8 %, the lowest; 15 other cells as low"
        assert lines["solutions"] == "15,680"  # C(8,2) · C(16,3)
        assert lines["mines left"] == "5, in 24 hidden cells"
        assert lines["risks"] == "exact"
        assert lines["shows"].endswith("a mine (19 %)")

    def test_percent_in_undecided_cells(self, run, board):
        ran = run("analyse", board(GUESS))
        assert "0  40% 40%   + 60% 60%" in ran.out.splitlines()

    def test_the_mine_count_three_ways(self):
        assert told("1..")["mines left"] == "not told: 2 hidden cells"
        assert (
            told("1../density=0.2")["mines left"] == "not told: each cell is mined with probability 0.2, 2 hidden cells"
        )
        assert told("1../mines=1")["mines left"] == "1, in 2 hidden cells"

    def test_a_level_without_risks(self):
        lines = told(CERTAIN, level="single")
        assert lines["best move"] == "none proved, and the level 'single' gives no risks: try --level exact"
        assert "may miss" in lines["risks"]
        assert "solutions" not in lines

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("000", "none: no cell is hidden"),
            ("1*", "none: no cell is hidden"),
            ("1F", "none: no cell is hidden"),
            ("1.", "none: every hidden cell is a mine"),
        ],
    )
    def test_nothing_to_open(self, text, words):
        assert told(text)["best move"] == words

    def test_the_promise_of_the_first_click(self):
        assert told("../..\nmines=1\nfirst=safe")["best move"].endswith("but the rules keep the first click safe")

    def test_large_numbers_are_rounded(self):
        assert told("/".join(["." * 20] * 20) + "\nmines=80")["solutions"] == "about 4.2 × 10^85"

    def test_sampled_risks_say_so(self):
        view = View.parse("1..")
        nothing = np.zeros((1, 3), bool)
        belief = Belief(nothing, nothing, np.array([[0, 0.5, 0.5]]), False, risk_error=np.array([[0, 0.01, 0.02]]))
        found = Analysis(view, belief, "exact", best_move(view, belief), None, None)
        assert dict(facts(found))["risks"].startswith("sampled, standard error at most 2.0 %")
        assert as_json(found)["risk_error"] == [[0, 0.01, 0.02]]

    def test_a_big_board_is_not_drawn(self):
        file = io.StringIO()
        show(analysis(View.parse("/".join(["." * 101] * 100)), "exact"), Terminal(file))
        assert file.getvalue().startswith("the board has 10,100 cells: not drawn")
        assert len(file.getvalue().splitlines()) < 10


class TestColour:
    @pytest.fixture
    def coloured(self, monkeypatch):
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLORTERM", "truecolor")
        monkeypatch.setenv("COLUMNS", "60")
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm-256color")
        return monkeypatch

    def shown(self, text):
        file = io.StringIO()
        show(analysis(View.parse(text), "exact"), Terminal(file))
        return file.getvalue()

    def test_risks_certain_cells_and_clues_have_grounds(self, coloured):
        out = self.shown(GUESS)
        assert "48;2;29;154;108m ✓ " in out  # safe
        assert "40 40" in out
        assert "%" not in out.split("risk 0")[0]

    def test_the_guess_is_marked(self, coloured):
        assert "48;2;0;95;215m19 " in self.shown(STUCK)

    def test_no_color_is_respected(self, coloured):
        coloured.setenv("NO_COLOR", "1")
        assert "48;2" not in self.shown(GUESS)
        assert "40%" in self.shown(GUESS)

    def test_a_narrow_terminal_gets_strips(self, coloured):
        lines = self.shown("." * 30 + "\nmines=6").splitlines()
        boards = [line for line in lines if "20 20 20" in line]
        assert len(boards) == 2
        assert [line.count("20 ") for line in boards] == [15, 15]


class TestJson:
    def test_one_document(self, run, board):
        ran = run("analyse", board(GUESS), "--json")
        document = json.loads(ran.out)
        assert ran.out.count("\n") == 1
        assert (document["height"], document["width"], document["mines"]) == (3, 5, 5)
        assert document["safe"] == [[0, 2], [1, 2], [2, 2]]
        assert document["mines_found"] == []
        assert document["solutions"] == 100
        assert document["log10_solutions"] == pytest.approx(2.0)
        assert document["complete"] is True
        assert document["best"]["cell"] == [0, 2]
        assert document["best"]["safe"] is True
        assert document["risk"][0] == pytest.approx([0.4, 0.4, 0.0, 0.6, 0.6])
        assert set(document["effort"]) == {"states", "width", "seconds"}
        assert "risk_error" not in document

    def test_a_guess_with_its_clues(self, run, board):
        best = json.loads(run("analyse", board(STUCK), "--json").out)["best"]
        assert best["safe"] is False
        assert sum(best["around"]) == pytest.approx(1 - best["risk"])

    def test_null_where_a_level_does_not_say(self, run, board):
        document = json.loads(run("analyse", board(CERTAIN), "--json", "--level", "single").out)
        assert document["risk"] == [[None] * 4, [0.0] * 4]
        assert document["best"] is None
        assert document["solutions"] is None

    def test_a_count_too_long_for_readers(self):
        view = View.parse("/".join(["." * 130] * 130))
        document = as_json(analysis(view, "exact"))
        assert document["solutions"] is None
        assert document["log10_solutions"] == pytest.approx(16900 * np.log10(2))
        json.loads(json.dumps(document))


class TestOptions:
    @pytest.mark.parametrize("words", [(), ("-",)])
    def test_standard_input(self, monkeypatch, capsys, words):
        from sapper.cli import main

        typed(monkeypatch, CERTAIN.encode())
        assert main(["analyse", *words]) == 0
        assert "open (0,0): safe" in capsys.readouterr().out

    def test_a_count_or_a_density_wins_over_the_text(self, board):
        path = board("..\nmines=1")
        assert read_view(path, "analyse", mines=2).mines == 2
        view = read_view(path, "analyse", density=0.25)
        assert (view.mines, view.density) == (None, 0.25)

    def test_flags_are_mines_unless_ignored(self, run, refused, board):
        path = board("F1.")
        assert json.loads(run("analyse", path, "--json").out)["safe"] == [[0, 2]]
        assert json.loads(run("analyse", path, "--json", "--ignore-flags").out)["risk"] == [[0.5, 0.0, 0.5]]
        assert "--ignore-flags" in refused("analyse", board("F0."))

    def test_windows_line_ends_and_byte_order_marks(self, board):
        assert read_view(board("\ufeff1.\r\n..\r\n"), "analyse") == View.parse("1./..")

    def test_pictures(self, run, board, tmp_path):
        svg, png = tmp_path / "risks.svg", tmp_path / "risks.png"
        assert run("analyse", board(STUCK), "--svg", svg, "--png", png).code == 0
        assert ET.fromstring(svg.read_text()).tag.endswith("svg")
        assert png.read_bytes().startswith(b"\x89PNG")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["board.txt", "risks.png", "risks.svg"]


class TestBadInput:
    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("...\n..\n", "row 1 has 2 cells, row 0 has 3"),
            ("..\n.x\n", "unknown character 'x' at (1,1)"),
            ("4.\n..\n", "the clue 4 at (0,0) is too large"),
            ("", "the file is empty"),
            ("\n \n", "the file is empty"),
            ("mines=3", "there are no cells"),
            ("." * 1001, "at most 1000×1000 cells"),
            (".\n" * 1001, "at most 1000×1000 cells"),
            ("..\nmines=3", "3 mines do not fit on 2 cells"),
            ("..\nmines=many", "'many' is not a mine count"),
            ("..\nmines=1\ndensity=0.5", "not both"),
            (b"\x89PNG\r\n\x1a\n\xff", "the picture is cut off or damaged"),
            (b"\x00\x00", "unknown character"),
        ],
    )
    def test_texts(self, refused, board, text, line):
        path = board(text)
        refusal = refused("analyse", path)
        assert line in refusal
        assert str(path) in refusal

    @pytest.mark.parametrize(
        ("words", "line"),
        [
            ("--mines 3", "3 mines do not fit on 2 cells"),
            ("--mines -1", "-1 mines do not fit on 2 cells"),
            ("--density 1.5", "a density lies in [0, 1], not 1.5"),
            ("--density nan", "a density lies in [0, 1], not nan"),
            ("--mines 1 --density 0.5", "give --mines or --density, not both"),
            ("--mines few", "--mines"),
            ("--level exct", "unknown level 'exct'"),
            ("--svg /no/such/folder/a.svg", "there is no folder"),
            ("--png /tmp", "it is a folder"),
        ],
    )
    def test_options(self, refused, board, words, line):
        assert line in refused("analyse", board(".."), *words.split())

    def test_clues_that_clash_are_named(self, refused, board):
        line = refused("analyse", board("1.3/..."))
        assert "(0,0)=1" in line
        assert "(0,2)=3" in line

    def test_a_file_that_is_not_there(self, refused, tmp_path):
        assert "No such file" in refused("analyse", tmp_path / "missing.txt")
        assert "Is a directory" in refused("analyse", tmp_path)

    def test_no_standard_input(self, monkeypatch, capsys):
        from sapper.cli import main

        monkeypatch.setattr(sys, "stdin", None)
        assert main(["analyse"]) == 2
        assert capsys.readouterr().err == "sapper: there is no standard input: name a file\n"

    def test_a_file_far_too_large(self, refused, tmp_path):
        path = tmp_path / "huge.txt"
        with path.open("wb") as file:
            file.truncate(10**9)
        assert "too large, at most 64 MB" in refused("analyse", path)

    def test_a_refused_view_leaves_no_picture(self, refused, board, tmp_path):
        path = board("1.3/...")
        refused("analyse", path, "--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png")
        assert list(tmp_path.iterdir()) == [path]

    def test_a_failed_write_leaves_the_old_picture(self, refused, board, tmp_path, monkeypatch):
        path = tmp_path / "a.png"
        path.write_text("old")

        def full(_descriptor):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        assert "No space left on device" in refused("analyse", board(".."), "--png", path)
        assert path.read_text() == "old"
        assert len(list(tmp_path.iterdir())) == 2
