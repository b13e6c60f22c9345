"""What single steps of the first night expect, beside what every step does."""

from typing import Any

from server.rules.v5.house_rules import DEFAULT_RULES
from server.rules.v5.reading import Faces
from server.rules.v5.reroll import rescue_chance
from tests.support.first_night import CASE, MEMBERS, FirstNight, Step, faces_of, step_of

Event = dict[str, Any]
Snapshots = dict[str, dict[str, Any]]


def faces_shown(receipt: dict[str, Any]) -> dict[str, list[int]]:
    """The faces that a receipt shows, as first rolled, by kind, as far as there are any."""
    if receipt["type"] == "rouse":
        return {"rouse": list(receipt["faces"])}
    if receipt["type"] != "pool":
        return {"regular": list(receipt["faces"])}
    faces = {
        kind: [d.get("replaced", d["face"]) for d in receipt["dice"] if d["kind"] == kind]
        for kind in ("regular", "hunger")
    }
    rouse = {"rouse": list(receipt["rouse"]["faces"])} if "rouse" in receipt else {}
    return rouse | {kind: shown for kind, shown in faces.items() if shown}


def check_roll(night: FirstNight, step: Step, events: list[Event], before: Snapshots) -> None:
    """A roll has the dice that it should, and reads as the case reads it."""
    (event,) = (e for e in events if e["type"] in ("roll_resolved", "roll_rerolled"))
    receipt, expect = event["receipt"], step["expect"]
    if receipt["type"] == "pool" and step["do"] != "reroll":
        _check_split(night, step, receipt, before)
    if "dice" in expect:
        assert len(receipt["faces"]) == expect["dice"]
    if not night.is_scripted:
        return
    for field in ("successes", "margin", "outcome"):
        if field in expect:
            assert receipt[field] == expect[field], step["n"]
    for flag, value in expect.get("flags", {}).items():
        assert receipt.get(f"is_{flag}", False) is value
    if "hunger_dice" in expect:
        assert [die["kind"] for die in receipt["dice"]].count("hunger") == expect["hunger_dice"]
    if "reroll_rescue_chance" in expect:
        faces = Faces(**{kind: tuple(shown) for kind, shown in faces_shown(receipt).items()})
        chance = rescue_chance(faces, receipt["difficulty"], DEFAULT_RULES)
        assert str(chance) == expect["reroll_rescue_chance"]
    if "keeps" in expect:
        first = step_of(step["roll"])["faces"]["regular"]
        rerolled = {die["replaced"]: die["face"] for die in receipt["dice"] if "replaced" in die}
        assert rerolled == dict(zip(first, step["new_faces"], strict=True))


def _check_split(night: FirstNight, step: Step, receipt: dict[str, Any], before: Snapshots) -> None:
    """As many dice as the pool and its surge say; of them Hunger dice as Hunger was before."""
    sheets = {c["character"]: c["trackers"] for c in before["storyteller"]["characters"]}
    hunger = sheets[night.characters[step["character"]]].get("hunger", 0)
    pool = step["expect"].get("pool", step["pool"])
    kinds = [die["kind"] for die in receipt["dice"]]
    assert len(kinds) == pool
    assert kinds.count("hunger") == min(pool, hunger)


def check_offers(night: FirstNight, step: Step, now: Snapshots) -> None:
    """A price is offered once its roll is settled, and not before; until then to nobody."""
    if not night.is_scripted or step["n"] > 5:
        return
    messy = ("messy_critical", night.roll(2))
    for snapshot in now.values():
        offered = {(p["kind"], p["roll"]) for p in snapshot["proposals"]}
        assert offered == ({messy} if step["n"] >= 4 else set()), step["n"]


def check_reveal(night: FirstNight, step: Step, seen: dict[str, list[Event]]) -> None:
    """The whole roll under the label it had, without the character if that one is hidden."""
    (event,) = seen["player_two"]
    original = step_of(step["roll"])
    assert event["type"] == "roll_revealed"
    assert event["roll"] == night.roll(step["expect"]["roll"])
    assert event["label"] == original["label"]
    assert event["member"] == MEMBERS[original["by"]]
    assert event["receipt"]["difficulty"] == original["difficulty"]
    assert len(event["receipt"]["dice"]) == original["pool"]
    is_hidden = CASE["characters"][original["character"]].get("hidden", False)
    assert event["character"] == (None if is_hidden else night.characters[original["character"]])
    if night.is_scripted:
        assert faces_shown(event["receipt"]) == faces_of(original)
        assert event["outcome"] == original["expect"]["outcome"]


def check_contest(night: FirstNight, step: Step, events: list[Event], now: Snapshots) -> None:
    """A contest waits for its other side; answered, it proposes what the margin would do."""
    resolved = [e for e in events if e["type"] == "contest_resolved"]
    if step["do"] == "open_contest":
        for snapshot in now.values():
            (waiting,) = snapshot["contests"]
            assert waiting["against"] == night.characters[step["against"]]
        assert not resolved
        return
    (contest,) = resolved
    for snapshot in now.values():
        proposed = proposals_of(night, snapshot, step["contest"])
        assert proposed
        assert not snapshot["contests"]
        if night.is_scripted:
            hurt = dict(step["expect"]["proposed"])
            assert [p["character"] for p in proposed] == [night.characters[hurt.pop("character")]]
            assert [p["damage"] for p in proposed] == [hurt]
    if night.is_scripted:
        expect = step["expect"]
        successes = [side["successes"] for side in contest["sides"]]
        assert successes == [expect["a"]["successes"], expect["b"]["successes"]]
        assert contest["winner"] == night.characters[expect["winner"]]
        assert contest["margin"] == expect["margin"]


def proposals_of(night: FirstNight, snapshot: dict[str, Any], n: int) -> list[dict[str, Any]]:
    """What the contest of step *n* proposes, as a snapshot has it."""
    return [p for p in snapshot["proposals"] if p.get("contest") == night.contest(n)]


def expected_trackers(now: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The case's words for trackers in the wire's: zeroes left out, impairment on its track."""
    expected: dict[str, Any] = {}
    for tracker, value in changes.items():
        if tracker == "impaired":
            continue
        if not isinstance(value, dict):
            expected[tracker] = value
            continue
        marks = {kind: count for kind, count in value.items() if count}
        is_impaired = tracker == "health" and "physical" in changes.get("impaired", [])
        full = {"is_impaired": True} if is_impaired else {}
        expected[tracker] = {"boxes": now[tracker]["boxes"], **marks, **full}
    return expected
