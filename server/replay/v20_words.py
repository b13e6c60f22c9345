"""V20 receipts in words: the eight parts of a roll, and how its difficulty came about."""

from protocol.v20_receipt import DifficultyView, V20DieView, V20Receipt
from server.replay.plain import counted, words


def v20_verdict(receipt: V20Receipt) -> str:
    """How a roll came out: the outcome, and how well a success went."""
    outcome = words(receipt.outcome)
    return outcome if receipt.degree is None else f"{receipt.degree} {outcome}"


def v20_explained(receipt: V20Receipt) -> tuple[str, ...]:
    """The parts of a receipt, a line each."""
    parts = [
        f"{item.label} {item.dice:{'+d' if n else 'd'}}" for n, item in enumerate(receipt.items)
    ]
    specialty = (f"Specialty: {receipt.specialty}.",) if receipt.specialty else ()
    needed = f" of {receipt.required} required" if receipt.required > 1 else ""
    return (
        f"Pool: {', '.join(parts) or 'nothing'}.",
        f"{_difficulty(receipt.difficulty)}.",
        *((f"{_dice(receipt.dice)}.",) if receipt.dice else ()),
        *specialty,
        f"Rolled {receipt.rolled}, {counted(receipt.ones, 'one', 'ones')}, "
        f"{receipt.cancelled} cancelled, {receipt.automatic} automatic: net {receipt.net}{needed}.",
        receipt.why,
    )


def _difficulty(difficulty: DifficultyView) -> str:
    causes = []
    if difficulty.raised:
        causes.append(f"raised by {difficulty.raised}")
    if difficulty.untrained:
        causes.append("untrained")
    if difficulty.is_halved:
        causes.append("halved")
    if not causes:
        return f"Difficulty {difficulty.applied}"
    return f"Difficulty {difficulty.applied}, from {difficulty.assessed} ({', '.join(causes)})"


def _dice(dice: tuple[V20DieView, ...]) -> str:
    pool = ", ".join(str(die.face) for die in dice if not die.is_reroll)
    again = ", ".join(str(die.face) for die in dice if die.is_reroll)
    return f"Dice: {pool}; rolled again: {again}" if again else f"Dice: {pool}"
