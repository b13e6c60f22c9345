"""
Store and runner together: any interleaving of appends, crashes, resumes, lost checkpoints and
repetitions gives each viewer each of its events once, in order, and each intent one outcome.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from protocol import from_client as i
from protocol.from_server import Accepted, EventPush
from protocol.ids import Seq
from server.config import LimitSettings
from server.live.fanout import pushes
from server.live.pages import decoded
from server.replay.fold import moment_at
from server.replay.viewing import view_of
from server.store.check import check_chain
from tests.live.house import House, Person
from tests.live.interleaved import DISKS, DOUBTS, Doubting

T = TypeVar("T")
PATIENCE_S = 20.0
LIMITS = LimitSettings(append_timeout_s=0.5, drain_timeout_s=0.0)


@dataclass
class Viewer:
    """
    A member over all connections: where the line stands, and what came of it, in order.

    `here` is the connection, None while there is none; what it was sent is taken in by `hear`.
    """

    name: str
    here: Person
    is_here: bool = True
    heard: list[EventPush] = field(default_factory=list)
    position: i.Position | None = None
    taken: int = 0

    def hear(self) -> None:
        """Take in what was sent; the next event always follows on the last."""
        if not self.is_here:
            # What a dropped process still says is heard by nobody.
            return
        for push in self.here.ear.pushes[self.taken :]:
            assert self.position is not None
            assert push.seq == self.position.seq + 1, "a lost or doubled event"
            self.position = i.Position(
                self.position.epoch, self.position.generation, push.seq, push.mark
            )
            self.heard.append(push)
            self.taken += 1


@dataclass
class Sent:
    """An intent, and its first answer where there was one."""

    viewer: Viewer
    intent: i.Intent
    answer: Accepted | None = None


class Interleavings(RuleBasedStateMachine):
    """One room, three members, and a process that comes and goes over one disk."""

    kind = "memory"

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.disk = DISKS[self.kind]()
        self.sent: list[Sent] = []
        self.viewers: list[Viewer] = []

    def wait(self, doing: Coroutine[Any, Any, T]) -> T:
        """Let the house do something, for as long as that may take."""

        async def in_time() -> T:
            async with asyncio.timeout(PATIENCE_S):
                return await doing

        return self.loop.run(in_time())

    # --- what happens -----------------------------------------------------------------------------

    @initialize()
    def begin(self) -> None:
        """A Storyteller and two players at a new table."""
        self.wait(self._begin())

    @rule(who=st.integers(0, 2), visibility=st.sampled_from(["public", "private", "blind"]))
    def roll(self, who: int, visibility: str) -> None:
        """Somebody rolls and hears the answer."""
        self.wait(self._roll(self.viewers[who], visibility))

    @rule(
        who=st.integers(0, 2),
        doubts=st.lists(st.sampled_from(DOUBTS), min_size=1, max_size=3),
    )
    def roll_in_doubt(self, who: int, doubts: list[str]) -> None:
        """The log does not know what became of it, once or several times."""
        self.log.doubts = list(doubts)
        self.wait(self._roll(self.viewers[who], "public"))
        self.log.doubts = []

    @rule(
        rolls=st.lists(st.integers(0, 2), max_size=6),
        turns=st.integers(0, 12),
        doubt=st.sampled_from([None, *DOUBTS]),
    )
    def crash(self, rolls: list[int], turns: int, doubt: str | None) -> None:
        """The process is dropped at some moment amid what several have sent."""
        self.log.doubts = [] if doubt is None else [doubt]
        self.wait(self._crash(rolls, turns))

    @rule(who=st.integers(0, 2))
    def leave(self, who: int) -> None:
        """A connection goes; what it was sent before was heard."""
        self.wait(self._leave(self.viewers[who]))

    @rule(who=st.integers(0, 2))
    def come_back(self, who: int) -> None:
        """Somebody resumes."""
        self.wait(self._come_back(self.viewers[who]))

    @rule()
    def put_away(self) -> None:
        """The process ends in peace, which keeps a checkpoint, and another begins."""
        self.wait(self._restart())

    @rule()
    def lose_checkpoints(self) -> None:
        """Whatever state was kept is forgotten."""
        self.wait(self.log.delete_checkpoints(self.room))

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """Something is sent again, answered or not."""
        self.wait(self._repeat(data.draw(st.sampled_from(self.sent))))

    def teardown(self) -> None:
        """Look at all lines, and let go of everything."""
        try:
            if self.viewers:
                self.wait(self._judge())
        finally:
            self.wait(self._drop())
            self.loop.close()
            self.disk.close()

    # --- how it is done ---------------------------------------------------------------------------

    async def _begin(self) -> None:
        await self._start()
        storyteller = await self.house.found()
        people = [storyteller] + [await self.house.join(storyteller, name) for name in ("a", "b")]
        assert storyteller.seat is not None
        self.room = storyteller.seat.room
        self.viewers = [
            Viewer(person.name, person, position=person.ear.welcome.position) for person in people
        ]

    async def _start(self) -> None:
        self.log = Doubting(self.disk.open())
        await self.log.open()
        self.house = House(self.log, LIMITS)  # type: ignore[arg-type]

    async def _drop(self) -> None:
        """Let the process go without a word; its disk is another already."""
        await self.house.directory.drain()
        await self.log.close()

    async def _restart(self) -> None:
        for viewer in self.viewers:
            viewer.hear()
            viewer.is_here = False
        await self.house.close()
        await self.log.close()
        await self._start()

    async def _crash(self, rolls: list[int], turns: int) -> None:
        for who in rolls:
            viewer = self.viewers[who]
            if viewer.is_here:
                self.sent.append(Sent(viewer, viewer.here.intent(i.Roll, pool=2)))
                viewer.here.submit(self.sent[-1].intent)
        for _ in range(turns):
            await asyncio.sleep(0)
        # From here to the copy nothing else runs: what was shown by now must be on the disk.
        self._note_answers()
        for viewer in self.viewers:
            viewer.hear()
            viewer.is_here = False
        self.disk.crash()
        await self._drop()
        await self._start()

    def _note_answers(self) -> None:
        """What was answered before the end must be answered so for ever."""
        for sent in self.sent:
            if sent.answer is None and sent.viewer.is_here:
                items = sent.viewer.here.ear.items
                said = [a for a in items if isinstance(a, Accepted) and a.id == sent.intent.id]
                sent.answer = said[0] if said else None

    async def _leave(self, viewer: Viewer) -> None:
        if viewer.is_here:
            viewer.hear()
            viewer.here.leave()
            viewer.is_here = False

    async def _come_back(self, viewer: Viewer) -> None:
        if viewer.is_here:
            return
        viewer.here = await viewer.here.again(viewer.position, self.house)
        assert viewer.here.ear.welcome.reason == "resumed"
        viewer.is_here, viewer.taken = True, 0
        viewer.hear()

    async def _roll(self, viewer: Viewer, visibility: str) -> None:
        if viewer.name == "storyteller" and visibility == "blind":
            visibility = "secret"
        await self._come_back(viewer)
        intent = viewer.here.intent(i.Roll, pool=2, visibility=visibility)
        self.sent.append(Sent(viewer, intent))
        await self._repeat(self.sent[-1])

    async def _repeat(self, sent: Sent) -> None:
        """Send it until it is accepted; what was accepted before gets the same answer."""
        await self._come_back(sent.viewer)
        head = await self.log.head(self.room)
        while not isinstance(answer := await sent.viewer.here.say(sent.intent), Accepted):
            assert answer.code == "store_unavailable", answer
        if sent.answer is not None:
            assert answer == sent.answer
            assert await self.log.head(self.room) == head, "it happened again"
        sent.answer = answer
        sent.viewer.hear()

    async def _judge(self) -> None:
        for sent in self.sent:
            await self._repeat(sent)
        for viewer in self.viewers:
            await self._come_back(viewer)
            await viewer.here.caught_up()
        for viewer in self.viewers:
            await viewer.here.caught_up()
            viewer.hear()
        commits = await self.log.read(self.room, Seq(0), limit=10_000)
        assert check_chain(commits) == []
        by_intent = [c.intent_id for c in commits if c.intent_id is not None]
        assert len(by_intent) == len(set(by_intent))
        assert {sent.intent.id for sent in self.sent} <= set(by_intent)
        state = (await moment_at(self.log, self.room)).state  # type: ignore[arg-type]
        for viewer in self.viewers:
            view = view_of(state.members[viewer.here.member])
            line = [e for c in commits for e in view.take(c.at_ms, decoded(c))]
            told = pushes(line)
            begin = viewer.heard[0].seq - 1 if viewer.heard else len(told)
            assert viewer.heard == list(told[begin : len(viewer.heard) + begin])
            assert len(told) - begin - len(viewer.heard) <= len(self.viewers)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("kind", "examples"), [("memory", 40), ("sqlite", 15)])
def test_each_viewer_gets_each_event_once_whatever_happens(kind: str, examples: int) -> None:
    """On either disk."""
    machine = type(f"On{kind}", (Interleavings,), {"kind": kind})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
