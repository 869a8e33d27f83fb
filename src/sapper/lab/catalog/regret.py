"""Ours: how far from best play the agents are on small boards. `sapper lab regret` plays all layouts of one board."""

from sapper.board.rules import Rules
from sapper.lab.experiment import Chart, Claim, Experiment, Setting

BOARDS = ((4, 3), (4, 4), (4, 5), (5, 4))

EXPERIMENT = Experiment(
    name="regret",
    question="On boards so small that best play is known, how much does each agent leave?",
    settings=tuple(
        Setting(
            f"{side}x{side} with {mines} mines",
            Rules(height=side, width=side, mines=mines, first="any"),
            x=float(mines),
            series=f"{side}×{side}",
        )
        for side, mines in BOARDS
    ),
    agents=(
        "basic",
        "linear+brute",
        "charles+both",
        "exact",
        "champion(fast)",
        "champion",
        "champion(deep)",
        "optimal",
    ),
    boards=2000,
    claims=(
        Claim("Best play wins more than the lowest exact risk.", "optimal", "exact", "won"),
        Claim("The champion is within a point of best play.", "optimal", "champion", "won", within=0.01),
    ),
    charts=(Chart("Share of games won by mines", "won", "mines"),),
    tags=("optimal",),
)
