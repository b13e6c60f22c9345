"""
Receipts in words, for a terminal.

Hunger dice are told from regular ones by shape: (7) is regular, <7> is a Hunger die. A star marks
a die that counts in a pair of tens, (3>8) one that was rerolled.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from coterie_client.terminal.plain import plain


def die(view: Mapping[str, Any]) -> str:
    """One die of a pool."""
    face = f"{view['face']}"
    if view.get("replaced") is not None:
        face = f"{view['replaced']}>{face}"
    drawn = f"<{face}>" if view.get("kind") == "hunger" else f"({face})"
    return f"{drawn}*" if view.get("in_pair") else drawn


def count(number: int, one: str, many: str) -> str:
    """A number with its word: 1 die, 2 dice."""
    return f"{number} {one if number == 1 else many}"


def receipt_lines(receipt: Mapping[str, Any]) -> list[str]:
    """
    A receipt in words: the dice, what they came to, and why.

    A kind of receipt that is not known here gives its own reason alone.
    """
    match receipt.get("type"):
        case "pool":
            lines = _pool(receipt)
        case "rouse":
            lines = [_rouse(receipt)]
        case "remorse":
            kept = "Humanity stays" if receipt["kept"] else "Humanity drops by one"
            lines = [f"Remorse {_faces(receipt)}: {_successes(receipt)}, {kept}"]
        case "frenzy":
            verdict = _words(receipt["outcome"])
            lines = [
                f"Frenzy ({plain(receipt['kind'])}) {_faces(receipt)}: {_successes(receipt)} "
                f"against {receipt['difficulty']}, {verdict}"
            ]
            if receipt.get("costs_next_turn"):
                lines.append("holding on takes the next turn")
        case "v20":
            lines = _v20(receipt)
        case "initiative":
            parts = pool_items(receipt["items"])
            lines = [f"initiative: {parts}, die ({receipt['die']}): {receipt['total']}"]
        case _:
            lines = []
    if receipt.get("why"):
        lines.append(plain(receipt["why"]))
    return lines


def pool_items(items: Iterable[Mapping[str, Any]]) -> str:
    """The parts of a pool."""
    return ", ".join(f"{plain(item['label']) or 'pool'} {item['dice']:+d}" for item in items)


def _pool(receipt: Mapping[str, Any]) -> list[str]:
    lines = []
    items = receipt.get("items", ())
    # The server calls a pool that nobody named "pool": its dice say as much.
    if len(items) > 1 or any(item["label"] not in ("", "pool") for item in items):
        lines.append(f"pool: {pool_items(items)}")
    dice = receipt["dice"]
    row = " ".join(die(view) for view in dice)
    lines.append(f"{row}  ({_kinds(dice)})" if dice else "no dice were rolled")
    if receipt.get("called_shot"):
        lines.append(f"called shot: {_words(receipt['called_shot'])}")
    lines.append(_verdict(receipt))
    if receipt.get("rouse") is not None:
        lines.append(f"Blood Surge: {_rouse(receipt['rouse'])}")
    return lines


def _v20(receipt: Mapping[str, Any]) -> list[str]:
    """The eight parts of a V20 roll; a plus marks a die that a specialty's ten brought."""
    parts = pool_items(receipt["items"])
    row = " ".join(
        f"({view['face']}){'+' if view.get('is_reroll') else ''}" for view in receipt["dice"]
    )
    outcome = _words(receipt["outcome"]).upper()
    degree = receipt.get("degree")
    verdict = outcome if degree is None else f"{plain(degree)} {outcome}"
    return [
        f"pool: {parts}",
        *([row] if row else []),
        f"difficulty {receipt['difficulty']['applied']}: rolled {receipt['rolled']}, ones "
        f"{receipt['ones']}, cancelled {receipt['cancelled']}, automatic {receipt['automatic']}, "
        f"net {receipt['net']}: {verdict}",
    ]


def _kinds(dice: Any) -> str:
    hunger = sum(view.get("kind") == "hunger" for view in dice)
    regular = len(dice) - hunger
    kinds = [f"{regular} regular"] * (regular > 0) + [f"{hunger} Hunger"] * (hunger > 0)
    return ", ".join(kinds)


def _verdict(receipt: Mapping[str, Any]) -> str:
    successes = _successes(receipt)
    if receipt.get("outcome") is None:
        possible = [_words(outcome) for outcome in receipt.get("possible", ())]
        hint = f"; could be {' or '.join(possible)}" if possible else ""
        return f"{successes}, no difficulty was named{hint}"
    verdict = _words(receipt.get("label") or receipt["outcome"]).upper()
    if receipt.get("is_total_failure") and receipt["outcome"] != "total_failure":
        verdict += " (a total failure)"
    if receipt.get("difficulty") is None:
        return f"{successes}: {verdict}"
    margin = f", margin {receipt['margin']}" if receipt.get("margin") is not None else ""
    return f"{successes} against {receipt['difficulty']}{margin}: {verdict}"


def _rouse(receipt: Mapping[str, Any]) -> str:
    verdict = "passed, Hunger stays" if receipt["passed"] else "failed, Hunger rises"
    return f"Rouse check {_faces(receipt)}: {verdict}"


def _faces(receipt: Mapping[str, Any]) -> str:
    return " ".join(f"({face})" for face in receipt["faces"])


def _successes(receipt: Mapping[str, Any]) -> str:
    return count(receipt["successes"], "success", "successes")


def _words(name: object) -> str:
    return plain(name).replace("_", " ")
