"""The pages as such: what is in them, what they fold, how they fit, what they do without."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import CDPSession, WebSocketRoute, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.support.dockerfile import REPOSITORY

EXAMPLES = REPOSITORY / "protocol" / "examples"

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

LIGHT_BYTES = 120_000

FOLD = """async ([view, pushes, me]) => {
    const { fold } = await import("./scripts/fold.js");
    return pushes.reduce((before, { event }) => fold(before, event, me), view);
}"""


@pytest.mark.parametrize("width", [320, 390, 768, 1000, 1280, 1920])
async def test_table_fits_every_width(storyteller: Seat, width: int) -> None:
    """From 320 px upward the page itself never scrolls, and its parts can be reached."""
    await storyteller.create_character("A name that is longer than most names at most tables are")
    await storyteller.page.set_viewport_size({"width": width, "height": 700})
    await storyteller.roll("Wits + Awareness + a specialty", dice=13, difficulty=2)
    overflow = await storyteller.page.evaluate(
        """() => [document.documentElement.scrollWidth - innerWidth,
            document.documentElement.scrollHeight - innerHeight]"""
    )
    assert max(overflow) <= 0


async def test_events_fold_to_what_the_server_would_send(storyteller: Seat, player: Seat) -> None:
    """After an evening, each page's folded room equals the snapshot of a fresh welcome."""
    await player.create_character("Odile Marchetti", hunger=2)
    await storyteller.create_character("Ines Calder", hidden=True)
    receipt = await player.roll("Stealth", dice=40, difficulty=99)
    await receipt.get_by_role("button", name="Let it stand").click()
    await player.open("Sheet")
    await player.page.get_by_role("button", name="Rouse check").click()
    await expect(storyteller.receipt("Rouse check")).to_be_visible()
    await player.roll("Standing", dice=4, difficulty=1, visibility="Private")
    await storyteller.invite()
    await storyteller.roll("Done", character="Nobody in particular")
    await expect(player.receipt("Done")).to_be_visible()
    for seat in (player, storyteller):
        (first,) = seat.items("welcome")
        pushes = list(seat.items("event"))
        folded = await seat.page.evaluate(FOLD, [first["snapshot"], pushes, first["member"]])
        await seat.page.reload()
        await seat.is_seated()
        *_, again = seat.items("welcome")
        assert _without_defaults(folded) == _without_defaults(again["snapshot"])


async def test_link_can_be_copied_without_the_clipboards_interface(
    served: Served, open_seat: OpenSeat
) -> None:
    """On plain http in a LAN there is no clipboard and no randomUUID: the page does without."""
    seat = await open_seat(DESK)
    await seat.page.add_init_script(
        """Object.defineProperty(navigator, "clipboard", { value: undefined });
        Object.defineProperty(crypto, "randomUUID", { value: undefined });
        Object.defineProperty(crypto, "subtle", { value: undefined });
        document.execCommand = () => false;"""
    )
    await seat.create_room(served.create_link)
    link = await seat.invite()
    await seat.page.get_by_role("button", name="Copy the link").click()
    await expect(seat.page.get_by_text("The link is selected: copy it by hand.")).to_be_visible()
    assert await seat.page.evaluate("getSelection().toString()") == link


async def test_pages_work_from_another_host(
    served: Served, static_host: str, open_seat: OpenSeat
) -> None:
    """From a static host, in a folder, the link names the server; so do the links made there."""
    server = quote(f"ws://127.0.0.1:{served.port}/ws", safe="")
    storyteller = await open_seat()
    await storyteller.create_room(f"{static_host}#create={served.key}&server={server}")
    link = await storyteller.invite()
    assert link.startswith(f"{static_host}#invite=")
    player = await open_seat(DESK)
    await player.page.goto(link)
    await expect(player.page.get_by_text(f"127.0.0.1:{served.port}")).to_be_visible()
    await player.join(link, "Jo")
    await player.roll("From afar")
    await expect(storyteller.receipt("From afar")).to_be_visible()


async def test_lost_message_is_made_good_on_the_same_line(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """A message that cannot be read is skipped; the gap is noticed, and the room asked for anew."""
    link = await storyteller.invite()
    player = await open_seat(DESK)
    sockets: list[WebSocketRoute] = []
    lost: list[str | bytes] = []

    def pass_on(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        sockets.append(page_side)

        def to_page(message: str | bytes) -> None:
            if "Lost one" in str(message) and not lost:
                lost.append(message)
                page_side.send("[{this is no JSON")
            else:
                page_side.send(message)

        server_side.on_message(to_page)

    await player.page.route_web_socket("**/ws", pass_on)
    await player.join(link, "Jo")
    await storyteller.roll("Lost one")
    await storyteller.roll("Next one")
    await expect(player.receipt("Next one")).to_be_visible()
    await expect(player.page.locator(".banner")).to_contain_text("A message was lost")
    await storyteller.roll("Last one")
    for label in ("Lost one", "Next one", "Last one"):
        await expect(player.receipt(label)).to_have_count(1)
    assert len(sockets) == 1
    assert len(lost) == 1
    assert all("was skipped" in complaint for complaint in player.complaints)
    player.complaints.clear()


async def test_only_a_final_bye_is_an_end(storyteller: Seat, open_seat: OpenSeat) -> None:
    """After a plain close and a bye that is not final the page comes back; else it stays away."""
    link = await storyteller.invite()
    player = await open_seat(DESK)
    sockets: list[WebSocketRoute] = []

    def pass_on(page_side: WebSocketRoute) -> None:
        page_side.connect_to_server()
        sockets.append(page_side)

    await player.page.route_web_socket("**/ws", pass_on)
    await player.join(link, "Jo")
    state = player.page.locator(".state")
    await sockets[0].close(code=1000)
    await expect(player.page.locator(".banner")).to_contain_text("Back at the table.")
    sockets[1].send(_bye("The server is going down for a moment.", is_final=False))
    await expect(player.page.locator(".banner")).to_contain_text("going down for a moment.")
    await player.is_seated()
    sockets[2].send(_bye("A Storyteller removed you from the room.", is_final=True))
    await expect(state).to_have_text("Not connected")
    await expect(player.page.locator(".banner")).to_contain_text("A Storyteller removed you")
    assert len(sockets) == 3


class Load:
    """What a page fetches: how much of it, its headers too, and how it is encoded."""

    def __init__(self, devtools: CDPSession) -> None:
        self.devtools = devtools
        self.encodings: dict[str, str] = {}
        self.bytes = 0
        devtools.on("Network.responseReceived", self._begun)
        devtools.on("Network.loadingFinished", self._finished)

    def _begun(self, said: dict[str, Any]) -> None:
        fields = said["response"]["headers"]
        self.encodings[said["response"]["url"]] = fields.get("Content-Encoding", "")

    def _finished(self, said: dict[str, Any]) -> None:
        # Unlike what `dataReceived` tells, this has the headers in it.
        self.bytes += int(said["encodedDataLength"])

    @classmethod
    async def watch(cls, seat: Seat) -> "Load":
        """Watch a page from now on."""
        load = cls(await seat.page.context.new_cdp_session(seat.page))
        await load.devtools.send("Network.enable")
        return load

    def check(self, seat: Seat) -> None:
        """Light enough; its parts compressed; nothing that only some want is among them."""
        frames = sum(len(frame.encode()) for frame in seat.frames)
        assert 10_000 < self.bytes + frames < LIGHT_BYTES
        parts = {url for url in self.encodings if url.endswith((".js", ".css"))}
        assert {self.encodings[url] for url in parts} == {"gzip"}
        names = {url.rpartition("/")[2] for url in parts}
        assert "main.js" in names
        assert not names & {"qr.js", "editor.js", "creation.js", "replay.js", "replay.css"}


@pytest.mark.parametrize("role", ["player", "storyteller"])
async def test_fresh_load_is_light_and_asks_one_host(
    served: Served, open_seat: OpenSeat, role: str
) -> None:
    """Until the table can be used less than 120 kB are sent, all by the server itself."""
    founder = await open_seat(DESK)
    load = await Load.watch(founder)
    await founder.create_room(served.create_link)
    if role == "storyteller":
        seat = founder
        await expect(seat.page.locator(".composer button.main")).to_be_enabled()
    else:
        seat = await open_seat(PHONE)
        load = await Load.watch(seat)
        await seat.join(await founder.invite(), "Jo")
    load.check(seat)
    assert seat.hosts == {f"127.0.0.1:{served.port}"}


@pytest.mark.usefixtures("player")
async def test_what_only_some_want_is_fetched_when_they_do(storyteller: Seat) -> None:
    """Dialogs whose parts come late open all the same, and say it where they cannot come."""
    load = await Load.watch(storyteller)
    page = storyteller.page
    await page.route("**/evening.js", lambda route: route.abort())
    await page.get_by_role("button", name="No session").click()
    await expect(page.get_by_role("dialog", name="Not here yet")).to_contain_text(
        "Try it once more"
    )
    await page.keyboard.press("Escape")
    await page.unroute("**/evening.js")
    await page.get_by_role("button", name="No session").click()
    frame = page.get_by_role("dialog", name="Session, night and scene")
    await expect(frame).to_contain_text("No session runs.")
    await page.keyboard.press("Escape")
    await page.locator(".view-as").get_by_text("Jo", exact=True).click()
    await expect(page.locator(".viewed")).to_contain_text("You look with the eyes of Jo.")
    await page.get_by_role("button", name="Back to yourself").click()
    names = {url.rpartition("/")[2] for url in load.encodings}
    assert {"evening.js", "viewing.js"} <= names
    late = [said for said in storyteller.complaints if "evening.js" in said or "ERR_FAILED" in said]
    assert storyteller.complaints == late
    storyteller.complaints.clear()


async def test_second_load_is_answered_from_what_the_browser_has(
    served: Served, open_seat: OpenSeat
) -> None:
    """Every file is asked for again, so that a new server's page is seen, and none is sent."""
    seat = await open_seat(PHONE)
    page = served.create_link.partition("#")[0]
    await seat.page.goto(page)
    await expect(seat.page.get_by_role("heading", level=1)).to_be_visible()
    devtools = await seat.page.context.new_cdp_session(seat.page)
    statuses: list[int] = []
    devtools.on(
        "Network.responseReceivedExtraInfo", lambda said: statuses.append(said["statusCode"])
    )
    await devtools.send("Network.enable")
    await seat.page.goto(page)
    await expect(seat.page.get_by_role("heading", level=1)).to_be_visible()
    assert set(statuses) == {304}


STRANGE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no message at all": lambda welcome: "hello yourself",
    "nobody in it": lambda welcome: [{"type": "welcome"}],
    "another kind of room": lambda welcome: [{**welcome, "snapshot": {"who": {}}}],
    "a room without parts": lambda welcome: [_cut(welcome, "contests")],
    "a room without clocks": lambda welcome: [_cut(welcome, "clocks")],
    "no room": lambda welcome: [{**welcome, "snapshot": None}],
    "another greeting": lambda welcome: [{"type": "greeting", "version": 7}],
}
"""What a server of another kind may say to a hello."""


def _cut(welcome: dict[str, Any], part: str) -> dict[str, Any]:
    snapshot = {name: value for name, value in welcome["snapshot"].items() if name != part}
    return {**welcome, "snapshot": snapshot}


@pytest.mark.parametrize("kind", STRANGE)
async def test_server_that_the_page_cannot_read_is_said(
    served: Served, open_seat: OpenSeat, kind: str
) -> None:
    """Neither the door nor the table waits for ever: what is wrong, and what to do about it."""
    welcome = json.loads((EXAMPLES / "from_server.json").read_text())["welcome"][0]["message"]
    seat = await open_seat(DESK)
    hellos: list[dict[str, Any]] = []
    say: list[Any] = [STRANGE[kind](welcome)]

    def answer(socket: WebSocketRoute, message: str | bytes) -> None:
        if json.loads(message)["type"] == "hello":
            hellos.append(json.loads(message))
            socket.send(json.dumps(say[0]))

    await seat.page.clock.install()
    await seat.page.route_web_socket(
        "**/ws", lambda socket: socket.on_message(lambda message: answer(socket, message))
    )
    await seat.page.goto(served.create_link)
    await seat.page.get_by_label("Name of the chronicle").fill("Any")
    await seat.page.get_by_label("Your name at the table").fill("Any")
    await seat.page.get_by_role("button", name="Open the table").click()
    if kind == "another greeting":  # there might come more, for a while
        await expect(seat.page.get_by_role("button", name="Asked…")).to_be_visible()
        await seat.page.clock.fast_forward(11_000)
    # What can be greeted and not drawn is noticed at the table, else at the door.
    sorry = seat.page.locator(".banner, .front-end .refusal")
    await expect(sorry).to_contain_text("This page does not understand what the server says")
    await expect(sorry).to_contain_text("Reload the page.")
    await expect(seat.page.locator("#alarm")).to_contain_text("does not understand")
    await seat.page.clock.fast_forward(60_000)
    assert len(hellos) == 1
    # The server is another one now: the page comes back with what it had, as the same member.
    say[0] = [welcome]
    await seat.page.reload()
    await expect(seat.page.locator(".state")).to_have_text("Connected")
    assert {hello["token"] for hello in hellos} == {hellos[0]["token"]}
    seat.complaints.clear()


@pytest.mark.parametrize("member", ["KhSI1-yRtpBE", "TB2Fjemx5sI2"])
async def test_every_event_of_the_protocol_is_shown(
    served: Served, open_seat: OpenSeat, member: str
) -> None:
    """All documented events, shown to a Storyteller and to a player: twice sent is once shown."""
    examples = json.loads((EXAMPLES / "events.json").read_text())
    welcome = json.loads((EXAMPLES / "from_server.json").read_text())["welcome"][0]["message"]
    welcome |= {"member": member, "recent": [], "position": {**welcome["position"], "seq": 0}}
    bodies = [example["message"] for each in examples.values() for example in each]
    last = {"type": "room_renamed", "name": "The last of all", "by": "KhSI1-yRtpBE"}
    pushes = [
        {"type": "event", "seq": seq, "mark": "m", "at": 1_793_476_800_000, "event": body}
        for seq, body in enumerate([*bodies, last], start=1)
    ]
    seat = await open_seat(DESK)

    def answer(socket: WebSocketRoute, message: str | bytes) -> None:
        if json.loads(message)["type"] == "hello":
            socket.send(json.dumps([welcome, *pushes, *pushes[-20:]]))

    await seat.page.route_web_socket(
        "**/ws", lambda socket: socket.on_message(lambda message: answer(socket, message))
    )
    await seat.page.goto(served.create_link)
    await seat.page.get_by_label("Name of the chronicle").fill("Any")
    await seat.page.get_by_label("Your name at the table").fill("Any")
    await seat.page.get_by_role("button", name="Open the table").click()
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text("The last of all")
    await expect(seat.page.locator(".banner")).to_be_hidden()
    kinds = ("roll_resolved", "roll_rerolled", "roll_revealed")
    rolls = [body for body in bodies if body["type"] in kinds and not body.get("contest")]
    # A reveal of a roll that is known is told on its card.
    known = {body["roll"] for body in rolls if body["type"] == "roll_resolved"}
    rolls = [body for body in rolls if body["type"] != "roll_revealed" or body["roll"] not in known]
    await expect(seat.page.locator("article.receipt:not(.contest)")).to_have_count(len(rolls))
    assert "undefined" not in await seat.page.locator("#page").inner_text()
    assert "NaN" not in await seat.page.locator("#page").inner_text()


def _bye(message: str, *, is_final: bool) -> str:
    return json.dumps([{"type": "bye", "code": 4001, "message": message, "is_final": is_final}])


def _without_defaults(value: object) -> object:
    """Leave out what the wire leaves out: empty lists and mappings, false, empty text."""
    if isinstance(value, dict):
        kept = {key: _without_defaults(each) for key, each in value.items()}
        return {key: each for key, each in kept.items() if each not in ({}, [], False, "", None)}
    return [_without_defaults(each) for each in value] if isinstance(value, list) else value
