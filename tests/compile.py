"""Compile the large kernels before the tests, in two processes: else both test workers would compile all of them."""

from __future__ import annotations

from multiprocessing import get_context

from sapper import Game, Rules, generate, infer, play
from sapper.sim.arena import play_many

SMALL = Rules(height=4, width=4, mines=4)
TOGETHER = (["exact", "champion", "optimal"], ["basic", "charles+both", "linear+brute", "boards", "bayes", "clues"])
"""Two halves that share few kernels and take about as long."""


def compile_kernels(names: list[str]) -> None:
    """Play a small game of each agent, in compiled code and in the readable loop.

    "boards": make some to order. "clues": weigh what cells would show.
    """
    for name in names:
        if name == "boards":
            generate(Rules.beginner(), start=(3, 3), no_guess=True)
            continue
        if name == "clues":
            infer(Game(SMALL).view).clue_distributions()
            continue
        rules = Rules(height=6, width=6, mines=7, end="survey", clues="optimistic") if name == "bayes" else SMALL
        play_many(name, rules, [0])
        play(name, rules, 0)


if __name__ == "__main__":
    with get_context("spawn").Pool(2) as pool:
        pool.map(compile_kernels, TOGETHER, chunksize=1)
