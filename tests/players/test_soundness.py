"""No agent of the catalogue is ever wrong where clues are exact, and stronger levels decide more, never less."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import sapper
from sapper import Chance, Decision, Flag, Rules, View, infer, play
from sapper.bench.positions import partly_opened
from sapper.players.agent import Reasoner

BOARDS = 40
SEARCHERS = ("champion", "optimal")
"""They prove as `exact` does, and think long about a guess: fewer boards do."""
"""Per agent, each agent on boards of its own: some hundred boards in all."""
POSITIONS = 240
NAMES = [*(entry.name for entry in sapper.agents()), "assume(f=1)", "assume(f=3)", "brute(cap=8)"]
BETWEEN = (
    "window",
    "zones",
    "subset",
    "subset(count=1)",
    "assume",
    "assume(f=1)",
    "assume(count=1)",
    "contradiction",
    "linear",
    "enumeration",
)
"""Levels that lie between `single` and `exact`."""


class Examiner:
    """An agent whose every proved move is held against what the view decides."""

    def __init__(self, agent: Reasoner) -> None:
        self.agent = agent
        self.proved = 0

    def act(self, view: View, rng: Chance) -> Decision:
        decision = self.agent.act(view, rng)
        truth = infer(view, "exact")
        assert truth.complete
        for position, move in enumerate(decision.moves):
            reason = decision.reason(position)
            if reason is not None:
                entailed = truth.mines if isinstance(move, Flag) else truth.safe
                assert entailed[move.cell], f"{move} ({reason}) is not entailed by {view!r}"
                self.proved += 1
        return decision


def boards(name: str) -> Iterator[tuple[Rules, tuple[int, int]]]:
    """Small boards of many shapes and densities, with and without the mine count."""
    number = NAMES.index(name)
    for board in range(BOARDS // 8 if name.startswith(SEARCHERS) else BOARDS):
        rng = np.random.default_rng((number, board))
        height, width = (int(side) for side in rng.integers(3, 9, size=2))
        density = float(rng.choice([0.1, 0.2, 0.3, 0.5]))
        first = "opening" if board % 4 == 3 and density < 0.3 and height * width > 20 else "any"
        yield (
            Rules(
                height=height,
                width=width,
                density=density,
                end="survey",
                first=first,  # type: ignore[arg-type]
                cascade=board % 3 == 0,
                mine_count=board % 2 == 0,
            ),
            (number, board),
        )


@pytest.mark.parametrize("name", NAMES)
def test_every_proved_move_is_entailed_and_no_flag_is_wrong(name: str) -> None:
    proved = 0
    for rules, seed in boards(name):
        examiner = Examiner(sapper.agent(name))
        record = play(examiner, rules, seed)
        assert record.wrong_flags == 0
        assert record.score == record.net_score
        assert not any(step.exploded and step.reason is not None for step in record.steps)
        proved += examiner.proved
    assert proved > (0 if name != "random" else -1)


def positions() -> Iterator[View]:
    """Views in all stages: few or many cells opened, sparse or dense, told or not."""
    for number in range(POSITIONS):
        density, share = (0.1, 0.2, 0.3, 0.5)[number % 4], (0.15, 0.3, 0.45)[number % 3]
        view = partly_opened(7, 8, density, min(share, 0.9 - density), seed=number)
        yield view if number % 2 else View(view.cells)


@pytest.fixture(scope="module")
def beliefs() -> list[tuple[View, sapper.Belief, sapper.Belief]]:
    return [(view, infer(view, "single"), infer(view, "exact")) for view in positions()]


@pytest.mark.parametrize("level", BETWEEN)
def test_a_level_decides_all_that_single_decides_and_nothing_that_exact_does_not(
    level: str, beliefs: list[tuple[View, sapper.Belief, sapper.Belief]]
) -> None:
    more = 0
    for view, single, exact in beliefs:
        found = infer(view, level)
        for weak, between, complete in (
            (single.safe, found.safe, exact.safe),
            (single.mines, found.mines, exact.mines),
        ):
            assert not (weak & ~between).any(), f"single decides more than {level} in {view!r}"
            assert not (between & ~complete).any(), f"{level} decides what is open in {view!r}"
            more += int((between & ~weak).sum())
    assert more > 0


def test_queue_decides_nothing_that_single_does_not(
    beliefs: list[tuple[View, sapper.Belief, sapper.Belief]],
) -> None:
    for view, single, _ in beliefs:
        queue = infer(view, "queue")
        assert not ((queue.safe & ~single.safe) | (queue.mines & ~single.mines)).any()


def test_the_levels_of_an_agent_together_decide_what_each_of_them_decides(
    beliefs: list[tuple[View, sapper.Belief, sapper.Belief]],
) -> None:
    for view, _, exact in beliefs:
        charles = infer(view, sapper.agent("charles").levels)
        both = infer(view, sapper.agent("linear+brute").levels)
        parts = [("subset", charles), ("assume", charles), ("linear", both), ("enumeration", both)]
        for level, together in parts:
            alone = infer(view, level)
            assert not ((alone.safe & ~together.safe) | (alone.mines & ~together.mines)).any()
        for together in (charles, both):
            assert not ((together.safe & ~exact.safe) | (together.mines & ~exact.mines)).any()
