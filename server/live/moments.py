"""A room as it was: states as of earlier commits, folded from the log, a few of them kept."""

import asyncio
from collections import OrderedDict

from protocol.ids import RoomId, Seq
from server.live.pages import decoded
from server.rooms.evolve import fold_commit
from server.rooms.state import RoomState
from server.store.base import EventLog

KEPT_STATES = 32
FOLDED_AT_ONCE = 50
"""Commits folded between two turns of the event loop: about a millisecond's work."""

KEPT_EVERY = 2_000
"""How far apart the states are kept that a long fold passes: whoever asks nearby folds few."""


class Moments:
    """
    Earlier states of one room; a cache, so that forgetting any of them loses nothing.

    One fold at a time: however many ask, a room's past never takes more than its share.
    """

    def __init__(self, log: EventLog, room: RoomId) -> None:
        self._log = log
        self._room = room
        self._kept: OrderedDict[Seq, RoomState] = OrderedDict()
        self._folding = asyncio.Lock()

    async def at(self, seq: Seq) -> RoomState:
        """
        The state as of the stored commit *seq*, 1 or more.

        Raises:
            server.store.base.LogError: As the log's `read` does.
        """
        async with self._folding:
            state = self._nearest(seq)
            while state.seq < seq:
                commits = await self._log.read(self._room, state.seq, seq, FOLDED_AT_ONCE)
                for commit in commits:
                    state = fold_commit(state, commit.seq, decoded(commit))
                if not commits:
                    break
                if state.seq % KEPT_EVERY < FOLDED_AT_ONCE:
                    self._keep(state)
                await asyncio.sleep(0)
            self._keep(state)
            return state

    def _nearest(self, seq: Seq) -> RoomState:
        earlier = [kept for kept in self._kept if kept <= seq]
        if not earlier:
            return RoomState(room=self._room)
        nearest = max(earlier)
        self._kept.move_to_end(nearest)
        return self._kept[nearest]

    def _keep(self, state: RoomState) -> None:
        self._kept[state.seq] = state
        self._kept.move_to_end(state.seq)
        while len(self._kept) > KEPT_STATES:
            self._kept.popitem(last=False)
