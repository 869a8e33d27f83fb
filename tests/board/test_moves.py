from __future__ import annotations

import pytest

from sapper import Ask, Flag, Move, Open, Unflag
from sapper.board.moves import parse_cell, parse_move
from sapper.errors import BadNotation

MOVES = [Open((0, 1)), Flag((2, 3)), Unflag((999, 0)), Ask((4, 4)), Open((-1, 5))]


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_text_reads_back(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert eval(repr(move)) == move


@pytest.mark.parametrize("text", ["3,4", "(3,4)", " 3, 4 ", "3 4", "(3, 4)"])
def test_ways_to_write_a_cell(text: str) -> None:
    assert parse_cell(text) == (3, 4)


@pytest.mark.parametrize("text", ["", "3", "3;4", "a,b", "3,4,5", "3.5,1", "1" * 50 + ",1"])
def test_what_is_no_cell(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a cell: write row,column, counted from 0"):
        parse_cell(text)


@pytest.mark.parametrize("text", ["", "3,4", "dig 3,4", "OPEN 3,4"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a move: write open, flag, unflag or ask, then row,column"):
        parse_move(text)
