"""Events in words: what a person reads when something happened."""

from collections.abc import Callable

from coterie_client.lists import find
from coterie_client.terminal.belief_lines import BELIEF_LINES, concern
from coterie_client.terminal.dice import count
from coterie_client.terminal.handles import Handles
from coterie_client.terminal.phrases import Body, Lines, Names, noted, one, seen, tracker, words
from coterie_client.terminal.plain import plain
from coterie_client.terminal.roll_lines import ROLL_LINES
from coterie_client.wire import Json

NAMED = (("members", "member"), ("characters", "character"), ("effects", "effect"))
"""The lists of a state whose entries have names, with the fields that tell them apart."""

BOOK_REASONS = {
    "session": "the session begins",
    "arrival": "a player is back",
    "renewed": "a Storyteller asked for it",
    "low": "the old ones ran low",
}


class Teller:
    """
    Tells what happened, with the names that the state has.

    Args:
        state: Gives the state that names are looked up in.
        handles: Numbers rolls, contests and proposals.
    """

    def __init__(self, state: Callable[[], Json], handles: Handles) -> None:
        self._state = state
        self._handles = handles
        self._names: dict[str, str] = {}

    def member(self, id: object) -> str:
        """A member's name; of one who went, the last that was known."""
        return self._name("members", id, "somebody who is not here any more")

    def character(self, id: object) -> str:
        """A character's name; of one who went, the last that was known."""
        return self._name("characters", id, "somebody")

    def effect(self, id: object) -> str:
        """What holds somebody, or did."""
        return self._name("effects", id, "what held somebody")

    def tell(self, event: Body) -> list[str]:
        """
        The lines for one event; none for what only says again what another event told.

        An event of a type that is not known here is told by that type.
        """
        self._learn(event)
        tell = _LINES.get(str(event.get("type")))
        if tell is None:
            return [f"({plain(event.get('type'))}: this client does not know what that is)"]
        try:
            return tell(self, event)
        except (KeyError, TypeError, ValueError, AttributeError):
            return [f"({plain(event.get('type'))}: this client could not read it)"]

    def handle(self, id: object) -> str:
        """The number that a thing has on the screen."""
        return self._handles.of(str(id))

    def _name(self, section: str, id: object, otherwise: str) -> str:
        found = find(self._state(), section, str(id))
        if found is not None:
            self._names[str(id)] = str(found["name"])
        return plain(self._names.get(str(id), otherwise))

    def _learn(self, event: Body) -> None:
        """Remember names that the state may lose with this very event."""
        card = event.get("card")
        if isinstance(card, dict) and card.get("name"):
            self._names[str(card.get("character"))] = str(card["name"])
        effect = event.get("effect")
        if isinstance(effect, dict) and effect.get("name"):
            self._names[str(effect.get("effect"))] = str(effect["name"])
        if event.get("type") in ("member_joined", "member_renamed") and event.get("name"):
            self._names[str(event.get("member"))] = str(event["name"])

    def learn_state(self) -> None:
        """Remember every name of the state, for when somebody goes."""
        state = self._state()
        for section, key in NAMED:
            self._names |= {str(entry[key]): str(entry["name"]) for entry in state[section]}


def _silent(_: Names, __: Body) -> list[str]:
    return []


def _points(event: Body) -> str:
    return count(event["points"], "blood point", "blood points")


def _harmed(event: Body) -> str:
    harm = event.get("harm", "none")
    return "" if harm == "none" else f" ({plain(harm)})"


def _damage_dealt(names: Names, event: Body) -> list[str]:
    halved = f", {event['counted']} after halving" if event["counted"] != event["amount"] else ""
    burnt = f" ({plain(event['why'])})" if event.get("why") else ""
    return [
        f"{names.character(event['character'])} takes {event['amount']} {plain(event['kind'])} "
        f"{plain(event['track'])} damage{halved}{burnt}{seen(event)}{noted(event)}"
    ]


def _tracker_changed(names: Names, event: Body) -> list[str]:
    return [
        f"{names.character(event['character'])}: {words(event['tracker'])} "
        f"{tracker(event['before'])} -> {tracker(event['after'])}"
    ]


def _goes_on(names: Names, event: Body) -> str:
    effect = event["effect"]
    who = names.character(effect["character"])
    if effect.get("resistance") is not None:
        held = count(effect["resistance"].get("held_turns", 0), "turn", "turns")
        return f"{who}: the Beast is held for {held}"
    if effect.get("task") is not None:
        task = effect["task"]
        gained = f"{task.get('gained', 0)} of {task['target']} successes"
        return f"{who}: {plain(effect['name'])}, {gained}"
    if effect.get("race") is not None:
        race = effect["race"]
        sides = f"{race.get('own', 0)} against {race.get('other', 0)}"
        return f"{who}: {plain(effect['name'])}, {sides}"
    if effect.get("initiative") is not None:
        return f"{who} declares: {plain(effect['initiative'].get('declared', ''))}"
    return f"{who}: {plain(effect['name'])} goes on"


def _somebody(names: Names, member: object) -> str:
    return "somebody" if member is None else names.member(member)


def _said(names: Names, event: Body) -> list[str]:
    who = names.member(event["member"])
    if event.get("character") is not None:
        who = f"{names.character(event['character'])} ({who})"
    verb = "notes" if event.get("kind") == "note" else "says"
    # In quotes, after a verb: whatever it looks like, it is no roll.
    return [f"{who} {verb}: “{plain(event['text'])}”{seen(event)}"]


def _turn_ordered(names: Names, event: Body) -> list[str]:
    groups = (
        " and ".join(names.character(acting["character"]) for acting in group)
        for group in event["order"]
    )
    return [f"in this turn: {', then '.join(groups)}"]


_LINES: dict[str, Lines] = {
    "said": _said,
    **ROLL_LINES,
    **{kind: one(say) for kind, say in BELIEF_LINES.items()},
    "paused": one(
        lambda t, e: f"{_somebody(t, e['pause'].get('by'))} calls a pause{noted(e['pause'])}"
    ),
    "pause_lifted": one(lambda t, e: f"{_somebody(t, e.get('by'))} lifts the pause"),
    "boundary_added": one(
        lambda t, e: (
            f"{_somebody(t, e['boundary'].get('by'))} adds a {plain(e['boundary']['kind'])}: "
            f"“{plain(e['boundary']['text'])}”"
        )
    ),
    "boundary_removed": one(
        lambda t, e: f"{_somebody(t, e.get('by'))} takes a line or veil off the list"
    ),
    "request_opened": one(
        lambda t, e: f"{t.character(e['request']['character'])} is asked for a roll"
    ),
    "difficulty_kept": _silent,
    "request_rolled": one(lambda t, e: f"{t.handle(e['roll'])} was asked for"),
    "request_answered": one(lambda _, e: f"a roll that was asked for: {plain(e['answer'])}"),
    "request_closed": _silent,
    "reveal_asked": one(lambda _, __: "somebody asks to see a roll"),
    "reveal_scheduled": _silent,
    "reveal_due": _silent,
    "reveal_cancelled": _silent,
    "change_undone": one(
        lambda t, e: f"{t.member(e['by'])} took a change of {t.character(e['character'])} back"
    ),
    "turn_ordered": _turn_ordered,
    "book_opened": one(
        lambda _, e: f"the server committed to new dice ({BOOK_REASONS[e['reason']]})"
    ),
    "lanes_added": _silent,
    "entropy_added": _silent,
    "roll_proven": _silent,
    "room_created": one(lambda _, e: f'the room "{plain(e["name"])}" was opened'),
    "room_locked": one(
        lambda t, e: f"{t.member(e['by'])} {'locks' if e['locked'] else 'opens'} the room"
    ),
    "room_renamed": one(lambda t, e: f'{t.member(e["by"])} calls the room "{plain(e["name"])}"'),
    "house_rules_changed": one(lambda t, e: f"{t.member(e['by'])} changed the house rules"),
    "member_joined": one(lambda t, e: f"{t.member(e['member'])} joined as {plain(e['role'])}"),
    "member_left": one(lambda t, e: f"{t.member(e['member'])} left the room"),
    "member_removed": one(
        lambda t, e: f"{t.member(e['by'])} removed {t.member(e['member'])} from the room"
    ),
    "member_renamed": one(lambda _, e: f"somebody is now called {plain(e['name'])}"),
    "role_changed": one(lambda t, e: f"{t.member(e['member'])} is now {plain(e['role'])}"),
    "invite_created": one(
        lambda t, e: f"{t.member(e['by'])} made an invite for a {plain(e['role'])}"
    ),
    "invite_used": _silent,
    "invite_revoked": one(lambda t, e: f"{t.member(e['by'])} closed an invite"),
    "invite_expired": one(lambda _, __: "an invite ran out"),
    "device_link_created": one(lambda _, __: "a link for one more device was made"),
    "token_renewed": one(lambda t, e: f"{t.member(e['member'])} has a new token"),
    "device_linked": one(lambda t, e: f"{t.member(e['member'])} uses one more device"),
    "character_created": one(lambda t, e: f"{t.character(e['card']['character'])} enters"),
    "sheet_noted": _silent,
    "character_edited": one(lambda _, e: f"a character is now {plain(e['name'])}"),
    "owners_changed": one(
        lambda t, e: (
            f"{t.character(e['character'])} is played by "
            f"{', '.join(t.member(owner) for owner in e['owners']) or 'the Storytellers'}"
        )
    ),
    "stand_in_set": one(
        lambda t, e: (
            f"{t.member(e['member'])} stands in for {t.character(e['character'])} "
            "until the session ends"
        )
    ),
    "stand_in_ended": one(
        lambda t, e: f"{t.member(e['member'])} stands in for {t.character(e['character'])} no more"
    ),
    "character_unhidden": one(lambda t, e: f"{t.character(e['card']['character'])} appears"),
    "character_removed": one(lambda t, e: f"{t.character(e['character'])} leaves the table"),
    "trackers_shown": _silent,
    "trackers_hidden": _silent,
    "tracker_audience_changed": one(
        lambda t, e: (
            f"{t.character(e['character'])}: {words(e['tracker'])} is now seen by "
            f"{plain(e['audience'])}"
        )
    ),
    "tracker_changed": _tracker_changed,
    "tracker_set": one(
        lambda t, e: (
            f"{t.member(e['by'])} set {words(e['tracker'])} of "
            f"{t.character(e['character'])}{seen(e)}{noted(e)}"
        )
    ),
    "damage_dealt": _damage_dealt,
    "healed": one(
        lambda t, e: (
            f"{t.character(e['character'])} heals {e['amount']} {plain(e['kind'])} "
            f"{plain(e['track'])}{seen(e)}{noted(e)}"
        )
    ),
    "fed": one(
        lambda t, e: (
            f"{t.character(e['character'])} drinks ({plain(e['source'])}): "
            f"{e['slaked']} Hunger slaked{seen(e)}{noted(e)}"
        )
    ),
    "effect_begun": one(
        lambda t, e: (
            f"{t.character(e['effect']['character'])} is held by {e['effect']['name']} "
            f"({plain(e['effect']['kind'])}){seen(e)}{noted(e)}"
        )
    ),
    "effect_changed": one(_goes_on),
    "effect_ended": one(lambda t, e: f"{t.effect(e['effect'])} is over"),
    "stains_added": one(
        lambda t, e: (
            f"{t.character(e['character'])} takes "
            f"{count(e['amount'], 'Stain', 'Stains')}{concern(e)}{seen(e)}{noted(e)}"
        )
    ),
    "blood_spent": one(
        lambda t, e: (
            f"{t.character(e['character'])} spends {_points(e)}"
            f" ({words(e['use'])}){seen(e)}{noted(e)}"
        )
    ),
    "willpower_spent": one(
        lambda t, e: (
            f"{t.character(e['character'])} spends Willpower ({words(e['use'])}){seen(e)}{noted(e)}"
        )
    ),
    "blood_drunk": one(
        lambda t, e: (
            f"{t.character(e['character'])} drinks {_points(e)}{_harmed(e)}{seen(e)}{noted(e)}"
        )
    ),
    "session_started": one(lambda _, e: f"session {e['session']} begins"),
    "session_ended": one(lambda _, e: f"session {e['session']} ends"),
    "clock_begun": one(
        lambda _, e: (
            f"{plain(e['clock'])} {e['number']} begins"
            f"{': ' + plain(e['title']) if e['title'] else ''}"
        )
    ),
    "clock_ended": one(lambda _, e: f"{plain(e['clock'])} {e['number']} ends"),
}
