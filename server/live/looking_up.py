"""What a command needs of the log, read before the room decides."""

import msgspec

from protocol.dice import PlayerLanes
from protocol.from_client import (
    CreateDeviceLink,
    CreateInvite,
    JudgeRoll,
    RenewInvite,
    Reroll,
    RevealRoll,
    SetRole,
    SettleRoll,
)
from protocol.ids import RollId
from server.live.items import IntentItem
from server.rooms.commands import Do, RecalledRoll
from server.rooms.names import commit_id, commit_of_roll
from server.rooms.people import hash_secret
from server.rooms.recall import recall_roll, roll_line
from server.rooms.state import RoomState
from server.store.base import EventLog, Unreadable

NEEDS_LOOK_UP = (
    Reroll
    | SettleRoll
    | RevealRoll
    | JudgeRoll
    | CreateInvite
    | RenewInvite
    | CreateDeviceLink
    | SetRole
)
"""Intents that may need what only the log or the keeper of dice has, after all before them."""


async def command_of(
    item: IntentItem,
    state: RoomState,
    events: EventLog,
    at_ms: int,
    lanes: PlayerLanes | None = None,
) -> Do:
    """
    The command of a member's intent, given at *at_ms*; *lanes* are for whom it makes a player.

    Raises:
        Unavailable: The log cannot be read now.
        Unreadable: What the intent names cannot be read at all.
    """
    recalled = None
    is_secret_taken = False
    match item.intent if isinstance(item.intent, NEEDS_LOOK_UP) else None:
        case Reroll() | SettleRoll() as intent if intent.roll in state.standing:
            pass
        case RevealRoll() | JudgeRoll() | Reroll() | SettleRoll() as intent:
            recalled = await recall(events, state, intent.roll)
        case CreateInvite() | RenewInvite() | CreateDeviceLink() as intent:
            known = await events.credential(hash_secret(intent.secret))
            is_secret_taken = known is not None
        case _:
            pass
    return Do(
        intent=item.intent,
        actor=item.member,
        at_ms=at_ms,
        commit_id=commit_id(state.room, item.member, item.intent.id),
        recalled=recalled,
        is_secret_taken=is_secret_taken,
        lanes=lanes,
    )


async def recall(events: EventLog, state: RoomState, roll: RollId) -> RecalledRoll | None:
    """Read a roll back from the log; None if there is none of that id."""
    made_by = commit_of_roll(roll)
    first = None if made_by is None else await events.find(state.room, made_by)
    if first is None:
        return None
    changes = await events.read_lines(state.room, [roll_line(roll)], first.seq, state.seq, 100)
    commits = [(commit.at_ms, commit.events) for commit in (first, *changes)]
    try:
        return recall_roll(roll, commits)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"room {state.room}, roll {roll}: {error}") from error
