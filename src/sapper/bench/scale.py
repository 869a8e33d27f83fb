"""Big boards: what a cell costs on a board of ten thousand cells, and on one of a million."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.game.layout import Layout
from sapper.sim.arena import play_many
from sapper.sim.lane.batch import batch_of
from sapper.sim.lane.table import new_table

SIDES = {100: 30, 300: 4, 1000: 1}
"""Side of the board → games."""
DENSITIES = (0.15, 0.2)
MOST_GROWTH = 2.0
"""A cell of the largest board may cost so many times one of the smallest."""
MOST_SECONDS = {"basic": 20.0, "exact": 60.0}
"""For a game on the largest board at the first density."""
MOST_MEMORY = 2.0
"""GiB of the process."""
REPEATS = 3


def measure() -> Iterator[Measurement]:
    """Every line, in a process of its own, whose memory is looked at last; some twenty seconds."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:

        def there(work: Callable[..., float], *arguments: object) -> float:
            return process.submit(work, *arguments).result()

        sides = " → ".join(f"{side}×{side}" for side in SIDES)
        yield Measurement("survey games, µs of CPU per cell", sides)
        for agent, most in MOST_SECONDS.items():
            for density in DENSITIES:
                seconds = {side: there(seconds_per_game, agent, side, density, games) for side, games in SIDES.items()}
                per_cell = [seconds[side] / side**2 for side in SIDES]
                growth = per_cell[-1] / per_cell[0]
                yield Measurement(
                    f"{agent} at {density:g}",
                    " → ".join(f"{1e6 * cell:.2f}" for cell in per_cell) + f", {growth:.2f}×",
                    f"< {MOST_GROWTH:g}×",
                    growth < MOST_GROWTH,
                )
                largest = seconds[max(SIDES)]
                told = (f"< {most:g} s", largest < most) if density == DENSITIES[0] else ("", None)
                yield Measurement("", f"{largest:.2f} s for a million cells", *told)
        share = there(setting_up, max(SIDES)) / largest
        yield Measurement("setting up a board of a million cells", f"{share:.0%} of such a game of exact")
        dense = [there(_dense, end) for end in ("survey", "classic")]
        yield Measurement(
            "exact on 100×100 with 2500 mines", f"survey {1e3 * dense[0]:.0f}, classic {1e3 * dense[1]:.1f} ms per game"
        )
        memory = there(memory_so_far)
        yield Measurement("memory at most", f"{memory:.2f} GiB", f"< {MOST_MEMORY:g} GiB", memory < MOST_MEMORY)


def seconds_per_game(agent: str, side: int, density: float, games: int) -> float:
    """CPU seconds of a game, orders and referee and all; the best of some turns."""
    rules = Rules(height=side, width=side, density=density, end="survey")
    return _best(agent, rules, games)


def setting_up(side: int) -> float:
    """CPU seconds for the neighbour table of a new grid, a layout, and the arrays of a game."""
    rules = Rules(height=side - 1, width=side, density=DENSITIES[0], end="survey")
    began = time.process_time()
    new_table(rules.grid.kernel_neighbours)
    Layout.random(rules, 0)
    batch_of(rules, [0])
    return time.process_time() - began


def memory_so_far() -> float:
    """The most memory this process has taken, in GiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def _dense(end: str) -> float:
    rules = Rules(height=100, width=100, mines=2500, end="survey" if end == "survey" else "classic")
    return _best("exact", rules, 20)


def _best(agent: str, rules: Rules, games: int) -> float:
    play_many(agent, Rules(height=9, width=9, mines=15, end=rules.end), [0])  # compile before measuring
    best = float("inf")
    for turn in range(REPEATS):
        began = time.process_time()
        play_many(agent, rules, [(turn, board) for board in range(games)])
        best = min(best, (time.process_time() - began) / games)
    return best
