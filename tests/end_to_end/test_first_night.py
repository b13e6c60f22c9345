"""The evening of `first_night.json`, over real sockets, with a real file and a real kill."""

from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end import first_night_steps as steps
from tests.support.first_night import (
    CASE,
    HIDDEN_NAME,
    MEMBERS,
    RUNS,
    FirstNight,
    Step,
    faces_of,
    script_of,
    step_of,
    steps_of,
)
from tests.support.rereading import check_receipt
from tests.support.scripted_chance import drawn_faces
from tests.support.wire_client import Item

ROLLS = ("roll_resolved", "roll_rerolled", "roll_revealed")
UNHIDDEN_AT = 19
REVEALED_TO_ALL_AT = 16
REVEALED_TO_ONE_AT = 17


def also_sees(step: Step) -> set[str]:
    """
    Who sees a step beside those whom the case names: a Storyteller sees every reveal.

    The case counts whom a reveal is made *to*; by the design a Storyteller sees all.
    """
    return {"storyteller"} if step["do"] == "reveal" else set()


def may_know(night: FirstNight, after: int) -> dict[str, set[str]]:
    """Names and ids that are somebody's secret after step *after*, and who may have met them."""
    everyone, table = set(CASE["members"]), {"storyteller"}
    is_hidden = after < UNHIDDEN_AT
    private = {"player_one"} | ({"player_two"} if after >= REVEALED_TO_ONE_AT else set())
    return {
        HIDDEN_NAME: table if is_hidden else everyone,
        night.characters["hunter"]: table if is_hidden else everyone,
        night.roll(12): table if after < REVEALED_TO_ALL_AT else everyone,
        night.roll(13): table,
        night.roll(15): table | private,
    }


class Judge:
    """Holds every answer and every viewer of a night against what the case expects."""

    def __init__(self, night: FirstNight) -> None:
        self.night = night
        self.trackers: dict[str, dict[str, Any]] = {}
        self.now: steps.Snapshots = {}
        self.missed: list[steps.Event] = []

    async def begin(self) -> None:
        """Note how the evening begins."""
        self.now = await self._snapshots()
        for name in ("gallerist", "bouncer"):
            self.trackers[name] = dict(self._trackers("guest", name))
            for tracker in ("hunger", "humanity", "blood_potency"):
                assert self.trackers[name][tracker] == CASE["characters"][name][tracker]
        if self.night.run != "entered_dice":
            await self._check_entered_dice_are_refused()

    async def judge(self, step: Step) -> None:
        """Play a step and judge what came of it."""
        await self._let_the_beast_pass()
        answer = await self.night.play(step)
        news = {name: await viewer.catch_up() for name, viewer in self.night.present.items()}
        before, self.now = self.now, await self._snapshots()
        seen = {
            name: [item.data["event"] for item in items if item.type == "event"]
            for name, items in news.items()
        }
        self._check_secrets(step["n"])
        self._check_dice(step, seen)
        if step["expect"].get("rejected"):
            await self._check_rejected(step, answer, news, before)
            return
        if answer is not None:
            assert answer.type == "accepted", (step["n"], answer.data)
        self._check_seen_by(step, seen)
        self._check_trackers(step)
        await self._check_kind(step, answer, seen, before)

    async def _let_the_beast_pass(self) -> None:
        """In the case nobody gives in to frenzy; where real chance had it so, it ends."""
        effects = self.now.get("storyteller", {}).get("effects", ())
        frenzies = [each["effect"] for each in effects if each["kind"] == "frenzy"]
        for effect in frenzies:
            await self.night.end_effect(effect)
        if frenzies:
            for viewer in self.night.present.values():
                await viewer.catch_up()
            self.now = await self._snapshots()

    async def end(self) -> None:
        """Everybody's whole line, read back from the log, is what they were shown live."""
        for viewer in self.night.present.values():
            pages: list[dict[str, Any]] = []
            while len(pages) < len(viewer.line):
                page = await viewer.here.query("history", after=len(pages), limit=7)
                pages += page["events"]
                assert page["has_more"] == (len(pages) < len(viewer.line))
            assert pages == viewer.line, viewer.name
            viewer.read()

    # --- every step ------------------------------------------------------------------------------

    async def _snapshots(self) -> steps.Snapshots:
        return {name: await viewer.snapshot() for name, viewer in self.night.present.items()}

    def _trackers(self, viewer: str, character: str) -> dict[str, Any]:
        known = {view["character"]: view for view in self.now[viewer]["characters"]}
        trackers: dict[str, Any] = known[self.night.characters[character]]["trackers"]
        return trackers

    def _check_secrets(self, after: int) -> None:
        """No byte that ever reached somebody names what that viewer may not know."""
        for secret, those in may_know(self.night, after).items():
            for name in self.night.present.keys() - those:
                items = self.night.viewers[name].here.items
                assert not [i.data for i in items if secret.encode() in i.raw], (name, secret)

    def _check_dice(self, step: Step, seen: dict[str, list[steps.Event]]) -> None:
        """Receipts are what their dice come to, with the faces of the case where it gives them."""
        source = "entered" if self.night.run == "entered_dice" else "unproven"
        for event in (e for events in seen.values() for e in events if e["type"] in ROLLS):
            assert event["source"] == source
            check_receipt(event["receipt"])
            if event["type"] == "roll_resolved" and self.night.is_scripted:
                assert steps.faces_shown(event["receipt"]) == faces_of(step)

    def _check_seen_by(self, step: Step, seen: dict[str, list[steps.Event]]) -> None:
        """Exactly those whom the case names receive events, all the same and in one order."""
        if "seen_by" not in step["expect"]:
            return
        for name in seen:
            of_all = iter(seen["storyteller"])
            assert all(event in of_all for event in seen[name]), (step["n"], name)
        if "others_learn" in step["expect"]:
            notice = {
                "type": "blind_roll_made",
                "member": MEMBERS[step["by"]],
                "character": self.night.characters[step["character"]],
            }
            for name in seen.keys() - set(step["expect"]["seen_by"]):
                assert seen.pop(name) == [notice]
        receivers = {name for name, events in seen.items() if events}
        assert receivers == set(step["expect"]["seen_by"]) | also_sees(step), step["n"]

    def _check_trackers(self, step: Step) -> None:
        """Every viewer's snapshot shows what the case says, and all else unchanged."""
        for name, trackers in self.trackers.items():
            if self.night.is_scripted:
                changes = step["expect"].get("trackers", {}).get(name, {})
                trackers |= steps.expected_trackers(trackers, changes)
            else:
                trackers |= self._trackers("storyteller", name)
            for viewer in self.night.present:
                assert self._trackers(viewer, name) == trackers, (step["n"], viewer, name)

    # --- refusals --------------------------------------------------------------------------------

    async def _check_rejected(
        self,
        step: Step,
        answer: Item | None,
        news: dict[str, list[Item]],
        before: steps.Snapshots,
    ) -> None:
        """Nobody sees anything, nothing is spent, and nothing is confirmed."""
        assert answer is not None
        assert answer.type == "rejected", (step["n"], answer.data)
        assert news.pop(step["by"]) == [answer]
        assert not any(news.values()), step["n"]
        assert self.now == before, "a rejected step spends nothing"
        same = step["expect"].get("same_answer_as")
        if same is not None:
            character = self.night.characters["gallerist"] if "member" in same else "nobody-here"
            other = await self.night.ask_instead(step, character=character)
            assert other.raw == answer.raw.replace(
                answer.data["id"].encode(), other.data["id"].encode()
            )

    async def _check_entered_dice_are_refused(self) -> None:
        step = step_of(2)
        answer = await self.night.ask_instead(step, entered=faces_of(step))
        assert (answer.type, answer.data["code"]) == ("rejected", "entered_not_allowed")

    # --- single kinds of steps -------------------------------------------------------------------

    async def _check_kind(
        self,
        step: Step,
        answer: Item | None,
        seen: dict[str, list[steps.Event]],
        before: steps.Snapshots,
    ) -> None:
        night = self.night
        steps.check_offers(night, step, self.now)
        match step["do"]:
            case "roll" | "surge_roll" | "reroll" | "frenzy" | "remorse":
                steps.check_roll(night, step, seen["storyteller"], before)
            case "reveal":
                steps.check_reveal(night, step, seen)
            case "open_contest" | "answer_contest":
                steps.check_contest(night, step, seen["guest"], self.now)
            case "dismiss_proposal":
                for snapshot in self.now.values():
                    assert not steps.proposals_of(night, snapshot, step["contest"])
            case "resume":
                self._check_resumed(step["by"])
                assert seen[step["by"]] == self.missed, "each once, in order, nothing else"
            case "kill_and_restart":
                for name in seen:
                    self._check_resumed(name)
                assert not any(seen.values())
                assert self.now == before
                await self.end()
            case "retry":
                assert answer is not None
                assert answer.raw == night.answers[step["of"]].raw
                assert not any(seen.values())
                assert self.now == before
            case "join":
                await self._check_latecomer(step["by"])
        if "player_one" not in night.present:
            self.missed += seen["player_two"]

    def _check_resumed(self, name: str) -> None:
        """The line went on where it was, without a snapshot."""
        viewer = self.night.viewers[name]
        assert viewer.welcome["reason"] == "resumed"
        assert viewer.welcome["snapshot"] is None
        assert viewer.welcome["position"] == viewer.resumed_from

    async def _check_latecomer(self, name: str) -> None:
        """The public past and the present, as the spectator has them who saw nothing else."""
        late, guest = self.night.viewers[name], self.night.viewers["guest"]
        assert late.welcome["reason"] == "joined"
        assert late.welcome["snapshot"] == self.now["guest"] == self.now[name]
        assert late.welcome["recent"] == guest.line[-len(late.welcome["recent"]) :]
        page = await late.here.query("history", after=0, limit=200)
        late.read()
        assert page["events"] == guest.line
        late.line = page["events"]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@pytest.mark.parametrize("run", RUNS)
async def test_the_first_night_goes_as_the_case_says_for_every_viewer(
    run: str, encoding: str, tmp_path: Path
) -> None:
    """Every answer, every event and every snapshot of the evening is what the case expects."""
    night = FirstNight(run, encoding, tmp_path)
    judge = Judge(night)
    async with night:
        await judge.begin()
        for step in steps_of(run):
            await judge.judge(step)
        await judge.end()
    drawn = {commit: len(faces) for commit, faces in script_of(run).items()}
    assert drawn_faces(night.drawn) == drawn, "the script is used up, and nothing else was drawn"
