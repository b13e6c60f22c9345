"""Every type of request by every role over raw sockets: the table in `tests.support.access`."""

import contextlib
import hashlib
import json
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from protocol import from_client as i
from protocol.codes import CloseCode
from server.app import running
from server.config import LimitSettings, Settings
from server.rooms.systems import V20_ONLY
from tests.support.access import HIDING, QUERY_RIGHTS, RIGHTS
from tests.support.access_attempts import Attempt, attempts
from tests.support.access_world import (
    MEMBERS,
    World,
    building,
    building_v20,
    made,
    note_proposals,
    note_requests,
)
from tests.support.wire_client import Item, WireClient

KEY = "access-matrix"
LIMITS = LimitSettings(
    intents_per_s=10_000,
    intents_burst=100_000,
    queries_per_s=10_000,
    queries_burst=100_000,
    bad_messages_burst=10_000,
)
ALREADY_SO = {
    i.UnhideCharacter: "nothing_to_do",
    i.OfferCharacter: "invalid",
    i.SetStandIn: "invalid",
    i.EndStandIn: "nothing_to_do",
    i.StartSession: "wrong_state",
    i.RaisePause: "wrong_state",
    i.LiftPause: "wrong_state",
    # No book of dice is open here.
    i.AddEntropy: "book_changed",
    i.RenewDice: "dice_not_ready",
}


def token(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


class Matrix:
    """A room on a real server with all roles in it, each on a socket of its own."""

    def __init__(self, port: int, *, is_v20: bool = False) -> None:
        self.port = port
        self.is_v20 = is_v20
        self.clients: dict[str, WireClient] = {}
        self.members: dict[str, str] = {}
        self.last: dict[str, str] = {}

    async def come_in(self) -> None:
        for name, role in MEMBERS.items():
            entry: dict[str, Any] = {"type": "create", "create_key": KEY, "room_name": "Room"}
            entry["house_rules"] = {"entered_dice": True}
            entry["system"] = "v20" if self.is_v20 else "v5"
            if self.clients:
                secret = token(f"invite {name}")[:16]
                await self.ask("storyteller", "create_invite", role=role, secret=secret)
                entry = {"type": "invite", "secret": secret}
            client = self.clients[name] = await WireClient.open(self.port, "json")
            welcome = await client.hello(token(name), {**entry, "name": name})
            self.members[name] = welcome.data["member"]

    async def ask(self, who: str, type: str, **fields: Any) -> Item:
        """A request that must succeed."""
        answer = await self.clients[who].ask({"type": type, "id": str(uuid.uuid4()), **fields})
        assert answer.type != "rejected", (who, type, fields, answer.data)
        return answer

    async def build(self) -> World:
        build = (building_v20 if self.is_v20 else building)(self.members)
        who, kind, fields = next(build)
        while True:
            answer = await self.send(who, kind, fields)
            assert answer.type == "accepted", (who, kind, fields, answer.data)
            try:
                who, kind, fields = build.send(answer.data.get("created"))
            except StopIteration as stop:
                world: World = stop.value
                world.last_intents.update(self.last)
                break
        if not self.is_v20:
            snapshot = await self.clients["storyteller"].query("snapshot")
            note_proposals(world, snapshot["snapshot"]["proposals"])
            note_requests(world, snapshot["snapshot"]["requests"])
        return world

    async def send(self, who: str, kind: type, fields: dict[str, object]) -> Item:
        self.last[who] = str(uuid.uuid4())
        return await self.clients[who].ask(json.loads(made(kind, self.last[who], fields)))

    async def close(self) -> None:
        for client in self.clients.values():
            await client.close()


@contextlib.asynccontextmanager
async def matrix(data: Path, *, is_v20: bool = False) -> AsyncIterator[tuple[Matrix, World]]:
    settings = Settings(
        port=0, data=data / "room.sqlite3", create_key=KEY, durability="crash", limits=LIMITS
    )
    async with running(settings) as app:
        table = Matrix(app.listener.port, is_v20=is_v20)
        await table.come_in()
        world = await table.build()
        try:
            yield table, world
        finally:
            await table.close()


GROUPS: list[list[type]] = [
    [i.RenameRoom, i.SetHouseRules, i.StartSession, i.EndSession, i.EndClock, i.BeginClock],
    [i.CreateInvite, i.RevokeInvite, i.CreateDeviceLink, i.RenameMember, i.CreateCharacter],
    [i.RenewInvite, i.LeaveRoom],
    [i.RemoveMember],
    [i.LockRoom],
    [i.RenewToken],
    [i.SetRole],
    [
        *(i.EditCharacter, i.SetTrackerAudience, i.SetTracker, i.SetTrack, i.Heal, i.DealDamage),
        *(i.AddStains, i.TestRemorse, i.TestFrenzy, i.Rouse, i.Roll),
    ],
    [i.Feed, i.Mend, i.Wake, i.Blush, i.RollCompulsion, i.BeginEffect, i.EndEffect],
    [i.AddEntropy, i.RenewDice],
    [i.RideWave, i.RollResonance, i.Recover, i.Help, i.DeclareAction],
    [i.SpendWillpower],
    [i.Say, i.RetractRoll],
    [i.Undo],
    [i.AddBoundary, i.RemoveBoundary, i.RaisePause, i.LiftPause],
    [i.SetTenets, i.SetBeliefs, i.SetBond, i.SetBoon, i.AwardExperience, i.SpendExperience],
    [i.RemoveBond, i.RemoveBoon],
    [i.SetOwners],
    [i.SetStandIn, i.EndStandIn, i.OfferCharacter],
    [i.UnhideCharacter],
    [i.RemoveCharacter],
    [i.Reroll, i.DismissProposal],
    [i.RequestRoll, i.AnswerRequest, i.JudgeRoll],
    [i.CloseRequest, i.ScheduleReveal, i.CancelReveal, i.AskReveal],
    [i.SettleRoll, i.ConfirmProposal],
    [i.HistoryQuery, i.SnapshotQuery, i.LandmarksQuery, i.OddsQuery, i.RulesQuery],
    [i.PlayQuery, i.StopPlayQuery],
    [i.RollQuery, i.RevealRoll],
    [i.OpenContest, i.AnswerContest, i.WithdrawContest],
    [i.ForgoReaction],
    [i.CreateV20Character, i.RollV20, i.SpendWillpower, i.SpendBlood, i.DrinkBlood],
    [i.RollDegeneration, i.RollInitiative, i.OpenV20Contest, i.AnswerV20Contest],
    [i.ResistBeast, i.DeclareAction],
]
"""Types that can be tried in one room without getting in each other's way."""


def in_order(group: list[type]) -> list[Attempt]:
    """Refusals first, for they change nothing; then what one does to oneself, the last at last."""
    everything = [attempt for kind in group for attempt in attempts(kind)]
    return sorted(
        # The same contest as that of the relation `hidden` cannot be answered twice.
        (a for a in everything if (a.relation, a.role) != ("for_hidden", "S")),
        key=lambda a: (
            a.expected == "may",
            a.expected == "may" and group.index(a.kind),
            a.relation in ("own", "room"),
            a.role,
        ),
    )


def test_every_type_is_tried() -> None:
    """A new type that no group has fails here."""
    assert {kind for group in GROUPS for kind in group} == {*RIGHTS, *QUERY_RIGHTS}


def without_id(item: Item) -> bytes:
    """The bytes of an answer apart from the id that it repeats."""
    return item.raw.replace(str(item.data["id"]).encode(), b"")


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0].__name__)
async def test_the_socket_lets_through_what_the_table_allows(
    group: list[type], tmp_path: Path
) -> None:
    """B1: what a page does not show is refused all the same, and nothing is confirmed by a no."""
    async with matrix(tmp_path, is_v20=group[0] in V20_ONLY) as (table, world):
        watching = table.clients["second"]
        for attempt in in_order(group):
            before = len(watching.items)
            answer = await table.send(attempt.who, attempt.kind, attempt.fields(world))
            if attempt.expected == "may":
                is_done = answer.type in ("accepted", "result")
                assert is_done or answer.data["code"] == ALREADY_SO.get(attempt.kind), (
                    attempt,
                    answer.data,
                )
                continue
            assert answer.type == "rejected", (attempt, answer.data)
            assert answer.data["code"] == attempt.expected, (attempt, answer.data)
            if attempt.relation in HIDING:
                fields = attempt.fields(world, unknown=True)
                nothing = await table.send(attempt.who, attempt.kind, fields)
                assert without_id(answer) == without_id(nothing)
            await watching.barrier()
            assert [item.type for item in watching.items[before:]] == ["pong"], attempt


async def test_who_was_removed_or_never_came_gets_nothing(tmp_path: Path) -> None:
    """B3, B4: no token but a member's own opens the room, and no event reaches such a socket."""
    async with matrix(tmp_path) as (table, world):
        await table.clients["gone"].ended()
        assert table.clients["gone"].items[-1].data["code"] == CloseCode.REMOVED
        public = [token("gone"), token("stranger"), world.members["bob"].ljust(32).encode()]
        strangers = []
        for each in public:
            stranger = await WireClient.open(table.port, "json")
            refused = await stranger.hello(each)
            assert (refused.type, refused.data["code"]) == ("rejected", "unknown_credential")
            strangers.append(stranger)
        await table.ask("ann", "roll", pool=1)
        for stranger in strangers:
            await stranger.ended()
            assert [item.type for item in stranger.items] == ["rejected", "bye"]


async def test_without_a_hello_every_request_is_refused(tmp_path: Path) -> None:
    """Whatever it is, and the socket hears nothing of the room."""
    async with matrix(tmp_path) as (table, world):
        silent = await WireClient.open(table.port, "json")
        for kind in (*RIGHTS, *QUERY_RIGHTS):
            attempt = attempts(kind)[0]
            request = json.loads(made(kind, str(uuid.uuid4()), attempt.fields(world)))
            answer = await silent.ask(request)
            assert (answer.type, answer.data["code"]) == ("rejected", "hello_first")
        await table.ask("ann", "roll", pool=1)
        await table.clients["ann"].barrier()
        assert (await silent.ask({"type": "ping", "id": "after"})).type == "rejected"
        assert {item.type for item in silent.items} == {"rejected"}
        await silent.close()
