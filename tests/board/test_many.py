"""Many games at once draw the very numbers that numpy draws for each."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

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


def test_no_games_need_no_numbers() -> None:
    rank, order = ranks_and_orders([], 5)
    assert rank.shape == order.shape == (0, 5)
