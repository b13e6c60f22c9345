"""Long commands beside a running server: they are held in the middle, and rooms go on."""

import asyncio
import contextlib
import json
import secrets
import subprocess
import threading
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from protocol.ids import RoomId
from server.commands import progress
from tests.benchmarks.filling import fill
from tests.cli.inside import Command, Done
from tests.cli.process import COMMAND, Serving, environment
from tests.cli.table import found_room, return_as
from tests.support.wire_client import WireClient

LONG = 4_000
PATIENCE_S = 30.0


class HeldBar:
    """In the place of a bar: halts the command in the middle of what it counts, once."""

    let_pass = 0
    is_held = threading.Event()
    may_go_on = threading.Event()

    def __init__(self, total: int = 0, **_: object) -> None:
        self.total = total
        self.n = 0

    def __enter__(self) -> "HeldBar":
        return self

    def __exit__(self, *_: object) -> None:
        HeldBar.let_pass -= 1

    def update(self, more: int = 1) -> None:
        """Count, and halt when half of it is done."""
        self.n += more
        if self.let_pass > 0 or self.is_held.is_set() or self.n < self.total / 2:
            return
        self.is_held.set()
        assert self.may_go_on.wait(PATIENCE_S)

    @classmethod
    @contextlib.asynccontextmanager
    async def held(cls, doing: "asyncio.Task[Done]") -> AsyncIterator[None]:
        """While a command stands in the middle, and before it is let go on."""
        try:
            await asyncio.to_thread(cls.is_held.wait, PATIENCE_S)
            assert cls.is_held.is_set()
            assert not doing.done()
            yield
            assert not doing.done()
        finally:
            cls.may_go_on.set()


@pytest.fixture
def bar(monkeypatch: pytest.MonkeyPatch) -> type[HeldBar]:
    """Halts a command."""
    monkeypatch.setattr(HeldBar, "let_pass", 0)
    monkeypatch.setattr(HeldBar, "is_held", threading.Event())
    monkeypatch.setattr(HeldBar, "may_go_on", threading.Event())
    monkeypatch.setattr(progress, "tqdm", HeldBar)
    return HeldBar


async def _long_room(serving: Serving) -> str:
    """A server with a long room in its file; the room."""
    await serving.start()
    client, welcome = await found_room(serving)
    await client.close()
    await serving.stop()
    room: str = welcome["room"]
    await fill(serving.folder / "coterie.sqlite3", RoomId(room), LONG, 0.5)
    serving.said = ""
    await serving.start()
    return room


async def _play(client: WireClient, rolls: int) -> None:
    for _ in range(rolls):
        roll = {"type": "roll", "id": str(uuid.uuid4()), "pool": 3, "visibility": "secret"}
        item = await client.ask(roll)
        assert item.type == "accepted", item.data


async def _rooms_go_on(serving: Serving) -> None:
    """Somebody comes into the long room and plays, and somebody else founds another."""
    client, _ = await return_as(serving)
    await _play(client, 20)
    other, _ = await found_room(serving, secrets.token_bytes(32), "Elsewhere")
    await other.close()
    await client.close()


async def test_rooms_go_on_while_an_export_is_half_read(serving: Serving) -> None:
    """Who takes the export piece by piece holds up nobody; it is of the moment it began."""
    room = await _long_room(serving)
    exporting: Any = await asyncio.create_subprocess_exec(
        *COMMAND, "export", room,
        cwd=serving.folder, env=environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    heading = json.loads(await exporting.stdout.readline())
    await _rooms_go_on(serving)
    assert exporting.returncode is None
    lines, errors = await exporting.communicate()
    assert (exporting.returncode, errors) == (0, b"")
    assert lines.count(b"\n") == heading["commits"]
    assert heading["commits"] > LONG


COMMANDS = (
    ("verify",),
    ("export", "ROOM", "--output", "new.jsonl"),
    ("export", "ROOM", "--form", "html", "--output", "new.html"),
    ("stats", "ROOM"),
    ("backup", "copy.sqlite3"),
)


async def test_rooms_go_on_while_a_command_is_in_the_middle(
    command: Command, serving: Serving, bar: type[HeldBar]
) -> None:
    """Wherever each stands in the log, it keeps no lock that a room waits for."""
    room = await _long_room(serving)
    for words in COMMANDS:
        bar.is_held.clear()
        bar.may_go_on.clear()
        named = [room if word == "ROOM" else word for word in words]
        doing = asyncio.create_task(command(*named))
        async with bar.held(doing):
            await _rooms_go_on(serving)
        done = await doing
        assert (done.returncode, done.stderr) == (0, ""), words


async def test_rooms_go_on_while_another_is_imported(
    command: Command, serving: Serving, bar: type[HeldBar], tmp_path: Path
) -> None:
    """Between two pieces of an import everybody else writes."""
    room = await _long_room(serving)
    bar.let_pass = 2
    assert (await command("export", room, "--output", "night.jsonl")).returncode == 0
    (tmp_path / "other").mkdir()
    other = await Serving(tmp_path / "other").start()
    data = other.folder / "coterie.sqlite3"
    # The bar of the export is over; the next is that of the verification.
    doing = asyncio.create_task(command("import", "night.jsonl", "--data", data))
    try:
        async with bar.held(doing):
            client, _ = await found_room(other, secrets.token_bytes(32), "Elsewhere")
            await _play(client, 20)
            await client.close()
        assert (await doing).returncode == 0
    finally:
        await other.kill()
