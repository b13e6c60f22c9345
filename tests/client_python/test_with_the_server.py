"""The SDK and the server of this house together: states agree, and the evening plays."""

import asyncio
import contextlib
import random
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from coterie_client import (
    Client,
    Closed,
    Ended,
    Founding,
    Invited,
    OutcomeUnknown,
    Rejected,
    new_secret,
    new_token,
)
from coterie_client.demo import Evening

from server.app import App, running
from server.config import LimitSettings, Settings
from server.dice import SystemChance
from tests.client_python.support import hasty, reports

KEY = "a-key-for-tests"
TRACKERS = ("hunger", "health", "willpower", "humanity", "stains")


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[App, str]]:
    """A server on loopback with a file of its own, and its address."""
    limits = LimitSettings(
        intents_per_s=10_000,
        intents_burst=100_000,
        queries_per_s=10_000,
        queries_burst=100_000,
        bad_messages_burst=10_000,
    )
    settings = Settings(
        port=0,
        data=folder / "events.sqlite3",
        create_key=KEY,
        limits=limits,
        durability="crash",
    )
    async with running(settings, chance=SystemChance(bytes(32))) as app:
        yield app, f"http://127.0.0.1:{app.listener.port}/"


class Walk:
    """Random deeds of several members, the same for the same seed."""

    def __init__(self, url: str, seed: int) -> None:
        self._url = url
        self._chance = random.Random(seed)
        self._stack = contextlib.AsyncExitStack()
        self.clients: list[Client] = []

    async def __aenter__(self) -> "Walk":
        await self._enter(Founding(KEY, "Room", "Ada"))
        for role in ("player", "player", "spectator", "storyteller"):
            await self.join(role)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def join(self, role: str) -> None:
        """One more member, by an invite of the first."""
        secret = new_secret()
        await self.clients[0].create_invite(role, secret)
        await self._enter(Invited(secret, f"Member {len(self.clients)}"))

    async def _enter(self, entry: Founding | Invited) -> None:
        encoding = self._chance.choice(["json", "msgpack"])
        client = Client.connect(self._url, new_token(), entry, encoding=encoding, settings=hasty())
        self.clients.append(await self._stack.enter_async_context(client))

    @property
    def alive(self) -> list[Client]:
        """The clients of those who are still members."""
        return [client for client in self.clients if not isinstance(client.status, Ended)]

    async def step(self) -> None:
        """One random deed; that it may be refused is part of it."""
        chance = self._chance
        client = self.alive[0] if chance.random() < 0.6 else chance.choice(self.alive)
        deed = chance.choice(self._deeds(client))
        with contextlib.suppress(Rejected, Closed, OutcomeUnknown):
            await deed()

    async def check(self) -> None:
        """Every viewer's own state equals the server's snapshot for that viewer."""
        for client in self.alive:
            try:
                answer = await client.snapshot()
                await client.reached(answer.position.seq)
            except (Closed, OutcomeUnknown):
                continue
            assert client.position == answer.position
            assert client.state == answer.snapshot
            assert reports(client) == []

    def _deeds(self, client: Client) -> list[Callable[[], Awaitable[object]]]:
        chance, state = self._chance, self.alive[0].state
        bound = {"id": str(uuid.UUID(int=chance.getrandbits(128), version=4))}

        def pick(section: str, key: str) -> str:
            return chance.choice([entry[key] for entry in state[section]] or ["none"])

        character, other = pick("characters", "character"), pick("characters", "character")
        member = pick("members", "member")
        standing = pick("standing_rolls", "roll")
        contest = chance.choice(state["contests"] or [{"contest": "none", "against": "none"}])
        proposal = chance.choice(state["proposals"] or [{"proposal": "none", "options": []}])
        hidden = [c["character"] for c in state["characters"] if c["hidden"]] or ["none"]
        tracker, number = chance.choice(TRACKERS), chance.choice(TRACKERS[0:1] + TRACKERS[3:])
        track = chance.choice(TRACKERS[1:3])
        few = chance.randint(1, 3)
        placed = {
            **bound,
            **chance.choice(
                [
                    {},
                    {"visibility": chance.choice(["public", "private", "secret", "blind"])},
                    {"visibility": "whisper", "to": [member]},
                ]
            ),
        }
        audience = chance.choice(["table", "owner", "storytellers"])
        rules = {**state["house_rules"], "tracker_audience": audience}
        rarely = chance.random() < 0.1
        c = client
        return [
            lambda: c.create_character(
                f"C{few}",
                kind=chance.choice(["vampire", "mortal", "ghoul"]),
                hidden=chance.random() < 0.3,
                owners=[member],
                **bound,
            ),
            lambda: c.create_character("Nobody's", hidden=chance.random() < 0.3, **bound),
            lambda: c.edit_character(character, name=f"N{few}", **bound),
            lambda: c.set_owners(character, [member] * chance.randint(0, 1), **bound),
            lambda: c.unhide_character(chance.choice(hidden), **bound),
            lambda: c.remove_character(character if rarely else "none", **bound),
            lambda: c.set_tracker_audience(character, tracker, audience, **bound),
            lambda: c.set_tracker_audience(character, tracker, audience, **bound),
            lambda: c.set_tracker(character, number, few, **placed),
            lambda: c.set_track(character, track, superficial=few, **placed),
            lambda: c.deal_damage(character, track, "superficial", few, **placed),
            lambda: c.deal_damage(character, track, "aggravated", few, **placed),
            lambda: c.heal(character, track, "superficial", few, **placed),
            lambda: c.add_stains(character, few, **placed),
            lambda: c.roll(few + 3, difficulty=few, character=character, **placed),
            lambda: c.roll(few + 3, character=character, surge=True, **placed),
            lambda: c.roll(few, **placed),
            lambda: c.reroll(standing, [0], **bound),
            lambda: c.settle_roll(standing, **bound),
            lambda: c.rouse(character, **placed),
            lambda: c.test_remorse(character, **placed),
            lambda: c.test_frenzy(character, "fury", few, **placed),
            lambda: c.reveal_roll(standing, to=chance.choice([None, [member]]), **bound),
            lambda: c.open_contest(character, other, few, **placed),
            lambda: c.open_contest(character, other, few, conflict="social", **placed),
            lambda: c.answer_contest(contest["contest"], contest["against"], few, **bound),
            lambda: c.answer_contest(contest["contest"], contest["against"], few, **bound),
            lambda: c.withdraw_contest(contest["contest"] if rarely else "none", **bound),
            lambda: c.confirm_proposal(
                proposal["proposal"], choice=next(iter(proposal["options"]), None), **bound
            ),
            lambda: c.dismiss_proposal(proposal["proposal"], **bound),
            lambda: (
                c.start_session(**bound) if state["session"] is None else c.end_session(**bound)
            ),
            lambda: c.mend(character, kind=chance.choice(["superficial", "aggravated"]), **placed),
            lambda: c.wake(character, **placed),
            lambda: c.blush(character, **placed),
            lambda: c.ride_wave(character, chance.choice(["fury", "hunger"]), **placed),
            lambda: c.roll_resonance(character, **placed),
            lambda: c.roll_compulsion(character, **placed),
            lambda: c.drink(character, chance.choice(["human_sip", "human_kill"]), **placed),
            lambda: c.begin_effect(character, "other", "Shaken", until="turn", **placed),
            lambda: c.end_effect(pick("effects", "effect"), **bound),
            lambda: c.begin_clock(chance.choice(["night", "scene", "turn"]), title="t", **bound),
            lambda: c.end_clock(chance.choice(["night", "scene", "turn"]), **bound),
            lambda: c.set_role(
                member, chance.choice(["player", "storyteller", "spectator"]), **bound
            ),
            lambda: c.rename_member(member, f"M{few}", **bound),
            lambda: c.rename_room(f"R{few}", **bound),
            lambda: c.set_house_rules(rules, **bound),
            lambda: c.create_invite("player", new_secret(), uses=few, **bound),
            lambda: c.revoke_invite(pick("invites", "invite"), **bound),
            lambda: c.renew_invite(pick("invites", "invite"), new_secret(), **bound),
            lambda: c.create_device_link(new_secret(), **bound),
            lambda: c.remove_member(member if rarely and len(self.alive) > 3 else "none", **bound),
            lambda: self.join("player") if len(self.alive) < 7 else c.rename_room("R", **bound),
            self._cut,
        ]

    async def _cut(self) -> None:
        self._chance.choice(self.alive).reconnect_now()


@pytest.mark.parametrize("seed", range(3))
async def test_every_viewers_state_equals_the_servers_snapshot(tmp_path: Path, seed: int) -> None:
    """After every deed, whoever did it and whatever they may see of it (case D13)."""
    async with serving(tmp_path) as (_, url), Walk(url, seed) as walk:
        for _ in range(80):
            await walk.step()
            await walk.check()


async def test_the_evening_plays_itself(tmp_path: Path) -> None:
    """To its end, telling each person only what that person may know."""
    lines: list[str] = []

    async def nothing() -> None:
        await asyncio.sleep(0)

    async with serving(tmp_path) as (_, url):
        await Evening(lines.append, pace_s=0).run(f"{url}#create={KEY}", nothing)
    text = "\n".join(lines)
    assert text.rstrip().endswith("session 1 ends")
    secret = text.split("Ada rolls in secret")[1].split("\n\n")[0]
    assert "Stealth" in secret
    assert secret.endswith("Ben and Cleo: nothing")
    blind = text.split("Ben rolls blind")[1].split("\n\n")[0]
    told_to_players = blind.split("Ben and Cleo:")[1]
    assert told_to_players.strip() == "Zoë (Ben) rolled blind"
