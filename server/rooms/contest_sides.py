"""The sides of a contest as the rules read them, and what a reading counts as."""

from protocol.words import Outcome
from server.rooms.contest_state import ContestState, SideState
from server.rooms.thrown import dice_of
from server.rules.v5.conflicts import ContestSide
from server.rules.v5.reading import Reading


def side_of(contest: ContestState, side: SideState) -> ContestSide:
    """The roll of a side as it stands now."""
    receipt = contest.receipts[side.roll]
    thrown = dice_of(receipt)
    return ContestSide(
        thrown.faces,
        side.weapon,
        thrown.original,
        thrown.rerolled,
        called_shot=receipt.called_shot is not None,
        taken=None if receipt.without_dice is None else receipt.successes,
    )


def outcome_of(reading: Reading) -> Outcome | None:
    """The outcome of a reading; None for a tie that is neither won nor lost."""
    return None if reading.outcome is None else Outcome(reading.outcome)


def margin_in_words(first: int, second: int, margin: int, *, is_won: bool) -> str:
    """How the successes of two sides compare, as a sentence; *is_won*: somebody won."""
    if first == second:
        tied = f"Both sides have {first}: a tie"
        return f"{tied}, decided by the house rule." if is_won else f"{tied}."
    return f"{max(first, second)} successes against {min(first, second)}: margin {margin}."
