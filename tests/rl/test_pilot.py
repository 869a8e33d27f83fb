import gymnasium
import pytest

import sapper
from sapper.errors import AgentFault, BadInput
from sapper.rl import ENV_ID, Pilot

SETTINGS = [
    {"level": "beginner"},
    {"level": "beginner", "first": "opening", "mine_count": False},
    {"level": "survey10"},
    {"height": 6, "width": 6, "mines": 6, "rule": "survey", "clues": "reveal:0.5"},
]


def outcome(env, pilot, seed):
    env.reset(seed=seed)
    terminated = truncated = False
    while not (terminated or truncated):
        _, _, terminated, truncated, info = env.step(pilot())
        assert info["legal"]
    return info


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ["random", "basic"])
def test_a_pilot_plays_what_sapper_plays(settings, name):
    env = gymnasium.make(ENV_ID, **settings)
    pilot = Pilot(name, env)
    for seed in (*range(5), 4):  # the same game twice in a row is two episodes
        info = outcome(env, pilot, seed)
        record = sapper.play(name, env.unwrapped.rules, env.unwrapped.game_seed)
        assert info["won"] == record.won
        if env.unwrapped.rules.end == "survey":
            assert info["net_score"] == record.net_score
        assert env.unwrapped.view.opened.tolist() == list(record.replay())[-1].opened.tolist()


class Says:
    def __init__(self, *answers):
        self.answers = answers

    def act(self, view, rng):
        return self.answers[int(view.flags.any()) % len(self.answers)]


@pytest.mark.parametrize(
    ("level", "agent", "message"),
    [
        ("beginner", Says(sapper.Open((9, 9))), "no legal move"),
        ("beginner", Says("open 1,1"), "no legal move"),
        ("beginner", Says(sapper.Decision(())), "no legal move"),
        ("beginner", Says(sapper.Flag((0, 0)), sapper.Unflag((0, 0))), "opens nothing"),
    ],
)
def test_an_agent_that_answers_nonsense(level, agent, message):
    env = gymnasium.make(ENV_ID, level=level)
    env.reset(seed=0)
    with pytest.raises(AgentFault, match=message):
        Pilot(agent, env)()


def test_in_survey_flags_are_final():
    env = gymnasium.make(ENV_ID, level="survey10")
    env.reset(seed=0)
    pilot = Pilot(Says(sapper.Flag((0, 0)), sapper.Unflag((0, 0))), env)
    env.step(pilot())
    with pytest.raises(AgentFault, match="flags are final"):
        pilot()


def test_a_pilot_flies_nothing_else():
    with pytest.raises(BadInput, match="sapper/Minesweeper"):
        Pilot("basic", gymnasium.make("CartPole-v1"))
