"""What the mine count decides: which numbers of mines each component can really have.

    legend   excess   mines that are left beyond the least that every component takes
             span     most minus least mines that a component can have

Far from the end of a game the count decides nothing, and that is seen at a glance: if the excess lies at least the
longest span away from both ends of what is possible, everything else can make up for any choice of one component.
(Others whose numbers have gaps make no difference if the rest can fill the longest gap.) Otherwise sums that can be
reached are followed component by component, as bits. Certainty is a matter of whole numbers here, as everywhere.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.backward import SOME_MINED, SOME_SAFE
from sapper.inference.exact.frontier import COUNT, COUNTS, FIRST_VALUE, GAP, Book, decide
from sapper.knowledge.constraints import Bytes, Ints


@kernel
def count_is_idle(book: Book, floating: int, excess: int) -> bool:
    """Whether the mine count excludes nothing, as far as can be seen at a glance."""
    head = book.head
    longest, gap, spans, fill = 1 if floating else 0, 0, floating, floating
    for k in range(book.totals[COUNT]):
        span = head[k, COUNTS] - 1
        longest, gap, spans = max(longest, span), max(gap, head[k, GAP]), spans + span
        if head[k, GAP] == 0:
            fill += span
    return bool(longest <= excess <= spans - longest and fill - longest >= gap)


@kernel
def decide_by_count(
    book: Book, floating: int, excess: int, proved: int, found: Ints, verdict: Bytes
) -> tuple[int, int]:
    """Find what the clues and the mine count decide together, in place, beyond the cells that are already found.

    Returns how many cells are now found in components, and what is possible among floating cells. Counts that a
    component cannot have are struck out for good: with every cell that is uncovered fewer are possible, never more.
    """
    head, bits, components = book.head, book.bits, book.totals[COUNT]
    flexible, spans = np.empty(components, np.int64), 0
    n = 0
    for k in range(components):
        if head[k, COUNTS] > 1:
            flexible[n] = k
            spans += head[k, COUNTS] - 1
            n += 1
    most = min(spans, excess)
    before, after = np.zeros((n + 1, most + 1), np.bool_), np.zeros((n + 1, most + 1), np.bool_)
    before[0, 0] = True
    for i in range(n):
        first = head[flexible[i], FIRST_VALUE]
        for j in range(min(head[flexible[i], COUNTS], most + 1)):
            if bits[first + j]:
                for x in range(most + 1 - j):
                    before[i + 1, x + j] |= before[i, x]
    some = 0
    for x in range(most + 1):
        after[n, x] = excess - x <= floating
        if after[n, x] and before[n, x]:
            some |= (SOME_SAFE if excess - x < floating else 0) | (SOME_MINED if excess - x > 0 else 0)
    for i in range(n - 1, -1, -1):
        k = flexible[i]
        first = head[k, FIRST_VALUE]
        for j in range(head[k, COUNTS]):
            possible = False
            if bits[first + j]:
                for x in range(most + 1 - j):
                    possible |= before[i, x] and after[i + 1, x + j]
                    after[i, x] |= after[i + 1, x + j]
            bits[first + j] = possible
        proved = decide(book, k, proved, found, verdict)
    return proved, some
