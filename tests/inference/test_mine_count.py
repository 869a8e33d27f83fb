"""Level `mine_count`, and the count as one more clue."""

import numpy as np
from sets import called, check, constraints, on_board, random_views, refuses

from sapper import View
from sapper.inference.mine_count import mine_count_level, with_mine_count


def test_all_mines_known_or_no_room_left() -> None:
    assert on_board(View.parse("1*./...", mines=1), mine_count_level) == {
        (0, 2): False,
        (1, 0): False,
        (1, 1): False,
        (1, 2): False,
    }
    assert set(on_board(View.parse(".../...", mines=6), mine_count_level).values()) == {True}
    assert on_board(View.parse(".../...", mines=5), mine_count_level) == {}
    assert on_board(View.parse(".../..."), mine_count_level) == {}


def test_findings_name_the_mine_count_and_nothing_else() -> None:
    found = mine_count_level(constraints("1:abc", 0), np.zeros(3, np.int8))
    assert [(finding.cell, finding.mine, finding.clues, finding.mine_count) for finding in found] == [
        (0, False, (), True),
        (1, False, (), True),
        (2, False, (), True),
    ]


def test_impossible_counts_are_noticed() -> None:
    assert refuses(lambda c, decided: mine_count_level(c._replace(mines_left=4), decided), "1:abc")


def test_the_count_is_the_last_clue_over_all_cells() -> None:
    c = with_mine_count(constraints("1:ab 1:bc", 2))
    assert c.members[c.start[2] :].tolist() == [0, 1, 2]
    assert (c.low.tolist(), c.high.tolist()) == ([1, 1, 2], [1, 1, 2])
    rows = [c.touching[c.touch_start[cell] : c.touch_start[cell + 1]].tolist() for cell in range(3)]
    assert rows == [[0, 2], [0, 1, 2], [1, 2]]


def test_sound_with_real_reasons_on_small_boards() -> None:
    assert sum(check(view, mine_count_level) for view in random_views(2, 800)) > 50
    assert called(mine_count_level, "1:ab") == {}
