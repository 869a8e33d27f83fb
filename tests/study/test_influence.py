from __future__ import annotations

import numpy as np
import pytest

from sapper import Layout, Rules, infer, influence, play
from sapper.board.view import HIDDEN, MINE, SAFE
from sapper.formats.chains import chain_picture
from sapper.formats.pixels import paint
from sapper.formats.svg import write
from sapper.inference.proof.evidence import stripped
from sapper.lab.chains import chains_by_density
from sapper.study.influence import Influence
from sapper.study.informing import CASCADE, ROOT
from sapper.study.long_chains import long_chain

ROW = Rules(height=1, width=6, mines=1, first="any", cascade=False)


def graph(seed: int, **changes: object) -> Influence:
    rules = Rules(height=9, width=9, mines=14, **({"end": "survey"} | changes))  # type: ignore[arg-type]
    return influence(play("exact", rules, seed=seed))


def test_a_row_is_one_chain() -> None:
    found = influence(play("exact", ROW, layout=Layout.parse(".....*"), start=(0, 0)))
    assert found.length == 5
    assert [found.nodes[cell].depth for cell in found.chain] == list(range(6))
    assert found.reach[0, 0] == 5
    assert found.nodes[0, 5].mine


def test_a_cascade_informs_its_neighbours() -> None:
    found = influence(
        play("exact", Rules(height=1, width=6, mines=1, first="any"), layout=Layout.parse(".....*"), start=(0, 0))
    )
    assert [found.nodes[0, column].level for column in range(5)] == [ROOT, *[CASCADE] * 4]
    assert found.length == 5


@pytest.mark.parametrize("seed", range(8))
def test_the_graph_is_sound(seed: int) -> None:
    """Sources come first, are deeper by one at most, and roots are the only cells without any."""
    found = graph(seed)
    seen: set[tuple[int, int]] = set()
    for cell, node in found.nodes.items():
        assert set(node.sources) <= seen
        assert (node.level == ROOT) == (not node.sources)
        assert node.depth == max((found.nodes[source].depth + 1 for source in node.sources), default=0)
        seen.add(cell)
    assert len(found.chain) == found.length + 1 == max(node.depth for node in found.nodes.values()) + 1
    assert all(a in found.nodes[b].sources for a, b in found.links)


@pytest.mark.parametrize("seed", range(8))
def test_conclusions_are_true_and_follow_from_their_sources(seed: int) -> None:
    found = graph(seed)
    views = list(found.record.replay())
    for cell, node in found.nodes.items():
        assert node.mine == bool(found.record.layout.mines[cell])
        if node.level in (ROOT, CASCADE):
            continue
        view = views[node.step]
        hidden = [(row, column) for row, column in np.argwhere(view.hidden | view.flags).tolist()]
        clues = [source for source in node.sources if view[source] >= 0]
        told = stripped(view, clues, mine_count=True).with_cells(dict.fromkeys(hidden, HIDDEN))
        known = {source: MINE if found.nodes[source].mine else SAFE for source in node.sources if source in hidden}
        belief = infer(told.with_cells(known))
        assert (belief.mines if node.mine else belief.safe)[cell], (cell, node)


def test_reach_counts_all_that_lies_behind() -> None:
    found = graph(3)

    def behind(cell: tuple[int, int]) -> set[tuple[int, int]]:
        direct = {other for other, node in found.nodes.items() if cell in node.sources}
        return direct.union(*(behind(other) for other in direct)) if direct else direct

    root = next(iter(found.nodes))
    assert found.reach[root] == len(behind(root))
    assert sum(row["cells"] for row in found.by_level.values()) == len(found.nodes)


def test_as_plain_values_and_as_a_picture() -> None:
    found = graph(1)
    data = found.to_dict()
    assert (data["length"], len(data["nodes"])) == (found.length, len(found.nodes))
    shown = chain_picture(found)
    assert len(shown.arrows) == found.length
    assert write(shown, 16).count("<path") > found.length
    plain = paint(chain_picture(Influence(found.record, {})), 16)
    assert (paint(shown, 16) != plain).any()


def test_the_search_finds_longer_chains_and_is_repeatable() -> None:
    rules = Rules(height=6, width=6, mines=7)
    first, best = long_chain(rules, seed=2, tries=1), long_chain(rules, seed=2, tries=25)
    assert best.length > first.length
    assert best.record.layout.total == 7
    assert not best.record.layout.mines[3, 3]
    assert long_chain(rules, seed=2, tries=25).record.layout == best.record.layout


def test_chains_by_density_have_intervals() -> None:
    rows = list(chains_by_density(6, 6, [0.1, 0.25], boards=6, seed=1))
    assert [row.density for row in rows] == [0.1, 0.25]
    for row in rows:
        assert row.length[1] <= row.length[0] <= row.length[2]
        assert row.deduced[0] <= row.length[0]
