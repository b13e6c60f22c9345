"""One person at the table: turns orders into intents and says what came of them."""

import asyncio
from collections.abc import Awaitable, Callable

from coterie_client.character_file import character_file
from coterie_client.client import Client
from coterie_client.errors import CoterieError, Rejected
from coterie_client.links import make_link, new_secret
from coterie_client.lists import find
from coterie_client.terminal import dice_book, files, lookup, sheets
from coterie_client.terminal.guide import help_text
from coterie_client.terminal.handles import Handles
from coterie_client.terminal.lines import OrderError
from coterie_client.terminal.order import Order
from coterie_client.terminal.orders import parse
from coterie_client.terminal.systems import for_system
from coterie_client.terminal.teller import Teller
from coterie_client.wire import Event, Json


class Player:
    """
    Obeys what is typed, with a client that is entered already.

    Attributes:
        wants_to_quit: Set by the order to quit.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.handles = Handles()
        self.teller = Teller(lambda: client.state, self.handles)
        self.wants_to_quit = False
        self._playing: str | None = None
        self._last_roll: str | None = None
        self._local: dict[str, Callable[[Order], Awaitable[list[str]]]] = {
            "": self._nothing,
            "help": self._help,
            "quit": self._quit,
            "as": self._play_as,
            "who": self._who,
            "log": self._log,
            "char": self._show_characters,
            "char save": self._save_character,
            "char load": self._load_character,
            "business": self._business,
            "status": self._status,
            "dice": self._dice,
        }

    async def obey(self, line: str) -> list[str]:
        """
        Do what a line says.

        Returns:
            What to show: nothing for an intent that its own events will tell of, or why it was
            not done.
        """
        try:
            order = parse(line)
            if order.intent is None:
                return await self._local[order.verb](order)
            return await self._send(order)
        except Rejected as rejected:
            return [f"No: {rejected}"]
        except (OrderError, CoterieError) as error:
            return [f"No: {error}"]

    def note(self, event: Event) -> list[str]:
        """Take an event that came in and tell it."""
        if event.type == "roll_resolved" and event.get("member") == self.client.member:
            self._last_roll = event["roll"]
        return self.teller.tell(event.body)

    async def _send(self, order: Order) -> list[str]:
        intent: Json = {"type": order.intent, **order.fields}
        secret = new_secret()
        self._fill(order, intent, secret)
        for_system(intent, self.client.state["system"])
        before = self.client.status
        accepted = await self.client.send(intent)
        if order.intent in ("create_invite", "create_device_link"):
            kind = "invite" if order.intent == "create_invite" else "device"
            link = make_link(self.client.url, "invite" if kind == "invite" else "device", secret)
            return ["Hand this link on to one you trust; who has it comes in:", f"  {link}"]
        if accepted.seq is not None:
            return []
        late = "" if before == self.client.status else " (after a reconnect)"
        return [f"Done{late}; nothing of it is shown to you."]

    def _fill(self, order: Order, intent: Json, secret: bytes) -> None:
        """Look up everything that the order names."""
        state = self.client.state
        match order.intent:
            case "roll":
                if not order.is_bare and (acting := self._acting(order)) is not None:
                    intent["character"] = acting
            case "create_character":
                if order.to:
                    intent["owners"] = self._members(order)
            case "set_owners":
                intent["owners"] = self._members(order)
                intent["character"] = self._must_act(order)
            case "reroll" | "settle_roll":
                intent["roll"] = self._thing(order) or self._standing_roll()
            case "reveal_roll":
                intent["roll"] = self._thing(order) or self._newest_roll()
            case "answer_contest":
                intent["contest"], intent["character"] = self._answered(order)
            case "withdraw_contest":
                mine = (c["contest"] for c in state["contests"] if c["by"] == self.client.member)
                intent["contest"] = self._thing(order) or lookup.only(
                    mine, "open contest of yours", "withdraw #N"
                )
            case "confirm_proposal" | "dismiss_proposal":
                open_ones = (p["proposal"] for p in state["proposals"])
                intent["proposal"] = self._thing(order) or lookup.only(
                    open_ones, "open proposal", f"{order.verb} #N; business lists them"
                )
            case "create_invite" | "create_device_link":
                intent["secret"] = secret
            case "set_role" | "remove_member":
                intent["member"] = lookup.find_named(state, "members", order.member or "")
            case "rename_member":
                intent["member"] = self.client.member
            case name if name in _FOR_A_CHARACTER:
                intent["character"] = self._must_act(order)
        if order.against is not None:
            intent["against"] = lookup.find_named(state, "characters", order.against)
        if order.helps is not None:
            intent["helps"] = lookup.find_named(state, "characters", order.helps)
        if order.to and "owners" not in intent:
            intent["to"] = self._members(order)

    def _members(self, order: Order) -> list[str]:
        return [lookup.find_named(self.client.state, "members", name) for name in order.to]

    def _acting(self, order: Order) -> str | None:
        """Whose order it is: the character named, the one played now, or the only own one."""
        state = self.client.state
        if order.character:
            return lookup.find_named(state, "characters", order.character)
        if self._playing is not None and find(state, "characters", self._playing) is not None:
            return self._playing
        own = lookup.own_characters(state, self.client.member)
        if len(own) > 1:
            raise OrderError("you have several characters: choose with as NAME")
        return own[0] if own else None

    def _must_act(self, order: Order) -> str:
        acting = self._acting(order)
        if acting is None:
            raise OrderError("for which character? Add of NAME, or make one with char new NAME")
        return acting

    def _thing(self, order: Order) -> str | None:
        if order.handle is None:
            return None
        found = self.handles.id(order.handle)
        if found is None:
            raise OrderError(f"there is no #{order.handle} on the screen")
        return found

    def _standing_roll(self) -> str:
        mine = [
            roll["roll"]
            for roll in self.client.state["standing_rolls"]
            if roll["member"] == self.client.member
        ]
        if self._last_roll is not None and self._last_roll in mine:
            return self._last_roll
        return lookup.only(mine, "roll of yours that is still open", "say which, such as #3")

    def _newest_roll(self) -> str:
        if self._last_roll is None:
            raise OrderError("which roll? Say its number, such as reveal #3")
        return self._last_roll

    def _answered(self, order: Order) -> tuple[str, str]:
        """The contest to answer and the character who does."""
        contests = lookup.answerable(self.client.state, self.client.member)
        wanted = self._thing(order)
        chosen = lookup.only(
            (c["contest"] for c in contests if wanted in (None, c["contest"])),
            "contest that waits for you",
            "answer #N DICE; business lists them",
        )
        contest = next(c for c in contests if c["contest"] == chosen)
        waits = lookup.awaited(contest)
        own = lookup.own_characters(self.client.state, self.client.member)
        return chosen, next((each for each in waits if each in own), waits[0])

    # --- what the terminal does itself ------------------------------------------------------------

    async def _nothing(self, _: Order) -> list[str]:
        return []

    async def _help(self, order: Order) -> list[str]:
        return help_text(order.text).splitlines()

    async def _quit(self, _: Order) -> list[str]:
        self.wants_to_quit = True
        return []

    async def _play_as(self, order: Order) -> list[str]:
        if not order.character:
            self._playing = None
            return ["You play nobody in particular now."]
        self._playing = lookup.find_named(self.client.state, "characters", order.character)
        return [f"You play {self.teller.character(self._playing)} now."]

    async def _save_character(self, order: Order) -> list[str]:
        state = self.client.state
        character = find(state, "characters", self._must_act(order))
        if character is None:
            raise OrderError("that character is not here any more")
        await asyncio.to_thread(files.write, order.text, character_file(character, state["system"]))
        return [f"{character['name']} is kept in {order.text}."]

    async def _load_character(self, order: Order) -> list[str]:
        file = await asyncio.to_thread(files.read, order.text)
        owners = self._members(order) if order.to else None
        await self.client.import_character(file, owners=owners, hidden=order.fields.get("hidden"))
        return []

    async def _who(self, _: Order) -> list[str]:
        return sheets.who(self.client.state, self.client.member, self.client.present)

    async def _log(self, order: Order) -> list[str]:
        page = await self.client.history(limit=order.fields["limit"])
        lines: list[str] = []
        for event in page.events:
            told = self.teller.tell(event.body)
            lines += [f"{sheets.time_of_day(event.at_ms)} {line}" for line in told[:1]] + told[1:]
        return lines or ["Nothing has happened yet."]

    async def _show_characters(self, order: Order) -> list[str]:
        state = self.client.state
        if order.text:
            raise OrderError("char is followed by new, list, show, give, unhide or remove")
        if order.character is None:
            return sheets.characters(state, self.teller)
        wanted = lookup.find_named(state, "characters", order.character)
        return sheets.character(state, wanted, self.teller)

    async def _business(self, _: Order) -> list[str]:
        return sheets.business(self.client.state, self.teller)

    async def _dice(self, order: Order) -> list[str]:
        client = self.client
        if order.text == "shake":
            shaken = await client.shake()
            return ["No book of dice is live."] if shaken is None else []
        if order.text == "check":
            return await dice_book.check(client)
        return dice_book.status(client.state, self.teller)

    async def _status(self, _: Order) -> list[str]:
        return sheets.status(self.client)


_FOR_A_CHARACTER = frozenset(
    {
        "rouse",
        "help",
        "recover",
        "spend_willpower",
        "declare_action",
        "spend_blood",
        "drink_blood",
        "roll_degeneration",
        "resist_beast",
        "roll_initiative",
        "test_remorse",
        "test_frenzy",
        "open_contest",
        "unhide_character",
        "remove_character",
        "deal_damage",
        "heal",
        "add_stains",
        "set_tracker",
        "set_tracker_audience",
    }
)
