"""How a client behaves: bounds, deadlines, and where it gets chance, sleep and time from."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from coterie_client.backoff import Backoff
from coterie_client.connection import Times
from coterie_client.dice.store import DiceInMemory, DiceStore
from coterie_client.status import Status


@dataclass(frozen=True, slots=True)
class Settings:
    """
    What may be set for a client; the defaults suit people.

    Attributes:
        client_name: What this program is called, for whoever runs the server.
        connect_timeout_s: How long entering may take; None waits for ever.
        times: Deadlines of a connection and its heartbeat.
        backoff: How long to wait between tries.
        steady_s: A server that says good-bye sooner after its welcome is given ever more time.
        random: Draws from 0 (included) to 1, for the jitter.
        sleep: Waits so many seconds, between tries.
        now_s: This computer's clock, for `clock_offset_s` alone; it is never sent.
        outbox_limit: How many requests may wait for an answer.
        feed_limit: How many items may wait for a reader.
        is_paced: Whether requests wait rather than go faster than the server allows.
        dice_store: Where commitments and entropy are kept; a program that comes back to its seat
            needs `DiceFiles`, so that no number of its dice gets other entropy.
        on_status: Called with every new status.
    """

    client_name: str = "coterie-client/0.1 (Python)"
    connect_timeout_s: float | None = 30.0
    times: Times = field(default_factory=Times)
    backoff: Backoff = field(default_factory=Backoff)
    steady_s: float = 5.0
    random: Callable[[], float] = random.random
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now_s: Callable[[], float] = time.time
    outbox_limit: int = 256
    feed_limit: int = 10_000
    is_paced: bool = True
    on_status: Callable[[Status], None] | None = None
    dice_store: DiceStore = field(default_factory=DiceInMemory)


DEFAULTS = Settings()
