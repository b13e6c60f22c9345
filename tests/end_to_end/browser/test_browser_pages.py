"""The pages as such: what is in them, what they fold, how they fit, what they do without."""

import json
from urllib.parse import quote

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.support.dockerfile import REPOSITORY

EXAMPLES = REPOSITORY / "protocol" / "examples"

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

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


async def test_fresh_load_is_light_and_asks_one_host(
    served: Served, storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Until a guest can use the table less than 120 kB are sent, all by the server itself."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    devtools = await seat.page.context.new_cdp_session(seat.page)
    sent: list[int] = []
    kinds: dict[str, str] = {}
    devtools.on(
        "Network.responseReceived",
        lambda said: kinds.update(
            {said["response"]["url"]: said["response"]["headers"].get("Content-Encoding", "")}
        ),
    )
    devtools.on("Network.dataReceived", lambda said: sent.append(said["encodedDataLength"]))
    await devtools.send("Network.enable")
    await seat.join(link, "Jo")
    frames = sum(len(frame.encode()) for frame in seat.frames)
    assert 10_000 < sum(sent) + frames < 120_000
    assert seat.hosts == {f"127.0.0.1:{served.port}"}
    scripts = {url for url in kinds if url.endswith((".js", ".css"))}
    assert scripts
    assert {kinds[url] for url in scripts} == {"gzip"}


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
