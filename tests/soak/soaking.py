"""A soak from its start to its end: a server, its clients, and what is left of them."""

import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.soak.clients import Soak, Stayer
from tests.support.dockerfile import REPOSITORY

SETTLES_WITHIN_S = 30.0
GROWS_AT_MOST_KIB = 48 * 1024
"""Caches that have a bound, the database's most of all, and what an allocator keeps."""
BLOCKS_AT_MOST, BLOCKS_PER_ROOM = 6_000, 40
"""How many more blocks Python may hold; for each of the newest rooms the log knows its place."""

SIZES = ("resident_kib", "blocks")
"""Figures that caches move; all others are what they were, to the last."""

CLIENTS = {
    Soak.play_an_evening: 6,
    Soak.fail_to_join: 2,
    Soak.say_nothing: 20,
    Soak.flood: 2,
    Soak.read_nothing: 2,
}
"""What is done, by how many at once."""

COMPLAINTS = "complaints"

Figures = dict[str, int]


@dataclass(frozen=True)
class Outcome:
    """What was done, what the server held before and after, and what it complained of."""

    done: Counter[str]
    heard: int
    before: Figures
    after: Figures
    complaints: str

    @property
    def left(self) -> dict[str, tuple[int, int]]:
        """Figures that are not what they were, memory aside."""
        return {
            name: (was, self.after[name])
            for name, was in self.before.items()
            if name not in SIZES and self.after[name] > was
        }

    @property
    def leaks(self) -> bool:
        """Whether memory has grown by more than what has a bound."""
        blocks = self.after["blocks"] - self.before["blocks"]
        may_grow = BLOCKS_AT_MOST + BLOCKS_PER_ROOM * self.done["rooms"]
        return blocks > may_grow or self.grown_kib > GROWS_AT_MOST_KIB

    @property
    def is_well(self) -> bool:
        """Whether everything was let go of, and nothing complained of."""
        return not (self.left or self.complaints or self.leaks)

    @property
    def grown_kib(self) -> int:
        """By how much the server's memory has grown."""
        return self.after["resident_kib"] - self.before["resident_kib"]


class Server:
    """A server process that can be asked for its figures."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port

    async def figures(self) -> Figures:
        """What it holds now."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        figures: Figures = json.loads(await self._process.stdout.readline())
        return figures


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Server]:
    """A server of its own, ended with the block; what it complains of goes to a file."""
    with (folder / COMPLAINTS).open("wb") as complaints:
        async with _server(folder, complaints) as served:
            yield served


@asynccontextmanager
async def _server(folder: Path, complaints: IO[bytes]) -> AsyncIterator[Server]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.soak.server", str(folder / "soak.sqlite3")),
        cwd=REPOSITORY,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=complaints,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Server(process, int(await process.stdout.readline()))
    finally:
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), SETTLES_WITHIN_S)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise


async def soak(seconds: float, seed: int = 1) -> Outcome:
    """Warm a server up with a bit of everything, note what it holds, and soak it for so long."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder)) as served:
            warm = max(4.0, min(seconds / 4, 60.0))
            await _clients(Soak(served.port, _now_s() + warm, random.Random(seed)))
            before = await _settled(served, {})
            proper = Soak(served.port, _now_s() + seconds, random.Random(seed + 1))
            heard = await _clients(proper)
            after = await _settled(served, before)
        complaints = (Path(folder) / COMPLAINTS).read_text()
        return Outcome(proper.done, heard, before, after, complaints)


async def _clients(soak: Soak) -> int:
    """Let everybody do what they do; how many events those heard who stayed."""
    tokens = [random.randbytes(32) for _ in range(2)]
    stayers = await _stayers(soak, tokens)

    async def come_and_go() -> None:
        client = await soak.connect()
        await client.hello(tokens[0])
        await soak.part(client)
        soak.done["joins among stayers"] += 1

    async with asyncio.TaskGroup() as group:
        for stayer in stayers:
            group.create_task(stayer.act())
        for _ in range(2):
            group.create_task(soak.again_and_again(come_and_go))
        for what, count in CLIENTS.items():
            for _ in range(count):
                group.create_task(soak.again_and_again(lambda what=what: what(soak)))
    for stayer in stayers:
        await stayer.client.barrier()
    heard = sum(stayer.check() for stayer in stayers)
    for stayer in stayers:
        await stayer.client.close()
    return heard


async def _stayers(soak: Soak, tokens: Sequence[bytes]) -> list[Stayer]:
    """A Storyteller and players who are there from the beginning."""
    clients = [await soak.connect()]
    invite = await soak.found(clients[0])
    for token in tokens:
        clients.append(await soak.connect())
        await soak.join(clients[-1], invite, token)
    return [Stayer(soak, client) for client in clients]


async def _settled(served: Server, before: Figures) -> Figures:
    """What the server holds once it has let go of all, or has had the time to."""
    ends_at_s = _now_s() + SETTLES_WITHIN_S
    while True:
        figures = await served.figures()
        same = all(figures[n] <= was for n, was in before.items() if n not in SIZES)
        is_at_rest = not (figures["runner"] or figures["connection"] or figures["roomkeeper"])
        if (is_at_rest and same) or _now_s() > ends_at_s:
            return figures
        await asyncio.sleep(0.5)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
