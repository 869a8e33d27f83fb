"""How often a client may ask: a bucket per client that fills steadily, and one token per request."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

MOST_CLIENTS = 10_000
"""So many are remembered; those that have not asked for longest are forgotten first."""
PREFIX = 64
"""Bits of an IPv6 address that tell clients apart: one household has all addresses behind them."""


class Rates:
    """Buckets of tokens.

    >>> now = 0.0
    >>> rates = Rates(per_second=1.0, burst=2, clock=lambda: now)
    >>> [rates.allow("a"), rates.allow("a"), rates.allow("a"), rates.allow("b")]
    [True, True, False, True]
    >>> now = 1.0
    >>> rates.allow("a")
    True
    """

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, float(burst), clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, client: str) -> bool:
        """Take a token of the client's; False if there is none."""
        now = self._clock()
        tokens, last = self._buckets.pop(client, (self._burst, now))
        tokens = min(self._burst, tokens + (now - last) * self._per_second)
        allowed = tokens >= 1.0
        self._buckets[client] = (tokens - 1.0 if allowed else tokens, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return allowed


@lru_cache(maxsize=MOST_CLIENTS)
def client_of(host: str) -> str:
    """Who a request comes from, by its address.

    >>> client_of("192.0.2.7"), client_of("2001:db8::1:2"), client_of("testclient")
    ('192.0.2.7', '2001:db8::', 'testclient')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host[:100]
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> (128 - PREFIX) << (128 - PREFIX)))
    return str(address)
