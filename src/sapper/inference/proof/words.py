"""The sentences of a proof: plain enough for somebody who has played a few games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sapper.board.grid import Cell
from sapper.inference.proof.facts import Fact, cells_in_words, listed, mines_in_words, number_in_words, verdict_in_words

if TYPE_CHECKING:
    from sapper.inference.proof.ways import Draft


def all_found(fact: Fact, mines: Sequence[Cell], cells: Sequence[Cell]) -> str:
    """A fact that has all its mines."""
    so = f"so {verdict_in_words(cells, False)}."
    if fact.clue is None:
        return f"All mines of the board are found, {so}"
    if not fact.known and not mines:
        return f"{fact.name} touches no mine, {so}"
    which = f", {cells_in_words(mines)}" if mines and not fact.known else ""
    return f"{fact.name} already touches {mines_in_words(fact.known + len(mines))}{which}, {so}"


def all_needed(fact: Fact, mines: Sequence[Cell], left: int, some_safe: bool, cells: Sequence[Cell]) -> str:
    """A fact that needs all the cells that are left."""
    so = f"so {verdict_in_words(cells, True)}."
    room = ("cell" if left == 1 else "cells") + (" that may be mined" if some_safe else "")
    if fact.clue is None:
        return f"{_capital(mines_in_words(left))} of the board must be in the last {number_in_words(left)} {room}, {so}"
    found = fact.known + len(mines)
    if not found:
        return f"{fact.name} touches only {number_in_words(left)} hidden {room}, {so}"
    return f"{fact.name} touches {mines_in_words(found)} and only {number_in_words(left)} more hidden {room}, {so}"


def shared_enough(fact: Fact, other: Fact, least: int, nested: bool, cells: Sequence[Cell]) -> str:
    """The common cells of two facts hold all mines that the first still needs."""
    so = f"so {verdict_in_words(cells, False)}."
    mines = mines_in_words(least)
    if fact.clue is None:
        return f"{other.name} still needs {mines}, and no more are left on the board, {so}"
    if nested and other.low == other.high:
        last = "last " if least < other.known + other.low else ""
        its, them = f"its {last}{mines}", "it" if least == 1 else "them"
        return f"Wherever {other.name} has {its}, {fact.name} touches {them} too and needs no more, {so}"
    return (
        f"At least {mines} of {other.name} {_lie(least)} in cells that {fact.name} touches too; it needs no more, {so}"
    )


def shared_too_little(fact: Fact, other: Fact, most: int, needs: int, cells: Sequence[Cell]) -> str:
    """The common cells of two facts have no room for all mines that the first still needs."""
    so = f"so {verdict_in_words(cells, True)}."
    allowed = (
        f"at most {number_in_words(most)} of them can touch {other.name}" if most else f"none can touch {other.name}"
    )
    if fact.clue is None:
        return f"{_capital(mines_in_words(needs))} {_are(needs)} left on the board and {allowed}, {so}"
    return f"{fact.name} still needs {mines_in_words(needs)}, and {allowed} too, {so}"


def take_all(facts: Sequence[Fact], needs: Sequence[int], cells: Sequence[Cell]) -> str:
    """Facts that share no cell and need all mines that are left."""
    names, share = listed([fact.name for fact in facts]), "share no hidden cell and need" if len(facts) > 1 else "needs"
    return f"{names} {share} {_sum(needs)}, all that are left on the board, so {verdict_in_words(cells, False)}."


def take_few(facts: Sequence[Fact], needs: Sequence[int], missing: int, cells: Sequence[Cell]) -> str:
    """Facts that have no room for more than a part of the mines that are left."""
    names, have = listed([fact.name for fact in facts]), "have" if len(facts) > 1 else "has"
    return (
        f"{names} {have} room for at most {_sum(needs)} of the {missing} that are left; the others need every other "
        f"hidden cell, so {verdict_in_words(cells, True)}."
    )


def none_twice(facts: Sequence[Fact], needs: Sequence[int], missing: int, rest: int, cells: Sequence[Cell]) -> str:
    """Facts that need every mine that is left once, so that none may be shared."""
    names = listed([fact.name for fact in facts])
    elsewhere = f", {number_in_words(rest)} more fit elsewhere" if rest else ""
    return (
        f"{names} have room for {_sum(needs)}{elsewhere}, and {missing} are left on the board: "
        f"no mine may touch two of them, so {verdict_in_words(cells, False)}."
    )


def supposed(assumed: Cell, value: bool, links: Sequence[Draft], broken: str, cells: Sequence[Cell]) -> str:
    """A supposition, what follows from it, the fact that it breaks, and so its opposite."""
    then = "; then ".join([*map(_would, links), broken])
    return (
        f"Suppose {cells_in_words([assumed])} were {'a mine' if value else 'safe'}: then {then}. "
        f"That is impossible, so {verdict_in_words(cells, not value)}."
    )


def either_way(cell: Cell, safe: Sequence[Draft], mined: Sequence[Draft], cells: Sequence[Cell]) -> str:
    """Both values of a cell lead to the same conclusion."""
    name = cells_in_words([cell])
    return (
        f"If {name} were safe, then {'; then '.join(map(_would, safe))}. If it were a mine, then "
        f"{'; then '.join(map(_would, mined))}. Either way {verdict_in_words(cells, mined[-1].mine)}."
    )


def every_way(mine: bool, goal: Cell) -> str:
    """Everything was tried."""
    other = "safe" if mine else "a mine"
    return (
        f"Every way to place the mines was tried: none satisfies all of these with {cells_in_words([goal])} {other}, "
        f"so {verdict_in_words([goal], mine)}."
    )


def breaks(fact: Fact, mines: int, left: int) -> str:
    """How a fact would be broken."""
    where = "the board" if fact.clue is None else fact.name
    if mines > fact.high:
        return f"{where} would {'have' if fact.clue is None else 'touch'} {mines_in_words(fact.known + mines)}"
    room = mines_in_words(fact.known + mines + left)
    return f"{where} would have room for {room} only" if fact.known + mines + left else f"{where} would touch no mine"


def _would(link: Draft) -> str:
    cells = sorted(link.cells)
    kind = "safe" if not link.mine else "a mine" if len(cells) == 1 else "mines"
    return f"{cells_in_words(cells)} would be {kind} because of {listed([fact.name for fact in link.facts])}"


def _sum(parts: Sequence[int]) -> str:
    return (" + ".join(map(str, parts)) + f" = {sum(parts)} mines") if len(parts) > 1 else mines_in_words(parts[0])


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _lie(number: int) -> str:
    return "lies" if number == 1 else "lie"
