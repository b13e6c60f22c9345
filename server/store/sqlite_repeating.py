"""Upkeep of the SQLite log that goes on for as long as it is open."""

import logging
import sqlite3
from collections.abc import Awaitable, Callable

from server.store.base import LogError

log = logging.getLogger(__name__)


async def repeat_for_ever(step: Callable[[], Awaitable[None]], what: str) -> None:
    """Do *step* for ever, whatever becomes of it; say so when it begins to fail."""
    is_failing = False
    while True:
        try:
            await step()
            is_failing = False
        except Exception as error:  # nothing may end this unnoticed
            if not is_failing:
                is_expected = isinstance(error, sqlite3.Error | LogError)
                log.warning(
                    "upkeep of the log fails",
                    extra={"what": what, "error": str(error)},
                    exc_info=None if is_expected else error,
                )
            is_failing = True
