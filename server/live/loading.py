"""Bringing a room's state up from its checkpoint and log."""

import hashlib
import logging

import msgspec
from msgspec.structs import replace

from protocol.ids import RoomId, Seq
from server.live.pages import decoded
from server.live.tail import Tail, TailCommit
from server.rooms.evolve import fold_commit
from server.rooms.sizes import Sizes, grown
from server.rooms.state import RoomState
from server.store.base import Checkpoint, Commit, Draft, EventLog, Unreadable

log = logging.getLogger("coterie.live")

STATE_FORMAT = "room-state.6"
FOLD_ERRORS = (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError)
"""What a commit that does not follow from those before it raises when it is folded."""

_READ_COMMITS = 500
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(RoomState)


def checkpoint_of(state: RoomState) -> Checkpoint:
    """The state as a cache of itself, behind its SHA-256: a damaged one must not pass for it."""
    encoded = _ENCODER.encode(state)
    return Checkpoint(state.seq, STATE_FORMAT, hashlib.sha256(encoded).digest() + encoded)


async def load_state(events: EventLog, room: RoomId, tail: Tail) -> RoomState:
    """
    The room's newest state, and its newest commits in *tail*.

    A checkpoint that does not fit is passed over: it is a cache and nothing else.
    """
    state, _ = await load_with_checkpoint(events, room, tail)
    return state


async def load_with_checkpoint(events: EventLog, room: RoomId, tail: Tail) -> tuple[RoomState, Seq]:
    """The same, with the sequence of the checkpoint it was brought up from, 0 without one."""
    state = await _from_checkpoint(events, room)
    checkpointed = state.seq
    while True:
        commits = await events.read(room, state.seq, limit=_READ_COMMITS)
        for commit in commits:
            state = fold(state, commit, tail)
        if len(commits) < _READ_COMMITS:
            return state, checkpointed


def fold(state: RoomState, commit: Commit, tail: Tail) -> RoomState:
    """
    The state after one stored commit, which joins the tail.

    Raises:
        Unreadable: It cannot be read, or does not follow from those before it; says which it is.
    """
    recorded = decoded(commit)
    try:
        after = fold_commit(state, commit.seq, recorded)
    except FOLD_ERRORS as error:
        raise Unreadable(
            f"room {commit.room}, commit {commit.seq}: it does not follow from those before it"
            f" ({type(error).__name__}: {error})"
        ) from error
    tail.add(TailCommit(commit.seq, commit.at_ms, recorded, state.heads))
    return replace(after, sizes=sizes_after(after, commit))


def sizes_after(after: RoomState, what: Commit | Draft) -> Sizes:
    """What is stored of a room, with the commit that led to the state *after*."""
    actor = None if what.member is None else after.members.get(what.member)
    by = None if actor is None or actor.is_storyteller else actor.member
    return grown(after.sizes, after.members, what.events, by)


async def _from_checkpoint(events: EventLog, room: RoomId) -> RoomState:
    checkpoint = await events.load_checkpoint(room)
    head = await events.head(room)
    if checkpoint is None or checkpoint.format != STATE_FORMAT or checkpoint.seq > head:
        return RoomState(room=room)
    digest, encoded = checkpoint.state[:32], checkpoint.state[32:]
    try:
        if hashlib.sha256(encoded).digest() != digest:
            raise msgspec.DecodeError("damaged")
        state = _DECODER.decode(encoded)
    except msgspec.MsgspecError:
        log.warning("checkpoint passed over", extra={"room": room, "seq": checkpoint.seq})
        return RoomState(room=room)
    return state if state.room == room and state.seq == checkpoint.seq else RoomState(room=room)
