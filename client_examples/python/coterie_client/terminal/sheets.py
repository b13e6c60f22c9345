"""Looks at the state, as lines: who is here, the characters, what is open, the connection."""

from datetime import UTC, datetime

from coterie_client.client import Client
from coterie_client.lists import find
from coterie_client.terminal.phrases import tracker
from coterie_client.terminal.plain import plain
from coterie_client.terminal.roll_lines import proposal_line
from coterie_client.terminal.teller import Teller
from coterie_client.wire import Json


def who(state: Json, viewer: str, present: frozenset[str]) -> list[str]:
    """The members, with who is here."""
    lines = [f"{plain(state['name'])}:"]
    for member in state["members"]:
        here = "here" if member["member"] in present else "away"
        you = ", you" if member["member"] == viewer else ""
        lines.append(f"  {plain(member['name'])} ({plain(member['role'])}{you}): {here}")
    return lines


def characters(state: Json, teller: Teller) -> list[str]:
    """Every character that is seen, one line each."""
    lines = []
    for card in state["characters"]:
        owners = ", ".join(teller.member(owner) for owner in card["owners"])
        hidden = " [hidden]" if card["hidden"] else ""
        clan = f" {plain(card['clan'])}" if card["clan"] else ""
        lines.append(
            f"{plain(card['name'])}{hidden}:{clan} {plain(card['kind'])}"
            f"{f', played by {owners}' if owners else ''}"
        )
    return lines or ['There is no character yet: char new "Name" makes one.']


def character(state: Json, id: str, teller: Teller) -> list[str]:
    """One character with the trackers that are seen."""
    card = find(state, "characters", id)
    if card is None:
        return ["That character is not here any more."]
    lines = characters({**state, "characters": [card]}, teller)
    for name, value in card["trackers"].items():
        seen = f"  (seen by {plain(card['audiences'][name])})" if name in card["audiences"] else ""
        lines.append(f"  {plain(name).replace('_', ' ')}: {tracker(value)}{seen}")
    lines += [f"  {plain(name)}: {value}" for name, value in card["traits"].items()]
    return lines


def business(state: Json, teller: Teller) -> list[str]:
    """What is open: rolls that stand, contests, proposals, invites."""
    lines = [
        f"{teller.handle(roll['roll'])} a roll by {teller.member(roll['member'])} may be rerolled"
        for roll in state["standing_rolls"]
    ]
    lines += [
        f"{teller.handle(contest['contest'])} {teller.character(contest['character'])} waits for "
        f"{teller.character(contest['against'])} to answer"
        for contest in state["contests"]
    ]
    lines += [proposal_line(teller, proposal) for proposal in state["proposals"]]
    lines += [
        f"an invite for {plain(invite['role'])}, {invite['uses_left']} uses left"
        for invite in state["invites"]
    ]
    return lines or ["Nothing is open."]


def status(client: Client) -> list[str]:
    """The connection as it is, the server's clock, and what waits for an answer."""
    lines = [str(client.status)]
    if (offset_s := client.clock_offset_s) is not None:
        ahead = "ahead of" if offset_s >= 0 else "behind"
        lines.append(f"the server's clock is {abs(offset_s):.1f} s {ahead} yours")
    for waiting in client.waiting:
        sent = "sent, not answered yet" if waiting.was_sent else "not sent yet"
        lines.append(f"{waiting.type}: {sent}")
    return lines


def time_of_day(at_ms: int) -> str:
    """The server's time of an event, on this computer's wall."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone().strftime("%H:%M")
