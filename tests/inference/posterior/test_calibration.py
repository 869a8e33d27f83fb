"""Noise model and engine together: of the cells that are given a risk of 0.2, one in five is a mine."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.bench.uncertain import CALIBRATED, MODELS, WITHIN, calibration, risks_and_truth


@pytest.mark.parametrize("model", MODELS)
def test_risks_come_true(model: str) -> None:
    """A fast version: seeds are fixed, so this is not a matter of luck. Three standard errors, since there are six."""
    risk, mined = risks_and_truth(model, games=60)
    assert len(risk) > 40
    assert (np.abs(risk - CALIBRATED) <= WITHIN).all()
    assert abs(float((mined - risk).mean())) < 3.0 * float((mined - risk).std(ddof=1)) / np.sqrt(len(risk))


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_risks_come_true_in_ten_thousand_games(model: str) -> None:
    """10,000 games of each model; four standard errors of some ten thousand cells are about 0.01."""
    risk, mined = risks_and_truth(model, games=10_000)
    assert abs(float((mined - risk).mean())) < 4.0 * float((mined - risk).std(ddof=1)) / np.sqrt(len(risk))


def test_the_measurement_tells_both_shares() -> None:
    line = calibration("reveal:0.5", games=30)
    assert "30 games" in line.what
    assert line.measured.startswith("risk 0.")
