"""Results made of figures that are written down, so that tests know what must come out."""

from __future__ import annotations

import numpy as np

from sapper.board.rules import Rules
from sapper.lab.experiment import Chart, Claim, Experiment, Printed, Setting
from sapper.lab.results import MEASURES, Games, Results

WEAK, STRONG = "weak <b>", "strong & able"
"""Names that must be escaped."""
SPARSE, DENSE = "10x10 at 0.1", "10x10 at 0.3"
BOARDS = 40


def games(score: float, seconds: float, failures: tuple[tuple[int, str], ...] = ()) -> Games:
    """Games around a score; every fourth lies 0.1 below."""
    boards = np.arange(len(failures), BOARDS)
    scores = score - 0.1 * (boards % 4 == 0)
    figures = {measure: np.full(len(boards), 2.0) for measure in MEASURES}
    figures |= {"score": scores, "net_score": scores, "won": (scores > 0.9).astype(float)}
    figures["seconds"] = np.full(len(boards), seconds)
    return Games(boards, figures, {"single": 10 * BOARDS, "exact": BOARDS}, failures)


def results(
    *, claims: tuple[Claim, ...] = (), failures: tuple[tuple[int, str], ...] = (), series: bool = False
) -> Results:
    """Two agents in two settings; `series` puts the settings into a series each."""
    experiment = Experiment(
        name="made-up",
        question="Is <i>strong</i> ahead?",
        settings=tuple(
            Setting(name, Rules(height=10, width=10, density=x, end="survey"), x=x, series=name if series else "")
            for name, x in ((SPARSE, 0.1), (DENSE, 0.3))
        ),
        agents=(WEAK, STRONG),
        boards=BOARDS,
        report="002",
        source="a table",
        printed=(Printed(SPARSE, WEAK, "score", 1.01), Printed(DENSE, STRONG, "score", 0.75)),
        claims=claims,
        charts=(Chart("Score <by> density", "score", "density"), Chart("Seconds", "seconds", "density")),
        hard="Hard somewhere.",
    )
    return Results(
        experiment,
        {
            (SPARSE, WEAK): games(0.9, 0.2),
            (SPARSE, STRONG): games(1.0, 0.1),
            (DENSE, WEAK): games(0.4, 0.4),
            (DENSE, STRONG): games(0.8, 0.4, failures),
        },
    )
