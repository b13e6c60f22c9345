"""
Plays `tests/cases/first_night.json` over real sockets: its words turned into those of the wire.

Says nothing of what should come of it; that is the test's.
"""

import hashlib
import json
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from protocol.ids import MemberId
from server.rooms.names import commit_id, derived_id, member_id, roll_id, room_id
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Item, WireClient

CASE: Mapping[str, Any] = json.loads(
    (Path(__file__).parents[1] / "cases" / "first_night.json").read_text()
)
RUNS = tuple(CASE["runs"])
CREATE_KEY = "first-night"
HIDDEN_NAME = "Zsófia Hunyadi"
"""The hunter's name: one that can be searched for, because it stands nowhere else."""

Step = Mapping[str, Any]


def steps_of(run: str) -> list[Step]:
    """The steps that a run plays."""
    return [step for step in CASE["steps"] if run in step.get("only_in", (run,))]


def step_of(n: int) -> Step:
    """The step of that number."""
    return next(step for step in CASE["steps"] if step["n"] == n)


def secret(name: str, length: int = 32) -> bytes:
    """A member's token, or an invite's secret; the same in every run."""
    return hashlib.sha256(f"first night {name}".encode()).digest()[:length]


def intent_id(name: object) -> str:
    """The id of an intent; the same in every run."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"first night {name}"))


ROOM = room_id(hashlib.sha256(secret("storyteller")).digest())
MEMBERS: dict[str, MemberId] = {
    name: member_id(ROOM, hashlib.sha256(secret(name)).digest()) for name in CASE["members"]
}


def commit_of(step: Step) -> bytes:
    """The id of the commit that a step makes."""
    return commit_id(ROOM, MEMBERS[step["by"]], intent_id(step["n"]))


def faces_of(step: Step) -> dict[str, list[int]]:
    """The faces of a step, by kind, in the order in which the server draws them."""
    faces: Any = step.get("faces", [])
    by_kind = faces if isinstance(faces, dict) else {"regular": faces}
    rouse = [step[key] for key in ("face", "rouse_face") if key in step]
    all_kinds = {
        "regular": by_kind.get("regular", []),
        "hunger": by_kind.get("hunger", []),
        "rouse": rouse,
        "rerolled": step.get("new_faces", []),
    }
    return {kind: list(given) for kind, given in all_kinds.items() if given}


def script_of(run: str) -> dict[str, list[int]]:
    """What the server's chance yields, by commit: all faces of a run in which it rolls."""
    if run != "server_dice":
        return {}
    return {
        commit_of(step).hex(): [face for faces in faces_of(step).values() for face in faces]
        for step in steps_of(run)
        if faces_of(step) and not step["expect"].get("rejected")
    }


class Viewer:
    """A member at the table: one connection at a time, and the whole line of events seen."""

    def __init__(self, name: str, encoding: str) -> None:
        self.name = name
        self.encoding = encoding
        self.client: WireClient | None = None
        self.welcome: dict[str, Any] = {}
        self.line: list[dict[str, Any]] = []
        self.resumed_from: dict[str, Any] | None = None
        self._left_at: dict[str, Any] | None = None
        self._read = 0

    @property
    def here(self) -> WireClient:
        """The connection, which there must be."""
        assert self.client is not None, f"{self.name} is not connected"
        return self.client

    async def come(self, port: int, entry: Mapping[str, Any] | None = None) -> None:
        """Connect: resuming where the last connection ended, if there was one."""
        self.client = await WireClient.open(port, self.encoding)
        self.resumed_from = None if self._left_at is None else dict(self._left_at)
        welcome = await self.client.hello(secret(self.name), entry, self._left_at)
        assert welcome.type == "welcome", welcome.data
        self.welcome = welcome.data
        self._read = 0
        if welcome.data["reason"] == "joined":
            self.line = list(welcome.data["recent"])
        self._left_at = dict(welcome.data["position"])

    def read(self) -> list[Item]:
        """What arrived since the last reading. Events are checked to follow without a gap."""
        new = self.here.items[self._read :]
        self._read += len(new)
        for item in new:
            if item.type == "event":
                assert self._left_at is not None
                assert item.data["seq"] == self._left_at["seq"] + 1, (self.name, item.data)
                self._left_at |= {"seq": item.data["seq"], "mark": item.data["mark"]}
                self.line.append(item.data)
        return new

    async def catch_up(self) -> list[Item]:
        """Wait until everything sent so far is here, and return what is new, pongs left out."""
        await self.here.barrier()
        return [item for item in self.read() if item.type not in ("pong", "result")]

    async def snapshot(self) -> dict[str, Any]:
        """The room as this viewer may see it now."""
        answer = await self.here.query("snapshot")
        snapshot: dict[str, Any] = answer["snapshot"]
        return snapshot

    async def drop(self) -> None:
        """Lose the connection."""
        await self.here.drop()
        self.read()
        self.client = None


class FirstNight:
    """The evening: a server process, the members at it, and the ids that steps have made."""

    def __init__(self, run: str, encoding: str, folder: Path) -> None:
        self.run = run
        self.encoding = encoding
        self.viewers = {name: Viewer(name, encoding) for name in CASE["members"]}
        self.characters: dict[str, str] = {}
        self._asked_instead = 0
        self.drawn = folder / "drawn"
        self.answers: dict[int, Item] = {}
        script = folder / "script.json"
        script.write_text(json.dumps(script_of(run)))
        scripted = () if run == "chance" else ("--script", script, "--drawn", self.drawn)
        self.server = ServerProcess(
            "--data", folder / "night.sqlite3", "--create-key", CREATE_KEY, *scripted
        )

    @property
    def is_scripted(self) -> bool:
        """Whether the faces are those of the case."""
        return self.run != "chance"

    @property
    def present(self) -> dict[str, Viewer]:
        """Who is connected."""
        return {name: v for name, v in self.viewers.items() if v.client is not None}

    # --- before the first step -------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            await self.close()
        else:
            await self.server.kill()

    async def open(self) -> None:
        """Start the server, let everybody in but the latecomer, and bring the characters."""
        await self.server.start()
        storyteller = self.viewers["storyteller"]
        house_rules = {"entered_dice": self.run == "entered_dice", "preset": CASE["preset"]}
        founding = {
            "type": "create",
            "create_key": CREATE_KEY,
            "room_name": "First night",
            "name": "storyteller",
            "house_rules": house_rules,
        }
        await storyteller.come(self.server.port, founding)
        for name in ("player_one", "player_two", "guest"):
            await self.let_in(name)
        for name, sheet in CASE["characters"].items():
            await self._bring(name, sheet)
        for viewer in self.present.values():
            await viewer.catch_up()

    async def let_in(self, name: str) -> None:
        """Invite somebody in the role of the case, and let them join."""
        role = CASE["members"][name].partition(",")[0]
        invite = {
            "type": "create_invite",
            "id": intent_id(f"invite {name}"),
            "role": role,
            "secret": secret(f"invite {name}", 16),
        }
        answer = await self.viewers["storyteller"].here.ask(invite)
        assert answer.type == "accepted", answer.data
        entry = {"type": "invite", "secret": secret(f"invite {name}", 16), "name": name}
        await self.viewers[name].come(self.server.port, entry)

    async def _bring(self, name: str, sheet: Mapping[str, Any]) -> None:
        fields = {key: value for key, value in sheet.items() if key != "owner"}
        create = {
            "type": "create_character",
            "id": intent_id(name),
            "name": HIDDEN_NAME if sheet.get("hidden") else name,
            "owners": [MEMBERS[sheet["owner"]]],
            **fields,
        }
        answer = await self.viewers["storyteller"].here.ask(create)
        assert answer.type == "accepted", answer.data
        self.characters[name] = answer.data["created"]

    async def close(self) -> None:
        """Let everybody go and end the server."""
        for viewer in self.present.values():
            await viewer.here.close()
        await self.server.stop()

    # --- steps -----------------------------------------------------------------------------------

    async def play(self, step: Step) -> Item | None:
        """Do what a step says; its answer, if it is an intent."""
        match step["do"]:
            case "drop":
                await self._drop(self.viewers[step["by"]])
            case "resume":
                await self.viewers[step["by"]].come(self.server.port)
            case "kill_and_restart":
                await self._kill_and_restart()
            case "join":
                await self.let_in(step["by"])
            case "dismiss_proposal":
                return await self._dismiss(step)
            case "retry":
                return await self._send(step_of(step["of"]))
            case _:
                answer = await self._send(step)
                self.answers[step["n"]] = answer
                return answer
        return None

    async def _send(self, step: Step) -> Item:
        return await self.viewers[step["by"]].here.ask(self.intent_of(step))

    async def end_effect(self, effect: str) -> None:
        """A Storyteller lets something pass that the case does not know of."""
        ending = {"type": "end_effect", "id": intent_id(effect), "effect": effect}
        answer = await self.viewers["storyteller"].here.ask(ending)
        assert answer.type == "accepted", answer.data

    async def ask_instead(self, step: Step, **changed: Any) -> Item:
        """Send what a step says but for the fields *changed*, under an id of its own."""
        self._asked_instead += 1
        viewer = self.viewers[step["by"]]
        id = intent_id(f"instead {self._asked_instead}")
        answer = await viewer.here.ask(self.intent_of(step, id=id, **changed))
        viewer.read()
        return answer

    async def _drop(self, viewer: Viewer) -> None:
        storyteller = self.viewers["storyteller"].here
        seen = len(storyteller.items)
        await viewer.drop()
        await storyteller.until("presence", seen, member=MEMBERS[viewer.name], here=False)

    async def _kill_and_restart(self) -> None:
        people = list(self.present.values())
        await self.server.kill()
        for viewer in people:
            await viewer.here.ended()
            viewer.read()
            viewer.client = None
        await self.server.start()
        for viewer in people:
            await viewer.come(self.server.port)

    async def _dismiss(self, step: Step) -> Item:
        contest = self.contest(step["contest"])
        storyteller = self.viewers["storyteller"]
        answer = None
        for number, proposal in enumerate((await storyteller.snapshot())["proposals"]):
            if proposal.get("contest") == contest:
                message = {
                    "type": "dismiss_proposal",
                    "id": intent_id(f"{step['n']} {number}"),
                    "proposal": proposal["proposal"],
                }
                answer = await storyteller.here.ask(message)
        assert answer is not None, "the contest proposed nothing"
        return answer

    # --- words -----------------------------------------------------------------------------------

    def intent_of(self, step: Step, **changed: Any) -> dict[str, Any]:
        """The intent that a step means, in the words of the wire."""
        type, fields = self._words(step)
        intent = {"type": type, "id": intent_id(step["n"]), **fields}
        if self.run == "entered_dice" and faces_of(step):
            intent["entered"] = faces_of(step)
        return intent | changed

    def _words(self, step: Step) -> tuple[str, dict[str, Any]]:
        named = {"character": self.characters.get(step.get("character", ""))}
        plain = {key: step[key] for key in ("kind", "amount", "track", "difficulty") if key in step}
        match step["do"]:
            case "roll" | "surge_roll":
                rolled = {key: step[key] for key in ("label", "visibility", "pool") if key in step}
                surge = {"surge": True} if step["do"] == "surge_roll" else {}
                return "roll", {**named, **plain, **rolled, **surge}
            case "set_hunger":
                return "set_tracker", {**named, "tracker": "hunger", "value": step["hunger"]}
            case "reroll":
                places = {k: step[k] for k in ("regular_indices", "hunger_indices") if k in step}
                return "reroll", {"roll": self.roll(step["roll"]), **places}
            case "rouse":
                return "rouse", named
            case "remorse":
                return "test_remorse", named
            case "frenzy":
                return "test_frenzy", {**named, **plain}
            case "reveal":
                to = None if step["to"] == "everyone" else [MEMBERS[name] for name in step["to"]]
                return "reveal_roll", {"roll": self.roll(step["roll"]), "to": to}
            case "unhide":
                return "unhide_character", named
            case "damage":
                return "deal_damage", {**named, **plain}
            case "stains":
                return "add_stains", {**named, **plain}
            case "open_contest":
                against = {"against": self.characters[step["against"]]}
                social = {"conflict": step["kind"], "categories": [step["kind"]]}
                return "open_contest", {**named, **against, **social, "pool": _pool(step)}
            case "answer_contest":
                contest = {"contest": self.contest(step["contest"])}
                return "answer_contest", {**contest, **named, "pool": _pool(step)}
            case "start_session" | "end_session":
                return step["do"], {}
            case unknown:
                raise AssertionError(f"the case has a step of a new kind: {unknown}")

    def roll(self, n: int) -> str:
        """The id of the roll that step *n* made: that of its commit, also where nobody is told."""
        return roll_id(commit_of(step_of(n)))

    def contest(self, n: int) -> str:
        """The id of the contest that step *n* opened."""
        return derived_id(commit_of(step_of(n)), "contest")


def _pool(step: Step) -> int:
    return len(step["faces"]["regular"]) + len(step["faces"]["hunger"])
