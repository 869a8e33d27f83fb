"""Laws that hold for every view, small or large."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from positions import small_views

from sapper import Game, Limit, Rules, View, infer, sample
from sapper.bench.positions import every_second, partly_opened, stuck_expert
from sapper.board.moves import Open
from sapper.errors import BadInput, InconsistentView, LimitExceeded
from sapper.inference.exact.counting import log10_of


def larger_views() -> list[View]:
    boards = [partly_opened(20, 20, 0.2, 0.3, seed) for seed in range(6)]
    return boards + [partly_opened(30, 12, 0.3, 0.4, seed) for seed in range(6)] + list(stuck_expert(6))


def test_risks_add_up_to_the_mines() -> None:
    for view in larger_views():
        belief = infer(view)
        assert belief.risk.sum() == pytest.approx(view.mines, abs=1e-8)
        assert ((belief.risk >= 0.0) & (belief.risk <= 1.0)).all()
        assert (belief.risk[belief.safe] == 0.0).all()
        assert (belief.risk[belief.mines] == 1.0).all()


@pytest.mark.parametrize("turns", range(4))
def test_turning_and_mirroring_the_board_turns_the_answer(turns: int) -> None:
    for view in larger_views()[::3]:
        belief = infer(view)
        for mirror in (False, True):
            turned = np.rot90(view.cells[:, ::-1] if mirror else view.cells, turns)
            expected = np.rot90(belief.risk[:, ::-1] if mirror else belief.risk, turns)
            other = infer(View(turned, mines=view.mines))
            np.testing.assert_allclose(other.risk, expected, rtol=0, atol=1e-10)
            assert other.solutions == belief.solutions


def test_what_a_cell_would_show_is_the_share_of_solutions_that_show_it() -> None:
    for view in larger_views()[::2]:
        belief = infer(view)
        every = belief.clue_distributions()
        np.testing.assert_allclose(every.sum(axis=2)[view.hidden], 1.0 - belief.risk[view.hidden], rtol=0, atol=1e-12)
        for row, column in np.argwhere(view.hidden)[::37].tolist():
            for clue in np.flatnonzero(every[row, column]):
                opened = view.cells.copy()
                opened[row, column] = clue
                share = Fraction(infer(replace(view, cells=opened)).solutions, belief.solutions)
                assert every[row, column, clue] == pytest.approx(float(share), rel=1e-9)


def test_weighing_clues_past_the_limit_says_so() -> None:
    view = list(stuck_expert(3))[2]
    with pytest.raises(LimitExceeded, match="values"):
        infer(view, limit=Limit(values=37)).clue_distributions()


def test_opening_a_safe_cell_never_makes_a_solution_appear() -> None:
    for board in range(8):
        game = Game(Rules(height=9, width=9, mines=14, end="survey"), seed=board)
        order = np.random.default_rng(board).permutation(np.argwhere(~game.layout.mines)).tolist()
        before = infer(game.view).solutions
        for row, column in order[:30]:
            game.apply(Open((row, column)))
            after = infer(game.view).solutions
            assert 1 <= after <= before
            before = after


def test_the_truth_is_never_ruled_out() -> None:
    for board in range(20):
        game = Game(Rules(height=12, width=12, mines=30, end="survey"), seed=board)
        for row, column in np.random.default_rng(board).permutation(np.argwhere(~game.layout.mines)).tolist()[:50]:
            game.apply(Open((row, column)))
        belief = infer(game.view)
        assert not (belief.safe & game.layout.mines).any()
        assert (game.layout.mines | ~belief.mines).all()


def test_the_order_of_the_cells_and_clues_does_not_matter() -> None:
    """The same board with its cells numbered at random: any table of neighbours will do."""
    from sapper.inference.exact.engine import analyse_view
    from sapper.knowledge.constraints import bounds_of, cells_of, likelihoods

    for view in larger_views()[:6]:
        cells, table, size = cells_of(view), view.grid.kernel_neighbours, view.cells.size
        answers = []
        for order in (np.arange(size), np.random.default_rng(1).permutation(size)):
            place = np.argsort(order).astype(table.dtype)
            neighbours = np.where(table[order] < 0, table[order], place[table[order]])
            risk, verdict = np.zeros(size), np.zeros(size, np.int8)
            analyse_view(
                cells[order], bounds_of(view), True, neighbours, likelihoods(view.clues), view.mines or 0, 1.0,
                10**6, 10**7, risk, verdict, False,
            )  # fmt: skip
            answers.append((risk[place], verdict[place]))
        np.testing.assert_allclose(answers[0][0], answers[1][0], rtol=0, atol=1e-12)
        assert np.array_equal(answers[0][1], answers[1][1])
        assert (answers[0][1] > 0).any()


def test_sampled_boards_explain_the_view() -> None:
    for view in larger_views()[::2]:
        belief = infer(view)
        boards = sample(view, 200, seed=5)
        for board in boards[:20]:
            counts = _counts(view, board)
            shown = view.cells >= 0
            assert np.array_equal(counts[shown], view.cells[shown])
            assert board.sum() == view.mines
        assert np.abs(boards.mean(axis=0) - belief.risk).max() < 0.2


def _counts(view: View, board: np.ndarray) -> np.ndarray:
    padded = np.append(board.ravel(), False)
    return padded[view.grid.neighbours].sum(axis=1).reshape(board.shape)


def test_a_million_cells_do_not_overflow() -> None:
    cells = np.full((1000, 1000), -1, np.int8)
    cells[500, 500], cells[500, 502], cells[3, 3] = 3, 2, 1
    view = View(cells, mines=200_000)
    belief = infer(view)
    assert belief.risk.sum() == pytest.approx(200_000, rel=1e-9)
    assert belief.risk[0, 0] == pytest.approx(0.2, abs=1e-4)
    assert belief.log10_solutions > 200_000
    assert infer(replace(view, mines=6)).complete


def test_counts_beyond_floating_point_are_exact() -> None:
    belief = infer(View.parse("\n".join(["." * 40] * 40), mines=300))
    from math import comb

    assert belief.solutions == comb(1600, 300)
    assert log10_of(belief.solutions) == pytest.approx(belief.log10_solutions)


def test_a_count_needs_more_than_one_prime() -> None:
    wide = every_second(9, 61)
    belief = infer(replace(wide, mines=None))
    per_board = belief.solutions
    assert per_board.bit_length() > 62
    # Two copies side by side, with an opened column between them, allow the square of it.
    gap = np.full((9, 1), -4, np.int8)
    twice = View(np.hstack([wide.cells, gap, wide.cells]))
    once = View(np.hstack([wide.cells, gap]))
    mirrored = View(np.hstack([gap, wide.cells]))
    assert infer(twice).solutions == infer(once).solutions * infer(mirrored).solutions


def test_density_zero_and_one_are_certainties() -> None:
    assert infer(View.parse("..", density=0.0)).safe.all()
    assert infer(View.parse("..", density=1.0)).mines.all()
    with pytest.raises(InconsistentView):
        infer(View.parse("1.", density=0.0))


def test_an_all_safe_and_an_all_mined_board() -> None:
    assert infer(View.parse("....", mines=0)).safe.all()
    assert infer(View.parse("....", mines=4)).mines.all()
    assert infer(View.parse("0", mines=0)).solutions == 1


def test_no_samples_from_less_than_nothing() -> None:
    with pytest.raises(BadInput, match="-1 samples"):
        sample(View.parse("1."), -1)


def test_counting_and_sampling_keep_to_the_limit() -> None:
    wide = every_second(21, 21)
    with pytest.raises(LimitExceeded):
        sample(wide, 3, limit=Limit(states=100))
    from sapper.inference.exact.counting import count_solutions

    with pytest.raises(LimitExceeded):
        count_solutions(wide, limit=Limit(states=100))


def test_small_views_have_small_effort() -> None:
    for view in small_views(seed=21, boards=20):
        effort = infer(view).effort
        assert effort.seconds >= 0.0
        assert effort.states >= 0
        assert effort.width <= 20
