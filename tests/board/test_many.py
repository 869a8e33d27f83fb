"""Many games at once draw the very numbers that numpy draws for each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.board import many
from sapper.board.chance import Seed, guessing_order, layout_keys
from sapper.board.many import ranks_and_orders

parts = st.integers(0, 2**32) | st.integers(0, 2**140)
seeds = parts | st.lists(parts, min_size=1, max_size=6).map(tuple)


@settings(max_examples=50, deadline=None)
@given(st.lists(seeds, min_size=1, max_size=4), st.integers(1, 40))
def test_as_numpy_draws_them_seed_by_seed(some: list[Seed], cells: int) -> None:
    rank, order = ranks_and_orders(some, cells)
    for row, seed in enumerate(some):
        np.testing.assert_array_equal(rank[row], np.argsort(layout_keys(seed, cells), kind="stable"))
        np.testing.assert_array_equal(order[row], guessing_order(seed, cells))


@pytest.mark.parametrize("cells", [1, 2, 3, 8, 9])
def test_keys_that_are_nearly_or_quite_equal_are_sorted_as_numpy_does(cells: int) -> None:
    keys = np.random.default_rng(cells).integers(0, 4, (200, cells)).astype(np.uint64) + np.uint64(1 << 60)
    np.testing.assert_array_equal(many._sorted(keys), np.argsort(keys, axis=1, kind="stable"))


def test_no_games_need_no_numbers() -> None:
    rank, order = ranks_and_orders([], 5)
    assert rank.shape == order.shape == (0, 5)
