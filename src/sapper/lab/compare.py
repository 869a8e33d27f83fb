"""`sapper.compare`: agents on the same boards, in memory."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.chance import Seed
from sapper.board.rules import Rules
from sapper.lab.batch import play_each, warm_up
from sapper.lab.columns import columns_of, games_of
from sapper.lab.experiment import Experiment, Setting
from sapper.lab.experiments import checked
from sapper.lab.results import Results
from sapper.players.agent import Agent
from sapper.players.custom import in_file, maker
from sapper.sim.arena import Played, play_many

NAME = "compare"


def compare(agents: Sequence[str | Agent], rules: Rules, boards: int = 200, seed: int = 0) -> Results:
    """Let agents play the same boards, and say how they compare.

    agents   names, `path/to/file.py:Class`, or agents of your own
    boards   how many; board b is the game of seed (seed, b), the same as in `sapper lab run`

    The result prints as a table of means with 95 % intervals. Iterating gives its rows, and `difference` compares two
    agents board by board.

    >>> results = compare(["basic", "exact"], Rules(height=8, width=8, mines=10, end="survey"), boards=50, seed=1)
    >>> [(row.agent, round(row.score.mean, 2), row.score.low < row.score.mean < row.score.high) for row in results]
    [('basic', 0.88, True), ('exact', 0.96, True)]
    >>> results.difference("8×8, 10 mines", "exact", "basic", "score").low > 0
    True
    """
    setting = Setting(f"{rules.width}×{rules.height}, {rules.mines} mines", rules)
    names = tuple(_name(agent) for agent in agents)
    experiment = checked(Experiment(NAME, "How do these agents compare?", (setting,), names, boards, seed))
    seeds = [(seed, board) for board in range(boards)]
    return Results(
        experiment,
        {
            (setting.name, name): games_of(columns_of(range(boards), _play(agent, rules, seeds)))
            for name, agent in zip(names, agents, strict=True)
        },
    )


def _play(agent: str | Agent, rules: Rules, seeds: Sequence[Seed]) -> list[Played]:
    if isinstance(agent, str):
        make = maker(agent)
        make()  # who cannot play at all is told now, and not as many failed games
        if in_file(agent):
            return play_each(make, rules, seeds)
        warm_up(agent, rules)
    return play_many(agent, rules, seeds)


def _name(agent: str | Agent) -> str:
    return agent if isinstance(agent, str) else str(getattr(agent, "name", type(agent).__name__))
