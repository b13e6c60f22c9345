"""Each step of `first_night.json`, done at a page as a person does it; not what comes of it."""

import json
import re
from collections.abc import Mapping
from typing import Any

from playwright.async_api import Locator, expect

from tests.end_to_end.browser.seats import Seat
from tests.support.first_night import CASE, HIDDEN_NAME, Step, step_of

NAMES = {"gallerist": "Odile Marchetti", "bouncer": "Bram Okafor", "hunter": HIDDEN_NAME}
SHEET = ("stamina", "composure", "resolve", "humanity", "blood_potency", "hunger")

SEND_AGAIN = """(text) => new Promise((resolve) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("coterie.seat "));
    const { server, token } = JSON.parse(localStorage.getItem(key));
    const socket = new WebSocket(server, "coterie.v1.json");
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }));
    socket.onmessage = ({ data }) => {
        for (const item of JSON.parse(data)) {
            if (item.type === "welcome") socket.send(text);
            if (item.id === JSON.parse(text).id) {
                socket.close();
                resolve(item);
            }
        }
    };
})"""


def parts_of(label: str, dice: int) -> list[tuple[str, int]]:
    """A pool as a player puts it together: an Attribute and a Skill."""
    names = label.split(" + ")
    if len(names) == 1:
        return [(label, dice)]
    return [(names[0], dice - dice // 2), (names[1], dice // 2)]


def typed(faces: list[int]) -> str:
    """Faces as somebody types them."""
    return " ".join(map(str, faces))


class Hands:
    """Who sits at which page, and what they do there."""

    def __init__(self, seats: dict[str, Seat]) -> None:
        self.seats = seats

    @property
    def storyteller(self) -> Seat:
        """The page of who sees all."""
        return self.seats["storyteller"]

    # --- what the Storyteller's page was told ----------------------------------------------------

    def told(self, **fields: Any) -> dict[str, Any]:
        """The one event that the Storyteller was sent and that has these fields."""
        pushes: dict[int, dict[str, Any]] = {
            push["seq"]: push["event"] for push in self.storyteller.items("event")
        }
        wanted = fields.items()
        (event,) = (event for event in pushes.values() if wanted <= _plain(event).items())
        return event

    def character(self, name: str) -> str:
        """The id of a character of the case."""
        cards = (push["event"].get("card") for push in self.storyteller.items("event"))
        return next(str(c["character"]) for c in cards if c and c["name"] == NAMES[name])

    def roll(self, n: int) -> str:
        """The id of the roll of a step."""
        return str(self.told(type="roll_resolved", label=step_of(n)["label"])["roll"])

    def contest(self) -> str:
        """The id of the one contest."""
        return str(self.told(type="contest_opened")["contest"]["contest"])

    # --- before the first step -------------------------------------------------------------------

    async def allow_entered_dice(self) -> None:
        """Set the house rule, in the menu."""
        page = self.storyteller.page
        await page.get_by_role("button", name="Menu").click()
        await page.get_by_role("button", name="House rules").click()
        rules = page.get_by_role("dialog", name="House rules")
        await rules.get_by_label("Dice may be rolled by hand and typed in").check()
        await rules.get_by_role("button", name="Set the house rules").click()
        await expect(rules).to_have_count(0)

    async def invite(self, role: str) -> str:
        """An invite link for one seat."""
        await self.storyteller.page.get_by_label("Invite as").select_option(role)
        return await self.storyteller.invite()

    async def bring(self, name: str) -> None:
        """Create a character of the case, by its owner, with its whole sheet."""
        sheet: Mapping[str, Any] = CASE["characters"][name]
        seat = self.seats[sheet["owner"]]
        if sheet["owner"] == "storyteller":
            await seat.page.get_by_role("button", name="New character").click()
            await seat.page.get_by_role("dialog").get_by_text("Full", exact=True).click()
        else:
            await seat.page.get_by_role("button", name="Menu").click()
            menu = seat.page.get_by_role("dialog", name="Menu")
            await menu.get_by_role("button", name="Create a character").click()
        form = seat.page.locator("dialog[open] form:visible")
        await form.get_by_label("Name", exact=True).fill(NAMES[name])
        await form.get_by_label("Kind", exact=True).select_option(sheet["kind"])
        await form.get_by_label("Clan", exact=True).fill(sheet.get("clan", ""))
        for trait in SHEET:
            if trait in sheet:
                words = re.compile(f"^{trait.replace('_', ' ')}$", re.IGNORECASE)
                await form.get_by_label(words).fill(str(sheet[trait]))
        if sheet.get("hidden"):
            await form.get_by_label("Hidden behind the screen").check()
        await form.get_by_role("button", name="Create the character").click()
        await expect(form).to_be_hidden()

    # --- at a player's page ----------------------------------------------------------------------

    async def roll_by_hand(self, step: Step) -> None:
        """Roll a pool of two parts; the faces, where the step has any to type."""
        seat = self.seats[step["by"]]
        await seat.open("Roll")
        pool = seat.page.locator(".pool")
        await seat.build_pool(*parts_of(step.get("label", "Wits"), step["pool"]))
        difficulty = step["difficulty"]
        await pool.get_by_label("Difficulty", exact=True).fill(str(difficulty or ""))
        surge = pool.get_by_role("checkbox", name="Surge")
        await surge.set_checked(step["do"] == "surge_roll")
        chosen = pool.get_by_role("radio", name=step["visibility"].capitalize(), exact=True)
        await chosen.check(force=True)
        await self.type_faces(pool, step)
        await pool.locator("button.main").click()

    async def type_faces(self, form: Locator, step: Step) -> None:
        """Say that the dice were rolled by hand, and type what they show; or leave them be."""
        faces: Any = step.get("faces", {})
        by_kind = dict(faces) if isinstance(faces, dict) else {"regular": faces}
        rouse = [step[key] for key in ("face", "rouse_face") if key in step]
        by_kind |= {"rouse check": rouse} if rouse else {}
        is_server_s = "server_dice" in step.get("only_in", ())
        by_hand = form.get_by_label("I rolled these dice by hand")
        await by_hand.set_checked(bool(by_kind) and not is_server_s)
        for kind, shown in by_kind.items():
            if shown and not is_server_s:
                words = re.compile(rf"^{kind}(: \d+ faces?)?$", re.IGNORECASE)
                await form.get_by_role("textbox", name=words).fill(typed(shown))

    async def reroll(self, step: Step) -> None:
        """Roll the failed dice again, which are picked beforehand."""
        receipt = self.seats[step["by"]].receipt(step_of(step["roll"])["label"])
        await receipt.get_by_label("New faces").fill(typed(step["new_faces"]))
        first = step_of(step["roll"])["faces"]["regular"]
        words = " and ".join(str(first[i]) for i in step["regular_indices"])
        await receipt.get_by_role("button", name=f"Reroll {words}").click()

    async def act(self, step: Step, button: str, submit: str) -> Locator:
        """Fill the dialog that a button of the sheet opens, send it, and return the dialog."""
        seat = self.seats[step["by"]]
        await seat.open("Sheet")
        sheet = seat.page.locator(".own-sheet")
        await sheet.get_by_role("button", name=button, exact=True).click()
        box = seat.page.locator("dialog[open]").last
        if step["do"] == "frenzy":
            kind = box.get_by_role("radio", name=step["kind"].capitalize())
            await kind.check(force=True)
            await box.get_by_label("Difficulty", exact=True).fill(str(step["difficulty"]))
        await self.type_faces(box, step)
        await box.get_by_role("button", name=submit, exact=True).click()
        return box

    async def open_contest(self, step: Step) -> None:
        """Challenge somebody from the sheet."""
        seat = self.seats[step["by"]]
        await seat.open("Sheet")
        await seat.page.locator(".own-sheet summary", has_text="More").click()
        await seat.page.get_by_role("button", name="Begin a contest…").click()
        pool = seat.page.locator(".pool")
        await pool.get_by_label("Against", exact=True).select_option(label=NAMES[step["against"]])
        await pool.get_by_role("radio", name=step["kind"].capitalize()).check(force=True)
        await self._roll_in_contest(seat, step, "Challenge with 6 dice")

    async def answer_contest(self, step: Step) -> None:
        """Answer what waits under open business."""
        seat = self.seats[step["by"]]
        await seat.open("Coterie")
        await seat.page.get_by_role("button", name="Answer it").click()
        await self._roll_in_contest(seat, step, "Answer with 6 dice")

    async def _roll_in_contest(self, seat: Seat, step: Step, submit: str) -> None:
        await seat.build_pool(("Charisma", 3), ("Etiquette", 3))
        pool = seat.page.locator(".pool")
        await self.type_faces(pool, step)
        await pool.get_by_role("button", name=submit).click()

    # --- at the Storyteller's page ---------------------------------------------------------------

    async def roll_at_the_screen(self, step: Step, name: str | None = None) -> None:
        """Roll for somebody, with dice that lie on the table."""
        pool = self.storyteller.page.locator(".composer")
        chosen = name or NAMES[step["character"]]
        await pool.get_by_label("Roll for").select_option(label=chosen)
        await pool.get_by_label("What for").fill(step["label"])
        await pool.get_by_label("Dice", exact=True).fill(str(step["pool"]))
        await pool.get_by_label("Difficulty", exact=True).fill(str(step["difficulty"]))
        visibility = pool.get_by_role("radio", name=step["visibility"].capitalize(), exact=True)
        await visibility.check(force=True)
        await self.type_faces(pool, step)
        await pool.locator("button.main").click()

    async def care(self, name: str) -> Locator:
        """Open all that can be done about a character."""
        await self.storyteller.page.get_by_role("button", name=f"More about {name}").click()
        return self.storyteller.page.locator("dialog[open]").last

    async def set_hunger(self, step: Step) -> None:
        """Set Hunger in the character's menu."""
        care = await self.care(NAMES[step["character"]])
        await care.get_by_role("button", name="Set Hunger…").click()
        editor = self.storyteller.page.locator("dialog[open]").last
        await editor.get_by_label("Hunger", exact=True).fill(str(step["hunger"]))
        await self._finish(editor, f"Set Hunger to {step['hunger']}")

    async def deal_damage(self, step: Step, name: str | None = None, note: str = "") -> None:
        """Deal damage from the character's menu; the editor halves it where that is due."""
        care = await self.care(name or NAMES[step["character"]])
        await care.get_by_role("button", name="Deal damage…").click()
        editor = self.storyteller.page.locator("dialog[open]").last
        kind = editor.get_by_role("radio", name=step["kind"].capitalize())
        await kind.check(force=True)
        await editor.get_by_label("Amount", exact=True).fill(str(step["amount"]))
        await editor.get_by_label("Reason, for the log").fill(note)
        await self._finish(editor, re.compile("^Deal "))

    async def add_stains(self, step: Step) -> None:
        """Add Stains from the character's menu."""
        care = await self.care(NAMES[step["character"]])
        await care.locator("summary", has_text="More").click()
        await care.get_by_role("button", name="Add Stains…").click()
        editor = self.storyteller.page.locator("dialog[open]").last
        await editor.get_by_label("Stains to add", exact=True).fill(str(step["amount"]))
        await self._finish(editor, f"Add {step['amount']} Stains")

    async def _finish(self, editor: Locator, submit: str | re.Pattern[str]) -> None:
        await editor.get_by_role("button", name=submit).click()
        page = self.storyteller.page
        await expect(page.locator("dialog[open]")).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog[open]")).to_have_count(0)

    async def reveal(self, step: Step) -> None:
        """Reveal the dice of a hidden roll, to everyone or to one."""
        label = step_of(step["roll"])["label"]
        receipt = self.storyteller.receipt(label).filter(has_not_text="Revealed")
        await receipt.get_by_text("Reveal…").click()
        if step["to"] != "everyone":
            await receipt.get_by_label("Reveal to").select_option(label="Ravi")
        await receipt.get_by_role("button", name="Reveal the dice").click()

    async def unhide(self, step: Step) -> None:
        """Bring a hidden character to the table, which is asked once more."""
        care = await self.care(NAMES[step["character"]])
        await care.get_by_text("Bring to the table…").click()
        await care.get_by_role("button", name="Bring to the table", exact=True).click()
        await expect(care.get_by_text("Bring to the table…")).to_have_count(0)
        await self.storyteller.page.keyboard.press("Escape")

    async def dismiss(self, words: str) -> None:
        """Let a consequence go."""
        card = self.storyteller.page.locator(".proposal").filter(has_text=words)
        await card.get_by_role("button", name="Dismiss").click()
        await expect(card).to_have_count(0)

    async def start_session(self) -> None:
        """Begin the session, with its recap."""
        page = self.storyteller.page
        await page.get_by_role("button", name="No session").click()
        await page.get_by_role("button", name="Begin the session…").click()
        await page.get_by_role("button", name="Begin the session", exact=True).click()
        beginning = page.get_by_role("dialog", name="Begin the session")
        await expect(beginning).to_contain_text("Session 1 runs")
        await page.keyboard.press("Escape")

    async def end_session(self) -> None:
        """Close the evening, which is asked once more."""
        page = self.storyteller.page
        await page.get_by_role("button", name="Session 1", exact=True).click()
        await page.get_by_role("button", name="Close the evening…").click()
        await page.get_by_text("End the session…").click()
        await page.get_by_role("button", name="End the session", exact=True).click()

    async def retry(self, step: Step) -> tuple[dict[str, Any], dict[str, Any]]:
        """Send once more, to the letter, what the page sent; both answers."""
        label = json.dumps(step_of(step["of"])["label"])
        (sent,) = {text for text in self.storyteller.sent if f'"label":{label}' in text}
        given = [*self.storyteller.items("accepted"), *self.storyteller.items("rejected")]
        (first,) = (item for item in given if item["id"] == json.loads(sent)["id"])
        again: dict[str, Any] = await self.storyteller.page.evaluate(SEND_AGAIN, sent)
        return first, again


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    """An event without what cannot be compared as a whole."""
    return {k: v for k, v in event.items() if isinstance(v, str | int | None)}
