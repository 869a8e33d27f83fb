"""Replays in the four formats, written here byte by byte from a layout and clicks, for the reader to find again."""

from __future__ import annotations

import math
import struct

import ms_toollib
import numpy as np

from sapper import Layout

PIXELS = 16
PLAYING = 2
Click = tuple[str, int, int]
"""`left`, `right` or `chord`, row, column."""


def presses(clicks: list[Click]) -> list[tuple[str, int, int]]:
    """What the mouse did: button down or up, and where, as x and y."""
    found = []
    for kind, row, column in clicks:
        x, y = column * PIXELS + 5, row * PIXELS + 5
        buttons = {"left": ("lc", "lr"), "right": ("rc", "rr"), "chord": ("lc", "rc", "rr", "lr")}[kind]
        found += [(button, x, y) for button in buttons]
    return found


def evf(layout: Layout, clicks: list[Click]) -> bytes:
    """As Metasweeper writes it: ms_toollib plays the game and saves it."""
    video = ms_toollib.BaseVideo(np.where(layout.mines, -1, layout.counts).tolist(), PIXELS)
    for button, x, y in presses(clicks):
        video.step(button, (y, x))
    if video.game_board_state == PLAYING:
        video.step_game_state("replay")  # a game must have ended to be written
    video.software, video.player_identifier = "元3.2.0", "Ada"
    video.generate_evf_v4_raw_data()
    return bytes(video.raw_data)


def rmv(layout: Layout, clicks: list[Click]) -> bytes:
    """Viennasweeper's format, version 2."""
    height, width = layout.mines.shape
    codes = {"lc": 2, "lr": 3, "rc": 4, "rr": 5}
    name = b"Ada"
    mines = bytes(value for row, column in np.argwhere(layout.mines).tolist() for value in (column, row))
    board = struct.pack(">IBBH", 0, width, height, layout.total) + mines
    properties = bytes([0, 0, 0, 3, 0, 0, PIXELS])
    events = b""
    for time, (button, x, y) in enumerate(presses(clicks)[1:]):  # the first press is left out
        events += struct.pack(">BIHH", codes[button], 1000 * time << 8, x, y)
    players = struct.pack(">HB", 1, len(name)) + name
    head = struct.pack(">4sHBBIHHHHHHIH", b"*rmv", 2, 1, 1, 0, 0, len(players), len(board), 0, 7, 2, len(events), 0)
    return head + players + board + properties + b"\x00\x00" + events + b"\x10"


def avf(layout: Layout, clicks: list[Click]) -> bytes:
    """Arbiter's format, a custom board."""
    height, width = layout.mines.shape
    codes = {"lc": 3, "lr": 5, "rc": 9, "rr": 17}
    mines = bytes(value + 1 for cell in np.argwhere(layout.mines).tolist() for value in cell)
    shown = np.where(layout.mines, 10, layout.counts + 1)
    check = sum(int(shown[y, x]) * (x + x * y) for x in range(width) for y in range(height))
    head = bytes([34, 0, 0, 0, 0, 6, width - 1, height - 1]) + struct.pack(">H", layout.total) + mines
    head += b"?" * (len(str(check)) + 4) + bytes([0, 17, 0])
    head += f"[3|W{width}H{height}M{layout.total}|3.9.2025.17:00:08:6660|3.17:00:14:0810|B8T6.42]".encode()
    events = b""
    for time, (button, x, y) in enumerate(presses(clicks)):
        events += bytes([codes[button], x >> 8, 1 + time, x & 255, 0, y >> 8, 0, y & 255])
    return head + events + bytes(8) + b"cs=Skin: classic\rAda\r"


def mvf(layout: Layout, clicks: list[Click]) -> bytes:
    """The format of Minesweeper Clone 0.97, in which the bits of every event are shuffled."""
    height, width = layout.mines.shape
    mines = bytes(value + 1 for row, column in np.argwhere(layout.mines).tolist() for value in (column, row))
    head = b"\x11M" + bytes(25) + b"5" + bytes(46)
    head += struct.pack(">BBHBBB", 1, 2, 2020, 3, 4, 5) + bytes([3, 1]) + bytes(3) + bytes(4) + bytes(6) + bytes(1)
    head += struct.pack(">BBH", width, height, layout.total) + mines + bytes([3]) + b"Ada"
    leading, pressed, events, previous = 1234, {"l": 0, "r": 0}, [], None
    for time, (button, x, y) in enumerate(presses(clicks)):
        pressed[button[0]] = int(button[1] == "c")
        if previous is not None and previous != (x, y):
            events.append((time, x, y, 0, 0))  # a move comes before the press
        previous = (x, y)
        events.append((time, x, y, pressed["l"], pressed["r"]))
    body = b"".join(_shuffled(_places(leading), *event) for event in events)
    return head + struct.pack(">H", leading) + len(events).to_bytes(3, "big") + body


def _places(leading: int) -> list[tuple[int, int]]:
    """Byte and bit of each of the 40 bits of an event."""
    one, two = math.sqrt(leading), math.sqrt(leading + 1000)
    three = math.sqrt(one + 1000)
    numbers = (
        math.cos(three + 1000),
        math.sin(math.sqrt(two)),
        math.cos(three),
        math.sin(math.sqrt(one) + 1000),
        math.cos(math.sqrt(two + 1000)),
    )
    signs = "".join(f"{round(abs(number) * 1e8):08d}" for number in numbers)
    order = [place for digit in "0123456789" for place in range(40) if signs[place] == digit]
    return [(place // 8, place % 8) for place in order]


def _shuffled(places: list[tuple[int, int]], time: int, x: int, y: int, left: int, right: int) -> bytes:
    bits = [right, 0, left] + [y >> j & 1 for j in range(9)] + [x >> j & 1 for j in range(9)] + [0] * 7
    bits += [time >> j & 1 for j in range(10)]
    event = bytearray(5)
    for bit, (byte, place) in zip(bits, places, strict=False):
        event[byte] |= bit << place
    return bytes(event)
