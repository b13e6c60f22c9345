"""An event loop whose connections never leave the process: what is written is heard at once."""

import asyncio
from collections.abc import Callable
from typing import Any

import uvloop


class Wire(asyncio.Transport):
    """One end of a connection; the bytes go to the other end, or are counted and dropped."""

    def __init__(self, loop: asyncio.AbstractEventLoop, protocol: Any) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.protocol = protocol
        self.other: Wire | None = None
        self.is_counting = False
        self.writes = 0
        self.bytes = 0
        self._loop = loop
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Hand over in the loop's next turn, as a socket would, or only count."""
        if self.is_counting:
            self.writes += 1
            self.bytes += len(data)
        elif self.other is not None:
            self._loop.call_soon(self.other.protocol.data_received, bytes(data))

    def get_write_buffer_size(self) -> int:
        """Nothing ever waits."""
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing ever waits."""

    def pause_reading(self) -> None:
        """There is not so much to read."""

    def resume_reading(self) -> None:
        """It never paused."""

    def can_write_eof(self) -> bool:
        """Ends are told by closing."""
        return False

    def is_closing(self) -> bool:
        """Whether this end was closed."""
        return self._is_closing

    def close(self) -> None:
        """End both ends."""
        for end in (self, self.other):
            if end is not None and not end._is_closing:
                end._is_closing = True
                self._loop.call_soon(end.protocol.connection_lost, None)

    def abort(self) -> None:
        """The same: nothing waits."""
        self.close()


class InMemoryLoop(uvloop.Loop):
    """Servers listen as usual, for one; whoever connects gets a wire to the last that was made."""

    _serve: Callable[[], Any] | None = None

    async def create_server(self, protocol_factory: Any, *args: Any, **options: Any) -> Any:
        """Remember what makes the server's end of a connection."""
        self._serve = protocol_factory
        return await super().create_server(protocol_factory, *args, **options)

    async def create_connection(self, protocol_factory: Any, *args: Any, **options: Any) -> Any:
        """Connect two protocols without a socket."""
        del args, options
        if self._serve is None:
            raise ConnectionRefusedError("nobody listens")
        near, far = Wire(self, protocol_factory()), Wire(self, self._serve())
        near.other, far.other = far, near
        far.protocol.connection_made(far)
        near.protocol.connection_made(near)
        return near, near.protocol
