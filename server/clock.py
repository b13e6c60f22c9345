"""Wall time: the only user of the system's clocks beside the event loop's own."""

import time


def now_ms() -> int:
    """UTC in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
