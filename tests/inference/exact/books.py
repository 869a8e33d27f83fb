"""Books of components that are nothing but their tallies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sapper.inference.exact.frontier import COUNT, COUNTS, FIRST_VALUE, GAP, Book, new_book


def book_of(tallies: Sequence[Sequence[int]]) -> Book:
    """A book of components without cells; a tally may be scaled, its first and last weights are not zero."""
    book = new_book(1)
    head = np.zeros((max(1, len(tallies)), book.head.shape[1]), np.int64)
    values = np.array([weight / max(tally) for tally in tallies for weight in tally], np.float64)
    first = 0
    for k, tally in enumerate(tallies):
        head[k, FIRST_VALUE], head[k, COUNTS] = first, len(tally)
        head[k, GAP] = max((len(run) for run in "".join("01"[weight > 0] for weight in tally).split("1")), default=0)
        first += len(tally)
    book.totals[:] = 0
    book.totals[COUNT] = len(tallies)
    return book._replace(head=head, values=values, bits=(values > 0.0).astype(np.int8))
