"""Noise model and engine together: of the cells that are given a risk of 0.2, one in five is a mine."""

from __future__ import annotations

import pytest

from sapper.bench.uncertain import CALIBRATED, GAMES, MODELS, WITHIN, calibrate


@pytest.mark.parametrize("model", MODELS)
def test_risks_come_true(model: str) -> None:
    """A fast version: seeds are fixed, so this is no matter of luck. Three standard errors, since there are six."""
    found = calibrate(model, games=60, side=6)
    assert found.cells > 100
    assert abs(found.risk - CALIBRATED) <= WITHIN
    assert abs(found.mined - found.risk) < 3.0 * found.error


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_risks_come_true_in_ten_thousand_games(model: str) -> None:
    found = calibrate(model, games=GAMES, side=6)
    assert abs(found.mined - found.risk) < 3.0 * found.error
    assert abs(found.mined - CALIBRATED) < 0.01
