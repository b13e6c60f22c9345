"""Lines from the keyboard, or from whatever stands in for it, without holding up the event loop."""

import asyncio
import codecs
import os
import threading
from collections.abc import AsyncIterator, Callable


class Keyboard:
    """
    Reads lines from a file descriptor in a thread of its own.

    The thread reads the descriptor itself and not `sys.stdin`, whose lock would otherwise be held
    when the program ends; being a daemon, it never keeps the program from ending.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor

    async def lines(self) -> AsyncIterator[str]:
        """Every line, without its end; ends when the descriptor does."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[str | None] = asyncio.Queue()

        def put(line: str | None) -> None:
            # When the loop is closed already, nobody is there to read the line.
            if not loop.is_closed():
                loop.call_soon_threadsafe(queue.put_nowait, line)

        threading.Thread(target=self._read, args=(put,), name="keyboard", daemon=True).start()
        while (line := await queue.get()) is not None:
            yield line

    def _read(self, put: Callable[[str | None], None]) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        try:
            while data := os.read(self._descriptor, 4096):
                *lines, rest = (rest + decoder.decode(data)).split("\n")
                for line in lines:
                    put(line.rstrip("\r"))
            if rest:
                put(rest)
            put(None)
        except (OSError, RuntimeError):
            # The descriptor or the loop went away while reading: the program is ending.
            return
