"""Compile the large kernels before the tests, in two processes: else both test workers would compile all of them."""

from __future__ import annotations

from multiprocessing import get_context

from sapper import Rules, play
from sapper.sim.arena import play_many

TOGETHER = (["exact", "champion"], ["basic", "charles+both", "linear+brute", "optimal", "bayes"])
"""Two halves that share few kernels and take about as long."""


def compile_kernels(names: list[str]) -> None:
    """Play a small game of each agent, in compiled code and in the readable loop."""
    rules = Rules(height=4, width=4, mines=4)
    for name in names:
        play_many(name, rules, [0])
        play(name, rules, 0)


if __name__ == "__main__":
    with get_context("spawn").Pool(2) as pool:
        pool.map(compile_kernels, TOGETHER, chunksize=1)
