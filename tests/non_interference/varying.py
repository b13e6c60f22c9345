"""
Hidden parts of visible steps: what a blind roll rolls, why a secret change was made.

They may differ between two histories without a byte of difference to whom they are hidden from.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from server.rooms.names import roll_id
from tests.non_interference.author import made_by
from tests.non_interference.steps import Say, Step
from tests.non_interference.table import member_of


def vary(script: list[Step], targets: frozenset[str], rng: random.Random) -> list[Step]:
    """The same script with other hidden parts; what is revealed later stays as it is."""
    says = [step.act for step in script if isinstance(step.act, Say)]
    revealed = {say.message["roll"] for say in says if say.message["type"] == "reveal_roll"}
    # Whoever asks for a blind roll may be shown it, whichever was the last one by then.
    asked = {say.message["character"] for say in says if say.message["type"] == "ask_reveal"}
    others: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {}
    for say in says:
        id = say.message["id"]
        is_revealed = roll_id(made_by(say.line, id)) in revealed
        is_blind = say.message.get("visibility") == "blind"
        is_revealed |= is_blind and say.message.get("character") in asked
        if id not in others and not is_revealed and _is_hidden_from(say, targets):
            others[id] = (say.message, _varied(say.message, rng))
    return [_with(step, others) for step in script]


def _with(step: Step, others: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Step:
    """The step with its intent exchanged, also where it is repeated; not where its id is reused."""
    if not isinstance(step.act, Say):
        return step
    first, other = others.get(step.act.message["id"], ({}, {}))
    if first != step.act.message:
        return step
    return replace(step, act=replace(step.act, message=other))


def _is_hidden_from(say: Say, targets: frozenset[str]) -> bool:
    """Whether no target sees what a step's intent says, though perhaps that something happened."""
    message = say.message
    if is_kept(message):
        # All see the request or the roll; what Storytellers keep of it is theirs alone.
        return bool(message["difficulty"] <= 5)
    if message["type"] == "request_roll":
        return False
    match message.get("visibility"):
        case "secret" | "blind":
            return True
        case "private" | "whisper" if "character" not in message:
            compared = {member_of(name) for name in targets}
            is_between_others = compared.isdisjoint(message.get("to", ()))
            return is_between_others and say.line.partition(".")[0] not in targets
        case _:
            return False


def is_kept(message: Mapping[str, Any]) -> bool:
    """Whether it keeps a Difficulty from whoever sees all the rest of it."""
    is_asked = message["type"] == "request_roll"
    is_open = message["type"] == "roll" and message.get("visibility") not in ("secret", "blind")
    return (is_asked or is_open) and message.get("told") == "storytellers"


def _varied(message: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any]:
    why = f"another reason {rng.random()}"
    if message["type"] == "say":
        return {**message, "text": why}
    if message["type"] == "declare_action":
        # Whether it is the same word again is the sender's to know.
        return message
    if is_kept(message):
        return {**message, "difficulty": rng.choice((1, 2, 4, 5))}
    other = {**message, "note": why}
    if "request" in message:
        return other
    # A surge's check is read off the dice behind the pool's, and Hunger may be there to be seen;
    # whether a pool is large enough for no dice at all is the sender's to know.
    if message["type"] == "roll" and not {"entered", "surge", "without_dice"} & message.keys():
        other |= {"pool": rng.choice((1, 2, 6, 20)), "label": "another label"}
        if (message["difficulty"] or 1) <= 5:
            other["difficulty"] = rng.choice((None, 1, 2, 3, 4))
    if message["type"] == "roll_v20":
        # Not the pool: whether wounds leave a die of it is the sender's to know.
        other |= {"difficulty": rng.choice((3, 5, 7, 9)), "label": "another label"}
    return other
