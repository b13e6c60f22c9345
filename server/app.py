"""The one place where the parts are put together."""

import asyncio
import contextlib
import gc
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from server.clock import now_ms as wall_now_ms
from server.config import Settings
from server.dice import SystemChance, new_key
from server.gateway.http import Page, Readiness, load_pages, make_page
from server.gateway.listener import Listener, serve
from server.gateway.pages import pages_root
from server.live.directory import Directory
from server.live.ports import Chance, Keeper, NowMs
from server.store import sqlite_copy
from server.store.base import EventLog
from server.store.sqlite import SqliteLog
from server.store.sqlite_reader import SqliteReader

log = logging.getLogger("coterie")

ADDRESS_PAGE: Final = "address.json"
"""Where the pages read under which address others find this server."""


@dataclass(slots=True)
class App:
    """
    A running server: where it listens, and the key that lets somebody create a room.

    `near` is where others on the same network find its pages; empty where they do not.
    """

    settings: Settings
    create_key: str
    listener: Listener
    near: Sequence[str] = ()


def calm_collector() -> None:
    """
    Let Python look for garbage cycles less often, and not among what lives for ever.

    Rooms and events are frozen values without cycles; with thousands of connections in memory the
    default thresholds spend a tenth of a busy server's time on finding none.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def open_log(settings: Settings, *, reads_only: bool = False) -> EventLog:
    """The event log that *settings* name, not opened yet; *reads_only* never changes it."""
    if reads_only:
        return SqliteReader(settings.data)
    return SqliteLog(settings.data, durability=settings.durability, create=not settings.expect_data)


copy_log = sqlite_copy.copy_file
rooms_in = sqlite_copy.rooms_of
set_epochs = sqlite_copy.renew_epochs
put_log_in_place = sqlite_copy.put_in_place
"""What `coterie backup` and `restore` do with the file of a log."""


@contextlib.asynccontextmanager
async def running(
    settings: Settings,
    *,
    events: EventLog | None = None,
    chance: Chance | None = None,
    keeper: Keeper | None = None,
    now_ms: NowMs = wall_now_ms,
    find_near: Callable[[int], Sequence[str]] = lambda _: (),
) -> AsyncIterator[App]:
    """
    A server from its first moment to its last: listens at once, serves when the log is open,
    drains at the end.

    *events*, *chance* and *now_ms* are given only where tests want their own. Without a *keeper*
    no roll is proven. *find_near* says where others on the same network find a server at a port.

    Raises:
        OSError: The address cannot be had.
        server.store.base.Unavailable: The log cannot be opened.
    """
    events = open_log(settings) if events is None else events
    create_key = settings.create_key or new_key()
    directory = Directory(
        events,
        chance=SystemChance() if chance is None else chance,
        now_ms=now_ms,
        limits=settings.limits,
        create_key=create_key,
        keeper=keeper,
    )
    readiness: list[Readiness] = ["starting"]
    pages = dict(load_pages(pages_root()))
    listener = await serve(
        settings,
        directory,
        now_ms=now_ms,
        ready=lambda: readiness[0],
        pages=pages,
    )
    # Only now is the port known.
    near = find_near(listener.port)
    pages[ADDRESS_PAGE] = _address_page(settings.public_url, near)
    app = App(settings, create_key, listener, near)
    upkeep: asyncio.Task[None] | None = None
    try:
        await events.open()
        upkeep = asyncio.create_task(directory.run(), name="directory")
        upkeep.add_done_callback(_report_death)
        readiness[0] = "ready"
        yield app
    finally:
        readiness[0] = "draining"
        try:
            await listener.drain()
            await directory.drain()
            if upkeep is not None:
                upkeep.cancel()
        finally:
            await events.close()


def _address_page(public_url: str | None, near: Sequence[str]) -> Page:
    """
    What invites are made of where a page stands under an address that is no use to others.

    The addresses of this machine's network are nobody's business on the internet.
    """
    shown = {
        "public": None if public_url is None else f"{public_url.rstrip('/')}/",
        "near": [] if public_url is not None else [f"{url}/" for url in near],
    }
    return make_page(json.dumps(shown).encode(), "application/json")


def _report_death(task: asyncio.Task[None]) -> None:
    """Rooms go on without their upkeep, but the operator should know."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("the rooms' upkeep died: idle ones stay in memory", exc_info=error)
