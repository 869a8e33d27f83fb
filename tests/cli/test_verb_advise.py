from __future__ import annotations

import pytest

from sapper import Layout, View
from sapper.board.view import FLAG, HIDDEN, MINE, SAFE
from sapper.cli.advice import advise, untold_cells
from sapper.cli.adviser import Adviser
from sapper.cli.typed import read_shown
from sapper.errors import BadInput, InconsistentView, SapperError

SMALL = ("advise", "--size", "4x4", "--mines", 3, "--first", "any")


def adviser(text, *lines):
    waiting = iter(lines)
    return Adviser(View.parse(text), lambda: next(waiting, ""))


class TestTyped:
    @pytest.mark.parametrize(
        ("line", "shown"),
        [
            ("2", {(9, 9): 2}),
            ("3,4=2", {(3, 4): 2}),
            ("(3,4) 2", {(3, 4): 2}),
            ("3 , 4 : 2", {(3, 4): 2}),
            ("3,4 01", {(3, 4): 0, (3, 5): 1}),
            ("3,4=2 5,6=1; 7,8 *", {(3, 4): 2, (5, 6): 1, (7, 8): MINE}),
            ("row 2 .1_", {(2, 1): 1, (2, 2): SAFE}),
            ("ROW 2 1", {(2, 0): 1}),
        ],
    )
    def test_many_ways_to_say_it(self, line, shown):
        assert read_shown(line, [(9, 9)]) == shown

    @pytest.mark.parametrize(
        "line", ["", "  ", ".", "9", "3,4", "3,4=9", "3,4 5,6=1", "hello", "12", "row 3", "row 1 .."]
    )
    def test_what_is_not_understood_is_refused(self, line):
        with pytest.raises(BadInput):
            read_shown(line, [(9, 9)])


class TestAdviser:
    def test_a_zero_opens_its_neighbours_and_asks_for_them(self):
        talk = adviser("..../..../..../....\nmines=2")
        talk.answer("0,0=0")
        assert talk.advice.asked == ((0, 1), (1, 0), (1, 1)) == untold_cells(talk.view)
        talk.answer("1 1 2")
        assert [talk.view[cell] for cell in ((0, 1), (1, 0), (1, 1))] == [1, 1, 2]
        assert untold_cells(talk.view) == ()

    def test_what_contradicts_itself_is_refused_and_changes_nothing(self):
        talk = adviser("1../...")
        before = talk.view
        with pytest.raises(InconsistentView, match=r"\(0,0\)=1 and \(0,2\)=3 cannot both hold: not taken"):
            talk.answer("0,2=3")
        assert talk.view is before
        talk.answer("0,2=1")
        talk.answer("0,2=2")  # typed again: corrected
        assert talk.view[0, 2] == 2

    def test_undo(self):
        talk = adviser("..../....")
        for line in ("0,0=1", "0,1=1", "f 1,3"):
            talk.answer(line)
        talk.answer("undo 2")
        assert str(talk.view) == "1...\n...."
        talk.answer("undo")
        assert str(talk.view) == "....\n...."
        with pytest.raises(BadInput, match="there are 0 lines to undo"):
            talk.answer("undo")
        with pytest.raises(BadInput, match="not a number"):
            talk.answer("undo all")

    def test_flags_are_checked_but_not_relied_on(self):
        talk = adviser("11./...")
        talk.answer("f 1,0")
        assert talk.view[1, 0] == FLAG
        with pytest.raises(BadInput, match=r"\(0,2\) is proved safe: not flagged"):
            talk.answer("f 0,2")
        with pytest.raises(InconsistentView, match="if all flags are right: not flagged"):
            talk.answer("f 1,1")
        with pytest.raises(BadInput, match="is not hidden"):
            talk.answer("f 0,0")
        talk.answer("u 1,0")
        assert talk.view[1, 0] == HIDDEN
        with pytest.raises(BadInput, match="has no flag"):
            talk.answer("u 1,0")

    def test_a_flag_that_turns_out_wrong_is_said_at_once(self):
        talk = adviser("1../...")
        talk.answer("f 0,1")
        assert talk.answer("0,2=0") == "Your flag at (0,1) is wrong: the cell is safe."
        assert talk.view[0, 1] == FLAG

    def test_what_if_changes_nothing(self):
        talk = adviser("..../....\nmines=2")
        before = talk.view
        told = talk.answer("what if 0,0=1")
        assert told.startswith("(0,0) shows 1 with probability ")
        assert talk.answer("what if 0,0=4").startswith("That cannot be: ")
        assert talk.view is before

    def test_why(self):
        talk = adviser("..../1221")
        assert talk.answer("why") == talk.advice.text
        assert talk.answer("why 0,1").startswith("(0,1) is a mine.")
        with pytest.raises(BadInput, match="lies outside"):
            talk.answer("why 9,9")

    def test_save_and_resume(self, tmp_path):
        talk = adviser("..../....\nmines=2")
        talk.answer("0,0=1")
        path = tmp_path / "game.txt"
        assert talk.answer(f"save {path}") == f"Saved as {path}."
        other = adviser("../..")
        other.answer(f"resume {path}")
        assert other.view == talk.view
        with pytest.raises(SapperError, match="cannot read"):
            other.answer(f"resume {tmp_path / 'none'}")
        with pytest.raises(BadInput, match="save where"):
            other.answer("save")
        with pytest.raises(BadInput, match="resume what"):
            other.answer("resume")

    def test_a_whole_board_at_once(self):
        talk = adviser("..../....\nmines=2", "1...", "....")
        talk.answer("board")
        assert str(talk.view) == "1...\n....\nmines=2"
        with pytest.raises(BadInput, match="has 2 rows, not 0"):
            talk.answer("board")
        with pytest.raises(BadInput, match="4 wide and 2 high"):
            adviser("..../....", "1..", "...").answer("board")

    def test_outside(self):
        with pytest.raises(BadInput, match="lies outside: rows 0–0, columns 0–1"):
            adviser("..").answer("3,4=1")


@pytest.mark.parametrize(
    ("text", "over"),
    [("1.", "won"), ("1*./...", "lost"), ("000", "won")],
)
def test_the_end_is_noticed(text, over):
    found = advise(View.parse(text))
    assert found.over
    assert over in found.text


def test_a_survey_game_goes_on_after_a_mine():
    assert not advise(View.parse("1*./...\nend=survey")).over


def test_following_the_advice_wins_a_board_that_takes_no_guess():
    layout = Layout.parse(".......*/......../..*...../......../........")
    talk = adviser("......../......../......../......../........\nmines=2\nfirst=opening")
    talk.answer("4,0=0")
    for _ in range(200):
        if talk.advice.over:
            break
        asked = talk.advice.asked
        assert not any(layout.mines[cell] for cell in asked)
        talk.answer("".join(str(layout.counts[cell]) for cell in asked))
    assert "won" in talk.advice.text


class TestTerminal:
    def test_a_script_through_the_pipe(self, run):
        ran = run(*SMALL, typed="2\n0,1=2\nwhy\nhelp\nrisks\nshow\nquit\n0\n")
        assert (ran.code, ran.err) == (0, "")
        assert "Open (0,0): a guess." in ran.out
        assert "Open (0,2).\n(0,2) is safe." in ran.out
        assert "take the last line back" in ran.out
        assert "10%" in ran.out

    def test_wrong_lines_get_one_line_and_the_end_of_input_ends_it(self, run):
        ran = run(*SMALL, typed="2\n1\n3\nhello\n")
        assert ran.code == 0
        assert "cannot both hold with 3 mines on the board: not taken" in ran.out
        assert "'hello' is not understood" in ran.out

    def test_the_first_click_that_the_rules_protect(self, run):
        assert "The rules keep the first click safe." in run("advise", "--level", "beginner").out

    def test_resume(self, run, refused, tmp_path):
        path = tmp_path / "game.txt"
        run(*SMALL, typed=f"2\nsave {path}\n")
        assert "0  2 . ." in run("advise", "--resume", path).out
        path.write_text("nonsense!")
        assert refused("advise", "--resume", path).startswith(f"cannot resume '{path}': ")
        path.write_text("1.3/...")
        assert refused("advise", "--resume", path) == "(0,0)=1 and (0,2)=3 cannot both hold"

    def test_bad_options(self, refused):
        assert "--size needs --mines" in refused("advise", "--size", "4x4")
