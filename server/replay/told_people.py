"""The events about the room, its members, invites and links, in words."""

from typing import assert_never

from protocol import events as e
from protocol.house import HouseRules
from protocol.words import HistoryForLate, Role
from server.replay.names import Names
from server.replay.plain import counted, words

PeopleEvent = (
    e.RoomCreated
    | e.RoomRenamed
    | e.RoomLocked
    | e.HouseRulesChanged
    | e.MemberJoined
    | e.MemberLeft
    | e.MemberRemoved
    | e.MemberRenamed
    | e.RoleChanged
    | e.InviteCreated
    | e.InviteUsed
    | e.InviteRevoked
    | e.InviteExpired
    | e.DeviceLinkCreated
    | e.DeviceLinked
    | e.TokenRenewed
)

Told = tuple[str, ...]
"""A headline, then what more there is to say, each a line."""

_ROLES = {
    Role.STORYTELLER: "Storyteller",
    Role.PLAYER: "player",
    Role.SPECTATOR: "spectator",
    Role.BOT: "bot",
}

_PASTS = {
    HistoryForLate.ALL: "all of the public past",
    HistoryForLate.SESSION: "the session that runs",
    HistoryForLate.NONE: "nothing of the past",
}


def tell_people(names: Names, event: PeopleEvent) -> Told:
    """Say what happened to the room or its people."""
    match event:
        case e.RoomCreated():
            return _room_created(event)
        case e.RoomLocked():
            verb = "locks" if event.locked else "opens"
            return (f"{names.member(event.by)} {verb} the room",)
        case e.RoomRenamed():
            return _room_renamed(names, event)
        case e.HouseRulesChanged():
            return _house_rules_changed(names, event)
        case e.MemberJoined():
            return _member_joined(names, event)
        case e.MemberLeft():
            return _member_left(names, event)
        case e.MemberRemoved():
            return _member_removed(names, event)
        case e.MemberRenamed():
            return _member_renamed(names, event)
        case e.RoleChanged():
            return _role_changed(names, event)
        case e.InviteCreated():
            return _invite_created(names, event)
        case e.InviteUsed():
            return _invite_used(names, event)
        case e.InviteRevoked():
            return _invite_revoked(names, event)
        case e.InviteExpired():
            return _invite_expired(names, event)
        case e.DeviceLinkCreated():
            return _device_link_created(names, event)
        case e.TokenRenewed():
            return (f"{names.member(event.member)} has a new token, and no other",)
        case e.DeviceLinked():
            return _device_linked(names, event)
        case _:
            assert_never(event)


def _room_created(event: e.RoomCreated) -> Told:
    return (
        f"The room {event.name} is opened, for {event.system.upper()}",
        *_house_rules(event.house_rules),
    )


def _room_renamed(names: Names, event: e.RoomRenamed) -> Told:
    return (f"{names.member(event.by)} calls the room {event.name}",)


def _house_rules_changed(names: Names, event: e.HouseRulesChanged) -> Told:
    headline = f"{names.member(event.by)} sets the house rules"
    return (headline, *_house_rules(event.house_rules))


def _house_rules(rules: HouseRules) -> Told:
    entered = "may be entered" if rules.entered_dice else "are rolled by the server"
    return (
        f"House rules: {_reading(rules)}; dice {entered}; intents are"
        f" {rules.default_visibility} unless they say otherwise; new trackers are shown to"
        f" {words(rules.tracker_audience)}; late members see {_PASTS[rules.history]}.",
    )


def _reading(rules: HouseRules) -> str:
    otherwise = [f"{words(name)} {words(rules.switches[name])}" for name in sorted(rules.switches)]
    return f"preset {rules.preset}" + (f", with {', '.join(otherwise)}" if otherwise else "")


def _member_joined(names: Names, event: e.MemberJoined) -> Told:
    return (f"{names.member(event.member)} joins as {_ROLES[event.role]}",)


def _member_left(names: Names, event: e.MemberLeft) -> Told:
    return (f"{names.member(event.member)} leaves for good",)


def _member_removed(names: Names, event: e.MemberRemoved) -> Told:
    verb = "bars" if event.barred else "removes"
    return (f"{names.member(event.by)} {verb} {names.member(event.member)} from the room",)


def _member_renamed(names: Names, event: e.MemberRenamed) -> Told:
    before = names.former(event.member) or "a member"
    return (f"{names.member(event.member)} is the new name of {before}",)


def _role_changed(names: Names, event: e.RoleChanged) -> Told:
    return (f"{names.member(event.by)} makes {names.member(event.member)} {_ROLES[event.role]}",)


def _invite_created(names: Names, event: e.InviteCreated) -> Told:
    uses = counted(event.uses, "use", "uses")
    return (f"{names.member(event.by)} makes an invite for a {_ROLES[event.role]}, for {uses}",)


def _invite_used(names: Names, event: e.InviteUsed) -> Told:
    left = counted(event.uses_left, "use", "uses")
    return (f"{names.member(event.member)} came in by {names.invite(event.invite)}, {left} left",)


def _invite_revoked(names: Names, event: e.InviteRevoked) -> Told:
    return (f"{names.member(event.by)} closes {names.invite(event.invite)}",)


def _invite_expired(names: Names, event: e.InviteExpired) -> Told:
    return (f"The time of {names.invite(event.invite)} is over",)


def _device_link_created(names: Names, event: e.DeviceLinkCreated) -> Told:
    maker = "The operator" if event.by is None else names.member(event.by)
    return (f"{maker} makes a link for one more device of {names.member(event.member)}",)


def _device_linked(names: Names, event: e.DeviceLinked) -> Told:
    return (f"{names.member(event.member)} comes in with one more device",)
