"""How many layouts a view allows: an exact integer, however large.

What
    The forward pass counts configurations in floating point, which is exact only up to 2⁵³. Here the same edges are
    followed again in arithmetic modulo several primes below 2³¹; the Chinese remainder theorem gives each coefficient
    of each component's tally as a whole number, and Python's integers do the rest.

Cost
    One pass along the stored edges per 31 bits of the answer.
"""

from __future__ import annotations

from math import comb, log2, log10

import numpy as np

from sapper.board.view import View
from sapper.compiled import kernel
from sapper.errors import LimitExceeded
from sapper.inference.exact.engine import FINE, NOT_TOLD, OVER_LIMIT, run_forward
from sapper.inference.exact.layers import Layers, Words
from sapper.inference.exact.prior import settled
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import Ints, constraints_of

PRIME_BITS = 30


def count_solutions(view: View, trust_flags: bool = True, limit: Limit | None = None) -> int:
    """How many layouts the view allows; 0 if none. With uncertain clues: layouts that have any likelihood.

    >>> count_solutions(View.parse("1../.../...", mines=3))
    30
    """
    limit = limit or Limit()
    c = constraints_of(settled(view, trust_flags), trust_flags)
    c = c._replace(weight=(c.weight > 0.0).astype(np.float64))
    p, _, bounds, layers, _, status, _ = run_forward(c, c.mines_left, 1.0, limit.states, limit.values)
    if status == OVER_LIMIT:
        raise LimitExceeded(f"counting the solutions takes more than {limit.states} states")
    if status != FINE:
        return 0
    tallies = _whole_tallies(bounds, layers, c.mines_left != NOT_TOLD)
    if c.mines_left == NOT_TOLD:
        total = 1 << p.floating
        for tally in tallies:
            total *= sum(tally.values())
        return total
    together = {0: 1}
    for tally in tallies:
        together = _product(together, tally)
    return _with_floating(together, p.floating, c.mines_left - p.mines)


def log10_of(number: int) -> float:
    """The decimal logarithm of a whole number of any size; minus infinity for 0."""
    if number <= 0:
        return float("-inf")
    shift = max(0, number.bit_length() - 64)
    return log10(number >> shift) + shift * log10(2.0)


def _with_floating(together: dict[int, int], floating: int, mines: int) -> int:
    """Layouts of all cells: those of the components, and the other mines anywhere among the floating cells.

    Each binomial is made of the one before: among a million cells the first takes a second.
    """
    total, fewest = 0, max(mines - max(together), 0)
    ways = comb(floating, fewest)
    for there in range(fewest, mines - min(together) + 1):
        total += together.get(mines - there, 0) * ways
        ways = ways * (floating - there) // (there + 1)
    return total


def _product(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    result: dict[int, int] = {}
    for i, a in one.items():
        for j, b in other.items():
            result[i + j] = result.get(i + j, 0) + a * b
    return result


def _whole_tallies(bounds: Ints, layers: Layers, track: bool) -> list[dict[int, int]]:
    """Each component's configurations by number of mines, as whole numbers."""
    finals = [int(layers.layer_start[bounds[k + 1] + k + 1]) - 1 for k in range(len(bounds) - 1)]
    bits = 1.0
    for k, final in enumerate(finals):
        largest = layers.ways[layers.offset[final] : layers.offset[final + 1]].max()
        bits = max(bits, log2(largest) + layers.log2_scale[k] + 1.0)
    primes = _primes(int(bits) // PRIME_BITS + 1)
    residues = [_modular_ways(layers, bounds, np.uint64(prime), track) for prime in primes]
    return [
        {
            int(layers.least[final]) + t: _chinese([int(r[value]) for r in residues], primes)
            for t, value in enumerate(range(layers.offset[final], layers.offset[final + 1]))
        }
        for final in finals
    ]


def _primes(count: int) -> list[int]:
    """So many primes just below 2³¹."""
    primes: list[int] = []
    candidate = 2**31 - 1
    while len(primes) < count:
        if all(candidate % divisor for divisor in range(3, int(candidate**0.5) + 1, 2)):
            primes.append(candidate)
        candidate -= 2
    return primes


def _chinese(residues: list[int], primes: list[int]) -> int:
    """The smallest whole number with these remainders."""
    value, modulus = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        value += modulus * ((residue - value) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return value


@kernel
def _modular_ways(layers: Layers, bounds: Ints, prime: np.uint64, track: bool) -> Words:
    """The ways of every state modulo a prime."""
    layer_start, least, offset = layers.layer_start, layers.least, layers.offset
    edge_start, fewest, target, factor = layers.edge_start, layers.fewest, layers.target, layers.factor
    ways = np.zeros(offset[layer_start[-1]] if len(bounds) > 1 else 0, np.uint64)
    layer = 0
    for k in range(len(bounds) - 1):
        ways[offset[layer_start[layer]]] = np.uint64(1)
        for _ in range(bounds[k], bounds[k + 1]):
            for state in range(layer_start[layer], layer_start[layer + 1]):
                v = fewest[state]
                for edge in range(edge_start[state], edge_start[state + 1]):
                    to = target[edge]
                    if to >= 0:
                        there = offset[to]
                        if track:
                            there += least[state] + v - least[to]
                        for value in range(offset[state], offset[state + 1]):
                            ways[there] = (ways[there] + np.uint64(factor[edge]) * ways[value]) % prime
                            there += 1
                    v += 1
            layer += 1
        layer += 1
    return ways
