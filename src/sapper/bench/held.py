"""What a process and its children hold and use, as Linux tells it; elsewhere nothing is told."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")
MEMORY_SLACK, HANDLE_SLACK = 1.10, 8
"""How much more may be held after a soak: so many times the memory, so many handles."""


def told() -> bool:
    """Whether this system tells about processes."""
    return PROCESSES.is_dir()


def held(pid: int) -> tuple[float, int]:
    """Megabytes and open files of a process and its children."""
    memory, handles = 0.0, 0
    for one in family(pid):
        found = re.search(r"VmRSS:\s+(\d+) kB", (PROCESSES / str(one) / "status").read_text(encoding="ascii"))
        memory += int(found[1]) / 1000 if found else 0.0
        handles += sum(1 for _ in (PROCESSES / str(one) / "fd").iterdir())
    return memory, handles


def busy(pid: int) -> float:
    """Seconds of CPU that a process and its children have used; 0 where the system does not tell."""
    if not told():
        return 0.0
    ticks = 0
    for one in family(pid):
        fields = _state(one)
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and its children, whichever thread started them."""
    tasks = (PROCESSES / str(pid) / "task").iterdir()
    children = [word for task in tasks for word in (task / "children").read_text(encoding="ascii").split()]
    return [pid, *map(int, children)]


def alive(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    with suppress(OSError):
        return _state(pid)[0] != "Z"
    return False


def _state(pid: int) -> list[str]:
    """Its state and what follows, after the name, which may hold anything."""
    return (PROCESSES / str(pid) / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
