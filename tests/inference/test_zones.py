"""Level `zones`: report 003's red and blue zones, and thousands of small boards."""

from sets import called, check, covers_single, on_board, random_views, refuses

from sapper import View
from sapper.inference.zones import zones_level


def test_red_and_blue_zones_of_report_003() -> None:
    # The 3 has a mine to its left: two mines in the red zone; the 1 beside it: one mine in the blue zone.
    assert on_board(View.parse("..../*31_"), zones_level) == {(0, 0): True, (0, 3): False}


def test_all_three_parts_can_be_decided_by_one_pair() -> None:
    assert called(zones_level, "2:abc 1:bcd") == {"a": (True, (0, 1)), "d": (False, (0, 1))}
    assert {name: mine for name, (mine, _) in called(zones_level, "1:ab 2:bc").items()} == {
        "a": False,
        "b": True,
        "c": True,
    }


def test_common_part_is_decided_by_both_zones_together() -> None:
    assert called(zones_level, "3:abcd 0-1:cd") == {"a": (True, (0, 1)), "b": (True, (0, 1))}
    assert called(zones_level, "2-3:abc 2:bcd 0-1:ad") == {}


def test_intervals_are_bounds_not_values() -> None:
    assert called(zones_level, "2-3:abc 0-1:bcd") == {"a": (True, (0, 1)), "d": (False, (0, 1))}
    assert called(zones_level, "1-3:abc 0-1:bcd") == {}


def test_impossible_zones_are_noticed() -> None:
    assert refuses(zones_level, "2:abc 1:abcd")
    assert refuses(zones_level, "3:ab")


def test_sound_with_real_reasons_on_small_boards() -> None:
    assert sum(check(view, zones_level) for view in random_views(3, 1500)) > 1000


def test_alone_it_finds_what_single_clues_decide() -> None:
    assert all(covers_single(view, zones_level) for view in random_views(42, 300))
