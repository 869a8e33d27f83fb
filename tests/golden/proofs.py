"""Proofs as text, one file for all: `regenerate.py` writes it, a test compares it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sapper

PROOFS = Path(__file__).parent / "proofs.txt"

CASES = (
    ("a clue that needs all its cells", "1.", (0, 1)),
    ("a clue that has all its mines", "FF/.2", (1, 0)),
    ("1-1", ".../11_", (0, 2)),
    ("1-2", ".../12_", (0, 2)),
    ("1-2-1, outside", "...../_121_", (0, 0)),
    ("1-2-1, the middle", "...../_121_", (0, 2)),
    ("1-2-2-1", "....../_1221_", (0, 1)),
    ("reduction by a known mine", "..../*31_", (0, 0)),
    ("reduction by a mine that another clue proves", ".../12_/__./__1", (0, 2)),
    ("a supposition", "..3./3*../.2.*/mines=5", (2, 2)),
    ("either way", "..3./3*../.2.*/mines=5", (0, 1)),
    ("everything tried", "...1/.4../...3/..../mines=5", (1, 2)),
    ("no mine twice", "...../.2.3./...../mines=5", (0, 2)),
    ("all mines found", "1../mines=1", (0, 2)),
    ("all mines needed", "_../_../mines=4", (0, 1)),
    ("clues that share no cell", "2.../..../..../1.../mines=3", (0, 3)),
    ("undecided", "1../...", (1, 1)),
    ("hex", "..1/0../...\ngrid=hex", (0, 1)),
    ("clues that may mislead", "3..\n...\nclues=optimistic\nbounds=3..,...", (0, 1)),
)


def proofs_text() -> str:
    """Every case with its proof."""
    return "\n".join(line for case in CASES for line in _told(*case)) + "\n"


def _told(name: str, text: str, cell: tuple[int, int]) -> Iterator[str]:
    yield f"== {name}"
    yield from str(sapper.View.parse(text)).splitlines()
    yield ""
    yield from sapper.explain(sapper.View.parse(text), cell).text.splitlines()
    yield ""
