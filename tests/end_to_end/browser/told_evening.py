"""
An evening at a table whose clock the test turns: told over the bare wire, looked at in a browser.

Every viewer asks for the room after each event it sees, so that a replay can be held against what
the live client had.
"""

import asyncio
import base64
import contextlib
import hashlib
import json
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Browser, ViewportSize

from server.app import running
from server.config import LimitSettings, Settings
from tests.end_to_end.browser.seats import Seat
from tests.support.wire_client import WireClient

CREATE_KEY = "told evening"
DESK_SIZE: ViewportSize = {"width": 1280, "height": 800}
STARTS_MS = 1_790_021_600_000
MOST_AT_ONCE = 200
"""Less than the room's inbox takes."""

LIMITS = replace(
    LimitSettings(),
    intents_per_s=10_000.0,
    intents_burst=10_000,
    queries_per_s=10_000.0,
    queries_burst=10_000,
)


class Viewer:
    """A member at the table, and the room as the live client had it after each of its events."""

    def __init__(self, name: str, client: WireClient, token: bytes) -> None:
        self.name = name
        self.client = client
        self.token = token
        self.welcome: dict[str, Any] = {}
        self.lived: dict[int, dict[str, Any]] = {}

    @property
    def member(self) -> str:
        """Its id."""
        return str(self.welcome["member"])

    def pushes(self) -> list[dict[str, Any]]:
        """Every event that came while it was connected."""
        return [item.data for item in self.client.items if item.type == "event"]

    async def look(self) -> None:
        """Keep the room as it is now."""
        answer = await self.client.query("snapshot")
        self.lived[answer["position"]["seq"]] = answer["snapshot"]


class Table:
    """One room, its members, and the clock."""

    def __init__(self, clock: list[int]) -> None:
        self.port = 0
        self.clock = clock
        self.viewers: dict[str, Viewer] = {}
        self.looks = True
        self.ticks_ms = 0
        """How far the clock goes each time the server looks at it."""

    def now_ms(self) -> int:
        """What the clock says."""
        self.clock[0] += self.ticks_ms
        return self.clock[0]

    @property
    def server(self) -> str:
        """Where the pages reach it."""
        return f"ws://127.0.0.1:{self.port}/ws"

    async def enter(self, name: str, entry: dict[str, Any]) -> Viewer:
        """Let somebody in."""
        client = await WireClient.open(self.port, "json")
        token = hashlib.sha256(name.encode()).digest()
        encoded = base64.b64encode(token).decode()
        viewer = Viewer(name, client, token)
        viewer.welcome = (await client.hello(encoded, entry)).data  # type: ignore[arg-type]
        assert viewer.welcome["type"] == "welcome", viewer.welcome
        self.viewers[name] = viewer
        return viewer

    async def found(self, **house_rules: Any) -> Viewer:
        """Sam opens the table."""
        founding = {"type": "create", "create_key": CREATE_KEY, "room_name": "The Glass Court"}
        return await self.enter("Sam", {**founding, "name": "Sam", "house_rules": house_rules})

    async def join(self, name: str, role: str = "player") -> Viewer:
        """Somebody is invited and comes."""
        secret = base64.b64encode(hashlib.sha256(f"in {name}".encode()).digest()[:16]).decode()
        await self.do("Sam", "create_invite", role=role, secret=secret)
        viewer = await self.enter(name, {"type": "invite", "secret": secret, "name": name})
        await self.look()
        return viewer

    async def do(self, who: str, type: str, after_s: float = 30, /, **fields: Any) -> str:
        """Somebody does something, a while later; returns what it made."""
        self.clock[0] += int(after_s * 1000)
        answer = await self.viewers[who].client.ask(
            {"type": type, "id": str(uuid.uuid4()), **fields}
        )
        assert answer.type == "accepted", answer.data
        await self.look()
        return str(answer.data.get("created"))

    async def do_many(self, who: str, intents: list[dict[str, Any]]) -> None:
        """Somebody does very much, without waiting for each answer; a second goes by with each."""
        self.ticks_ms = 1_000
        client = self.viewers[who].client
        for start in range(0, len(intents), MOST_AT_ONCE):
            answers = await asyncio.gather(
                *(
                    client.ask({"id": str(uuid.uuid4()), **intent})
                    for intent in intents[start : start + MOST_AT_ONCE]
                )
            )
            assert {answer.type for answer in answers} == {"accepted"}
        self.ticks_ms = 0

    async def look(self) -> None:
        """Everybody keeps the room as they see it."""
        if self.looks:
            for viewer in self.viewers.values():
                await viewer.look()

    async def open(
        self,
        browser: Browser,
        name: str,
        *,
        viewport: ViewportSize = DESK_SIZE,
        kind: str | None = "replay",
        at: str = "",
        **context: Any,
    ) -> Seat:
        """Open a page that has a member's seat: the replay, or what *kind* says."""
        viewer = self.viewers[name]
        opened = await browser.new_context(
            viewport=viewport, accept_downloads=True, reduced_motion="reduce", **context
        )
        opened.set_default_timeout(10_000)
        place = {"server": self.server, "room": viewer.welcome["room"], "member": viewer.member}
        token = base64.b64encode(viewer.token).decode()
        seat = {**place, "token": token, "name": name, "room_name": "The Glass Court", "at": 1}
        key = "coterie.seat " + " ".join(place.values())
        tab = {**place, **({"kind": kind} if kind else {})}
        await opened.add_init_script(
            f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(seat))});"
            "if (!sessionStorage.getItem('coterie.tab'))"
            f"sessionStorage.setItem('coterie.tab', {json.dumps(json.dumps(tab))})"
        )
        page = Seat(await opened.new_page())
        await page.page.goto(f"http://127.0.0.1:{self.port}/{at}")
        return page

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let everybody go; may be said again."""
        for viewer in self.viewers.values():
            await viewer.client.close()


@contextlib.asynccontextmanager
async def serving_table(folder: Path) -> AsyncIterator[Table]:
    """A server in this process, with a clock of its own."""
    settings = Settings(port=0, data=folder / "e.sqlite3", create_key=CREATE_KEY, limits=LIMITS)
    async with Table([STARTS_MS]) as table, running(settings, now_ms=table.now_ms) as app:
        table.port = app.listener.port
        yield table
        await table.close()


SECRET_WORDS = ("Ines", "Footsteps in the archive")


async def tell_evening(table: Table) -> None:
    """Three scenes: rolls of all visibilities, damage, Hunger, Stains, a contest, a reveal."""
    await table.found()
    jo = await table.join("Jo")
    ravi = await table.join("Ravi")
    await table.do("Sam", "start_session")
    await table.do("Sam", "begin_clock", clock="night")
    await table.do("Sam", "begin_clock", clock="scene", title="The taxi queue")
    vampire = {"kind": "vampire", "humanity": 7, "blood_potency": 1}
    odile = await table.do(
        "Jo", "create_character", name="Odile Marchetti", clan="Toreador", owners=[jo.member],
        hunger=2, health_boxes=5, willpower_boxes=5, **vampire,
    )  # fmt: skip
    bram = await table.do(
        "Ravi", "create_character", name="Bram Okafor", clan="Brujah", owners=[ravi.member],
        hunger=1, health_boxes=6, willpower_boxes=3, **vampire,
    )  # fmt: skip
    ines = await table.do("Sam", "create_character", name="Ines Calder", kind="mortal", hidden=True)
    roll = await table.do(
        "Jo", "roll", 300, character=odile, label="Wits + Awareness", pool=6, difficulty=3
    )
    await table.do("Jo", "settle_roll", 5, roll=roll)
    await table.do("Jo", "set_tracker", 60, character=odile, tracker="hunger", value=3)
    await table.do("Ravi", "rouse", 90, character=bram)
    hidden = await table.do(
        "Sam", "roll", 20, character=ines, label=SECRET_WORDS[1], pool=5, difficulty=3,
        visibility="secret",
    )  # fmt: skip
    await table.do("Jo", "roll", 200, label="Stealth", pool=4, visibility="blind", character=odile)
    await table.do("Sam", "begin_clock", 400, clock="scene", title="The private view")
    hurt = {"character": odile, "track": "health"}
    await table.do("Sam", "deal_damage", 120, **hurt, kind="aggravated", amount=2, note="A spear")
    await table.do("Sam", "deal_damage", 90, **hurt, kind="superficial", amount=2)
    narrowed = {"character": bram, "tracker": "willpower", "audience": "owner"}
    await table.do("Sam", "set_tracker_audience", 5, **narrowed)
    social = {"conflict": "social", "categories": ["social"], "pool": 6}
    contest = await table.do("Jo", "open_contest", 240, character=odile, against=bram, **social)
    await table.do("Ravi", "answer_contest", 30, contest=contest, character=bram, pool=6)
    await table.do("Sam", "add_stains", 300, character=odile, amount=2)
    await table.do("Sam", "reveal_roll", 60, roll=hidden, part="outcome")
    await table.do("Sam", "begin_clock", 400, clock="scene", title="The loading bay")
    await table.do("Sam", "set_tracker", 200, character=bram, tracker="hunger", value=5)
    await table.do("Jo", "roll", 200, character=odile, label="Dexterity + Drive", pool=7)
