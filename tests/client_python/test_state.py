"""The client's copy of the room: how each event changes it."""

import copy
from typing import Any

import pytest
from coterie_client import find, fold, normalise
from coterie_client.shape import LISTS

from tests.client_python.fake import snapshot

Json = dict[str, Any]


def member(id: str, role: str = "player") -> Json:
    """A member as snapshots show one."""
    return {"member": id, "name": id.title(), "role": role}


def card(id: str = "c", **changes: Any) -> Json:
    """A character as messages bring it: empty fields are left out."""
    return {"character": id, "name": id.upper(), "kind": "vampire", **changes}


def full(id: str = "c", **changes: Any) -> Json:
    """A character as the state has it."""
    nothing: Json = {"clan": "", "owners": [], "hidden": False, "stand_in": None}
    shown: Json = {"trackers": {}, "audiences": {}, "traits": {}, "sheet": None}
    shown |= {"beliefs": None, "experience": None}
    return {**card(id), **nothing, **shown, **changes}


def track(boxes: int, **changes: Any) -> Json:
    """A track as the state has it."""
    empty = {"superficial": 0, "aggravated": 0, "is_impaired": False, "condition": None}
    v20 = {"bashing": 0, "lethal": 0, "extra": [], "level": None, "penalty": 0, "current": None}
    return {"boxes": boxes, **empty, **v20, **changes}


def after(state: Json, *events: Json, viewer: str = "p") -> Json:
    """The state after some events, none of which changed what was before."""
    for event in events:
        before = copy.deepcopy(state)
        folded = fold(state, event, viewer)
        assert state == before
        state = folded
    for section, key in LISTS.items():
        ids = [entry[key] for entry in state[section]]
        assert ids == sorted(set(ids))
    return state


def table(**changes: Any) -> Json:
    """A room with a Storyteller, the viewer, and another player."""
    members = [member("st", "storyteller"), member("p"), member("q")]
    return normalise(snapshot(**{"members": members, **changes}))


def test_a_snapshot_gets_one_form() -> None:
    """What was left out is filled in, lists are sorted, what is not known is kept."""
    raw = snapshot(
        members=[member("q"), member("p")],
        characters=[card("b", trackers={"health": {"boxes": 5}, "hunger": 2}), card("a", mood="x")],
        proposals=[{"proposal": "x", "kind": "win_at_cost"}],
        weather="rain",
    )
    state = normalise(raw)
    assert [m["member"] for m in state["members"]] == ["p", "q"]
    assert state["characters"] == [
        full("a", mood="x"),
        full("b", trackers={"health": track(5), "hunger": 2}),
    ]
    assert state["proposals"][0] == {
        "proposal": "x",
        "kind": "win_at_cost",
        "character": None,
        "roll": None,
        "contest": None,
        "damage": None,
        "difficulty": None,
        "claim": None,
        "by": None,
        "note": "",
        "options": [],
        "fallback": [],
        "invites": [],
        "against": None,
        "is_soaked": False,
        "member": None,
        "correction": None,
    }
    assert state["weather"] == "rain"
    assert normalise(state) == state


def test_what_is_no_snapshot_is_refused() -> None:
    """By an error that the client takes for what it is."""
    with pytest.raises(KeyError):
        normalise({"name": "x"})
    with pytest.raises((TypeError, ValueError)):
        normalise(snapshot(members=5))


def test_names_and_rules_of_the_room() -> None:
    """Renaming, house rules, sessions and clocks."""
    state = after(
        table(),
        {"type": "room_renamed", "name": "Łódź by night", "by": "st"},
        {"type": "house_rules_changed", "house_rules": {"entered_dice": True}, "by": "st"},
        {"type": "session_started", "session": 3, "by": "st"},
        {"type": "clock_begun", "clock": "scene", "number": 1, "title": "One", "by": "st"},
        {"type": "clock_begun", "clock": "night", "number": 1, "title": "", "by": "st"},
        {"type": "clock_begun", "clock": "scene", "number": 2, "title": "Two", "by": "st"},
    )
    assert state["name"] == "Łódź by night"
    assert state["house_rules"] == {"entered_dice": True}
    assert state["session"] == 3
    assert state["clocks"] == [
        {"clock": "night", "number": 1, "title": ""},
        {"clock": "scene", "number": 2, "title": "Two"},
    ]
    state = after(
        state,
        {"type": "clock_ended", "clock": "scene", "number": 2, "by": "st"},
        {"type": "session_ended", "session": 3, "by": "st"},
    )
    assert [c["clock"] for c in state["clocks"]] == ["night"]
    assert state["session"] is None


def test_people_come_change_and_go() -> None:
    """Members are kept by id; a second name replaces the first."""
    state = after(
        table(),
        {"type": "member_joined", "member": "a", "name": "A", "role": "spectator"},
        {"type": "member_renamed", "member": "a", "name": "Zoë", "by": "a"},
        {"type": "role_changed", "member": "a", "role": "bot", "by": "st"},
        {"type": "member_left", "member": "q"},
    )
    assert [m["member"] for m in state["members"]] == ["a", "p", "st"]
    assert find(state, "members", "a") == {"member": "a", "name": "Zoë", "role": "bot"}
    state = after(state, {"type": "member_removed", "member": "a", "by": "st"})
    assert find(state, "members", "a") is None


def test_invites_count_down_and_close() -> None:
    """Used up, revoked or expired: gone."""
    made = {
        "type": "invite_created",
        "role": "player",
        "uses": 2,
        "lasts_ms": 5,
        "expires_at_ms": 9,
        "by": "st",
    }
    state = after(
        table(), {**made, "invite": "i"}, {**made, "invite": "j"}, {**made, "invite": "k"}
    )
    assert state["invites"][0] == {
        "invite": "i",
        "role": "player",
        "uses_left": 2,
        "expires_at_ms": 9,
    }
    state = after(state, {"type": "invite_used", "invite": "i", "member": "q", "uses_left": 1})
    assert state["invites"][0]["uses_left"] == 1
    state = after(
        state,
        {"type": "invite_used", "invite": "i", "member": "q", "uses_left": 0},
        {"type": "invite_revoked", "invite": "j", "by": "st"},
        {"type": "invite_expired", "invite": "k"},
    )
    assert state["invites"] == []


def test_a_character_arrives_in_parts() -> None:
    """The card, the sheet for those who may see it, then trackers as they are shown."""
    state = after(
        table(),
        {"type": "character_created", "card": card(clan="Toreador", owners=["q", "p"])},
        {
            "type": "sheet_noted",
            "character": "c",
            "traits": {"stamina": 2},
            "audiences": {"hunger": "owner"},
        },
        {
            "type": "trackers_shown",
            "character": "c",
            "trackers": {"health": {"boxes": 5}, "hunger": 1},
        },
    )
    assert state["characters"] == [
        full(
            clan="Toreador",
            owners=["p", "q"],
            traits={"stamina": 2},
            audiences={"hunger": "owner"},
            trackers={"health": track(5), "hunger": 1},
        )
    ]
    state = after(state, {"type": "character_removed", "character": "c"})
    assert state["characters"] == []


def test_values_change_only_where_they_are_shown() -> None:
    """trackers_shown and trackers_hidden alone say what the viewer has."""
    shown = {"type": "trackers_shown", "character": "c", "trackers": {"hunger": 1}}
    changed = {"type": "tracker_changed", "character": "c", "before": 0}
    state = after(
        table(characters=[card()]),
        shown,
        {**changed, "tracker": "hunger", "after": 3},
        {**changed, "tracker": "stains", "after": 2},
    )
    assert state["characters"][0]["trackers"] == {"hunger": 3}
    state = after(state, {"type": "trackers_hidden", "character": "c", "trackers": ["hunger"]})
    assert state["characters"][0]["trackers"] == {}


def test_a_track_is_filled_in_when_it_changes() -> None:
    """Counts that are zero are left out of messages, not out of the state."""
    before = {"boxes": 5, "superficial": 2}
    state = after(
        table(characters=[card(trackers={"health": before})]),
        {
            "type": "tracker_changed",
            "character": "c",
            "tracker": "health",
            "before": before,
            "after": {"boxes": 5, "aggravated": 5, "is_impaired": True, "condition": "torpor"},
        },
    )
    expected = track(5, aggravated=5, is_impaired=True, condition="torpor")
    assert state["characters"][0]["trackers"]["health"] == expected


SHEET = {"traits": {"stamina": 2}, "audiences": {"hunger": "owner"}}


@pytest.mark.parametrize(
    ("viewer", "keeps"), [("p", False), ("q", True), ("st", True)], ids=["was", "is", "storyteller"]
)
def test_who_owns_no_more_sees_the_sheet_no_more(viewer: str, keeps: bool) -> None:
    """Storytellers and present owners keep it."""
    state = after(
        table(characters=[card(owners=["p"], **SHEET)]),
        {"type": "owners_changed", "character": "c", "owners": ["q"], "by": "st"},
        viewer=viewer,
    )
    sheet = SHEET if keeps else {"traits": {}, "audiences": {}}
    assert state["characters"] == [full(owners=["q"], **sheet)]


@pytest.mark.parametrize(("viewer", "keeps"), [("p", True), ("q", False), ("st", True)])
def test_who_stands_in_no_more_sees_the_sheet_no_more(viewer: str, keeps: bool) -> None:
    """While it lasts the stand-in keeps it too, also when an owner goes."""
    lent = after(
        table(characters=[card(owners=["p"], **SHEET)]),
        {"type": "stand_in_set", "character": "c", "member": "q", "by": "p"},
        viewer=viewer,
    )
    assert lent["characters"] == [full(owners=["p"], stand_in="q", **SHEET)]
    ended = {"type": "stand_in_ended", "character": "c", "member": "q"}
    sheet = SHEET if keeps else {"traits": {}, "audiences": {}}
    assert after(lent, ended, viewer=viewer)["characters"] == [full(owners=["p"], **sheet)]


@pytest.mark.parametrize(("viewer", "sees"), [("p", True), ("q", False), ("st", True)])
def test_an_audience_is_noted_by_owners_and_storytellers(viewer: str, sees: bool) -> None:
    """Others see no audiences."""
    state = after(
        table(characters=[card(owners=["p"])]),
        {
            "type": "tracker_audience_changed",
            "character": "c",
            "tracker": "hunger",
            "audience": "table",
            "by": "st",
        },
        viewer=viewer,
    )
    assert state["characters"][0]["audiences"] == ({"hunger": "table"} if sees else {})


def test_unhiding_keeps_what_storytellers_had_and_brings_others_the_card() -> None:
    """Its trackers follow as far as they are shown."""
    event = {"type": "character_unhidden", "card": card(clan="Brujah")}
    known = card(hidden=True, trackers={"hunger": 2}, **SHEET)
    for_storyteller = after(table(characters=[known]), event, viewer="st")
    assert for_storyteller["characters"] == [full(clan="Brujah", trackers={"hunger": 2}, **SHEET)]
    assert after(table(), event)["characters"] == [full(clan="Brujah")]


def test_editing_changes_name_and_clan_alone() -> None:
    """Everything else stays."""
    state = after(
        table(characters=[card(trackers={"hunger": 2})]),
        {"type": "character_edited", "character": "c", "name": "李", "clan": "Ravnos", "by": "p"},
    )
    assert state["characters"] == [full(name="李", clan="Ravnos", trackers={"hunger": 2})]


def rolled(roll: str = "r", *, standing: bool = True) -> Json:
    """A roll; is_standing is left out when false."""
    body = {"type": "roll_resolved", "roll": roll, "member": "p", "character": None}
    return {**body, "is_standing": True} if standing else body


def test_a_roll_stands_until_it_is_settled() -> None:
    """One that does not stand leaves no trace."""
    state = after(table(), rolled("s", standing=False), rolled("r"))
    assert state["standing_rolls"] == [{"roll": "r", "member": "p", "character": None}]
    assert after(state, {"type": "roll_settled", "roll": "r"})["standing_rolls"] == []


def test_a_reroll_says_whether_the_roll_still_stands() -> None:
    """It removes what stands no more and adds nothing to who has nothing."""
    reroll = {"type": "roll_rerolled", "roll": "r"}
    state = after(table(), rolled())
    assert after(state, {**reroll, "is_standing": True}) == state
    assert after(state, reroll)["standing_rolls"] == []
    assert after(table(), {**reroll, "is_standing": True}) == table()


def test_storytellers_learn_whose_a_roll_was() -> None:
    """The hidden character is named in the standing roll."""
    state = after(table(), rolled(), {"type": "roll_attributed", "roll": "r", "character": "h"})
    assert state["standing_rolls"][0]["character"] == "h"
    settled = {"type": "roll_attributed", "roll": "gone", "character": "h"}
    assert after(table(), settled) == table()


def test_contests_wait_until_resolved_or_withdrawn() -> None:
    """A second resolution, after a reroll, changes nothing more."""
    contest = {"contest": "k", "character": "c", "against": "d", "conflict": "social", "by": "p"}
    opened = {"type": "contest_opened", "contest": contest, "visibility": "public"}
    state = after(table(), opened)
    assert state["contests"] == [contest]
    resolved = {"type": "contest_resolved", "contest": "k"}
    assert after(state, resolved, resolved)["contests"] == []
    assert after(state, {"type": "contest_withdrawn", "contest": "k"})["contests"] == []


@pytest.mark.parametrize("end", ["confirmed", "dismissed", "lapsed"])
def test_proposals_are_open_until_decided(end: str) -> None:
    """Or until something newer replaces them."""
    proposal = {"proposal": "x", "kind": "messy_critical", "character": "c", "options": ["stains"]}
    state = after(table(), {"type": "proposal_opened", "proposal": proposal})
    assert state["proposals"][0]["options"] == ["stains"]
    assert state["proposals"][0]["damage"] is None
    assert after(state, {"type": f"proposal_{end}", "proposal": "x"})["proposals"] == []


@pytest.mark.parametrize(
    "type",
    [
        "tracker_set",
        "damage_dealt",
        "healed",
        "fed",
        "stains_added",
        "blind_roll_made",
        "roll_revealed",
        "device_link_created",
        "device_linked",
        "a_type_of_tomorrow",
    ],
)
def test_causes_and_unknown_events_change_nothing(type: str) -> None:
    """Values change by their own events."""
    state = table(characters=[card(trackers={"hunger": 2})])
    assert fold(state, {"type": type, "character": "c", "roll": "r"}, "p") is state


@pytest.mark.parametrize(
    "event",
    [
        {"type": "trackers_shown", "character": "x", "trackers": {"hunger": 1}},
        {"type": "trackers_hidden", "character": "x", "trackers": ["hunger"]},
        {"type": "tracker_changed", "character": "x", "tracker": "hunger", "before": 1, "after": 2},
        {"type": "sheet_noted", "character": "x", "traits": {}, "audiences": {}},
        {"type": "owners_changed", "character": "x", "owners": [], "by": "st"},
        {"type": "member_renamed", "member": "x", "name": "X", "by": "x"},
        {"type": "invite_used", "invite": "x", "member": "p", "uses_left": 1},
        {"type": "character_removed", "character": "x"},
    ],
)
def test_events_about_what_the_viewer_has_not_change_nothing(event: Json) -> None:
    """And are no error."""
    assert after(table(), event) == table()
