"""Level `contradiction`: report 001's chain, and thousands of small boards."""

from sets import called, check, covers_single, on_board, random_views, refuses

from sapper import View
from sapper.inference.contradiction import contradiction_level


def test_the_chain_of_report_001() -> None:
    # Figure 7, with the target as a. Suppose it is safe: x1 (2 of a, b, c) makes b and c mines; with them the 3 has all
    # its mines (2 of b, c, d, e), so the two leftmost are safe; the 2 (2 of b, d, e) is left with one. So a is a mine.
    assert called(contradiction_level, "2:abc 2:bcde 2:bde") == {"a": (True, (0, 1, 2))}


def test_one_two_on_a_wall() -> None:
    assert on_board(View.parse("..../_21_"), contradiction_level) == {(0, 0): True, (0, 3): False}


def test_only_the_clues_on_the_way_are_named() -> None:
    # a safe: b and c are mines, too many for 1:bcd; 1:cxy is served on the way, but not needed.
    assert called(contradiction_level, "2:abc 1:cxy 1:bcd") == {"a": (True, (0, 2))}


def test_both_verdicts_are_tried() -> None:
    # a mined: b and c are safe, and the second clue has too few cells left.
    assert called(contradiction_level, "1:abc 1:bc") == {"a": (False, (0, 1))}


def test_intervals() -> None:
    assert called(contradiction_level, "2-3:abc 0-1:bcd") == {"a": (True, (0, 1))}
    assert called(contradiction_level, "1-2:abc 0-1:bcd") == {}


def test_impossible_clues_are_noticed() -> None:
    assert refuses(contradiction_level, "3:ab")


def test_sound_with_real_reasons_on_small_boards() -> None:
    assert sum(check(view, contradiction_level) for view in random_views(1, 1500)) > 1000


def test_alone_it_finds_what_single_clues_decide() -> None:
    assert all(covers_single(view, contradiction_level) for view in random_views(43, 300))
