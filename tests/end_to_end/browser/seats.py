"""What a person does at a page, and what can be read off it; phones reach parts through sheets."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Locator, Page, ViewportSize, WebSocket, expect

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}

ASK = """async (intent) => {
    const { ROLLING } = await import(new URL("scripts/dice/claims.js", document.baseURI).href);
    const key = Object.keys(localStorage).find((name) => name.startsWith("coterie.seat "));
    const { server, token } = JSON.parse(localStorage.getItem(key));
    const random = (n) => [...crypto.getRandomValues(new Uint8Array(n))];
    const fresh = () => [8, 4, 4, 4, 12].map((n) => random(n)
        .map((byte) => (byte % 16).toString(16)).join("")).join("-");
    // What rolls for a player takes a claim; what is drawn for it stands where the page's own does.
    function claim({ book, next }, lane, n = next[lane]) {
        const place = `coterie.dice ${key.slice("coterie.seat ".length)} ${book}`;
        const kept = JSON.parse(localStorage.getItem(place));
        const drawn = kept?.[lane].drawn ?? {};
        drawn[n] ??= btoa(String.fromCharCode(...random(32)));
        if (kept) localStorage.setItem(place, JSON.stringify(kept));
        return { book, lane, n, entropy: drawn[n] };
    }
    const socket = new WebSocket(server, "coterie.v1.json");
    return new Promise((resolve) => {
        let live, dice, id;
        const send = () => {
            id = fresh();
            socket.send(JSON.stringify({ ...intent, ...(dice && { dice }), id }));
        };
        const take = (item) => {
            if (item.type === "welcome") {
                live = item.snapshot.dice;
                const usual = item.snapshot.house_rules.default_visibility;
                const lane = (intent.visibility ?? usual) === "public" ? "open" : "own";
                const isClaimed = live?.next && ROLLING.includes(intent.type);
                if (isClaimed && !intent.entered && !intent.dice) dice = claim(live, lane);
                send();
            } else if (item.id === id && dice && item.code === "lane_mismatch") {
                dice = claim(live, item.accepted);
                send();
            } else if (item.id === id && dice && item.code === "dice_moved") {
                dice = claim(live, dice.lane, item.next_n);
                send();
            } else if (item.id === id) {
                socket.close();
                resolve(item);
            }
        };
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }));
        socket.onmessage = ({ data }) => JSON.parse(data).forEach(take);
    });
}"""

HELD = """async () => {
    const done = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const kept = [];
    for (const { name } of await indexedDB.databases()) {
        const base = await done(indexedDB.open(name));
        for (const store of base.objectStoreNames) {
            kept.push(name, store, await done(base.transaction(store).objectStore(store).getAll()));
        }
        base.close();
    }
    for (const name of "caches" in window ? await caches.keys() : []) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            kept.push(request.url, await (await cache.match(request)).text());
        }
    }
    const fields = [...document.querySelectorAll("input, select, textarea")];
    return JSON.stringify([document.documentElement.outerHTML, {...localStorage},
        {...sessionStorage}, document.cookie, document.title, location.href, history.state,
        fields.map((field) => field.value), kept]);
}"""


class Seat:
    """One page, everything its sockets received, and everything it complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.sent: list[str] = []
        self._news = asyncio.Event()
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text)
                if message.type in ("error", "warning")
                else None
            ),
        )
        page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(_text(frame)))
        socket.on("framesent", lambda frame: self.sent.append(_text(frame)))

    def _hear(self, frame: str) -> None:
        self.frames.append(frame)
        self._news.set()

    # --- what it knows ---------------------------------------------------------------------------

    def items(self, kind: str) -> Iterator[dict[str, Any]]:
        """What the server sent of one type, in order."""
        for frame in self.frames:
            yield from (item for item in json.loads(frame) if item["type"] == kind)

    async def has_heard(self, words: str) -> None:
        """Wait until a frame with these words has come."""
        async with asyncio.timeout(20):
            while not any(words in frame for frame in self.frames):
                self._news.clear()
                await self._news.wait()

    async def everything(self) -> str:
        """All that this page holds or ever received: document, storage, values, frames."""
        return "\n".join([str(await self.page.evaluate(HELD)), *self.frames])

    @property
    def receipts(self) -> Locator:
        """The receipts of the log."""
        return self.page.locator("article.receipt")

    def receipt(self, label: str) -> Locator:
        """The receipts of rolls with this label."""
        return self.receipts.filter(has_text=label)

    def line(self, words: str) -> Locator:
        """A line of the log."""
        return self.page.locator(".line", has_text=words)

    # --- the doors -------------------------------------------------------------------------------

    async def is_seated(self) -> None:
        """Wait until the table is live."""
        await expect(self.page.locator(".state")).to_have_text("Connected")
        await expect(self.page.locator(".pool").first).to_be_attached()

    async def create_room(self, link: str, room: str = "The Glass Court") -> None:
        """Open a table by a create link, as Sam."""
        await self.page.goto(link)
        await self.page.get_by_label("Name of the chronicle").fill(room)
        await self.page.get_by_label("Your name at the table").fill("Sam")
        await self.page.get_by_role("button", name="Open the table").click()
        await self.is_seated()

    async def join(self, link: str, name: str) -> None:
        """Take a seat by an invite link."""
        await self.page.goto(link)
        await self.page.get_by_label("Your name at the table").fill(name)
        await self.page.get_by_role("button", name="Take your seat").click()
        await self.is_seated()

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Ask for something over a socket of its own, as this member; the answer."""
        answer: dict[str, Any] = await self.page.evaluate(ASK, {"type": type_, **fields})
        return answer

    # --- the table -------------------------------------------------------------------------------

    async def open(self, part: str) -> None:
        """Open the place of a part, where it is not on the page already."""
        if await self.page.locator("dialog[open]").count():
            await self.page.keyboard.press("Escape")
        tab = self.page.get_by_role("navigation").get_by_role("button", name=part)
        presence = self.page.get_by_role("button", name=re.compile("^At the table: "))
        if await tab.is_visible():
            if await tab.get_attribute("aria-expanded") != "true":
                await tab.click()
        elif part == "Coterie" and await presence.is_visible():
            await presence.click()

    async def invite(self, seats: int = 1) -> str:
        """Make an invite link for players."""
        await self.open("Coterie")
        await self.page.get_by_label("Seats", exact=True).fill(str(seats))
        await self.page.get_by_role("button", name="Make an invite link").click()
        return await self.page.get_by_label("Link", exact=True).input_value()

    async def create_character(self, name: str, *, hunger: int = 2, hidden: bool = False) -> None:
        """Create a vampire; a Storyteller does it behind the screen."""
        if await self.page.locator(".screen").count():
            await self._create_at_the_screen(name, hunger=hunger, hidden=hidden)
            return
        await self.page.get_by_role("button", name="Menu").click()
        menu = self.page.get_by_role("dialog", name="Menu")
        await menu.get_by_role("button", name="Create a character").click()
        form = self.page.get_by_role("dialog", name="Create a character")
        await form.get_by_label("Name", exact=True).fill(name)
        await form.get_by_label("Hunger", exact=True).fill(str(hunger))
        await form.get_by_role("button", name="Create the character").click()
        card = self.page.locator(".card").get_by_role("heading", name=name, exact=True)
        await expect(card).to_be_visible()
        await expect(form).to_be_hidden()

    async def _create_at_the_screen(self, name: str, *, hunger: int, hidden: bool) -> None:
        await self.page.get_by_role("button", name="New character").click()
        dialog = self.page.get_by_role("dialog")
        await dialog.get_by_text("Full", exact=True).click()
        form = dialog.locator("form:visible")
        await form.get_by_label("Name", exact=True).fill(name)
        await form.get_by_label("Hunger", exact=True).fill(str(hunger))
        if hidden:
            await form.get_by_label("Hidden behind the screen").check()
        await form.get_by_role("button", name="Create the character").click()
        await expect(self.page.locator(".cast").get_by_text(name, exact=True)).to_be_visible()

    async def ask_roll(
        self,
        label: str,
        *,
        dice: int = 5,
        difficulty: int | None = None,
        visibility: str = "Public",
        character: str | None = None,
    ) -> None:
        """Fill the form of the pool and press the button, without waiting for what comes of it."""
        await self.open("Roll")
        pool = self.page.locator(".pool")
        if character is not None:
            await pool.get_by_label("Roll for").select_option(label=character)
        if await pool.get_by_label("What for").count():
            await pool.get_by_label("What for").fill(label)
            await pool.get_by_label("Dice", exact=True).fill(str(dice))
        else:
            await self.build_pool((label, dice))
        await pool.get_by_label("Difficulty", exact=True).fill(str(difficulty or ""))
        await pool.get_by_role("radio", name=visibility, exact=True).check(force=True)
        await pool.locator("button.main").click()

    async def build_pool(self, *parts: tuple[str, int]) -> None:
        """Put the pool together anew out of named parts, at a player's place."""
        pool = self.page.locator(".pool")
        while await pool.locator(".part:not(.first)").count():
            await pool.locator(".part").first.click()
            await self.page.get_by_role("button", name="Take it out").click()
        for name, dice in parts:
            await pool.locator(".part-slot").last.get_by_role("button").first.click()
            picker = self.page.get_by_role("dialog", name="Add a part")
            await picker.get_by_label("Name", exact=True).fill(name)
            await picker.get_by_label("Dice", exact=True).fill(str(dice))
            await picker.get_by_role("button", name="Use it").click()

    async def roll(self, label: str, **pool: Any) -> Locator:
        """Roll, and wait for the receipt."""
        await self.ask_roll(label, **pool)
        receipt = self.receipt(label)
        await expect(receipt).to_be_visible()
        return receipt


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode()
