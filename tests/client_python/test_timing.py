"""Back-off, pace and clock: pure, with time and chance handed in."""

import pytest
from coterie_client import Backoff
from coterie_client.pace import MARGIN, Pace
from coterie_client.server_clock import ServerClock


def test_the_wait_is_drawn_from_nothing_to_a_bound_that_doubles() -> None:
    """Full jitter, capped."""
    backoff = Backoff(base_s=0.5, cap_s=30)
    bounds = [backoff.delay_s(n, lambda: 1.0) for n in range(1, 10)]
    assert bounds == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    assert backoff.delay_s(5, lambda: 0.0) == 0
    assert backoff.delay_s(5, lambda: 0.25) == 2
    assert backoff.delay_s(10_000, lambda: 1.0) == 30


def test_a_burst_goes_at_once_and_then_at_the_stated_rate() -> None:
    """With a margin for the network."""
    pace = Pace({"intents_per_s": 10, "intents_burst": 10}, now_s=0.0)
    allowed = [pace.take(0.0, is_query=False) for _ in range(9)]
    assert allowed.count(0.0) == int(10 * MARGIN)
    wait_s = allowed[-1]
    assert wait_s == pytest.approx(1 / (10 * MARGIN), abs=0.01)
    assert pace.take(wait_s, is_query=False) == 0.0
    assert pace.take(wait_s, is_query=False) > 0.0


def test_intents_and_queries_are_counted_apart() -> None:
    """And what is not limited is not counted."""
    pace = Pace({"queries_per_s": 1, "queries_burst": 1}, now_s=0.0)
    assert pace.take(0.0, is_query=True) == 0.0
    assert pace.take(0.0, is_query=True) > 0.0
    assert [pace.take(0.0, is_query=False) for _ in range(100)] == [0.0] * 100


def test_the_offset_is_measured_at_halfway() -> None:
    """Sent at 100, heard at 102, the server said 161: it is 60 s ahead."""
    times = iter([100.0, 102.0])
    clock = ServerClock(lambda: next(times))
    ping = clock.make_ping()
    clock.note_heard(ping["id"], 161_000)
    assert clock.offset_s == pytest.approx(60.0)


def test_a_late_answer_to_an_older_ping_measures_nothing() -> None:
    """It would measure the delay."""
    times = iter([100.0, 110.0])
    clock = ServerClock(lambda: next(times))
    first = clock.make_ping()
    clock.make_ping()
    clock.note_heard(first["id"], 999_000)
    assert clock.offset_s is None


def test_a_clock_that_is_set_during_the_session_is_followed() -> None:
    """The newest measure counts."""
    times = iter([0.0, 0.0, 86_400.0, 86_400.0])
    clock = ServerClock(lambda: next(times))
    for expected in (5.0, 5.0 - 86_400.0):
        clock.note_heard(clock.make_ping()["id"], 5_000)
        assert clock.offset_s == pytest.approx(expected)


def test_a_ping_tells_the_server_no_time() -> None:
    """This computer's clock stays here."""
    assert ServerClock(lambda: 1_700_000_000.0).make_ping() == {"type": "ping", "id": "1"}
