"""The kernels are plain Python too: with the compiler off they give the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECK = """
import numpy as np
from positions import small_views
from sapper import infer, sample
from sapper.inference.brute import enumerate_layouts

views = list(small_views(seed=41, boards=120, most_hidden=9))
for view in views:
    truth, belief = enumerate_layouts(view), infer(view)
    assert np.abs(belief.risk - truth.risk).max() < 1e-12
    assert np.array_equal(belief.safe, view.hidden & ~truth.layouts.any(axis=0))
    assert belief.solutions == len(truth.layouts)
    assert (truth.layouts == sample(view, 1, seed=1)).all(axis=(1, 2)).any()
print(len(views))
"""


def test_the_answers_are_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CHECK],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60
