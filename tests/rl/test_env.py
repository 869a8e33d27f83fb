import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sapper
import sapper.rl
from sapper.errors import BadInput, SapperError
from sapper.rl import ENV_ID, MinesweeperEnv

SETTINGS = [
    {},
    {"level": "expert", "rule": "classic"},
    {"level": "survey10"},
    {"level": "beginner", "rule": "survey", "first": "opening", "mine_count": False},
    {"height": 4, "width": 5, "mines": 4, "rule": "survey", "clues": "optimistic"},
    {"height": 4, "width": 5, "density": 0.2, "rule": "survey", "clues": "cautious", "cascade": False},
    {"height": 4, "width": 5, "mines": 4, "clues": "reveal:0.5:again"},
    {"height": 5, "width": 4, "mines": 4, "topology": "hex"},
    {"height": 1, "width": 1, "mines": 0},
]


def made(**settings):
    return gymnasium.make(ENV_ID, **settings)


def masked_episode(env, seed):
    """One game with random legal actions: the observations, rewards and the last info."""
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    observations, rewards, over = [observation], [], not info["action_mask"].any()
    while not over:
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert observation in env.observation_space
        observations.append(observation)
        rewards.append(reward)
        over = terminated or truncated
    return observations, rewards, info, (terminated, truncated)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_gymnasiums_own_checker_has_nothing_to_say(settings, render_mode):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(**settings, render_mode=render_mode).unwrapped)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_masked_play_is_legal_and_ends(settings):
    env = made(**settings)
    for seed in range(3):
        *_, info, (terminated, _) = masked_episode(env, seed)
        assert info["legal"]
        assert terminated or env.unwrapped.rules.clues.again
        assert not info["action_mask"].any() or not terminated


def test_one_seed_is_one_sequence_of_games():
    runs = []
    for _ in range(2):
        env = made()
        env.reset(seed=5)
        seeds = [env.unwrapped.game_seed]
        for _ in range(3):
            env.reset()
            seeds.append(env.unwrapped.game_seed)
        runs.append(seeds)
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 4


def test_same_seed_and_same_actions_give_the_same_episode():
    first, second = (masked_episode(made(level="survey10", clues="cautious"), seed=3) for _ in range(2))
    assert first[1] == second[1]
    for one, other in zip(first[0], second[0], strict=True):
        assert all(np.array_equal(one[key], other[key]) for key in one)


def test_a_chosen_game_is_sappers_game():
    env = made(level="beginner", first="any")
    env.reset(options={"game_seed": 7})
    game = sapper.Game(sapper.Rules.beginner(first="any"), seed=7)
    assert env.unwrapped.game_seed == 7
    env.step(40)
    game.apply(sapper.Open((4, 4)))
    assert env.unwrapped.view == game.view


def test_an_illegal_action_changes_nothing_and_costs_a_little():
    env = made(height=3, width=3, mines=1)
    env.reset(seed=1)
    env.step(0)
    before = env.unwrapped.view
    for action in (0, -1, 9):
        observation, reward, terminated, truncated, info = env.unwrapped.step(action)
        assert (reward, terminated, truncated, info["legal"]) == (-0.01, False, False, False)
        assert np.array_equal(observation["cells"], before.cells)


def test_after_the_end_nothing_is_legal():
    env = made(height=1, width=2, mines=1, first="safe").unwrapped
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["won"]) == (2.0, True, True)
    assert not env.action_masks().any()
    assert env.step(1)[1] == -0.01


def test_a_policy_that_repeats_itself_is_truncated():
    env = made(height=3, width=3, mines=4, first="safe").unwrapped
    env.reset(seed=2)
    ends = [env.step(0)[2:4] for _ in range(4 * 9)]
    assert ends == [(False, False)] * 35 + [(False, True)]


def test_max_steps():
    env = made(height=3, width=3, mines=1, max_steps=2, rule="survey").unwrapped
    env.reset(seed=2)
    assert env.step(0)[3] is False
    assert env.step(1)[3] is True


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("clues", ["exact", "optimistic", "reveal:0.5"])
def test_the_return_of_a_survey_is_its_net_score(seed, clues):
    env = made(height=5, width=5, mines=6, rule="survey", clues=clues)
    _, rewards, info, _ = masked_episode(env, seed)
    assert sum(rewards) == pytest.approx(info["net_score"])
    assert info["score"] >= info["net_score"]


@pytest.mark.parametrize("seed", range(8))
def test_the_return_of_a_classic_game_counts_progress(seed):
    env = made(height=4, width=4, mines=1)
    _, rewards, info, _ = masked_episode(env, seed)
    opened = int(env.unwrapped.view.opened.sum())
    assert sum(rewards) == pytest.approx(opened / 15 + (1 if info["won"] else -1))


def test_flags_are_not_graded_before_the_end():
    env = made(height=2, width=2, mines=1, rule="survey", first="any")
    env.reset(seed=0)
    for action in (4, 5, 6):
        _, reward, terminated, _, info = env.step(action)
        assert (reward, terminated, info["score"], info["net_score"]) == (0.0, False, 0.0, 0.0)


def test_a_reward_of_ones_own():
    env = made(height=3, width=3, mines=1, reward=lambda transition: transition.after.cells_opened)
    env.reset(seed=0)
    assert env.step(4)[1] >= 1.0


def test_asking_again_is_opening_again():
    env = made(height=3, width=3, mines=1, clues="reveal:0.0:again").unwrapped
    env.reset(seed=0)
    env.step(4)
    assert env.view[1, 1] == -4
    assert env.action_masks()[4]
    assert env.step(4)[4]["legal"]


def test_masks_agree():
    env = made(level="survey10")
    _, info = env.reset(seed=0)
    assert env.unwrapped.action_masks().dtype == np.bool_
    assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
    assert info["action_mask"].dtype == np.int8


def test_renderings():
    env = made(level="beginner", render_mode="ansi")
    env.reset(seed=0)
    assert sapper.View.parse(env.render()) == env.unwrapped.view
    env = made(level="beginner", render_mode="rgb_array")
    env.reset(seed=0)
    assert env.render().shape == (9 * 24, 9 * 24, 3)


def test_observations_belong_to_the_caller():
    env = made(level="beginner").unwrapped
    observation, _ = env.reset(seed=0)
    observation["cells"][:] = 8
    assert env.view.untouched


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": "expert", "mines": 10}, "a level or a size"),
        ({"height": 3, "mines": 1}, "height, width"),
        ({"level": "exprt"}, "unknown level"),
        ({"height": 3, "width": 3, "mines": 9}, "do not fit"),
        ({"render_mode": "human"}, "unknown render mode"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(settings, message):
    with pytest.raises(SapperError, match=message):
        MinesweeperEnv(**settings)


def test_bad_reset_options_are_refused():
    with pytest.raises(BadInput, match="unknown reset option 'sede'"):
        made().reset(options={"sede": 1})


def test_registering_twice_is_silent_and_the_module_can_be_named_in_the_id():
    sapper.rl.register()
    assert gymnasium.make(f"sapper.rl:{ENV_ID}").unwrapped.rules == sapper.Rules.beginner()


def test_vectorised():
    envs = gymnasium.make_vec(ENV_ID, num_envs=3, vectorization_mode="sync", height=4, width=4, mines=2)
    _, infos = envs.reset(seed=1)
    generator = np.random.default_rng(0)
    for _ in range(20):
        masks = infos["action_mask"]
        actions = [generator.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
        observation, rewards, _, _, infos = envs.step(np.array(actions))
        assert observation["cells"].shape == (3, 4, 4)
        assert rewards.shape == (3,)
    envs.close()
