"""Luck has mean 0: exactly, over all layouts of small boards; and taking it out narrows intervals."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import sapper
from sapper.board.chance import Chance
from sapper.board.moves import Flag, Open
from sapper.board.view import View
from sapper.lab.luck import luck
from sapper.players.agent import Decision
from sapper.sim.lane.luck import worth


def layouts(rules: sapper.Rules, free: set[sapper.Cell]) -> list[sapper.Layout]:
    """Every layout of the rules that leaves some cells free."""
    cells = [cell for cell in np.ndindex(rules.height, rules.width) if cell not in free]
    return [sapper.Layout.from_mines(rules.height, rules.width, mines) for mines in combinations(cells, rules.mines)]


def kept_free(agent: str, rules: sapper.Rules, seed: int) -> set[sapper.Cell]:
    """The cells that the first-click rule keeps free; an agent's first click does not depend on the layout."""
    start = sapper.play(agent, rules, seed).steps[0].move.cell
    around = rules.grid.around(start) if rules.first == "opening" else []
    return set() if rules.first == "any" else {start, *around}


@pytest.mark.parametrize("agent", ["random", "basic", "double", "charles+select", "exact"])
@pytest.mark.parametrize(
    "rules",
    [
        sapper.Rules(height=3, width=3, mines=2, first="any"),
        sapper.Rules(height=3, width=4, mines=3, first="safe"),
        sapper.Rules(height=4, width=4, mines=3, first="opening"),
        sapper.Rules(height=2, width=4, mines=3, first="any", mine_count=False, cascade=False),
    ],
    ids=["any", "safe", "opening", "count withheld"],
)
def test_luck_has_mean_0_over_all_layouts(agent: str, rules: sapper.Rules) -> None:
    for seed in range(2):
        games = [
            sapper.play(agent, rules, seed, layout=layout) for layout in layouts(rules, kept_free(agent, rules, seed))
        ]
        lucks = np.array([luck(game) for game in games])
        assert np.abs(lucks).max() > 0.01
        assert lucks.mean() == pytest.approx(0.0, abs=1e-12)


class Liar:
    """Flags the first hidden cell, mine or not, and opens cells in a random order without giving reasons."""

    def act(self, view: View, rng: Chance) -> Decision:
        hidden = [view.grid.cell(index) for index in rng.order(view.cells.size) if view.hidden.ravel()[index]]
        flag = [] if view.flags.any() else [Flag(hidden[-1])]
        return Decision((*flag, Open(hidden[0])))


def test_wrong_flags_do_not_mislead_it() -> None:
    rules = sapper.Rules(height=3, width=3, mines=2, first="any")
    lucks = np.array([luck(sapper.play(Liar(), rules, 1, layout=layout)) for layout in layouts(rules, set())])
    assert np.abs(lucks).max() > 0.01
    assert lucks.mean() == pytest.approx(0.0, abs=1e-12)


def test_a_game_without_guesses_has_no_luck() -> None:
    record = sapper.play("exact", sapper.Rules(height=4, width=4, mines=0), seed=0)
    assert record.guesses == 0
    assert luck(record) == 0.0


def test_one_guess_by_hand() -> None:
    rules = sapper.Rules(height=1, width=2, mines=1, first="any")
    won, lost = (sapper.play("exact", rules, 0, layout=sapper.Layout.parse(text)) for text in (".*", "*."))
    if lost.won:
        won, lost = lost, won
    value = worth(rules.cells, rules.mines, opened=0)
    assert (won.won, luck(won)) == (True, pytest.approx(value / 2))
    assert (lost.won, luck(lost)) == (False, pytest.approx(-value / 2))


def test_taking_luck_out_narrows_a_paired_interval() -> None:
    """Two agents that differ in how they break ties; on beginner boards the interval shrinks by more than a third."""
    rules, exact = sapper.Rules.beginner(), sapper.agent("exact")
    other = replace(exact, policy=sapper.agent("double").policy)
    pairs = [(sapper.play(exact, rules, (3, k)), sapper.play(other, rules, (3, k))) for k in range(250)]
    raw = np.array([a.won - float(b.won) for a, b in pairs])
    adjusted = raw - np.array([luck(a) - luck(b) for a, b in pairs])
    assert adjusted.std() < 0.65 * raw.std()
    assert abs(adjusted.mean() - raw.mean()) < 3 * (raw - adjusted).std() / np.sqrt(len(pairs))
