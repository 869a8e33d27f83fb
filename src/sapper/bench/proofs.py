"""Proofs: how long the explanation of a decided cell takes on expert boards, and the review of a whole game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import numpy as np

from sapper.bench.table import Measurement
from sapper.board.grid import Cell
from sapper.board.rules import Rules
from sapper.board.view import HIDDEN, View
from sapper.inference.levels import infer
from sapper.inference.proof.explain import explain
from sapper.inference.proof.proof import Proof
from sapper.sim.play import play
from sapper.sim.record import GameRecord
from sapper.study.influence import influence
from sapper.study.review import review

GAMES = 20
EVERY_VIEW, EVERY_CELL = 25, 7
"""One view in so many is taken from a game, and one decided cell in so many from a view."""


def measure() -> Iterator[Measurement]:
    """Every line of the table, one after the other; about a minute."""
    records = [play("exact", Rules.expert(first="opening"), seed=seed) for seed in range(GAMES)]
    for view, cell in list(_decided(records[:3]))[:20]:  # compile before measuring
        _ = explain(view, cell).text
    seconds, proofs = [], list[Proof]()
    for view, cell in _decided(records):
        began = time.perf_counter()
        proof = explain(view, cell)
        _ = proof.text
        seconds.append(time.perf_counter() - began)
        proofs.append(proof)
    yield from _speed(np.array(seconds))
    yield from _quality(proofs)
    yield from _games([record for record in records if record.won])


def _speed(seconds: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Iterator[Measurement]:
    for name, share, most in (("median", 50, 5e-3), ("99 %", 99, 50e-3)):
        value = float(np.percentile(seconds, share))
        what = f"a proof in words, {len(seconds)} decided expert cells, {name}"
        yield Measurement(what, f"{1e3 * value:.2f} ms", f"< {1e3 * most:g} ms", value < most)
    yield Measurement("the slowest of them", f"{1e3 * float(seconds.max()):.0f} ms")


def _quality(proofs: list[Proof]) -> Iterator[Measurement]:
    right = sum(proof.check() for proof in proofs)
    yield Measurement(
        "proofs checked again from their clues alone", f"{right} of {len(proofs)}", "all", right == len(proofs)
    )
    least = sum(proof.minimum for proof in proofs)
    yield Measurement("of proved minimum size; the others are subset-minimal", f"{100 * least / len(proofs):.2f} %")
    sizes, count = Counter(min(len(proof.clues), 6) for proof in proofs), sum(proof.mine_count for proof in proofs)
    by_size = ", ".join(f"{size if size < 6 else '6+'}: {sizes[size]}" for size in sorted(sizes))
    yield Measurement("proofs by number of clues", f"{by_size}; with the mine count {count}")


def _games(records: list[GameRecord]) -> Iterator[Measurement]:
    for what, work, most in (
        ("review of a won expert game", review, 2.0),
        ("its chains of influence", influence, None),
    ):
        times = []
        for record in records:
            began = time.perf_counter()
            work(record)
            times.append(time.perf_counter() - began)
        worst = max(times)
        wanted, reached = (f"< {most:g} s", worst < most) if most else ("", None)
        yield Measurement(f"{what}, slowest of {len(times)}", f"{worst:.2f} s", wanted, reached)


def _decided(records: list[GameRecord]) -> Iterator[tuple[View, Cell]]:
    """Decided cells of running games, with the agent's flags and without any."""
    for record in records:
        for view in list(record.replay())[EVERY_VIEW::EVERY_VIEW]:
            flags = [(row, column) for row, column in np.argwhere(view.flags).tolist()]
            for shown in (view, view.with_cells(dict.fromkeys(flags, HIDDEN))):
                if not shown.known_mines.any():
                    belief = infer(shown)
                    for row, column in np.argwhere(belief.safe | belief.mines).tolist()[::EVERY_CELL]:
                        yield shown, (row, column)
