"""Wakes a running room when the next thing of it falls due."""

import asyncio
from collections.abc import Callable

from server.live.ports import NowMs

LOOK_AGAIN_S = 3_600.0
"""The longest sleep: the clock outside may have been set meanwhile."""

OVERDUE_PAUSE_S = 0.5
"""How soon what is overdue is tried again, where the log could not take it."""


class Alarm:
    """One timer of the event loop, set anew whenever the next time changes."""

    def __init__(self, ring: Callable[[], None], now_ms: NowMs) -> None:
        self._ring = ring
        self._now_ms = now_ms
        self._due_ms: int | None = None
        self._is_retry = False
        self._timer: asyncio.TimerHandle | None = None

    def set(self, due_ms: int | None) -> None:
        """Ring at *due_ms* (UTC), or not at all; what rang already is to be set again."""
        if due_ms is None:
            if self._timer is not None:
                self.cancel()
            return
        left_s = (due_ms - self._now_ms()) / 1_000
        is_retry = left_s <= 0
        if self._timer is not None and (due_ms, is_retry) == (self._due_ms, self._is_retry):
            return
        self.cancel()
        self._due_ms, self._is_retry = due_ms, is_retry
        delay_s = OVERDUE_PAUSE_S if is_retry else min(left_s, LOOK_AGAIN_S)
        self._timer = asyncio.get_running_loop().call_later(delay_s, self._rang)

    def cancel(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rang(self) -> None:
        self._timer = None
        self._ring()
