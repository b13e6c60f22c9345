"""Waiting for the threads of a log that is closed, so that none of them outlives the event loop."""

import asyncio
import threading
from typing import Final

PATIENCE_S: Final = 2.0

_POOL: Final = "asyncio_"
"""Threads of the event loop's own pool, which ends them itself."""


async def let_threads_end() -> None:
    """
    Return when nothing runs beside the event loop any more, or after a while.

    A connection that could not be opened ends its thread a moment after it has said so, and tells
    the event loop; if that were closed by then, the thread would end with a traceback.
    """
    for thread in threading.enumerate():
        if _is_somebodys(thread):
            await asyncio.to_thread(thread.join, PATIENCE_S)


def _is_somebodys(thread: threading.Thread) -> bool:
    is_mine = thread is threading.main_thread() or thread is threading.current_thread()
    return not (is_mine or thread.daemon or thread.name.startswith(_POOL))
