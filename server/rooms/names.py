"""Ids of what a commit makes: derived from the commit's id, so that deciding again repeats them."""

import hashlib

from protocol.ids import MemberId, RollId, RoomId


def commit_id(room: RoomId, member: MemberId, intent_id: str) -> bytes:
    """The 16 bytes that name the commit of a member's intent."""
    return _digest("intent", room, member, intent_id)


def server_commit_id(purpose: str, room: RoomId, what: bytes) -> bytes:
    """The 16 bytes that name a commit which no intent caused."""
    return _digest("server", purpose, room, what.hex())


def derived_id(commit: bytes, kind: str, number: int = 0) -> str:
    """The id of the *number*-th thing of a kind that a commit makes, 24 characters."""
    return _text(_digest("made", kind, commit.hex(), str(number))[:12])


def roll_id(commit: bytes) -> RollId:
    """The id of the one roll of a commit: the commit's id itself, so that the log finds it."""
    return RollId(_text(commit))


def commit_of_roll(roll: RollId) -> bytes | None:
    """The commit that made a roll, or None if no roll is called so."""
    try:
        raw = bytes.fromhex(roll)
    except ValueError:
        return None
    return raw if len(raw) == 16 and _text(raw) == roll else None


def member_id(room: RoomId, token_hash: bytes) -> MemberId:
    """The member whom the first token makes."""
    return MemberId(_text(_digest("member", room, token_hash.hex())[:9]))


def room_id(token_hash: bytes) -> RoomId:
    """The room whom a founder's token makes."""
    return RoomId(_text(_digest("room", token_hash.hex())[:12]))


def _digest(*parts: str) -> bytes:
    text = "\x00".join(("coterie", *parts))
    return hashlib.sha256(text.encode()).digest()[:16]


def _text(raw: bytes) -> str:
    # Letters and digits alone: an id is safe in a path, as an argument, and read aloud.
    return raw.hex()
