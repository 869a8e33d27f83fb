"""Games in lockstep meet exactly the positions that the readable loop meets."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.board.moves import Open
from sapper.sim.decisions import Decisions, Watched, watch_decisions
from sapper.sim.lockstep import decisions_in_lockstep
from sapper.sim.play import play
from sapper.sim.referee import NONE


def same(ours: Decisions, theirs: Decisions) -> None:
    """All columns agree, types and all; risks with and without flags are sums in another order."""
    for field in fields(Decisions):
        one, other = getattr(ours, field.name), getattr(theirs, field.name)
        assert one.dtype == other.dtype, field.name
        if field.name == "risk":
            np.testing.assert_allclose(one, other, atol=1e-6)
        else:
            np.testing.assert_array_equal(one, other, field.name)


@pytest.mark.parametrize(
    "rules",
    [
        sapper.Rules.expert(),
        sapper.Rules.expert(first="opening", mine_count=False),
        sapper.Rules.level("survey10"),
        sapper.Rules(height=9, width=9, density=0.3, end="survey", cascade=True),
        sapper.Rules(height=6, width=6, mines=8, end="survey", topology="hex"),
        sapper.Rules(height=5, width=5, mines=6, first="any", topology="torus"),
        sapper.Rules(height=3, width=4, mines=0),
        sapper.Rules(height=3, width=4, mines=12, end="survey"),
        sapper.Rules(height=1, width=1, mines=0),
    ],
    ids=str,
)
def test_lockstep_and_the_readable_loop_agree(rules: sapper.Rules) -> None:
    seeds = [(7, board) for board in range(6)]
    same(decisions_in_lockstep(rules, seeds), watch_decisions(sapper.agent("exact"), rules, seeds))


@settings(max_examples=30)
@given(
    st.integers(1, 6),
    st.integers(2, 7),
    st.floats(0.0, 0.5),
    st.sampled_from(["classic", "survey"]),
    st.sampled_from(["any", "safe"]),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_they_agree_on_small_boards(
    height: int, width: int, density: float, end: str, first: str, cascade: bool, told: bool, seed: int
) -> None:
    rules = sapper.Rules(
        height=height,
        width=width,
        density=density,
        end=end,  # type: ignore[arg-type]
        first=first,  # type: ignore[arg-type]
        cascade=cascade,
        mine_count=told,
    )
    seeds = [seed, seed + 1]
    same(decisions_in_lockstep(rules, seeds), watch_decisions(sapper.agent("exact"), rules, seeds))


def test_the_rows_are_the_decisions_of_the_record_move_by_move() -> None:
    rules, seed = sapper.Rules.expert(), (7, 3)
    rows = decisions_in_lockstep(rules, [seed])
    watched = Watched(sapper.agent("exact"))
    record = play(watched, rules, seed)
    assert [row.tobytes() for row in rows.cells] == [view.tobytes() for view in watched.views]
    assert (rows.won == record.won).all()
    assert rows.score == pytest.approx(record.score)
    guessed = [step for step in record.steps if step.guess]
    assert [rules.grid.cell(cell) for cell in rows.best[rows.guess]] == [step.move.cell for step in guessed]
    risks = rows.risk[rows.guess, rows.best[rows.guess]]
    np.testing.assert_allclose(risks, [step.candidates[0].risk for step in guessed], atol=1e-6)
    proved = {step.move.cell for step in record.steps if not step.guess and isinstance(step.move, Open)}
    certain = rows.best[~rows.guess & (rows.verdict == 1).any(axis=1)]
    assert {rules.grid.cell(cell) for cell in certain} <= proved | set(
        map(tuple, np.argwhere(record.layout.counts == 0))
    )


def test_risks_are_those_of_infer() -> None:
    rules = sapper.Rules.intermediate()
    rows = decisions_in_lockstep(rules, [5])
    for cells, risk, verdict in zip(rows.cells, rows.risk, rows.verdict, strict=True):
        belief = sapper.infer(sapper.View(cells.reshape(16, 16), mines=rules.mines), trust_flags=False)
        np.testing.assert_allclose(risk, belief.risk.ravel(), atol=1e-6)
        np.testing.assert_array_equal(verdict, (1 * belief.safe + 2 * belief.mines).ravel())


def test_a_game_that_is_over_at_once_has_no_decisions() -> None:
    rules = sapper.Rules(height=2, width=2, mines=4, first="any")
    assert len(decisions_in_lockstep(rules, [1, 2])) == 0


def test_nothing_to_open_where_all_is_mined() -> None:
    rows = decisions_in_lockstep(sapper.Rules(height=2, width=2, mines=4, end="survey"), [1])
    assert rows.best.tolist() == [NONE]
    assert rows.verdict.tolist() == [[2, 2, 2, 2]]
    assert (rows.won.tolist(), rows.score.tolist()) == ([True], [1.0])
