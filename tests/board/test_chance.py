"""Seeds. The golden numbers must never change: they are what a seed means, for ever and on every machine."""

from __future__ import annotations

import pickle
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given

from sapper import Chance
from sapper.board.chance import Seed, clue_noise, layout_keys, plain_seed, rising
from sapper.errors import BadInput
from strategies import seeds


def test_golden_streams() -> None:
    assert layout_keys(7, 3).tolist() == [14717904226557406096, 979409276310299390, 10908502720931469070]
    assert layout_keys((7, 1), 1).tolist() == [11727984891676503848]
    assert clue_noise(7, 3).tolist() == [0.4805820057358118, 0.059541806671542186, 0.22268893999096584]
    assert Chance(7).order(9).tolist() == [7, 5, 4, 0, 3, 8, 1, 6, 2]


@given(seeds)
def test_streams_are_the_same_again_and_differ_from_each_other(seed: Seed) -> None:
    keys, noise, order = layout_keys(seed, 64), clue_noise(seed, 64), Chance(seed).order(64)
    assert np.array_equal(keys, layout_keys(seed, 64))
    assert np.array_equal(noise, clue_noise(seed, 64))
    assert not np.array_equal(np.argsort(keys), np.argsort(noise))
    assert not np.array_equal(np.argsort(keys), order)
    assert sorted(order.tolist()) == list(range(64))
    assert noise.min() >= 0.0
    assert noise.max() < 1.0


def test_streams_of_many_seeds_are_uncorrelated() -> None:
    keys = np.array([layout_keys(seed, 50) for seed in range(200)]).astype(np.float64)
    noise = np.array([clue_noise(seed, 50) for seed in range(200)])
    luck = np.array([Chance(seed).random(50) for seed in range(200)])
    for one, other in ((keys, noise), (keys, luck), (noise, luck)):
        # 10 000 pairs: the standard deviation of the correlation is 0.01.
        assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.04


def test_a_longer_stream_begins_like_a_shorter_one() -> None:
    assert np.array_equal(layout_keys(3, 100)[:10], layout_keys(3, 10))


def test_the_order_is_fixed_whatever_else_is_drawn() -> None:
    fresh, used = Chance(5), Chance(5)
    used.random(1000)
    assert np.array_equal(fresh.order(30), used.order(30))
    used.order(12)
    assert np.array_equal(fresh.order(30), used.order(30))
    with pytest.raises(ValueError, match="read-only"):
        fresh.order(30)[0] = 1


def test_asking_for_the_order_does_not_use_up_luck() -> None:
    asked, silent = Chance(5), Chance(5)
    asked.order(30)
    assert asked.random(8).tolist() == silent.random(8).tolist()


def test_luck_is_not_the_order_in_disguise() -> None:
    luck = Chance(11).bit_generator.random_raw(30)
    assert Chance(11).order(30).tolist() != np.argsort(luck).tolist()


def test_chance_can_be_sent_to_another_process() -> None:
    sent = pickle.loads(pickle.dumps(Chance((1, 2))))
    assert isinstance(sent, Chance)
    assert sent.order(20).tolist() == Chance((1, 2)).order(20).tolist()


def test_seeds_of_numpy_and_lists_mean_the_same() -> None:
    assert plain_seed(cast(int, np.int64(9))) == 9
    assert plain_seed([1, np.int32(2)]) == (1, 2)
    assert layout_keys([1, 2], 4).tolist() == layout_keys((1, 2), 4).tolist()


@pytest.mark.parametrize("seed", [-1, 1.5, "seven", None, (), (1, -2), [1.5]])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(BadInput, match="a seed is a whole number"):
        layout_keys(seed, 4)
    with pytest.raises(BadInput, match="a seed is a whole number"):
        Chance(seed)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 500, 511, 512, 513, 140_000])
def test_the_order_of_keys_is_stable_however_many(size: int) -> None:
    keys = layout_keys(size, size)
    assert np.array_equal(rising(keys), np.argsort(keys, kind="stable"))
    keys[size // 2 :] = keys[: size - size // 2]  # every key, or nearly, twice
    assert np.array_equal(rising(keys), np.argsort(keys, kind="stable"))


@pytest.mark.parametrize("cells", [1, 2, 3, 8, 9])
def test_each_of_many_rows_of_nearly_or_quite_equal_keys_is_sorted_as_numpy_does(cells: int) -> None:
    keys = np.random.default_rng(cells).integers(0, 4, (200, cells)).astype(np.uint64) + np.uint64(1 << 60)
    assert np.array_equal(rising(keys), np.argsort(keys, axis=1, kind="stable"))


def test_keys_that_differ_in_their_low_bits_only_are_told_apart() -> None:
    keys = np.arange(1_000, 0, -1, dtype=np.uint64)
    assert np.array_equal(rising(keys), np.arange(1_000)[::-1])
