"""An agent of your own: a class with one method.

python examples/my_agent.py
sapper play --agent examples/my_agent.py:LeastCrowded --level beginner --seed 1
"""

from __future__ import annotations

import numpy as np

import sapper
from sapper.testing import check_agent


class LeastCrowded:
    """Opens the hidden cell whose clues leave it the smallest share of mines; proves nothing."""

    def act(self, view: sapper.View, rng: sapper.Chance) -> sapper.Move:
        """Decide what to do in this view: `rng` is the agent's luck, the same for the same seed."""
        worst = np.full(view.cells.shape, 0.2)
        for row, column in np.argwhere(view.cells > 0).tolist():
            around = view.grid.around((row, column))
            hidden = [cell for cell in around if view.hidden[cell]]
            for cell in hidden:
                known = sum(view.known_mines[other] or view.flags[other] for other in around)
                worst[cell] = max(worst[cell], (view[row, column] - known) / len(hidden))
        worst += 1e-9 * rng.random(worst.shape)  # where the clues make no difference, luck decides
        worst[~view.hidden] = np.inf
        return sapper.Open(view.grid.cell(int(np.argmin(worst))))


def main() -> None:
    """Check the agent, then let it play beside two of Sapper's."""
    checked = check_agent(LeastCrowded)
    print(f"plays by the rules: {checked.games} games, {checked.decisions} decisions, {checked.swaps} swaps")
    rules = sapper.Rules.beginner()
    for agent in (LeastCrowded(), sapper.agent("random"), sapper.agent("basic")):
        records = [sapper.play(agent, rules, seed) for seed in range(50)]
        print(f"{records[0].agent:13} won {sum(record.won for record in records):2} of {len(records)}")


if __name__ == "__main__":
    main()
