"""`sapper.compare`: agents on the same boards, in memory."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.rules import Rules
from sapper.lab.columns import columns_of, games_of
from sapper.lab.experiment import Experiment, Setting
from sapper.lab.experiments import checked
from sapper.lab.results import Results
from sapper.players.agent import Agent
from sapper.players.custom import load
from sapper.sim.arena import play_many


def compare(agents: Sequence[str | Agent], rules: Rules, *, boards: int = 200, seed: int = 0) -> Results:
    """Let agents play the same boards, and say how they compare.

    agents   names, `path/to/file.py:Class`, or agents of your own
    boards   how many; board b is the game of seed (seed, b), the same as in `sapper lab run`

    The result prints as a table of means with 95 % intervals. Iterating gives its rows, and `difference` compares two
    agents board by board.

    >>> results = compare(["basic", "exact"], Rules(height=8, width=8, mines=10, end="survey"), boards=50, seed=1)
    >>> print(results)
    >>> gain = results.difference("8×8 with 10 mines", "exact", "basic", "score")
    >>> gain.boards, gain.low > 0
    """
    named = {_name(agent): agent for agent in agents}
    setting = Setting(_title(rules), rules)
    experiment = checked(
        Experiment("compare", "How do these agents compare?", (setting,), tuple(map(_name, agents)), boards, seed)
    )
    seeds = [(seed, board) for board in range(boards)]
    return Results(
        experiment,
        {
            (setting.name, name): games_of(columns_of(range(boards), play_many(_seat(agent), rules, seeds)))
            for name, agent in named.items()
        },
    )
