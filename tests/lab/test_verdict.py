from __future__ import annotations

import pytest
from games import BOARDS, DENSE, SPARSE, STRONG, WEAK, results

from sapper.lab.answer import answer
from sapper.lab.experiment import Claim
from sapper.lab.verdict import Trial, Verdict, decide, judge


def verdict(**claim):
    return judge(results(claims=(Claim("It is so.", **claim),)))[0]


def test_a_claim_holds_where_the_whole_interval_is_above_zero():
    found = verdict(better=STRONG, worse=WEAK)
    assert found.outcome == "held"
    assert [trial.setting for trial in found.trials] == [SPARSE, DENSE]
    assert [trial.mean for trial in found.trials] == pytest.approx([0.1, 0.4])
    assert all(trial.boards == BOARDS for trial in found.trials)
    assert found.sentence == "Held in all 2 settings."


def test_the_opposite_claim_does_not_hold():
    assert verdict(better=WEAK, worse=STRONG).outcome == "did not hold"
    assert verdict(better=WEAK, worse=STRONG, settings=(DENSE,)).trials[0].mean == pytest.approx(-0.4)


def test_a_difference_of_nothing_is_open():
    found = verdict(better=STRONG, worse=WEAK, measure="guesses")
    assert found.outcome == "open"
    assert found.sentence == "Open in 2 of 2 settings."


def test_less_time_is_better():
    sparse, dense = verdict(better=STRONG, worse=WEAK, measure="seconds").trials
    assert (sparse.outcome, dense.outcome) == ("held", "open")
    assert sparse.mean == pytest.approx(0.1)


def test_settings_can_be_compared():
    found = verdict(better=WEAK, worse=WEAK, settings=(SPARSE,), against=(DENSE,))
    assert found.outcome == "held"
    assert found.trials[0].mean == pytest.approx(0.5)


@pytest.mark.parametrize(("within", "outcome"), [(0.05, "did not hold"), (0.2, "held")])
def test_likeness_is_claimed_up_to_a_distance(within, outcome):
    assert verdict(better=STRONG, worse=WEAK, settings=(SPARSE,), within=within).outcome == outcome


def test_luck_alone_refutes_no_claim():
    def outcome(failed, held):
        trials = [Trial("", "", 0.0, 0.0, 0.0, 1, "did not hold")] * failed + [
            Trial("", "", 0.0, 0.0, 0.0, 1, "held")
        ] * held
        return Verdict(Claim("", "", ""), tuple(trials)).outcome

    assert outcome(failed=1, held=0) == "did not hold"
    assert outcome(failed=1, held=8) == "open"
    assert outcome(failed=2, held=7) == "did not hold"
    assert outcome(failed=2, held=28) == "open"


def test_an_interval_without_ends_decides_nothing():
    nan = float("nan")
    assert decide(nan, nan) == decide(nan, nan, within=0.1) == "open"


def test_only_boards_that_both_finished_are_paired():
    made = results(claims=(Claim("It is so.", STRONG, WEAK),), failures=((0, "lost"), (1, "lost")))
    assert [trial.boards for trial in judge(made)[0].trials] == [BOARDS, BOARDS - 2]


def test_the_answer_names_who_is_ahead_by_how_much_and_what_became_of_the_claims():
    made = results(claims=(Claim("So.", STRONG, WEAK), Claim("Not so.", WEAK, STRONG)))
    said = answer(made, judge(made))
    assert said.startswith(f"The mean score over all 2 settings is highest for {STRONG}, 87.5 %: 25.0 points ahead")
    assert said.endswith("of 2 claims, 1 held in every setting, 1 did not hold.")
