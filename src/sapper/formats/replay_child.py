"""A process of its own that lets ms_toollib read a replay: whatever the file does to it, only this process suffers.

    stdin: the bytes   argv[1]: AvfVideo, EvfVideo, MvfVideo or RmvVideo   stdout: one JSON document

`events` holds, for every click that changed the board: the time, the clicked row and column, and the cells that
changed, each as row, column, old code, new code; the codes are those of ms_toollib.
"""

from __future__ import annotations

import json
import sys
from typing import Any

MOST_MEMORY = 2 << 30


def main() -> None:
    """Read, and print what was found."""
    _limit_memory()
    import ms_toollib

    video = getattr(ms_toollib, sys.argv[1])("", list(sys.stdin.buffer.read()))
    video.parse()
    video.analyse()
    board = [[row[column] for column in range(video.column)] for row in video.board]
    events = [found for event in video.events if (found := _changes(event, video.pix_size)) is not None]
    json.dump(
        {"board": board, "player": video.player_identifier, "software": video.software, "events": events}, sys.stdout
    )


def _changes(event: Any, pixels: int) -> tuple[float, int, int, list[tuple[int, int, int, int]]] | None:
    """What a click changed; None for moves of the mouse and clicks without effect."""
    if event.useful_level == 0 or not event.event.is_mouse():
        return None
    before, after = event.prior_game_board.game_board, event.next_game_board.game_board
    changed = [
        (row, column, old, new)
        for row, (olds, news) in enumerate(zip(before, after, strict=True))
        for column, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    ]
    mouse = event.event.unwrap_mouse()
    return event.time, mouse.y // pixels, mouse.x // pixels, changed


def _limit_memory() -> None:
    """Where the system can: a hostile file may ask for any amount."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    main()
