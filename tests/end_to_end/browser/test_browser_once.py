"""What the page shows, it shows once: to several Storytellers, and where an event comes again."""

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import PHONE, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

WATCH = """() => {
  window.seen = { receipts: 0, dice: 0, motions: [] };
  const count = (node) => {
    if (!(node instanceof Element)) return;
    const all = (what) => node.querySelectorAll(what).length + node.matches(what);
    window.seen.receipts += all("article.receipt");
    window.seen.dice += all(".die, .die-face, canvas");
  };
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(count)))
    .observe(document, { childList: true, subtree: true });
  document.addEventListener("animationstart", ({ animationName, target }) =>
    window.seen.motions.push(`${animationName} ${target.closest("article")?.tagName}`), true);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.seen.motions.push("animate");
    return animate.apply(this, how);
  };
}"""


RESTS = "() => document.getAnimations().every(({ playState }) => playState === 'finished')"


async def storytellers(storyteller: Seat, open_seat: OpenSeat, count: int) -> list[Seat]:
    """Sam and so many more in the role, each at a page of their own."""
    seats = [storyteller]
    for number in range(count):
        form = storyteller.page.locator(".invite, form").filter(has_text="Invite as").first
        await form.get_by_label("Invite as").select_option(label="Player")
        seat = await open_seat()
        name = f"Second {number}"
        await seat.join(await storyteller.invite(), name)
        answer = await storyteller.ask("snapshot")
        members = answer["result"]["snapshot"]["members"]
        (member,) = [each["member"] for each in members if each["name"] == name]
        await storyteller.ask("set_role", member=member, role="storyteller")
        await expect(seat.page.get_by_text("Behind the screen").first).to_be_visible()
        seats.append(seat)
    return seats


async def test_one_roll_is_one_card_for_each_of_three_storytellers(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """C5: three have the page open, a player rolls; each has one card, and the log one event."""
    seats = await storytellers(storyteller, open_seat, 2)
    await player.create_character("Odile Marchetti")
    await player.roll("Stealth", dice=4, difficulty=1)
    for seat in seats:
        await expect(seat.receipt("Stealth")).to_have_count(1)
        await expect(seat.receipts).to_have_count(1)
    answer = await storyteller.ask("history", limit=100)
    rolls = [push for push in answer["result"]["events"] if "receipt" in push["event"]]
    assert len(rolls) == 1


async def twice(page: Page) -> None:
    """Let every message that has a roll in it come twice, as where live and resumed overlap."""

    async def between(client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            client.send(message)
            if "roll_resolved" in str(message):
                client.send(message)

        server.on_message(pass_on)

    await page.route_web_socket("**/*", between)


async def test_an_event_that_comes_again_is_one_card_and_one_motion(
    served: Served, open_seat: OpenSeat
) -> None:
    """C9: the same event live, and again in what is resumed: one card, its dice turn once."""
    once, again = await open_seat(moves=True), await open_seat(moves=True)
    await once.create_room(served.create_link)
    link = await once.invite()
    await twice(again.page)
    await again.join(link, "Jo")
    for seat in (once, again):
        await seat.page.evaluate(WATCH)
    await once.roll("Footsteps", dice=3)
    for seat in (once, again):
        await expect(seat.receipt("Footsteps")).to_have_count(1)
    await once.roll("Afterwards", dice=3)
    await expect(again.receipt("Afterwards")).to_be_visible()
    for seat in (once, again):
        await seat.page.wait_for_function(RESTS)
        await expect(seat.receipts).to_have_count(2)
    seen = [await seat.page.evaluate("() => window.seen.motions") for seat in (once, again)]
    turned = [sum(motion.startswith("turn") for motion in motions) for motions in seen]
    risen = [sum(motion.startswith("rise") for motion in motions) for motions in seen]
    assert turned == [6, 6]
    assert risen[0] == risen[1]


async def test_no_die_moves_before_whoever_may_not_see_it(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """A5, A7: of a blind roll neither the page nor any motion has a die; an open one has both."""
    ravi = await open_seat(PHONE, moves=True)
    await ravi.join(await storyteller.invite(), "Ravi")
    await ravi.create_character("Ruth")
    await ravi.page.evaluate(WATCH)
    await player.page.evaluate(WATCH)
    await ravi.ask_roll("Wits", dice=9, visibility="Blind")
    await expect(ravi.line("You rolled blind for Ruth")).to_be_visible()
    await expect(storyteller.receipt("Wits").locator(".die")).to_have_count(9)
    await ravi.page.wait_for_function(RESTS)
    for seat in (ravi, player):
        log = seat.page.locator(".log").first
        # Faces without a number are the mark of an empty log.
        shown = log.locator(".die, .receipt, canvas, .die-face:not(.front-dice *)")
        await expect(shown).to_have_count(0)
        assert "success" not in await log.inner_html()
        seen = await seat.page.evaluate("() => window.seen")
        assert seen["receipts"] == 0
        assert not [motion for motion in seen["motions"] if "turn" in motion or motion == "animate"]
    await ravi.roll("Open", dice=3)
    await ravi.page.wait_for_function(RESTS)
    seen = await ravi.page.evaluate("() => window.seen")
    assert seen["receipts"] >= 1
    assert sum("turn" in motion for motion in seen["motions"]) == 3
