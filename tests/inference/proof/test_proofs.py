"""Every proof holds, can spare no clue, and its steps follow one from the other: checked by trying every layout."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from positions import small_views
from sets import random_views

from sapper import Proof, View, explain, infer
from sapper.bench.positions import stuck_expert
from sapper.board.view import HIDDEN, MINE, SAFE
from sapper.inference.brute import enumerate_layouts
from sapper.inference.proof.evidence import stripped

MOST_CLUES = 6
"""Proofs of at most so many clues are compared with all smaller sets."""


def views() -> list[View]:
    found = [*random_views(seed=5, boards=750), *small_views(seed=6, boards=450, most_hidden=12)]
    return [view for view in found if view.hidden.any()]


@cache
def proofs() -> tuple[Proof, ...]:
    """The proofs of every decided cell of many small views, of all clue models."""
    return tuple(
        explain(view, (row, column))
        for view in views()
        for belief in [infer(view)]
        for row, column in np.argwhere(belief.safe | belief.mines).tolist()
    )


def entails(proof: Proof, clues: tuple[tuple[int, int], ...], mine_count: bool) -> bool:
    """Whether nothing but these clues decides the cell, by trying every layout."""
    layouts = enumerate_layouts(stripped(proof.view, clues, mine_count)).layouts
    return bool((layouts[:, proof.cell[0], proof.cell[1]] == proof.mine).all())


def test_there_are_thousands_of_proofs_of_all_kinds() -> None:
    assert len(proofs()) > 2000
    assert {len(proof.clues) for proof in proofs()} >= {0, 1, 2, 3, 4}
    assert {proof.mine_count for proof in proofs()} == {True, False}
    assert {proof.view.topology for proof in proofs()} == {"square", "torus", "hex"}
    assert {step.level for proof in proofs() for step in proof.steps} >= {
        "single", "mine_count", "subset", "zones", "contradiction",
    }  # fmt: skip


def test_every_proof_checks_itself() -> None:
    assert [proof for proof in proofs() if not proof.check()] == []


def test_the_clues_of_a_proof_decide_its_cell() -> None:
    assert [proof for proof in proofs() if not entails(proof, proof.clues, proof.mine_count)] == []


def test_no_clue_can_be_spared() -> None:
    for proof in proofs():
        for clue in proof.clues:
            fewer = tuple(other for other in proof.clues if other != clue)
            assert not entails(proof, fewer, proof.mine_count), (proof.view, proof.cell, proof.clues)


def test_the_mine_count_is_used_only_if_all_clues_do_not_do_without() -> None:
    for proof in proofs():
        if proof.mine_count:
            every = tuple((row, column) for row, column in np.argwhere(proof.view.cells >= 0).tolist())
            assert not entails(proof, every, False), (proof.view, proof.cell)


def test_no_smaller_set_exists() -> None:
    compared = 0
    for proof in proofs()[::4]:
        if not 2 <= len(proof.clues) <= MOST_CLUES:
            continue
        assert proof.minimum
        every = [(row, column) for row, column in np.argwhere(proof.view.cells >= 0).tolist()]
        live = [clue for clue in every if any(proof.view[cell] == HIDDEN for cell in proof.view.grid.around(clue))]
        for fewer in combinations(live, len(proof.clues) - 1):
            assert not entails(proof, fewer, proof.mine_count), (proof.view, proof.cell, proof.clues, fewer)
        compared += 1
    assert compared > 30


def test_every_step_follows_from_its_clues_and_the_steps_before() -> None:
    for proof in proofs():
        known: dict[tuple[int, int], bool] = {}
        for step in proof.steps:
            assert set(step.uses) <= set(known)
            view = stripped(proof.view, step.clues, step.mine_count)
            view = view.with_cells({cell: MINE if known[cell] else SAFE for cell in step.uses})
            layouts = enumerate_layouts(view).layouts
            for cell in step.cells:
                assert (layouts[:, cell[0], cell[1]] == step.mine).all(), (proof.view, proof.cell, step)
            known |= dict.fromkeys(step.cells, step.mine)
        assert known[proof.cell] == proof.mine


def test_the_steps_need_every_clue_of_the_proof_and_no_other() -> None:
    for proof in proofs():
        assert {clue for step in proof.steps for clue in step.clues} == set(proof.clues)
        assert any(step.mine_count for step in proof.steps) == proof.mine_count


def test_the_level_is_the_lowest_that_finds_it() -> None:
    from sapper.inference.levels import LADDER

    for proof in proofs()[::5]:
        for level in LADDER:
            belief = infer(proof.view, level)
            found = bool((belief.mines if proof.mine else belief.safe)[proof.cell])
            assert found == (level == proof.level), (proof.view, proof.cell, level)
            if found:
                break


def test_undecided_cells_have_the_counts_of_the_oracle_and_two_examples() -> None:
    tried = 0
    for view in views()[::9]:
        belief = infer(view)
        for row, column in np.argwhere(view.hidden & ~belief.safe & ~belief.mines).tolist()[:2]:
            proof, layouts = explain(view, (row, column)), enumerate_layouts(view).layouts
            mined = int(layouts[:, row, column].sum())
            assert (proof.mine, proof.verdict, proof.clues, proof.level) == (None, "undecided", (), None)
            assert (proof.mine_solutions, proof.safe_solutions) == (mined, len(layouts) - mined)
            assert proof.risk == pytest.approx(belief.risk[row, column])
            assert proof.check()
            assert all((example == layouts).all(axis=(1, 2)).any() for example in proof.examples)
            tried += 1
    assert tried > 100


def test_a_wrong_proof_does_not_pass_its_check() -> None:
    proof = explain(View.parse(".../11_"), (0, 2))
    assert not replace(proof, clues=proof.clues[:1]).check()
    assert not replace(proof, mine=True).check()
    guess = explain(View.parse("1../..."), (1, 1))
    assert not replace(guess, examples=guess.examples[::-1]).check()
    wrong = np.ones((2, 3), np.bool_)
    assert not replace(guess, examples=(guess.examples[0], wrong)).check()


def test_a_flagged_cell_is_asked_as_if_it_were_not_flagged() -> None:
    assert explain(View.parse("1F"), (0, 1)).mine is True
    assert explain(View.parse("0F"), (0, 1)).mine is False


@pytest.mark.slow
def test_thousands_of_proofs_on_expert_boards() -> None:
    checked = 0
    for view in stuck_expert(120, seed=17):
        belief = infer(view)
        for row, column in np.argwhere(belief.safe | belief.mines).tolist():
            proof = explain(view, (row, column))
            assert proof.check()
            assert proof.minimum or proof.mine_count
            for clue in proof.clues:
                fewer = tuple(other for other in proof.clues if other != clue)
                left = infer(stripped(view, fewer, proof.mine_count))
                assert not (left.safe | left.mines)[row, column]
            checked += 1
    assert checked > 3000
