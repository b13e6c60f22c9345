"""
How fast one connection may go: token buckets on a clock that is handed in. No I/O, no waiting.
"""

import math
from dataclasses import dataclass

from server.config import LimitSettings

BAD_MESSAGES_PER_S = 0.5
"""How fast the budget for bad messages fills again: a client with one bug is only corrected."""


class TokenBucket:
    """
    Allows *burst* at once, and *rate_per_s* in the long run.

    Times are seconds of any clock that does not go back.
    """

    __slots__ = ("_burst", "_rate_per_s", "_tokens", "_updated_s")

    def __init__(self, rate_per_s: float, burst: int, now_s: float) -> None:
        self._rate_per_s = rate_per_s
        self._burst = float(burst)
        self._tokens = float(burst)
        self._updated_s = now_s

    def take(self, now_s: float) -> float:
        """
        Take one token if there is one.

        Returns:
            0.0 when it was taken, otherwise the seconds until there will be one.
        """
        passed_s = now_s - self._updated_s
        if passed_s > 0.0:
            tokens = self._tokens + passed_s * self._rate_per_s
            self._tokens = tokens if tokens < self._burst else self._burst
            self._updated_s = now_s
        # Rates like 0.1 add up to a hair less than they should.
        if self._tokens >= 1.0 - 1e-9:
            self._tokens -= 1.0
            return 0.0
        # Rounded up, so that whoever waits as long as told is not told again.
        return math.ceil((1.0 - self._tokens) / self._rate_per_s * 1_000) / 1_000


@dataclass(slots=True)
class Rates:
    """The buckets of one connection."""

    intents: TokenBucket
    queries: TokenBucket
    entropy: TokenBucket
    bad_messages: TokenBucket


def rates_of(limits: LimitSettings, now_s: float) -> Rates:
    """Make full buckets for a connection that begins at *now_s*."""
    return Rates(
        intents=TokenBucket(limits.intents_per_s, limits.intents_burst, now_s),
        queries=TokenBucket(limits.queries_per_s, limits.queries_burst, now_s),
        entropy=TokenBucket(limits.entropy_per_s, limits.entropy_burst, now_s),
        bad_messages=TokenBucket(BAD_MESSAGES_PER_S, limits.bad_messages_burst, now_s),
    )
