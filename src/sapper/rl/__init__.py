"""Gymnasium environment `sapper/Minesweeper-v0`; needs `pip install sapper[rl]`.

Importing this module registers it. Gymnasium 1.x looks for no plugins by itself, so either import it,

    import gymnasium, sapper.rl
    env = gymnasium.make("sapper/Minesweeper-v0", level="expert")

or name it: `gymnasium.make("sapper.rl:sapper/Minesweeper-v0", level="expert")`.
"""

from __future__ import annotations

import gymnasium

from sapper.rl.env import Info, MinesweeperEnv
from sapper.rl.pilot import Pilot
from sapper.rl.reward import Reward, Transition

__all__ = ["ENV_ID", "Info", "MinesweeperEnv", "Pilot", "Reward", "Transition", "register"]

ENV_ID = "sapper/Minesweeper-v0"


def register() -> None:
    """Make the environment known to Gymnasium; once is enough, twice does no harm."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(ENV_ID, entry_point="sapper.rl.env:MinesweeperEnv")


register()
