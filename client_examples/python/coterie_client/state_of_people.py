"""How events of the room, its members and its invites change a client's copy of the room."""

from collections.abc import Mapping
from typing import Any

from coterie_client.lists import Fold, change, put, without
from coterie_client.wire import Json


def _room_created(state: Json, event: Mapping[str, Any], _: str) -> Json:
    named = {key: event[key] for key in ("name", "system", "house_rules")}
    return {**state, **named}


def _room_renamed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "name": event["name"]}


def _room_locked(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "locked": event["locked"]}


def _house_rules_changed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    system = event.get("system") or state["system"]
    return {**state, "house_rules": event["house_rules"], "system": system}


def _member_joined(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "members", {key: event[key] for key in ("member", "name", "role")})


def _member_gone(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "members", event["member"])


def _member_renamed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "members", event["member"], {"name": event["name"]})


def _role_changed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "members", event["member"], {"role": event["role"]})


def _invite_created(state: Json, event: Mapping[str, Any], _: str) -> Json:
    invite = {
        "invite": event["invite"],
        "role": event["role"],
        "uses_left": event["uses"],
        "expires_at_ms": event["expires_at_ms"],
    }
    return put(state, "invites", invite)


def _invite_used(state: Json, event: Mapping[str, Any], _: str) -> Json:
    if event["uses_left"] <= 0:
        return without(state, "invites", event["invite"])
    return change(state, "invites", event["invite"], {"uses_left": event["uses_left"]})


def _invite_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "invites", event["invite"])


PEOPLE_FOLDS: dict[str, Fold] = {
    "room_created": _room_created,
    "room_renamed": _room_renamed,
    "room_locked": _room_locked,
    "house_rules_changed": _house_rules_changed,
    "member_joined": _member_joined,
    "member_left": _member_gone,
    "member_removed": _member_gone,
    "member_renamed": _member_renamed,
    "role_changed": _role_changed,
    "invite_created": _invite_created,
    "invite_used": _invite_used,
    "invite_revoked": _invite_closed,
    "invite_expired": _invite_closed,
}
