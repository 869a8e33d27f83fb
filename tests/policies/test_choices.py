"""What agents choose when nothing is proved: the reports' boards, and the words of the policies."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import View, agent
from sapper.board.chance import Chance
from sapper.knowledge.belief import Belief
from sapper.policies.arrangements import Counted, fewest_mined
from sapper.policies.average import average, select
from sapper.policies.policy import Policy
from sapper.policies.product import lowest_product, product
from sapper.policies.ratio import near_or_far
from sapper.policies.safest import SHOWN, Safest, fewest_hidden, lowest_risk, most_equations

# Report 004, figure 35.
SELECTOR = View.parse("0123*/23**3/**55*/3..../1....")
# Report 002, the iteration that ends with the choice of (9,9).
CHOICE = View.parse(
    "0001F11.../0012211.2./001F21212./01233F3.2./01F2F4F.../012435F.../001FF4F.../11223F4.../1F1023..1./11101F....",
    mines=20,
)
POLICIES = (lowest_risk, fewest_mined, select, lowest_product, near_or_far)


def nothing(view: View) -> Belief:
    """A belief that decided nothing and estimates nothing."""
    none = np.zeros(view.cells.shape, np.bool_)
    return Belief(none, none, np.where(view.hidden, np.nan, 0.0), complete=False)


def chosen(policy: Policy, view: View, seed: int = 0) -> tuple[int, int]:
    return policy(view, nothing(view), Chance(seed))[0].cell


def test_the_printed_estimates_of_report_004() -> None:
    risk = average(SELECTOR, nothing(SELECTOR))
    assert risk[3].round(2).tolist() == [0.0, 0.56, 0.67, 0.67, 0.67]
    assert risk[4].tolist() == [0.0, 0.5, 0.5, 0.5, 0.5]


def test_the_choice_of_report_004() -> None:
    hidden = np.array([SELECTOR.grid.index((4, column)) for column in (1, 2, 3, 4)])
    assert fewest_hidden(SELECTOR, hidden).tolist() == [3, 5, 5, 3]
    assert all(chosen(select, SELECTOR, seed) == (4, 1) for seed in range(5))


def test_the_choice_of_report_002() -> None:
    tied = {(7, 8), (7, 9), (8, 9), (9, 7), (9, 8), (9, 9)}
    choices = {chosen(fewest_mined, CHOICE, seed) for seed in range(60)}
    assert (
        choices == tied
    )  # the report takes the last of them in reading order, (9,9); we the first in the shared order
    assert max(tied) == (9, 9)
    withheld = View(CHOICE.cells)
    candidates = fewest_mined(withheld, nothing(withheld), Chance(0))
    assert candidates[0].risk == pytest.approx(0.1)
    assert {chosen(fewest_mined, withheld, seed) for seed in range(60)} == tied


def test_counted_compares_with_the_cells_outside() -> None:
    # A first clue of 1 with 8 neighbours: 1/8 against the density, as report 002 argues.
    few, many = (
        View.parse("...../...../..1../...../.....", mines=2),
        View.parse("...../...../..1../...../.....", mines=6),
    )
    near = {(row, column) for row in (1, 2, 3) for column in (1, 2, 3)} - {(2, 2)}
    assert {chosen(fewest_mined, few, seed) for seed in range(20)}.isdisjoint(near)
    assert {chosen(fewest_mined, many, seed) for seed in range(20)} <= near
    risk = Counted()(few, nothing(few))
    assert risk[1, 1] == pytest.approx(1 / 8)
    assert risk[0, 0] == pytest.approx(1 / 16)


def test_report_001_counts_arrangements_without_the_mine_count() -> None:
    # a + b + c = b + c + d = 1 has three arrangements, and each cell is mined in one: double goes by the shared order,
    # triple takes a cell in most equations.
    told, withheld = View.parse("_11_/....", mines=1), View.parse("_11_/....")
    for view in (told, withheld):
        cells = np.flatnonzero(view.hidden)
        assert (-most_equations(view, cells)).tolist() == [1, 2, 2, 1]
        first = agent("double").act(view, Chance(0)).candidates
        assert {round(candidate.risk or 0.0, 3) for candidate in first} == {0.333}
        assert {agent("triple").act(view, Chance(seed)).move.cell for seed in range(20)} == {(1, 1), (1, 2)}
        assert {agent("double").act(view, Chance(seed)).move.cell for seed in range(40)} == {
            (1, column) for column in range(4)
        }


def test_product_multiplies_the_odds() -> None:
    view = View.parse("_11_/..../....", mines=3)
    risk = product(view, nothing(view))
    assert risk[1].round(3).tolist() == [0.333, 0.2, 0.2, 0.333]
    assert risk[2].tolist() == [3 / 8] * 4
    assert product(View.parse("1../..."), nothing(View.parse("1../...")))[0, 2] == 0.5
    assert product(View.parse("1../...", density=0.2), nothing(view))[0, 2] == 0.2
    # Clues that exclude each other are as good as no clue.
    excluded = View.parse("0.1")
    assert product(excluded, nothing(excluded))[0, 1] == 0.5


@pytest.mark.parametrize(("mines", "near"), [(3, False), (7, True)])
def test_ratio_goes_near_or_far_as_in_report_000(mines: int, near: bool) -> None:
    # The lecturer's example: a 2 in the corner of 3×3, with 3 or 7 mines. Three of eight are more than 0.2, so use 5×5.
    view = View.parse("2..../...../...../...../.....", mines=mines)
    around = set(view.grid.around((0, 0)))
    choices = {chosen(near_or_far, view, seed) for seed in range(30)}
    assert choices <= around if near else choices.isdisjoint(around)


def test_ratio_asks_next_to_the_smallest_clues_first() -> None:
    view = View.parse("1...3/...../.....", mines=7)
    assert {chosen(near_or_far, view, seed) for seed in range(30)} == {(0, 1), (1, 0), (1, 1)}


def test_ratio_without_a_mine_count_or_a_far_cell_is_random() -> None:
    view = View.parse("1../...")
    assert {chosen(near_or_far, view, seed) for seed in range(60)} == {(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)}
    close = View.parse("...../.0.0./.....".replace("0", "_"), mines=1)
    assert chosen(near_or_far, close) in {tuple(map(int, cell)) for cell in np.argwhere(close.hidden)}


def test_ties_of_the_belief_go_by_the_shared_order() -> None:
    view = View.parse("1../...")
    belief = nothing(view)
    belief.risk[:] = [[0.0, 0.3, 0.1], [0.3, 0.3, 0.1]]
    first = {seed: next(int(i) for i in Chance(seed).order(6) if i in (2, 5)) for seed in range(20)}
    for seed, index in first.items():
        assert lowest_risk(view, belief, Chance(seed))[0].cell == view.grid.cell(index)
    reading = Safest(last="reading")
    assert [c.cell for c in reading(view, belief, Chance(3))] == [(0, 2), (1, 2), (0, 1), (1, 0), (1, 1)]
    assert [c.risk for c in reading(view, belief, Chance(3))] == [0.1, 0.1, 0.3, 0.3, 0.3]


@pytest.mark.parametrize("policy", POLICIES, ids=[f"policy {k}" for k in range(len(POLICIES))])
def test_every_policy_chooses_an_undecided_cell(policy: Policy) -> None:
    for view in (
        View.parse("..../....", mines=3),
        View.parse("..../...."),
        SELECTOR,
        CHOICE,
        View.parse("1."),
        View.parse("F1./...", mines=2),
        View.parse("...../..1../.....", clues="optimistic:wide"),
    ):
        belief = nothing(view)
        row, column = map(int, np.argwhere(view.hidden)[0])
        if view.hidden.sum() > 1:
            belief.safe[row, column] = True
        candidates = policy(view, belief, Chance(1))
        cells = [candidate.cell for candidate in candidates]
        assert 1 <= len(cells) == len(set(cells)) <= SHOWN
        assert all(view.hidden[cell] and not belief.safe[cell] for cell in cells)
        assert all(candidate.risk is None or 0.0 <= candidate.risk <= 1.0 for candidate in candidates)
        assert candidates == policy(view, belief, Chance(1))


def test_an_empty_board_is_guessed_in_the_shared_order() -> None:
    view = View.parse("..../....")
    for seed in range(10):
        assert chosen(fewest_mined, view, seed) == view.grid.cell(int(Chance(seed).order(8)[0]))
