"""Events in words: what a person reads when something happened."""

from collections.abc import Callable, Mapping
from typing import Any

from coterie_client.lists import find
from coterie_client.terminal.belief_lines import BELIEF_LINES, concern
from coterie_client.terminal.dice import count, pool_items, receipt_lines
from coterie_client.terminal.handles import Handles
from coterie_client.terminal.plain import plain
from coterie_client.wire import Json

Body = Mapping[str, Any]
INDENT = "    "


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
        tell = _TELLERS.get(str(event.get("type")))
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


def tracker(value: Any) -> str:
    """A tracker's value in words."""
    if not isinstance(value, Mapping):
        return plain(value)
    boxes = value["boxes"]
    if value.get("current") is not None:
        return f"{value['current']} of {boxes}"
    aggravated, lethal = value.get("aggravated", 0), value.get("lethal", 0)
    lightest = value.get("superficial", 0) + value.get("bashing", 0)
    empty = max(0, boxes - aggravated - lethal - lightest)
    # As sheets have it: V5's Aggravated is a cross, V20's a star, whose cross is lethal.
    worst = "X" if value.get("level") is None else "*"
    row = worst * aggravated + "X" * lethal + "/" * lightest + "." * empty
    hurt = value.get("level") or ("impaired" if value.get("is_impaired") else "")
    condition = value.get("condition") or hurt
    return f"[{row}]{f' {_words(condition)}' if condition else ''}"


def _silent(_: Teller, __: Body) -> list[str]:
    return []


def _seen(event: Body) -> str:
    visibility = event.get("visibility", "public")
    return "" if visibility == "public" else f" [{plain(visibility)}]"


def _noted(event: Body) -> str:
    return f" - {plain(event['note'])}" if event.get("note") else ""


def _points(event: Body) -> str:
    return count(event["points"], "blood point", "blood points")


def _harmed(event: Body) -> str:
    harm = event.get("harm", "none")
    return "" if harm == "none" else f" ({plain(harm)})"


def _words(name: object) -> str:
    return plain(name).replace("_", " ")


def _who_rolled(teller: Teller, event: Body) -> str:
    member = teller.member(event["member"])
    if event.get("character") is None:
        return member
    return f"{teller.character(event['character'])} ({member})"


def _roll_resolved(teller: Teller, event: Body) -> list[str]:
    label = f' "{plain(event["label"])}"' if event.get("label") else ""
    entered = ", dice entered by hand" if event.get("source") == "entered" else ""
    head = f"{teller.handle(event['roll'])} {_who_rolled(teller, event)} rolled{label}{entered}"
    lines = [f"{head}{_seen(event)}{_noted(event)}"]
    lines += [f"{INDENT}{line}" for line in receipt_lines(event["receipt"])]
    if event.get("is_standing"):
        lines.append(f"{INDENT}(still open: reroll or pass)")
    return lines


def _roll_rerolled(teller: Teller, event: Body) -> list[str]:
    lines = [f"{teller.handle(event['roll'])} rerolled with Willpower"]
    return lines + [f"{INDENT}{line}" for line in receipt_lines(event["receipt"])]


def _roll_revealed(teller: Teller, event: Body) -> list[str]:
    label = f' "{plain(event["label"])}"' if event.get("label") else ""
    shows = "hides the pool of" if event.get("at_once") else "reveals"
    head = (
        f"{teller.member(event['by'])} {shows} {teller.handle(event['roll'])}: "
        f"{_who_rolled(teller, event)}{label}"
    )
    if event.get("receipt") is not None:
        return [head, *(f"{INDENT}{line}" for line in receipt_lines(event["receipt"]))]
    outcome = _words(event["outcome"]) if event.get("outcome") else "no verdict"
    if event.get("successes") is not None:
        outcome = f"{count(event['successes'], 'success', 'successes')}, {outcome}"
    return [head, f"{INDENT}{outcome} (outcome alone: nothing to check)"]


def _contest_opened(teller: Teller, event: Body) -> list[str]:
    contest = event["contest"]
    against = ", ".join(
        teller.character(each) for each in (contest["against"], *contest.get("others", ()))
    )
    return [
        f"{teller.handle(contest['contest'])} {teller.character(contest['character'])} contests "
        f"{against} ({plain(contest['conflict'])}), who must answer{_seen(event)}"
    ]


_REACTIONS = {"rolled": "has answered", "none": "takes no reaction", "dropped": "is out of it"}


def _contest_reacted(teller: Teller, event: Body) -> list[str]:
    did = _REACTIONS.get(event["reaction"], plain(event["reaction"]))
    return [f"{teller.handle(event['contest'])} {teller.character(event['character'])} {did}"]


def _contest_decided(teller: Teller, event: Body) -> list[str]:
    first = f"{teller.character(event['character'])} {event['successes']}"
    return [
        f"{teller.handle(event['contest'])} contest {first}",
        *(f"{INDENT}{_pair(teller, pair)}" for pair in event["pairs"]),
    ]


def _pair(teller: Teller, pair: Body) -> str:
    winner = pair.get("winner")
    verdict = "a tie" if winner is None else f"{teller.character(winner)} wins"
    if winner is None and pair["reaction"] == "none":
        verdict = "missed"
    by = f" by {pair['difference']}" if pair["difference"] else ""
    return f"against {teller.character(pair['character'])}: {verdict}{by}. {plain(pair['why'])}"


def _contest_resolved(teller: Teller, event: Body) -> list[str]:
    sides = " : ".join(
        f"{teller.character(side['character'])} {side['successes']}" for side in event["sides"]
    )
    winner = event.get("winner")
    verdict = "a tie" if winner is None else f"{teller.character(winner)} wins by {event['margin']}"
    lines = [f"{teller.handle(event['contest'])} contest {sides}, {verdict}"]
    return lines + ([f"{INDENT}{plain(event['why'])}"] if event.get("why") else [])


def _harm(teller: Teller, place: int, row: Body) -> str:
    """A row of harm, with its number as an edit names it."""
    damage = row["damage"]
    halved = ", halved" if row.get("halved") else ""
    return (
        f"{INDENT}{place} {teller.character(row['character'])}: {damage['amount']} "
        f"{plain(damage['kind'])} {plain(damage['track'])}{halved}, by "
        f"{teller.character(row['by'])} (margin {row['margin']}, weapon {row['weapon']})"
    )


def _proposal_opened(teller: Teller, event: Body) -> list[str]:
    rows = event["proposal"].get("rows", ())
    return [
        f"{proposal_line(teller, event['proposal'])} - confirm or dismiss",
        *(_harm(teller, place, row) for place, row in enumerate(rows)),
    ]


def proposal_line(teller: Teller, proposal: Body) -> str:
    """A proposal in words."""
    parts = [f"{teller.handle(proposal['proposal'])} proposed: {_words(proposal['kind'])}"]
    if proposal.get("character") is not None:
        parts.append(f"for {teller.character(proposal['character'])}")
    if proposal.get("damage") is not None:
        damage = proposal["damage"]
        parts.append(f"({damage['amount']} {plain(damage['kind'])} {plain(damage['track'])})")
        if damage.get("takes"):
            parts.append(f"enough for the called shot: {_words(damage['takes'])}")
    if proposal.get("difficulty") is not None:
        parts.append(f"at difficulty {proposal['difficulty']}")
    if proposal.get("options"):
        parts.append(f"[{', '.join(plain(option) for option in proposal['options'])}]")
    return " ".join(parts)


def _proposal_closed(teller: Teller, event: Body) -> list[str]:
    what = str(event["type"]).removeprefix("proposal_")
    choice = f": {_words(event['choice'])}" if event.get("choice") else ""
    rows = (_harm(teller, place, row) for place, row in enumerate(event.get("rows", ())))
    return [f"{teller.handle(event['proposal'])} was {what}{choice}{_noted(event)}", *rows]


def _damage_dealt(teller: Teller, event: Body) -> list[str]:
    halved = f", {event['counted']} after halving" if event["counted"] != event["amount"] else ""
    burnt = f" ({plain(event['why'])})" if event.get("why") else ""
    return [
        f"{teller.character(event['character'])} takes {event['amount']} {plain(event['kind'])} "
        f"{plain(event['track'])} damage{halved}{burnt}{_seen(event)}{_noted(event)}"
    ]


def _tracker_changed(teller: Teller, event: Body) -> list[str]:
    return [
        f"{teller.character(event['character'])}: {_words(event['tracker'])} "
        f"{tracker(event['before'])} -> {tracker(event['after'])}"
    ]


def _goes_on(teller: Teller, event: Body) -> str:
    effect = event["effect"]
    who = teller.character(effect["character"])
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


def _somebody(teller: Teller, member: object) -> str:
    return "somebody" if member is None else teller.member(member)


def _said(teller: Teller, event: Body) -> list[str]:
    who = teller.member(event["member"])
    if event.get("character") is not None:
        who = f"{teller.character(event['character'])} ({who})"
    verb = "notes" if event.get("kind") == "note" else "says"
    # In quotes, after a verb: whatever it looks like, it is no roll.
    return [f"{who} {verb}: “{plain(event['text'])}”{_seen(event)}"]


def _roll_retracted(teller: Teller, event: Body) -> list[str]:
    verb = "took back" if event.get("is_undo") else "retracted"
    return [f"{teller.member(event['by'])} {verb} {teller.handle(event['roll'])}{_noted(event)}"]


def _turn_ordered(teller: Teller, event: Body) -> list[str]:
    groups = (
        " and ".join(teller.character(acting["character"]) for acting in group)
        for group in event["order"]
    )
    return [f"in this turn: {', then '.join(groups)}"]


def _one(say: Callable[[Teller, Body], str]) -> Callable[[Teller, Body], list[str]]:
    """A teller of one line."""
    return lambda teller, event: [say(teller, event)]


_TELLERS: dict[str, Callable[[Teller, Body], list[str]]] = {
    "said": _said,
    **{kind: _one(say) for kind, say in BELIEF_LINES.items()},
    "paused": _one(
        lambda t, e: f"{_somebody(t, e['pause'].get('by'))} calls a pause{_noted(e['pause'])}"
    ),
    "pause_lifted": _one(lambda t, e: f"{_somebody(t, e.get('by'))} lifts the pause"),
    "boundary_added": _one(
        lambda t, e: (
            f"{_somebody(t, e['boundary'].get('by'))} adds a {plain(e['boundary']['kind'])}: "
            f"“{plain(e['boundary']['text'])}”"
        )
    ),
    "boundary_removed": _one(
        lambda t, e: f"{_somebody(t, e.get('by'))} takes a line or veil off the list"
    ),
    "roll_retracted": _roll_retracted,
    "request_opened": _one(
        lambda t, e: f"{t.character(e['request']['character'])} is asked for a roll"
    ),
    "difficulty_kept": _silent,
    "request_rolled": _one(lambda t, e: f"{t.handle(e['roll'])} was asked for"),
    "request_answered": _one(lambda _, e: f"a roll that was asked for: {plain(e['answer'])}"),
    "request_closed": _silent,
    "reveal_asked": _one(lambda _, __: "somebody asks to see a roll"),
    "reveal_scheduled": _silent,
    "reveal_due": _silent,
    "reveal_cancelled": _silent,
    "roll_judged": _one(
        lambda t, e: f"{t.member(e['by'])} judges {t.handle(e['roll'])}{_noted(e)}"
    ),
    "change_undone": _one(
        lambda t, e: f"{t.member(e['by'])} took a change of {t.character(e['character'])} back"
    ),
    "turn_ordered": _turn_ordered,
    "book_opened": _one(
        lambda _, e: f"the server committed to new dice ({BOOK_REASONS[e['reason']]})"
    ),
    "lanes_added": _silent,
    "entropy_added": _silent,
    "roll_proven": _silent,
    "room_created": _one(lambda _, e: f'the room "{plain(e["name"])}" was opened'),
    "room_locked": _one(
        lambda t, e: f"{t.member(e['by'])} {'locks' if e['locked'] else 'opens'} the room"
    ),
    "room_renamed": _one(lambda t, e: f'{t.member(e["by"])} calls the room "{plain(e["name"])}"'),
    "house_rules_changed": _one(lambda t, e: f"{t.member(e['by'])} changed the house rules"),
    "member_joined": _one(lambda t, e: f"{t.member(e['member'])} joined as {plain(e['role'])}"),
    "member_left": _one(lambda t, e: f"{t.member(e['member'])} left the room"),
    "member_removed": _one(
        lambda t, e: f"{t.member(e['by'])} removed {t.member(e['member'])} from the room"
    ),
    "member_renamed": _one(lambda _, e: f"somebody is now called {plain(e['name'])}"),
    "role_changed": _one(lambda t, e: f"{t.member(e['member'])} is now {plain(e['role'])}"),
    "invite_created": _one(
        lambda t, e: f"{t.member(e['by'])} made an invite for a {plain(e['role'])}"
    ),
    "invite_used": _silent,
    "invite_revoked": _one(lambda t, e: f"{t.member(e['by'])} closed an invite"),
    "invite_expired": _one(lambda _, __: "an invite ran out"),
    "device_link_created": _one(lambda _, __: "a link for one more device was made"),
    "token_renewed": _one(lambda t, e: f"{t.member(e['member'])} has a new token"),
    "device_linked": _one(lambda t, e: f"{t.member(e['member'])} uses one more device"),
    "character_created": _one(lambda t, e: f"{t.character(e['card']['character'])} enters"),
    "sheet_noted": _silent,
    "character_edited": _one(lambda _, e: f"a character is now {plain(e['name'])}"),
    "owners_changed": _one(
        lambda t, e: (
            f"{t.character(e['character'])} is played by "
            f"{', '.join(t.member(owner) for owner in e['owners']) or 'the Storytellers'}"
        )
    ),
    "stand_in_set": _one(
        lambda t, e: (
            f"{t.member(e['member'])} stands in for {t.character(e['character'])} "
            "until the session ends"
        )
    ),
    "stand_in_ended": _one(
        lambda t, e: f"{t.member(e['member'])} stands in for {t.character(e['character'])} no more"
    ),
    "character_unhidden": _one(lambda t, e: f"{t.character(e['card']['character'])} appears"),
    "character_removed": _one(lambda t, e: f"{t.character(e['character'])} leaves the table"),
    "trackers_shown": _silent,
    "trackers_hidden": _silent,
    "tracker_audience_changed": _one(
        lambda t, e: (
            f"{t.character(e['character'])}: {_words(e['tracker'])} is now seen by "
            f"{plain(e['audience'])}"
        )
    ),
    "tracker_changed": _tracker_changed,
    "tracker_set": _one(
        lambda t, e: (
            f"{t.member(e['by'])} set {_words(e['tracker'])} of "
            f"{t.character(e['character'])}{_seen(e)}{_noted(e)}"
        )
    ),
    "damage_dealt": _damage_dealt,
    "healed": _one(
        lambda t, e: (
            f"{t.character(e['character'])} heals {e['amount']} {plain(e['kind'])} "
            f"{plain(e['track'])}{_seen(e)}{_noted(e)}"
        )
    ),
    "fed": _one(
        lambda t, e: (
            f"{t.character(e['character'])} drinks ({plain(e['source'])}): "
            f"{e['slaked']} Hunger slaked{_seen(e)}{_noted(e)}"
        )
    ),
    "effect_begun": _one(
        lambda t, e: (
            f"{t.character(e['effect']['character'])} is held by {e['effect']['name']} "
            f"({plain(e['effect']['kind'])}){_seen(e)}{_noted(e)}"
        )
    ),
    "effect_changed": _one(_goes_on),
    "effect_ended": _one(lambda t, e: f"{t.effect(e['effect'])} is over"),
    "stains_added": _one(
        lambda t, e: (
            f"{t.character(e['character'])} takes "
            f"{count(e['amount'], 'Stain', 'Stains')}{concern(e)}{_seen(e)}{_noted(e)}"
        )
    ),
    "blood_spent": _one(
        lambda t, e: (
            f"{t.character(e['character'])} spends {_points(e)}"
            f" ({_words(e['use'])}){_seen(e)}{_noted(e)}"
        )
    ),
    "willpower_spent": _one(
        lambda t, e: (
            f"{t.character(e['character'])} spends Willpower ({_words(e['use'])})"
            f"{_seen(e)}{_noted(e)}"
        )
    ),
    "blood_drunk": _one(
        lambda t, e: (
            f"{t.character(e['character'])} drinks {_points(e)}{_harmed(e)}{_seen(e)}{_noted(e)}"
        )
    ),
    "roll_resolved": _roll_resolved,
    "roll_itemised": _one(
        lambda t, e: f"{t.handle(e['roll'])} is a pool of {pool_items(e['items'])}"
    ),
    "roll_attributed": _one(
        lambda t, e: f"{t.handle(e['roll'])} was for {t.character(e['character'])} [secret]"
    ),
    "blind_roll_made": _one(lambda t, e: f"{_who_rolled(t, e)} rolled blind"),
    "roll_rerolled": _roll_rerolled,
    "roll_settled": _one(lambda t, e: f"{t.handle(e['roll'])} stands"),
    "roll_revealed": _roll_revealed,
    "contest_opened": _contest_opened,
    "contest_reacted": _contest_reacted,
    "contest_decided": _contest_decided,
    "contest_resolved": _contest_resolved,
    "contest_withdrawn": _one(lambda t, e: f"{t.handle(e['contest'])} was called off"),
    "proposal_opened": _proposal_opened,
    "proposal_confirmed": _proposal_closed,
    "proposal_dismissed": _proposal_closed,
    "proposal_lapsed": _proposal_closed,
    "session_started": _one(lambda _, e: f"session {e['session']} begins"),
    "session_ended": _one(lambda _, e: f"session {e['session']} ends"),
    "clock_begun": _one(
        lambda _, e: (
            f"{plain(e['clock'])} {e['number']} begins"
            f"{': ' + plain(e['title']) if e['title'] else ''}"
        )
    ),
    "clock_ended": _one(lambda _, e: f"{plain(e['clock'])} {e['number']} ends"),
}
