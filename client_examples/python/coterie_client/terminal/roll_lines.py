"""Events of rolls, contests and proposals in words."""

from coterie_client.terminal.dice import count, pool_items, receipt_lines
from coterie_client.terminal.phrases import INDENT, Body, Lines, Names, noted, one, seen, words
from coterie_client.terminal.plain import plain


def _who_rolled(names: Names, event: Body) -> str:
    member = names.member(event["member"])
    if event.get("character") is None:
        return member
    return f"{names.character(event['character'])} ({member})"


def _roll_resolved(names: Names, event: Body) -> list[str]:
    label = f' "{plain(event["label"])}"' if event.get("label") else ""
    entered = ", dice entered by hand" if event.get("source") == "entered" else ""
    head = f"{names.handle(event['roll'])} {_who_rolled(names, event)} rolled{label}{entered}"
    lines = [f"{head}{seen(event)}{noted(event)}"]
    lines += [f"{INDENT}{line}" for line in receipt_lines(event["receipt"])]
    if event.get("is_standing"):
        lines.append(f"{INDENT}(still open: reroll or pass)")
    return lines


def _roll_rerolled(names: Names, event: Body) -> list[str]:
    lines = [f"{names.handle(event['roll'])} rerolled with Willpower"]
    return lines + [f"{INDENT}{line}" for line in receipt_lines(event["receipt"])]


def _roll_revealed(names: Names, event: Body) -> list[str]:
    label = f' "{plain(event["label"])}"' if event.get("label") else ""
    shows = "hides the pool of" if event.get("at_once") else "reveals"
    head = (
        f"{names.member(event['by'])} {shows} {names.handle(event['roll'])}: "
        f"{_who_rolled(names, event)}{label}"
    )
    if event.get("receipt") is not None:
        return [head, *(f"{INDENT}{line}" for line in receipt_lines(event["receipt"]))]
    outcome = words(event["outcome"]) if event.get("outcome") else "no verdict"
    if event.get("successes") is not None:
        outcome = f"{count(event['successes'], 'success', 'successes')}, {outcome}"
    return [head, f"{INDENT}{outcome} (outcome alone: nothing to check)"]


def _contest_opened(names: Names, event: Body) -> list[str]:
    contest = event["contest"]
    against = ", ".join(
        names.character(each) for each in (contest["against"], *contest.get("others", ()))
    )
    return [
        f"{names.handle(contest['contest'])} {names.character(contest['character'])} contests "
        f"{against} ({plain(contest['conflict'])}), who must answer{seen(event)}"
    ]


_REACTIONS = {"rolled": "has answered", "none": "takes no reaction", "dropped": "is out of it"}


def _contest_reacted(names: Names, event: Body) -> list[str]:
    did = _REACTIONS.get(event["reaction"], plain(event["reaction"]))
    return [f"{names.handle(event['contest'])} {names.character(event['character'])} {did}"]


def _contest_decided(names: Names, event: Body) -> list[str]:
    first = f"{names.character(event['character'])} {event['successes']}"
    return [
        f"{names.handle(event['contest'])} contest {first}",
        *(f"{INDENT}{_pair(names, pair)}" for pair in event["pairs"]),
    ]


def _pair(names: Names, pair: Body) -> str:
    winner = pair.get("winner")
    verdict = "a tie" if winner is None else f"{names.character(winner)} wins"
    if winner is None and pair["reaction"] == "none":
        verdict = "missed"
    by = f" by {pair['difference']}" if pair["difference"] else ""
    return f"against {names.character(pair['character'])}: {verdict}{by}. {plain(pair['why'])}"


def _contest_resolved(names: Names, event: Body) -> list[str]:
    sides = " : ".join(
        f"{names.character(side['character'])} {side['successes']}" for side in event["sides"]
    )
    winner = event.get("winner")
    verdict = "a tie" if winner is None else f"{names.character(winner)} wins by {event['margin']}"
    lines = [f"{names.handle(event['contest'])} contest {sides}, {verdict}"]
    return lines + ([f"{INDENT}{plain(event['why'])}"] if event.get("why") else [])


def _harm(names: Names, place: int, row: Body) -> str:
    """A row of harm, with its number as an edit names it."""
    damage = row["damage"]
    halved = ", halved" if row.get("halved") else ""
    return (
        f"{INDENT}{place} {names.character(row['character'])}: {damage['amount']} "
        f"{plain(damage['kind'])} {plain(damage['track'])}{halved}, by "
        f"{names.character(row['by'])} (margin {row['margin']}, weapon {row['weapon']})"
    )


def _proposal_opened(names: Names, event: Body) -> list[str]:
    rows = event["proposal"].get("rows", ())
    return [
        f"{proposal_line(names, event['proposal'])} - confirm or dismiss",
        *(_harm(names, place, row) for place, row in enumerate(rows)),
    ]


def proposal_line(names: Names, proposal: Body) -> str:
    """A proposal in words."""
    parts = [f"{names.handle(proposal['proposal'])} proposed: {words(proposal['kind'])}"]
    if proposal.get("character") is not None:
        parts.append(f"for {names.character(proposal['character'])}")
    if proposal.get("damage") is not None:
        damage = proposal["damage"]
        parts.append(f"({damage['amount']} {plain(damage['kind'])} {plain(damage['track'])})")
        if damage.get("takes"):
            parts.append(f"enough for the called shot: {words(damage['takes'])}")
    if proposal.get("difficulty") is not None:
        parts.append(f"at difficulty {proposal['difficulty']}")
    if proposal.get("options"):
        parts.append(f"[{', '.join(plain(option) for option in proposal['options'])}]")
    return " ".join(parts)


def _proposal_closed(names: Names, event: Body) -> list[str]:
    what = str(event["type"]).removeprefix("proposal_")
    choice = f": {words(event['choice'])}" if event.get("choice") else ""
    rows = (_harm(names, place, row) for place, row in enumerate(event.get("rows", ())))
    return [f"{names.handle(event['proposal'])} was {what}{choice}{noted(event)}", *rows]


def _roll_retracted(names: Names, event: Body) -> list[str]:
    verb = "took back" if event.get("is_undo") else "retracted"
    return [f"{names.member(event['by'])} {verb} {names.handle(event['roll'])}{noted(event)}"]


ROLL_LINES: dict[str, Lines] = {
    "roll_resolved": _roll_resolved,
    "roll_itemised": one(
        lambda t, e: f"{t.handle(e['roll'])} is a pool of {pool_items(e['items'])}"
    ),
    "roll_attributed": one(
        lambda t, e: f"{t.handle(e['roll'])} was for {t.character(e['character'])} [secret]"
    ),
    "blind_roll_made": one(lambda t, e: f"{_who_rolled(t, e)} rolled blind"),
    "roll_rerolled": _roll_rerolled,
    "roll_settled": one(lambda t, e: f"{t.handle(e['roll'])} stands"),
    "roll_revealed": _roll_revealed,
    "contest_opened": _contest_opened,
    "contest_reacted": _contest_reacted,
    "contest_decided": _contest_decided,
    "contest_resolved": _contest_resolved,
    "contest_withdrawn": one(lambda t, e: f"{t.handle(e['contest'])} was called off"),
    "proposal_opened": _proposal_opened,
    "proposal_confirmed": _proposal_closed,
    "proposal_dismissed": _proposal_closed,
    "proposal_lapsed": _proposal_closed,
    "roll_judged": one(lambda t, e: f"{t.member(e['by'])} judges {t.handle(e['roll'])}{noted(e)}"),
    "roll_retracted": _roll_retracted,
}
