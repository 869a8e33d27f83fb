"""Load, or compile the first time ever, the kernels that questions need, before the first question comes."""

from __future__ import annotations

from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.generator.order import generate
from sapper.inference.exact.sampling import sample
from sapper.inference.levels import LADDER, infer
from sapper.inference.proof.explain import Position
from sapper.knowledge.belief import Limit
from sapper.sim.play import play


def warm_up() -> None:
    """About two seconds once everything is compiled."""
    view = View.parse("1.../.2../..2./...1", mines=4)
    for level in LADDER:
        infer(view, level=level)
    infer(view, limit=Limit(states=2, sweeps=1))  # what lies past the limit
    belief = infer(view)
    belief.clue_distribution((0, 1))
    Position(view).proof((0, 1))
    sample(view, 1)
    rules = Rules(height=8, width=8, mines=12, first="opening")
    board = generate(rules, no_guess=True)[0]
    board.measures.to_dict()
    play("champion(fast)", rules, layout=board.layout, start=board.start)
    play("champion(fast)", Rules(height=8, width=8, mines=16), seed=3)
