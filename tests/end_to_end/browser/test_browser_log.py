"""The log: long nights, what is said aloud, what amends what, and where the reader stays."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, Seat
from tests.support.dockerfile import REPOSITORY

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

MANY = 5_000
MOST_DRAWN = 240

SPOKEN = """() => {
    window.spoken = [];
    for (const id of ["speech", "alarm"]) {
        const region = document.getElementById(id);
        const note = () => region.textContent && window.spoken.push([id, region.textContent]);
        new MutationObserver(note).observe(region, { childList: true, subtree: true });
    }
}"""


def push(seq: int) -> dict[str, Any]:
    """An event of a long night: two of three are rolls, the others changes of a tracker."""
    event: dict[str, Any] = {
        "type": "tracker_changed",
        "character": "c1",
        "tracker": "hunger",
        "before": seq % 5,
        "after": (seq + 1) % 5,
    }
    if seq % 3:
        dice = [{"kind": "regular", "face": (seq + n) % 10 + 1, "adds": 0} for n in range(6)]
        receipt = {"type": "pool", "items": [], "dice": dice, "successes": 0, "pairs": 0}
        receipt |= {"hunger_tens": 0, "hunger_ones": 0, "difficulty": 2, "margin": -2}
        receipt |= {"outcome": "total_failure", "why": "None.", "is_total_failure": True}
        event = {"type": "roll_resolved", "roll": f"r{seq}", "member": "m1", "character": "c1"}
        event |= {"label": f"Roll {seq}", "visibility": "public", "source": "unproven"}
        event |= {"lane": "open", "receipt": receipt}
    at = 1_793_476_800_000 + seq * 1_000
    return {"type": "event", "seq": seq, "mark": "m", "at": at, "event": event}


async def long_night(served: Served, open_seat: OpenSeat) -> tuple[Seat, WebSocketRoute]:
    """A seat at a table whose log has five thousand entries, and the socket's other end."""
    example = REPOSITORY / "protocol" / "examples" / "from_server.json"
    welcome = json.loads(example.read_text())["welcome"][0]["message"]
    snapshot = welcome["snapshot"] | {"standing_rolls": [], "contests": [], "proposals": []}
    snapshot["members"] = [{"member": "m1", "name": "Jo", "role": "player"}]
    snapshot["characters"] = [{"character": "c1", "name": "Odile", "kind": "vampire"}]
    snapshot["characters"][0] |= {"owners": ["m1"], "trackers": {"hunger": 2}}
    welcome |= {"member": "m1", "snapshot": snapshot, "present": ["m1"]}
    welcome |= {"recent": [push(seq) for seq in range(MANY - 49, MANY + 1)]}
    welcome["position"] |= {"seq": MANY}
    seat = await open_seat(DESK)
    sockets: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute, message: str | bytes) -> None:
        asked = json.loads(message)
        if asked["type"] == "hello":
            socket.send(json.dumps([welcome]))
        if asked["type"] == "history":
            before = asked["before"]
            events = [push(seq) for seq in range(max(1, before - asked["limit"]), before)]
            result = {"type": "history", "events": events, "has_more": before > asked["limit"]}
            socket.send(json.dumps([{"type": "result", "id": asked["id"], "result": result}]))

    def open_socket(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.on_message(lambda message: answer(socket, message))

    await seat.page.route_web_socket("**/ws", open_socket)
    await seat.page.goto(served.create_link)
    await seat.page.get_by_label("Name of the chronicle").fill("Any")
    await seat.page.get_by_label("Your name at the table").fill("Any")
    await seat.page.get_by_role("button", name="Open the table").click()
    await expect(seat.receipt(f"Roll {MANY}")).to_be_visible()
    await seat.is_seated()
    return seat, sockets[0]


UP = """async () => {
    const scroll = document.querySelector(".scroll");
    const list = scroll.querySelector("ol");
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const jumps = [], drawn = [], added = [];
    let count = 0;
    const tally = (records) => records.forEach((each) => { count += each.addedNodes.length; });
    new MutationObserver(tally).observe(list, { childList: true });
    for (let round = 0; round < 400; round++) {
        count = 0;
        scroll.scrollTop = Math.max(0, scroll.scrollTop - 600);
        const top = scroll.getBoundingClientRect().top;
        // Lines read alike; a roll is known by its label.
        const isRead = (item) => /Roll [0-9]+/.test(item.textContent)
            && item.getBoundingClientRect().bottom > top + 1;
        const read = [...list.children].find(isRead);
        const name = read.textContent, before = read.getBoundingClientRect().top;
        await wait(15);
        const same = [...list.children].find((item) => item.textContent === name);
        if (same) jumps.push(Math.abs(same.getBoundingClientRect().top - before));
        drawn.push(list.children.length);
        added.push(count);
        if (list.textContent.includes("Roll 4001")) break;
    }
    return { jump: Math.max(...jumps), drawn: Math.max(...drawn), added: Math.max(...added),
        nodes: document.querySelectorAll("*").length, rounds: drawn.length };
}"""


async def test_long_log_draws_only_what_is_near_and_never_jumps(
    served: Served, open_seat: OpenSeat
) -> None:
    """Scrolling up through thousands of entries, the work of a step and the page stay bounded."""
    seat, _ = await long_night(served, open_seat)
    found = await seat.page.evaluate(UP)
    assert found["rounds"] < 400
    assert found["drawn"] <= MOST_DRAWN
    assert found["added"] <= MOST_DRAWN
    assert found["nodes"] < 20_000
    assert found["jump"] < 2
    await seat.page.evaluate("document.querySelector('.scroll').scrollTop = 1e9")
    await expect(seat.page.locator(".log li")).not_to_have_count(0)


async def test_reader_who_scrolled_up_stays_and_is_told_how_much_is_new(
    served: Served, open_seat: OpenSeat
) -> None:
    """New entries never move what is read; "2 new" leads to them."""
    seat, socket = await long_night(served, open_seat)
    seat.page.on("pageerror", lambda error: seat.complaints.append(str(error)))
    await seat.page.evaluate("document.querySelector('.scroll').scrollTop -= 900")
    read = seat.receipt(f"Roll {MANY - 15}")
    await expect(read).to_be_visible()
    before = await read.bounding_box()
    socket.send(json.dumps([push(MANY + 1), push(MANY + 2), push(MANY + 3)]))
    news = seat.page.get_by_role("button", name=re.compile(r"^\d new$"))
    await expect(news).to_have_text("3 new")
    assert await read.bounding_box() == before
    await news.click()
    await expect(news).to_be_hidden()
    await expect(seat.receipt(f"Roll {MANY + 3}")).to_be_in_viewport()


async def test_each_result_is_said_once(storyteller: Seat, open_seat: OpenSeat) -> None:
    """One sentence for a roll, one for its reroll, one for a change; a refusal is assertive."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile Marchetti", hunger=1)
    await seat.page.evaluate(SPOKEN)
    receipt = await seat.roll("Wits + Stealth", dice=6, difficulty=9)
    for box in await receipt.get_by_role("checkbox").all():
        await box.uncheck()
    await receipt.get_by_role("checkbox").first.check()
    await receipt.get_by_role("button", name=re.compile("^Reroll")).click()
    await expect(receipt).to_contain_text("One die rerolled")
    await seat.ask("set_tracker", character=await character_of(seat), tracker="hunger", value=5)
    await expect(seat.page.locator("button.tracker.hunger")).to_contain_text("5 of 5")
    await seat.page.get_by_role("button", name="Rouse check").click()
    await expect(seat.page.locator(".own-sheet .refusal")).to_contain_text("Feeding brings Hunger")
    spoken = await seat.page.evaluate("window.spoken")
    verdict = (
        r"\. [A-Z][a-z ]+, (\d+|No) success(es)? of 9, (\d+ short|margin \d+|also a [a-z ]+)\."
    )
    patterns = [
        ("speech", r"^Odile Marchetti, Wits plus Stealth" + verdict),
        ("speech", "^Rerolled" + verdict),
        ("speech", r"^Odile Marchetti, Hunger 1 to 5\.$"),
        ("alarm", r"^At Hunger 5 nobody chooses to Rouse\. Feeding brings Hunger down\.$"),
    ]
    assert len(spoken) == len(patterns), spoken
    for (region, words), (wanted, pattern) in zip(spoken, patterns, strict=True):
        assert region == wanted
        assert re.search(pattern, words), words


async def character_of(seat: Seat) -> str:
    """The id of the first character on the page."""
    return str(await seat.page.locator(".card").first.get_attribute("data-character"))


async def test_change_stands_with_its_cause(storyteller: Seat, player: Seat) -> None:
    """Damage and its boxes are one line, a Rouse check and its Hunger another, in every log."""
    await player.create_character("Odile Marchetti", hunger=1)
    character = await character_of(player)
    await player.ask(
        "deal_damage", character=character, track="health", kind="aggravated", amount=2
    )
    line = player.line("2 Aggravated Health")
    await expect(line).to_have_count(1)
    await expect(line.locator(".change .mark")).to_have_count(10)
    await player.ask("rouse", character=character)
    rouse = player.page.locator("article.slim")
    await expect(rouse).to_contain_text(re.compile(r"Rouse check \d+: Hunger (stays|rises)"))
    await expect(player.page.locator("article.line")).to_have_count(
        await storyteller.page.locator("article.line").count() - 1
    )


async def test_filters_show_rolls_and_ones_own(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """Everything, rolls alone, or what concerns the reader; the newest has its hairline."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Ravi")
    await player.create_character("Odile Marchetti")
    await player.roll("Of Jo")
    await seat.roll("Of Ravi")
    await expect(seat.page.locator(".newest")).to_contain_text("Of Ravi")
    await seat.page.locator("label.pill", has_text="Yours").click()
    await expect(seat.receipt("Of Ravi")).to_be_visible()
    await expect(seat.receipt("Of Jo")).to_have_count(0)
    await player.roll("Again of Jo")
    await expect(seat.receipt("Again of Jo")).to_have_count(0)
    await seat.page.locator("label.pill", has_text="Rolls").click()
    await expect(seat.page.locator(".log article")).to_have_count(3)
    await expect(seat.page.locator(".newest")).to_contain_text("Again of Jo")


async def test_details_tell_how_it_was_read_and_lead_into_the_replay(
    storyteller: Seat, player: Seat
) -> None:
    """Pool, drawn order, reading, rules and where the dice come from; a link to the moment."""
    await player.create_character("Odile Marchetti", hunger=2)
    receipt = await player.roll("Wits + Awareness", dice=5, difficulty=2)
    await receipt.locator("summary", has_text="Details").click()
    facts = receipt.locator("dl")
    source = "keys that the server had committed to"
    for words in ("Pool", "Drawn", "Regular", "Difficulty 2", "House rules", source):
        await expect(facts).to_contain_text(words)
    link = facts.get_by_role("link", name="See this moment")
    assert re.fullmatch(r"#at=\d+", await link.get_attribute("href") or "")


async def test_a_changed_track_shows_the_kind_of_damage(storyteller: Seat, player: Seat) -> None:
    """A slash where Superficial damage changed, a cross where Aggravated did."""
    await player.create_character("Odile")
    card = player.page.locator(".card", has_text="Odile").first
    odile = await card.get_attribute("data-character")
    signs = []
    for damage in ({"superficial": 1, "aggravated": 0}, {"superficial": 1, "aggravated": 1}):
        await storyteller.ask("set_track", character=odile, track="health", **damage)
        line = player.page.locator("article.line", has=player.page.locator(".change")).last
        await expect(line).to_contain_text("Aggravated" if damage["aggravated"] else "Superficial")
        sign = await line.locator("> .mark").inner_html()
        newest = line.locator(".change .marks").last.locator(".mark").first
        assert sign == await newest.inner_html()
        signs.append(sign)
    assert signs[0] != signs[1]
