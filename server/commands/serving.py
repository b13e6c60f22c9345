"""`coterie serve`: start, say where to go, serve until told to stop, and end in time."""

import asyncio
import errno
import importlib.util
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from server.app import App, calm_collector, running
from server.commands.addresses import (
    base_url,
    is_loopback,
    lan_urls,
    local_host,
    page_link,
)
from server.commands.configuring import Configuration
from server.commands.keeping import warn_of_loss
from server.commands.logs import begin_logging
from server.commands.open_files import allow_open_files
from server.commands.sole_server import sole_server
from server.commands.terminal import CommandFailed, abandon_output, complain, say, show_qr
from server.config import Settings
from server.dice import BookKeeper
from server.store.base import LogError
from server.version import VERSION

log = logging.getLogger("coterie")

ABORTED: Final = 130
"""The exit code of a server that was stopped at once by a second Ctrl-C, as shells have it."""

GRACE_S: Final = 0.8
"""What may pass beyond the time limit of draining before a server that hangs is ended anyway."""

_DURABILITY = {
    "power": "what is stored survives a loss of power",
    "crash": "what is stored survives a crash of the server, not a loss of power",
}


def serve(configuration: Configuration) -> int:
    """
    Serve until a signal comes; returns the exit code.

    Raises:
        CommandFailed: The server cannot start.
    """
    begin_logging(configuration.log_level)
    settings = replace(configuration.settings, data=configuration.settings.data.absolute())
    had_data = _look_for_data(settings)
    allow_open_files(settings.limits.max_connections + settings.limits.max_waiting_for_hello)
    serving = _Serving(settings, had_data)
    with (
        sole_server(settings.data),
        asyncio.Runner(loop_factory=_loop_factory()) as runner,
    ):
        return runner.run(serving.live())


def _look_for_data(settings: Settings) -> bool:
    """Whether there is a log already, which `expect_data` demands."""
    path = settings.data
    try:
        is_there = path.is_file() and path.stat().st_size > 0
    except OSError as error:
        raise CommandFailed(f"The log at {path} cannot be looked at: {error.strerror}.") from error
    if settings.expect_data and not is_there:
        raise CommandFailed(
            f"There is no log at {path}, and none is made, since one was expected (expect_data):"
            " look for the volume or folder that should be there."
        )
    return is_there


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where it is installed."""
    if importlib.util.find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop


class _Serving:
    """One server from its start to its end, and the signals that end it."""

    def __init__(self, settings: Settings, had_data: bool) -> None:
        self._settings = settings
        self._had_data = had_data
        self._is_ready = False
        self._asked_to_stop = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    async def live(self) -> int:
        """Live until a signal comes."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            self._handle(loop, number)
        self._life = loop.create_task(self._serve(), name="serving")
        await asyncio.wait([self._life])
        if self._life.cancelled():
            # Told to stop before it was ready: nothing was promised to anybody yet.
            return 0
        error = self._life.exception()
        if isinstance(error, LogError | OSError) and not self._is_ready:
            raise CommandFailed(_cannot_start(self._settings, error)) from error
        if error is not None:
            raise error
        log.info("stopped")
        return 0

    async def _serve(self) -> None:
        find_near = partial(_near, self._settings)
        async with running(self._settings, keeper=BookKeeper(), find_near=find_near) as app:
            calm_collector()
            self._is_ready = True
            try:
                announce(app, had_data=self._had_data)
            except BrokenPipeError:
                # Whoever read it has seen enough; the server was not started for the reading.
                abandon_output()
            warning = warn_of_loss(self._settings.data)
            if warning is not None:
                complain("", f"WARNING: {warning}", "")
            await self._asked_to_stop.wait()

    # --- signals ---------------------------------------------------------------------------------

    def _handle(self, loop: asyncio.AbstractEventLoop, number: signal.Signals) -> None:
        try:
            loop.add_signal_handler(number, self._stop, number)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(self._stop, number))

    def _stop(self, number: signal.Signals) -> None:
        """The first signal lets everybody go and ends; a Ctrl-C after it ends at once."""
        if not self._asked_to_stop.is_set():
            log.info("stopping", extra={"signal": number.name})
            self._asked_to_stop.set()
            self._set_time_limit()
            if not self._is_ready and self._life is not None:
                self._life.cancel()
        elif number is signal.SIGINT:
            complain("Stopped at once. What was stored is safe; open connections were cut.")
            _end_at_once(ABORTED)

    def _set_time_limit(self) -> None:
        """
        End the process in time, also where a thread or a lock would keep it from ending.

        A thread of its own, since it must not depend on the event loop; nothing stored is lost.
        """
        seconds = self._settings.limits.drain_timeout_s + GRACE_S
        limit = threading.Timer(seconds, self._end_late)
        limit.daemon = True
        limit.start()

    def _end_late(self) -> None:
        if not self._is_ready:
            _end_at_once(0)
        log.error("ended before everything was let go")
        _end_at_once(1)


def _end_at_once(exit_code: int) -> None:
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(exit_code)


def _cannot_start(settings: Settings, error: LogError | OSError) -> str:
    if isinstance(error, LogError):
        return f"The server cannot start: {error}."
    place = f"port {settings.port} of {settings.host}"
    if isinstance(error, socket.gaierror):
        return f"The host {settings.host} is not known here: give an address of this machine."
    if error.errno == errno.EADDRINUSE:
        return f"The {place} is in use by another program: stop it, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"This user may not listen on {place}: choose one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"The host {settings.host} is no address of this machine: choose one with --host."
    return f"The server cannot start: {error.strerror or error}."


def _near(settings: Settings, port: int) -> list[str]:
    """Where others on this network find the pages, if they were asked for."""
    return lan_urls(settings, port) if settings.lan else []


# --- what it says --------------------------------------------------------------------------------


def announce(app: App, *, had_data: bool) -> None:
    """Print where the server listens, what it keeps and where, and the Storyteller's link."""
    settings = app.settings
    port = app.listener.port
    loop = type(asyncio.get_running_loop()).__module__.partition(".")[0]
    say(
        f"Coterie {VERSION}",
        f"  host        {settings.host}",
        f"  port        {port}",
        f"  data        {settings.data} ({'existing' if had_data else 'new'})",
        f"  durability  {settings.durability}: {_DURABILITY[settings.durability]}",
        f"  event loop  {loop}",
        "",
    )
    base = settings.public_url or next(iter(app.near), base_url(settings, port))
    link = page_link(base, "create", app.create_key)
    lasts = "" if settings.create_key is not None else " until the server stops"
    say(
        "The Storyteller's link:",
        f"  {link}",
        f"Open it in a browser to create a room; it serves as often as you like{lasts}.",
        "Keep it to yourself: players get invites, which you make in the room.",
        "",
        "To come back to a table another evening, open this in the browser that has your seat:",
        f"  {base.rstrip('/')}/",
        "",
    )
    if settings.lan:
        _announce_nearby(app, link)
    elif settings.public_url is None:
        _announce_reach(settings.host)
    say("Ctrl-C stops the server; everybody is told to come back.")


def _announce_reach(host: str) -> None:
    """Say what else it takes, where others are not served as it was started."""
    if local_host(host) != host:
        say(
            "The server listens to all networks, but answers only to names that it knows:",
            "say which with --public-url, or start it with --lan.",
            "",
        )
    elif is_loopback(host):
        say(
            "It serves browsers on this computer alone. For phones and other computers on your",
            "network start it with --lan; over the internet, with --public-url.",
            "",
        )


def _announce_nearby(app: App, link: str) -> None:
    if not app.near:
        say(
            "No address of this machine was found that a phone could open: it is on no network,",
            "or --host listens to this machine alone.",
            "",
        )
        return
    first, *others = app.near
    nearby = page_link(first, "create", app.create_key)
    if nearby != link:
        say("On this network:", f"  {nearby}")
    say("For a phone on this network:")
    show_qr(nearby)
    if others:
        say("If that does not open, this machine has other addresses, too:")
        say(*(f"  {page_link(other, 'create', app.create_key)}" for other in others))
    say("")
