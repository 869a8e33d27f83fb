"""Taking clues at their word, whatever the clue model: what report 002 measured, and why its flags were wrong.

What
    The view is read as if its clues were exact, and the levels of an agent are run on it. Such clues contradict each
    other, the flags made before, and the mine count. The report's agents just found no equation to match and went on;
    so here a clue that cannot hold is no longer looked at, nor is a mine count that cannot, and the levels start again
    without it. What is proved is what the remaining clues prove: proofs from facts that may be false.

Why it is not sound
    That is the point. Findings are entailed by the clues they name *if* those are true; wrong flags are counted by
    the game. Under `exact` and `reveal` clues nothing is false, nothing is dropped, and the levels are what they
    always are.

Cost
    One more run of the levels for each fact that is dropped.

Example
    `12` over `..` under optimistic clues — as the 1 has both cells, and so has the 2, both cannot be exact: the 1 is
    dropped, being the first that cannot hold, and the 2 makes both cells mines.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from sapper.board.clues import EXACT
from sapper.board.view import SAFE, View
from sapper.errors import InconsistentView
from sapper.inference.level import Contradiction, run
from sapper.inference.levels import level_named, on_board
from sapper.knowledge.belief import Belief
from sapper.knowledge.constraints import Constraints, constraints_of


def infer_trusting(view: View, levels: Sequence[str]) -> tuple[View, Belief]:
    """What levels make of a view if its clues are taken for exact; and the view with the facts that were kept.

    >>> kept, belief = infer_trusting(View.parse("12/../clues=optimistic:wide"), ("single",))
    >>> kept, int(belief.mines.sum())
    (View.parse('_2/..'), 2)
    """
    began = time.perf_counter()
    kept = replace(view, clues=EXACT, bounds=None)
    steps = [(name, level_named(name, view)) for name in levels]
    while True:
        kept, c = _readable(kept)
        try:
            decided, trail = run(steps, c)
        except Contradiction as broken:
            kept = _without(kept, c, broken)
            continue
        return kept, on_board(kept, c, decided, trail, time.perf_counter() - began)


def _readable(view: View) -> tuple[View, Constraints]:
    """The view without the facts that the cells around them refute, and its constraints."""
    while True:
        try:
            return view, constraints_of(view)
        except InconsistentView as broken:
            view = view.with_cells(dict.fromkeys(broken.clues, SAFE)) if broken.clues else replace(view, mines=None)


def _without(view: View, c: Constraints, broken: Contradiction) -> View:
    """The view without the clue that a level found broken; if it names none, without the mine count."""
    clue = int(broken.args[0])
    return view.with_cells({view.grid.cell(c.clues[clue]): SAFE}) if clue >= 0 else replace(view, mines=None)
