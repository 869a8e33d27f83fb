"""Replays of the community's clients, read through ms_toollib (extra `[replays]`) and turned into our records.

| ending | client |
|---|---|
| `.avf` | Arbiter |
| `.evf` | Metasweeper |
| `.mvf` | Minesweeper Clone |
| `.rmv` | Viennasweeper |

A replay tells where the mouse was and when it was pressed. ms_toollib says how the board looked after every click that
had an effect; what changed becomes our moves: flags, taken-back flags, and one opening per cell that a click or a chord
opened by itself. Playing these moves must give the same board again. The time between two clicks is the thinking time
of the second.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from sapper.board.moves import Flag, Move, Open, Unflag
from sapper.board.rules import Rules
from sapper.board.view import FLAG, HIDDEN
from sapper.errors import BadFile, SapperError
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.sim.record import GameRecord, Step

LONGEST_READING = 60.0
"""Seconds after which ms_toollib is stopped."""
THEIR_FLAG, THEIR_LAST_CLUE, THEIR_EXPLODED = 11, 8, 15
"""How ms_toollib writes a flag, the largest clue, and a mine that went off."""
PERSON = "person"


def kind(data: bytes) -> str | None:
    """Which replay these bytes are, by ms_toollib's name of its reader."""
    if data.startswith(b"*rmv"):
        return "RmvVideo"
    if data.startswith(b"\x11M"):
        return "MvfVideo"
    if len(data) > 6 and 3 <= data[5] <= 6 and b"|" in data and b"Skin" in data:
        return "AvfVideo"
    if len(data) > 20 and data[0] <= 4 and b"\x00" in data[10:]:
        return "EvfVideo"
    return None


def sniff(data: bytes) -> bool:
    """Whether these bytes look like a replay."""
    return kind(data) is not None


def read_records(data: bytes) -> list[GameRecord]:
    """The game in a replay."""
    reader = kind(data)
    if reader is None:
        raise BadFile("this is no replay of a client that ms_toollib reads")
    found = _ask_toollib(reader, data)
    try:
        return [_record(found)]
    except (SapperError, KeyError, TypeError, ValueError, IndexError) as error:
        raise BadFile(f"the {_ending(reader)} replay does not hold together: {error}") from None


def _ask_toollib(reader: str, data: bytes) -> dict[str, Any]:
    """What ms_toollib finds in the bytes, in a process of its own."""
    if find_spec("ms_toollib") is None:
        raise BadFile(f"reading {_ending(reader)} replays needs ms_toollib: pip install 'sapper[replays]'")
    command = [sys.executable, "-m", "sapper.formats.replay_child", reader]
    found_at = os.pathsep.join(filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))))
    try:
        with TemporaryDirectory() as folder:  # where ms_toollib may leave its crash.log
            done = subprocess.run(
                command,
                input=data,
                capture_output=True,
                timeout=LONGEST_READING,
                check=False,
                cwd=folder,
                env=os.environ | {"PYTHONPATH": found_at},
            )
    except subprocess.TimeoutExpired:
        raise BadFile(f"ms_toollib did not finish reading the replay in {LONGEST_READING:g} s") from None
    if done.returncode != 0:
        raise BadFile(f"the {_ending(reader)} replay is cut off or damaged: ms_toollib cannot read it")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _ending(reader: str) -> str:
    return "." + reader.removesuffix("Video").lower()


def _record(found: dict[str, Any]) -> GameRecord:
    layout = Layout(np.array(found["board"], np.int64) == -1)
    height, width = layout.mines.shape
    rules = Rules(height=height, width=width, mines=layout.total, first="safe")
    game = Game(rules, layout=layout)
    steps: list[Step] = []
    last = 0.0
    for time, row, column, changes in found["events"]:
        thought = max(float(time) - last, 0.0)
        last = max(float(time), last)
        for move in _moves(game, (row, column), changes):
            if game.over:
                break
            steps.append(Step(move, None, game.apply(move).exploded, seconds=thought))
            thought = 0.0
        _compare(game, changes)
    if not steps:
        raise BadFile("nothing was ever clicked in it")
    return GameRecord(str(found["player"]).strip() or PERSON, rules, 0, game.layout, tuple(steps), game.result)


def _moves(game: Game, clicked: tuple[int, int], changes: list[list[int]]) -> list[Move]:
    """The moves behind a click: flags first, then openings, the clicked cell before its neighbours before others."""
    moves: list[Move] = []
    opened = []
    for row, column, old, new in changes:
        cell = (row, column)
        if old == THEIR_FLAG:
            moves.append(Unflag(cell))
        if new == THEIR_FLAG:
            moves.append(Flag(cell))
        elif new <= THEIR_LAST_CLUE or new == THEIR_EXPLODED:
            opened.append(cell)
    opened.sort(key=lambda cell: max(abs(cell[0] - clicked[0]), abs(cell[1] - clicked[1])))
    return moves + [Open(cell) for cell in _by_hand(game, opened)]


def _by_hand(game: Game, opened: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of cells that were opened together, those that no cascade from an earlier one opens."""
    zeros, counts, mines = set(), game.layout.counts, game.layout.mines
    chosen = []
    for cell in opened:
        if cell in zeros:
            continue
        chosen.append(cell)
        reached = [cell]
        while reached:
            here = reached.pop()
            if mines[here] or counts[here] != 0:
                continue
            fresh = [near for near in game.layout.grid.around(here) if near not in zeros]
            zeros.update(fresh)
            reached += fresh
    return chosen


def _compare(game: Game, changes: list[list[int]]) -> None:
    """Refuse a replay that our game does not follow; once the game is over, clients uncover more than the moves did."""
    if game.over:
        return
    view = game.view
    for row, column, _, new in changes:
        ours = view[row, column]
        theirs = FLAG if new == THEIR_FLAG else new if new <= THEIR_LAST_CLUE else HIDDEN
        if ours != theirs:
            raise BadFile(f"the cell ({row},{column}) does not become what the replay says")
