"""The Gymnasium loop, with a random policy that heeds the mask and with an agent of Sapper.

python examples/gymnasium_random.py
"""

from __future__ import annotations

import gymnasium

import sapper.rl


def random_policy(games: int) -> int:
    """Games won by random legal actions."""
    env = gymnasium.make("sapper/Minesweeper-v0", level="beginner")
    won = 0
    env.action_space.seed(0)
    for seed in range(games):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            _, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        won += info["won"]
    return won


def sapper_agent(name: str, games: int) -> int:
    """Games won by an agent of Sapper, on the same boards."""
    env = gymnasium.make("sapper/Minesweeper-v0", level="beginner")
    pilot = sapper.rl.Pilot(name, env)
    won = 0
    for seed in range(games):
        env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(pilot())
            over = terminated or truncated
        won += info["won"]
    return won


if __name__ == "__main__":
    print(f"random policy  won {random_policy(50):2} of 50")
    print(f"basic          won {sapper_agent('basic', 50):2} of 50")
