"""Wall time, and a stopwatch: the only user of the system's clocks beside the event loop's own."""

import time


def now_ms() -> int:
    """UTC in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


stopwatch_s = time.perf_counter
"""Seconds of a clock that only runs on; finer than the loop's, which stands within a turn."""
