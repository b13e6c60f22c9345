"""A log rewritten by somebody who knows how: chain and lines fit, only what is told differs."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from protocol.events import Event
from protocol.ids import Seq
from server.live.pages import decoded
from server.rooms.lines import LineHead, advance
from server.rooms.records import record_event, to_stored
from server.store.base import FIRST_PREVIOUS, Commit, chain_hash

Edit = Callable[[Event], Event]


def rewritten(commits: Sequence[Commit], seq: int, edit: Edit) -> list[Commit]:
    """The log in which the events of the commit *seq* are what *edit* makes of them."""
    again: list[Commit] = []
    heads: dict[str, LineHead] = {}
    for commit in commits:
        recorded = decoded(commit)
        if commit.seq == seq:
            recorded = tuple(
                record_event(edit(r.event), r.audience, commit.at_ms) for r in recorded
            )
        heads = advance(heads, recorded)
        changed = replace(
            commit,
            previous=again[-1].hash if again else FIRST_PREVIOUS,
            events=tuple(to_stored(one) for one in recorded),
            lines=tuple((line, heads.get(line, head)) for line, head in commit.lines),
        )
        sealed_hash = chain_hash(commit.room, commit.seq, changed.previous, changed)
        again.append(replace(changed, hash=sealed_hash))
    return again


def places_of(commits: Sequence[Commit], kind: type[Event]) -> list[Seq]:
    """The commits that have an event of a kind."""
    return [c.seq for c in commits if any(isinstance(r.event, kind) for r in decoded(c))]
