"""V20 receipts resolved again, as `receipt_check` does it for those of V5."""

from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from server.replay.comparing import Faults, differences
from server.rooms.house import v20_rules_by
from server.rooms.v20.initiative import initiative_receipt
from server.rooms.v20.receipts import asked_of, faces_of, v20_receipt
from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import apply_difficulty
from server.rules.v20.initiative import FIXED_INITIATIVE


def faults_of_v20(receipt: V20Receipt) -> Faults:
    """Add up the pool, work out the difficulty, and read the dice again."""
    asked, faces = asked_of(receipt), faces_of(receipt)
    faults = _faults_of_difficulty(receipt)
    if asked.size != len(faces.dice):
        pool, rolled = asked.size, len(faces.dice)
        faults.append(f"The pool comes to {pool} dice, and {rolled} were rolled.")
    again = v20_receipt(receipt, asked, faces)
    return faults + differences("roll", receipt, again)


def _faults_of_difficulty(receipt: V20Receipt) -> Faults:
    """Whether the difficulty adds up by the switches that the receipt names."""
    told, rules = receipt.difficulty, v20_rules_by(receipt)
    could_be = [
        apply_difficulty(told.assessed, rules, is_untrained_skill=is_untrained, raised=told.raised)
        for is_untrained in (False, True)
    ]
    for each in could_be:
        if isinstance(each, RuleRefusal):
            continue
        found = (each.raised, each.untrained, each.applied, each.is_halved)
        if found == (told.raised, told.untrained, told.applied, told.is_halved):
            return []
    return ["The difficulty does not come about as the receipt says."]


def faults_of_initiative(receipt: InitiativeReceipt) -> Faults:
    """Add an initiative up again; one without a die has the fixed one."""
    die = FIXED_INITIATIVE if receipt.is_fixed else receipt.die
    again = initiative_receipt(receipt, receipt.items, die, is_fixed=receipt.is_fixed)
    return differences("initiative", receipt, again)
