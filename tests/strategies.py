"""Hypothesis strategies: boards of all kinds, small enough to be read when a test fails."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from sapper import ClueModel, Layout, Rules, View
from sapper.board.grid import Grid
from sapper.board.view import SAFE

TOPOLOGIES = ("square", "torus", "hex")
ENDS = ("classic", "survey")
FIRSTS = ("any", "safe", "opening")

sides = st.integers(1, 6)
seeds = st.integers(0, 2**32) | st.lists(st.integers(0, 2**40), min_size=1, max_size=3).map(tuple)
probabilities = st.floats(0, 1)


@st.composite
def clue_models(draw: st.DrawFn) -> ClueModel:
    """Every clue model with every variant."""
    kind = draw(st.sampled_from(("exact", "reveal", "optimistic", "cautious")))
    if kind == "exact":
        return ClueModel()
    if kind == "reveal":
        return ClueModel("reveal", draw(probabilities), again=draw(st.booleans()))
    return ClueModel(kind, wide=draw(st.booleans()))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Small grids of every topology, thin ones included."""
    return Grid(draw(sides), draw(sides), draw(st.sampled_from(TOPOLOGIES)))


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Any mines on any small grid."""
    grid = draw(grids())
    mines = draw(st.lists(st.booleans(), min_size=grid.size, max_size=grid.size))
    return Layout(np.array(mines).reshape(grid.height, grid.width), grid.topology)


@st.composite
def views(draw: st.DrawFn) -> View:
    """Any text that can be a view, whether a layout explains it or not."""
    grid = draw(grids())
    model = draw(clue_models())
    codes = [draw(st.integers(SAFE, int(degree))) for degree in grid.degree]
    cells = np.array(codes, dtype=np.int8).reshape(grid.height, grid.width)
    bounds = None
    if model.needs_bound:
        drawn = [draw(st.integers(0, int(degree))) for degree in grid.degree]
        bounds = np.where(cells >= 0, np.array(drawn).reshape(cells.shape), -1)
    told: dict[str, Any] = draw(
        st.just({})
        | st.integers(0, grid.size).map(lambda mines: {"mines": mines})
        | probabilities.map(lambda density: {"density": density})
    )
    end, first = draw(st.sampled_from(ENDS)), draw(st.sampled_from(FIRSTS))
    return View(cells, clues=model, bounds=bounds, topology=grid.topology, end=end, first=first, **told)


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Rules that a board can satisfy: the mines never exceed the room that the first click leaves."""
    grid, model = draw(grids()), draw(clue_models())
    first = draw(st.sampled_from(FIRSTS))
    kept_free = {"any": 0, "safe": 1, "opening": 1 + int(grid.degree.max())}[first]
    cascade = False if model.kind == "optimistic" else draw(st.none() | st.booleans())
    return Rules(
        height=grid.height,
        width=grid.width,
        mines=draw(st.integers(0, max(0, grid.size - kept_free))),
        end=draw(st.sampled_from(ENDS)),
        first=first,
        cascade=cascade,
        mine_count=draw(st.booleans()),
        clues=model,
        topology=grid.topology,
    )
