"""Who sits where at the first night, and what happens to their lines, devices and server."""

from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.first_night_hands import Hands
from tests.end_to_end.browser.first_night_words import line_words, read, read_from_the_start, rows
from tests.end_to_end.browser.seats import PHONE, Seat
from tests.end_to_end.browser.serve import Serve
from tests.end_to_end.browser.wire import Wire
from tests.support.first_night import Step, step_of

COMES_BACK_WITHIN_MS = 30_000


class NightTable:
    """Every page that is open, whose it is, and whether its line is up."""

    def __init__(self, hands: Hands, server: Serve, wire: Wire, open_seat: OpenSeat) -> None:
        self.hands = hands
        self._server = server
        self._wire = wire
        self._open_seat = open_seat
        self.devices: dict[str, list[Seat]] = {n: [seat] for n, seat in hands.seats.items()}
        self.is_cut_off: set[str] = set()

    def pages(self, *names: str) -> list[Seat]:
        """Every page of these members that is open."""
        return [seat for name in names for seat in self.devices.get(name, [])]

    @property
    def others(self) -> list[tuple[str, Seat]]:
        """Every page that is not the Storyteller's, with whose it is."""
        names = self.devices.keys() - {"storyteller"}
        return [(name, seat) for name in names for seat in self.devices[name]]

    wire_is_cut = False

    async def drop(self, step: Step) -> None:
        """Cut a line: no close comes, and nothing passes any more."""
        self._wire.silence()
        self._wire.cut()
        self.is_cut_off.add(step["by"])
        page = self.hands.seats[step["by"]].page
        await expect(page.locator(".state")).to_have_text("Connection lost")

    async def resume(self, step: Step) -> None:
        """What was missed is there, each thing once; the page says how many things it was."""
        seat = self.hands.seats[step["by"]]
        missed = line_words(step_of(36))
        await expect(rows(seat, missed)).to_have_count(0)
        had = len(list(seat.items("event")))
        self._wire.flow()
        await seat.is_seated()
        self.is_cut_off.discard(step["by"])
        await expect(rows(seat, missed)).to_have_count(1)
        things = len(list(seat.items("event"))) - had
        told = f"Back at the table. {things} thing{'s' if things > 1 else ''} happened"
        await expect(seat.page.locator(".banner")).to_contain_text(told)

    async def kill_and_restart(self) -> None:
        """Nothing that was shown is missing, and every line goes on where it was."""
        seats = [self.hands.storyteller, *(seat for _, seat in self.others)]
        logs = [seat.page.locator(".log ol") for seat in seats]
        before = [await log.inner_text() for log in logs]
        await self._server.kill()
        for seat in seats:
            await expect(seat.page.locator(".state")).to_have_text("Connection lost")
        await self._server.start()
        for seat, log, text in zip(seats, logs, before, strict=True):
            state = seat.page.locator(".state")
            await expect(state).to_have_text("Connected", timeout=COMES_BACK_WITHIN_MS)
            # The keys of dice died with the server: it commits to new ones.
            beyond = (await log.inner_text()).removeprefix(text)
            assert "".join(beyond.split("\n")[:2]) in ("", "The server committed to new dice")
            *_, welcome = seat.items("welcome")
            assert welcome["reason"] == "resumed"

    async def second_device(self) -> None:
        """Ravi sits down with a phone too, by a device link: one seat, the same log."""
        desk = self.hands.seats["player_two"]
        await desk.open("Coterie")
        await desk.page.get_by_role("button", name="Continue on another device").click()
        link = await desk.page.get_by_label("Link", exact=True).input_value()
        await desk.page.keyboard.press("Escape")
        phone = await self._open_seat(PHONE, moves=True)
        await phone.page.goto(link)
        await phone.page.get_by_role("button", name="Sit down here").click()
        await phone.is_seated()
        await read_from_the_start(phone)
        receipts = await desk.receipts.all_inner_texts()
        assert await read(phone.receipts) == [text.split() for text in receipts]
        self.devices["player_two"].append(phone)

    async def from_the_second_device(self, step: Step) -> None:
        """Answer a contest at the device that came later."""
        desk, phone = self.devices["player_two"]
        self.hands.seats["player_two"] = phone
        await self.hands.answer_contest(step)
        self.hands.seats["player_two"] = desk

    async def join(self, step: Step) -> None:
        """Whoever comes late reads the public past, as the guest does who saw nothing else."""
        link = await self.hands.invite("player")
        late = await self._open_seat(moves=True)
        await late.join(link, "Lena")
        self.hands.seats[step["by"]] = late
        self.devices[step["by"]] = [late]
        await read_from_the_start(late)
        (guest,) = self.pages("guest")
        theirs = await read(guest.receipts)
        assert await read(late.receipts) == theirs
        assert len(theirs) > 10
        revealed = late.receipt(step_of(12)["label"])
        await expect(revealed).to_contain_text("Someone unseen")
