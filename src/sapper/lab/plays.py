"""Plays: single games that a report shows move by move, on its own boards.

The boards and first clicks are those of the reports. Their later random cells are not known, or belong to their own
luck: from there on the guesses follow our seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.board.grid import Cell
from sapper.board.rules import Rules
from sapper.game.layout import Layout
from sapper.sim.play import play
from sapper.sim.record import GameRecord


@dataclass(frozen=True)
class Play:
    """One game to be shown."""

    name: str
    report: str
    source: str
    about: str
    agent: str
    layout: str
    start: Cell | None = None
    """The report's first cell, where it is known."""
    seed: int = 0
    """The first whose game gets to the level that the report shows."""
    mine_count: bool = True
    found: int | None = None
    """Mines that the report's own game flagged."""
    guesses: int | None = None
    """Cells that it opened at random."""

    def record(self) -> GameRecord:
        """Play it."""
        layout = Layout.parse(self.layout)
        height, width = layout.mines.shape
        rules = Rules(
            height=height, width=width, mines=int(layout.mines.sum()), end="survey", mine_count=self.mine_count
        )
        return play(self.agent, rules, self.seed, layout=layout, start=self.start)


PLAYS: tuple[Play, ...] = (
    Play(
        name="play-000",
        report="000",
        source="question 3.4",
        about="15×15 with 35 mines: the single-clue rules, then equations of windows.",
        agent="window",
        layout="""
.....*........*
*..*...........
.......*..*....
.*.*.*....*....
..........*....
........*.*...*
.......*.*....*
.........*...*.
.*.......*...**
....*....*.....
.......*.......
....**..***..*.
...............
*..............
........*..*...
""".strip(),
        start=(8, 11),
        found=34,
        guesses=6,
    ),
    Play(
        name="play-002-linear",
        report="002",
        source="section Decisions",
        about="4×4 with 4 mines: the linear system without the mine count.",
        agent="linear",
        layout="*.*./*.../.*../....",
        start=(0, 0),
        seed=1,
        mine_count=False,
        found=3,
    ),
    Play(
        name="play-002-mine-count",
        report="002",
        source="section Mine count implementation",
        about="4×4 with 4 mines: the mine count as one more row of the linear system.",
        agent="linear",
        layout="..../..../*..*/.*.*",
        found=4,
    ),
    Play(
        name="play-004-assume",
        report="004",
        source="section 3.1, figure 10",
        about="3×3 with 4 mines: a cell is assumed safe, then mined, and both ways agree on others.",
        agent="assume",
        layout=".*./..*/*.*",
        start=(0, 0),
        seed=1,
        found=2,
        guesses=4,
    ),
    Play(
        name="play-004-subset",
        report="004",
        source="section 3.2, figures 11 to 19",
        about="10×10 with 20 mines: equations subtracted from each other.",
        agent="subset",
        layout="""
.*........
.*.....*..
.*......**
*.*.......
....*.....
......*.*.
*.*..*....
*.......*.
...*......
.*.*..*...
""".strip(),
        start=(4, 3),
        found=19,
        guesses=7,
    ),
    Play(
        name="play-004-charles",
        report="004",
        source="section 3.3, figures 20 to 29",
        about="10×10 with 20 mines: basic, subset and assume in turn.",
        agent="charles",
        layout="""
.....*.*.*
...*.*....
..........
*....**...
...*......
..........
....*..*..
....*..***
*......*..
..**..*...
""".strip(),
        start=(8, 4),
        found=20,
        guesses=4,
    ),
)
