"""Token buckets: at the limit, one step over, and after waiting as long as told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.config import LimitSettings
from server.gateway.rate_limits import TokenBucket, rates_of


def test_the_burst_passes_and_one_more_does_not() -> None:
    """Exactly as many as the burst pass at one moment."""
    bucket = TokenBucket(rate_per_s=2.0, burst=3, now_s=100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_waiting_as_long_as_told_is_enough() -> None:
    """The time that is named is never too short."""
    bucket = TokenBucket(rate_per_s=3.0, burst=1, now_s=0.0)
    now_s = 0.0
    for _ in range(100):
        assert bucket.take(now_s) == 0.0
        wait_s = bucket.take(now_s)
        assert wait_s == 0.334
        now_s += wait_s


def test_an_idle_bucket_holds_no_more_than_its_burst() -> None:
    """Silence is not saved up."""
    bucket = TokenBucket(rate_per_s=10.0, burst=2, now_s=0.0)
    assert [bucket.take(1e6) == 0.0 for _ in range(3)] == [True, True, False]


def test_a_clock_that_stands_or_goes_back_gives_nothing() -> None:
    """A clock that misbehaves neither fills a bucket nor breaks it."""
    bucket = TokenBucket(rate_per_s=1.0, burst=1, now_s=10.0)
    assert bucket.take(10.0) == 0.0
    assert bucket.take(5.0) == 1.0
    assert bucket.take(10.0) == 1.0
    assert bucket.take(11.0) == 0.0


@given(
    st.floats(0.1, 100.0),
    st.integers(1, 50),
    st.lists(st.floats(0.0, 2.0), min_size=1, max_size=100),
)
def test_never_more_than_burst_and_rate_together(
    rate: float, burst: int, pauses: list[float]
) -> None:
    """Over any time, no more pass than the burst and the rate times that time."""
    bucket = TokenBucket(rate, burst, 0.0)
    now_s, passed = 0.0, 0
    for pause in pauses:
        now_s += pause
        passed += bucket.take(now_s) == 0.0
        assert passed <= burst + rate * now_s + 1e-6


@pytest.mark.parametrize("kind", ["intents", "queries", "entropy", "bad_messages"])
def test_a_connection_has_a_bucket_of_each_kind(kind: str) -> None:
    """The bursts are those of the settings."""
    limits = LimitSettings(intents_burst=3, queries_burst=4, entropy_burst=2, bad_messages_burst=5)
    bucket = getattr(rates_of(limits, 0.0), kind)
    expected = {"intents": 3, "queries": 4, "entropy": 2, "bad_messages": 5}[kind]
    assert [bucket.take(0.0) == 0.0 for _ in range(expected + 1)] == [True] * expected + [False]
