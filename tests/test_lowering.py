"""Kernels count only what they make, and give it back once."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np

import sapper
from sapper.compiled import kernel
from sapper.knowledge.constraints import Floats

COUNTING = """
import re
import numba
import numpy as np
from sapper.knowledge.constraints import hidden_around
from sapper.lowering import LeanCompiler

neighbours = np.array([[1, -1], [0, -1]], np.int32)
cells = np.zeros(2, np.int8)
for compiler in ({}, {"pipeline_class": LeanCompiler}):
    function = numba.njit(error_model="numpy", **compiler)(hidden_around.py_func)
    function(0, cells, neighbours)
    (code,) = function.inspect_llvm().values()
    body = re.search(r"define [^\\n]*hidden_around[^\\n]*\\n.*?\\n}", code, re.S).group()
    print(body.count("call void @NRT_"))
"""

BALANCE = """
from numba.core.runtime import _nrt_python, rtsys
_nrt_python.memsys_enable_stats()
import gc
import sapper
from sapper.sim.arena import play_many

def play_all():
    for name in ("basic", "linear", "exact", "champion"):
        play_many(name, sapper.Rules.beginner(), [1, 2])
    play_many("optimal", sapper.Rules(height=4, width=4, mines=4), [1, 2])
    sapper.infer(sapper.View.parse("..../1221"))
    sapper.sample(sapper.View.parse("...../.2.3./.....", mines=5), n=10, seed=0)

def held():
    gc.collect()
    stats = rtsys.get_allocation_stats()
    return stats.alloc - stats.free, stats.mi_alloc - stats.mi_free

play_all()  # what is cached is held from now on
before = held()
for _ in range(3):
    play_all()
print(*before, *held())
"""


def run(program: str) -> list[int]:
    """What a program prints, in a process of its own: numbers."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()]


def test_arguments_are_not_counted() -> None:
    plain, lean = run(COUNTING)
    assert lean == 0 < plain  # once plain is 0, numba does it alone, and there is nothing left to do here


def test_whole_games_leave_nothing_behind_and_give_nothing_back_twice() -> None:
    before_arrays, before_infos, after_arrays, after_infos = run(BALANCE)
    assert (after_arrays, after_infos) == (before_arrays, before_infos)


@kernel
def tails(rows: Floats) -> tuple[Floats, tuple[Floats, Floats]]:
    """Views of an argument, by names that are given a value once, in a loop, and twice; the loop is left by `break`."""
    kept = rows[0]
    for i in range(len(rows)):
        row = rows[i]
        if row[0] > 1.0:
            break
        kept = row
    return kept[1:], (row, rows[1])


def test_views_that_are_returned_outlive_their_array() -> None:
    rows = np.arange(6.0).reshape(3, 2)
    tail, (row, second) = tails(rows)
    del rows
    np.full(6, 7.0)  # would take the place of what was given back too soon
    assert (tail.tolist(), row.tolist(), second.tolist()) == ([1.0], [2.0, 3.0], [2.0, 3.0])


@kernel
def last(values: Floats) -> float:
    """A literal index from the end."""
    return values[-1]


def test_a_literal_index_counts_from_the_end() -> None:
    assert last(np.arange(3.0)) == 2.0


def test_no_kernel_counts_from_the_end_among_several_indices() -> None:
    """There a literal cannot be told from a number that was computed."""
    for path in Path(sapper.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "@kernel" in source or "@inlined" in source:
            assert not re.search(r"\[[^\[\]:]*, -\d", source), path
