"""
The evening of `first_night.json`, played through the pages of the server that people start.

A Storyteller and a player at desks, a player on a phone, a guest; a cut line, a second device, a
killed server and a latecomer in between. At the end every page is searched for what was hidden.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.first_night_hands import NAMES, Hands
from tests.end_to_end.browser.first_night_table import NightTable
from tests.end_to_end.browser.first_night_words import (
    OUTCOMES,
    dice_json,
    dice_of,
    line_of,
    line_words,
    rolled,
    rows,
    tally_of,
    value_words,
)
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.serve import Serve, Served
from tests.end_to_end.browser.wire import Wire
from tests.support.first_night import CASE, HIDDEN_NAME, Step, step_of

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

UNSEEN = {"name": "Gideon Tarrant", "label": "Footsteps overhead", "note": "A letter opener"}
"""Somebody of whom nobody hears all evening, beside those of the case."""


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Serve]:
    """The server, which the evening kills."""
    server = Serve(tmp_path)
    yield server
    await server.kill()


@pytest_asyncio.fixture(loop_scope="session")
async def served(server: Serve) -> Served:
    """Where it is."""
    return await server.start()


class Evening:
    """Plays step by step, and holds every page against what the case says of it."""

    def __init__(self, table: NightTable) -> None:
        self.table = table
        self.hands = table.hands
        self.trackers: dict[str, dict[str, Any]] = {}
        self.times: dict[int, set[int]] = {}
        for name in ("gallerist", "bouncer"):
            sheet = CASE["characters"][name]
            none = {"superficial": 0, "aggravated": 0}
            self.trackers[name] = {"hunger": sheet["hunger"], "health": none, "willpower": none}

    # --- a step ----------------------------------------------------------------------------------

    async def play(self, step: Step) -> None:
        """Play a step, see that those see it who should, and note when it was."""
        told = len(list(self.hands.storyteller.items("event")))
        if step["expect"].get("rejected"):
            logs = [seat.page.locator(".log ol") for _, seat in self.table.others]
            before = [await log.inner_text() for log in logs]
            await self._refused(step)
            assert [await log.inner_text() for log in logs] == before
        else:
            await self._do(step)
            for seat in self._seers(step):
                await self._shown(step, seat)
        await self._check_trackers(step)
        news = [
            push
            for push in list(self.hands.storyteller.items("event"))[told:]
            # A server that comes back commits to new dice, to which players add.
            if not push["event"]["type"].startswith(("book_", "entropy_"))
        ]
        assert bool(news) == ("seen_by" in step["expect"] or step["do"] == "join"), step["n"]
        if "seen_by" in step["expect"]:
            self.times[step["n"]] = {push["at"] for push in news}

    def _seers(self, step: Step) -> list[Seat]:
        """The case counts whom a reveal is made to; a Storyteller sees all."""
        also = ["storyteller"] if step["do"] == "reveal" else []
        return self.table.pages(*step["expect"].get("seen_by", []), *also)

    async def _do(self, step: Step) -> None:
        hands = self.hands
        match step["do"]:
            case "roll" | "surge_roll" if step["by"] == "storyteller":
                await hands.roll_at_the_screen(step)
            case "roll" | "surge_roll":
                await hands.roll_by_hand(step)
            case "reroll":
                receipt = hands.seats[step["by"]].receipt(rolled(step)["label"])
                await expect(receipt.locator(".chance")).to_contain_text("75% to win")
                await hands.reroll(step)
            case "rouse":
                await hands.act(step, "Rouse check…", "Rouse")
            case "frenzy":
                await hands.act(step, "Frenzy", "Test for frenzy")
            case "remorse":
                await hands.act(step, "Remorse…", "Test Remorse")
            case "set_hunger":
                await hands.set_hunger(step)
            case "damage":
                await hands.deal_damage(step)
            case "stains":
                await hands.add_stains(step)
            case "dismiss_proposal":
                await hands.dismiss("2 Superficial Willpower to Bram")
            case "open_contest":
                await hands.open_contest(step)
            case "answer_contest":
                await self.table.from_the_second_device(step)
            case "drop":
                await self.table.drop(step)
            case "resume":
                await self.table.resume(step)
            case "kill_and_restart":
                await self.table.kill_and_restart()
            case "retry":
                first, again = await hands.retry(step)
                assert again == first
            case "join":
                await self.table.join(step)
            case "start_session" | "end_session" | "reveal" | "unhide":
                with_step = [step] if step["do"] in ("reveal", "unhide") else []
                await getattr(hands, step["do"])(*with_step)
            case unknown:
                raise AssertionError(f"the case has a step of a new kind: {unknown}")

    # --- what the pages show ---------------------------------------------------------------------

    async def _shown(self, step: Step, seat: Seat) -> None:
        """A page shows what a step came to."""
        expected = step["expect"]
        match step["do"]:
            case "roll" if step["visibility"] == "blind":
                await self._shown_blind(step)
            case "roll" | "surge_roll" | "reroll" | "reveal":
                await self._shown_roll(step, seat)
            case "rouse":
                row = seat.receipts.filter(has_text=f"Rouse check {step['face']}: ")
                verb = "stays" if step["face"] > 5 else "rises"
                await expect(row).to_contain_text(NAMES[step["character"]].split(" ")[0])
                await expect(row).to_contain_text(f"Hunger {verb}")
            case "frenzy" | "remorse":
                words = OUTCOMES[expected["outcome"]] if "outcome" in expected else "Humanity lost"
                await expect(seat.receipts.last.get_by_role("heading")).to_have_text(words)
                dice = seat.receipts.last.locator(".dice .unseen")
                await expect(dice).to_have_text(dice_of(step["faces"]))
            case "open_contest":
                contest = seat.page.locator("article.contest")
                await expect(contest).to_contain_text("Waits for Bram")
                await expect(contest.locator(".total")).to_have_text(["4"])
            case "answer_contest":
                contest = seat.page.locator("article.contest")
                await expect(contest.locator(".total")).to_have_text(["4", "2"])
                await expect(contest.locator(".winner")).to_have_text(
                    re.compile("^Odile.* wins by 2$")
                )
                await expect(contest).to_contain_text("2 Superficial Willpower")
            case "dismiss_proposal":
                await expect(seat.page.locator("article.contest")).to_contain_text(", let go")
            case _:
                await expect(rows(seat, line_words(step)).last).to_be_attached()

    async def _shown_roll(self, step: Step, seat: Seat) -> None:
        of = rolled(step)
        reveals = step["do"] == "reveal"
        receipt = seat.receipt(of["label"])
        kept: dict[str, Any] = {"has_text" if reveals else "has_not_text": "Revealed"}
        receipt = receipt.filter(**kept)
        at_end = of if reveals else step
        expected = at_end["expect"]
        if expected["outcome"] is None:
            await expect(receipt.get_by_role("heading")).to_have_text("2 successes")
            await expect(receipt.locator(".tally")).to_have_count(0)
        else:
            words = OUTCOMES[expected["outcome"]]
            await expect(receipt.get_by_role("heading")).to_have_text(words)
            await expect(receipt.locator(".tally")).to_have_text(tally_of(at_end))
        faces = {**of["faces"], **({"regular": step["new_faces"]} if "new_faces" in step else {})}
        await expect(receipt.locator(".dice .unseen")).to_have_text(dice_of(faces))
        await expect(receipt).to_contain_text("Entered dice")
        if step["do"] == "reroll":
            await expect(receipt.locator(".die small")).to_have_text(["was 4", "was 3"])
            await expect(receipt).to_contain_text("Was a bestial failure with 1 of 2.")
        if step["do"] == "surge_roll":
            await expect(receipt).to_contain_text("Hunger 2 → 3 afterwards")

    async def _shown_blind(self, step: Step) -> None:
        """The Storyteller has the result; all others, the roller too, one line without it."""
        await expect(self.hands.storyteller.receipt(step["label"])).to_contain_text("Blind")
        for name, seat in self.table.others:
            who = "You" if name == step["by"] else "Jo"
            await expect(seat.line(f"{who} rolled blind for Odile")).to_be_attached()
            await expect(seat.receipt(step["label"])).to_have_count(0)

    async def _check_trackers(self, step: Step) -> None:
        """Every page that is in step shows every tracker as the case has it."""
        for name, changes in step["expect"].get("trackers", {}).items():
            known = self.trackers[name]
            known |= {each: changes[each] for each in known if each in changes}
        for name, known in self.trackers.items():
            sheet = CASE["characters"][name]
            for whose, seat in self.table.others:
                if whose in self.table.is_cut_off:
                    continue
                card = seat.page.locator(f".card[data-character='{self.hands.character(name)}']")
                for tracker, value in known.items():
                    words = value_words(value, sheet.get(f"{tracker}_boxes", 0))
                    shown = card.locator(f".tracker.{tracker}").locator(".value, :scope > .unseen")
                    await expect(shown).to_have_text(words)
        stained = step["expect"].get("trackers", {}).get("gallerist", {})
        if "stains" in stained:
            humanity = self.hands.seats["player_one"].page.locator("button.tracker.humanity")
            stains = f", with {stained['stains']} Stains" if stained["stains"] else ""
            words = f"{stained['humanity']}{stains}"
            await expect(humanity.locator(".hint")).to_have_text(words)

    # --- what is refused -------------------------------------------------------------------------

    async def _refused(self, step: Step) -> None:
        """What a page does not offer is refused to whoever asks past the page, too."""
        seat = self.hands.seats[step["by"]]
        pool = seat.page.locator(".pool")
        roll = {"pool": step.get("pool", 1), "difficulty": step.get("difficulty", 1)}
        match step["do"]:
            case "roll" if step["visibility"] == "blind":
                await self.hands.roll_by_hand({"label": "Wits + Awareness", **step})
                refusal = pool.locator(".refusal")
                await expect(refusal).to_contain_text("Who enters the dice cannot be blind to them")
                await seat.page.keyboard.press("Escape")
                return
            case "rouse":
                box = await self.hands.act(step, "Rouse check…", "Rouse")
                await expect(box.locator(".refusal")).to_contain_text("At Hunger 5 nobody chooses")
                await seat.page.keyboard.press("Escape")
                return
            case "reroll":
                receipt = seat.receipt(rolled(step)["label"])
                offered = receipt.get_by_role("checkbox")
                await expect(offered).to_have_count(0 if "regular_indices" in step else 4)
                await expect(receipt.locator(".of-hunger").get_by_role("checkbox")).to_have_count(0)
                places = {k: v for k, v in step.items() if k.endswith("_indices")}
                answer = await seat.ask("reroll", roll=self.hands.roll(step["roll"]), **places)
            case "answer_contest":
                await seat.open("Coterie")
                await expect(seat.page.locator(".business")).to_contain_text("waits for Bram")
                await expect(seat.page.get_by_role("button", name="Answer it")).to_have_count(0)
                await seat.page.keyboard.press("Escape")
                fields = {"contest": self.hands.contest(), "pool": 6}
                bouncer = self.hands.character(step["character"])
                answer = await seat.ask("answer_contest", character=bouncer, **fields)
            case "roll":
                whose = pool.get_by_label("Roll for")
                await expect(pool if step["by"] == "guest" else whose).to_be_hidden()
                character = self.hands.character(step["character"])
                answer = await seat.ask("roll", character=character, **roll)
            case unknown:
                raise AssertionError(f"the case refuses a new kind of step: {unknown}")
        assert answer["type"] == "rejected", step["n"]
        if "same_answer_as" in step["expect"]:
            does_exist = "another member" in step["expect"]["same_answer_as"]
            other = self.hands.character("gallerist") if does_exist else "nobody-here"
            same = await seat.ask("roll", character=other, **roll)
            assert {**same, "id": ""} == {**answer, "id": ""}

    # --- what is hidden --------------------------------------------------------------------------

    async def beside_the_case(self) -> None:
        """Somebody is hidden all evening, rolls and is hurt: it changes nothing for anybody."""
        hands = self.hands
        await hands.storyteller.create_character(UNSEEN["name"], hunger=0, hidden=True)
        step = {**step_of(12), "label": UNSEEN["label"]}
        await hands.roll_at_the_screen(step, UNSEEN["name"])
        await expect(hands.storyteller.receipt(UNSEEN["label"])).to_be_visible()
        hurt = {"kind": "aggravated", "amount": 1}
        await hands.deal_damage(hurt, UNSEEN["name"], UNSEEN["note"])
        await expect(hands.storyteller.line(UNSEEN["note"])).to_be_visible()

    async def search_before_unhiding(self) -> None:
        """The hunter rolled, and its roll was revealed: nobody knows of the hunter."""
        hunter = self.hands.character("hunter")
        assert HIDDEN_NAME in await self.hands.storyteller.everything()
        for name, seat in self.table.others:
            held = await seat.everything()
            assert HIDDEN_NAME not in held, name
            assert hunter not in held, name

    async def search_at_the_end(self) -> None:
        """No page, store or frame of anybody holds what that member may not know."""
        hands = self.hands
        blind, private = (
            hands.told(type="roll_resolved", label=step_of(n)["label"]) for n in (13, 15)
        )
        (unseen,) = (
            push["event"]["card"]["character"]
            for push in hands.storyteller.items("event")
            if push["event"].get("card", {}).get("name") == UNSEEN["name"]
        )
        unseen_roll = hands.told(type="roll_resolved", label=UNSEEN["label"])["roll"]
        roller, told = {"player_one"}, {"player_one", "player_two"}
        secrets: list[tuple[str, set[str]]] = [
            *((value, set()) for value in (*UNSEEN.values(), unseen, unseen_roll)),
            (blind["label"], roller), (blind["roll"], set()), (dice_json(blind), set()),
            (private["label"], told), (private["roll"], told), (dice_json(private), told),
        ]  # fmt: skip
        all_of_it = await hands.storyteller.everything()
        for value, _ in secrets:
            assert value in all_of_it, "a secret that nobody holds proves nothing"
        for name, seat in self.table.others:
            held = await seat.everything()
            assert (private["roll"] in held) == (name in told)
            for value, knowing in secrets:
                assert name in knowing or value not in held, (name, value)

    def who_was_told_what(self) -> None:
        """Each line is without a hole, and holds events of exactly the steps that it should."""
        for name, seat in self.table.others:
            line = line_of(seat)
            assert sorted(line) == list(range(1, len(line) + 1)), name
            times = {push["at"] for push in line.values()}
            for n, at in self.times.items():
                expected = step_of(n)["expect"]
                learns = "others_learn" in expected
                is_late = name == "late_player"
                seers = expected.get("seen_by", [])
                # Whoever came late reads what was public; whoever was cut off catches up.
                sees = "guest" in seers if is_late and n < 42 else name in seers
                sees = sees or (name, n) == ("player_one", 36)
                assert bool(times & at) == (sees or learns), (name, n)


@pytest.mark.timeout(300)
async def test_first_night_goes_through_the_pages_as_the_case_says(
    server: Serve, storyteller: Seat, wire: Wire, open_seat: OpenSeat
) -> None:
    """Every step that a page can show, in one evening, with all that happens to a table."""
    hands = Hands({"storyteller": storyteller})
    await hands.allow_entered_dice()
    over_wire = f"&server=ws%3A%2F%2F127.0.0.1%3A{wire.port}%2Fws"
    people = [("player_one", "Jo", "player"), ("player_two", "Ravi", "player")]
    for name, called, role in [*people, ("guest", "Gus", "spectator")]:
        link = await hands.invite(role)
        seat = await open_seat(PHONE if name == "player_one" else DESK, moves=True)
        await seat.join(link + (over_wire if name == "player_one" else ""), called)
        hands.seats[name] = seat
    for name in CASE["characters"]:
        await hands.bring(name)
    table = NightTable(hands, server, wire, open_seat)
    evening = Evening(table)
    await evening.beside_the_case()
    for step in CASE["steps"]:
        if step["do"] == "open_contest":
            await table.second_device()
        if step["do"] == "unhide":
            await evening.search_before_unhiding()
        await evening.play(step)
    await evening.search_at_the_end()
    evening.who_was_told_what()
