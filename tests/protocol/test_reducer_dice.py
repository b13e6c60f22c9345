"""Whether folding events by the document's rules gives the book of dice that snapshots have."""

import msgspec
import pytest

from server.live.pages import decoded
from server.rooms.visibility import snapshot
from tests.protocol.reducer import View
from tests.replay.test_dice_check import night
from tests.support.rooms import Table


@pytest.mark.parametrize("name", ["storyteller", "ann", "bob", "guest"])
def test_folded_events_make_the_book_of_the_snapshot(name: str) -> None:
    """Commitments, the pot in order, and how often it changed; own numbers come with answers."""
    room = night()
    before = msgspec.to_builtins(snapshot(Table().state, Table().state.members[room[name]]))
    view = View(before | {"dice": None}, room[name])
    for commit in room.commits:
        for one in decoded(commit):
            if name in room.names_in(one.audience):
                view.fold(msgspec.json.decode(msgspec.json.encode(one.event)))
    told = msgspec.json.decode(msgspec.json.encode(room.snapshot(name).dice))
    told.pop("next", None)
    assert view.snapshot["dice"] == told
    assert told["c"] > 0
