"""Keeps requests within the pace that the server states, so that none is refused for haste."""

from coterie_client.wire import Json

MARGIN = 0.8
"""How much of the stated limit is used: the network may push together what left apart."""


class Bucket:
    """
    A token bucket: *burst* at once, *rate_per_s* in the long run.

    Times are seconds of a clock that does not go back.
    """

    def __init__(self, rate_per_s: float, burst: float, now_s: float) -> None:
        self._rate_per_s = rate_per_s
        self._burst = max(1.0, burst)
        self._tokens = self._burst
        self._updated_s = now_s

    def take(self, now_s: float) -> float:
        """
        Take one token if there is one.

        Returns:
            0.0 when it was taken, otherwise the seconds until there will be one.
        """
        gained = (now_s - self._updated_s) * self._rate_per_s
        self._tokens = min(self._burst, self._tokens + gained)
        self._updated_s = now_s
        if self._tokens >= 1.0 - 1e-9:
            self._tokens -= 1.0
            return 0.0
        return (1.0 - self._tokens) / self._rate_per_s + 0.001


class Pace:
    """
    The pace of one connection, for intents and for queries.

    Args:
        limits: What `welcome` states; a limit that it does not state is none.
    """

    def __init__(self, limits: Json, now_s: float) -> None:
        self._intents = _bucket(limits, "intents", now_s)
        self._queries = _bucket(limits, "queries", now_s)

    def take(self, now_s: float, *, is_query: bool) -> float:
        """0.0 if one more may go now, otherwise the seconds to wait."""
        bucket = self._queries if is_query else self._intents
        return 0.0 if bucket is None else bucket.take(now_s)


def _bucket(limits: Json, what: str, now_s: float) -> Bucket | None:
    rate, burst = limits.get(f"{what}_per_s"), limits.get(f"{what}_burst")
    if not isinstance(rate, int | float) or not isinstance(burst, int | float) or rate <= 0:
        return None
    return Bucket(rate * MARGIN, burst * MARGIN, now_s)
