"""Whether folding events by the document's rules gives what the server's snapshots say."""

import pytest

from protocol import from_client as i
from tests.protocol.evenings import SEEDS, evening, evenings


@pytest.mark.parametrize("seed", SEEDS)
def test_folded_events_make_the_snapshot(seed: int) -> None:
    """Whatever happens, every member's client that folds by the rules sees what a snapshot says."""
    evening(seed)


def test_the_evenings_are_eventful() -> None:
    """The random evenings hold every intent that changes a snapshot, so nothing goes unchecked."""
    done = {type(intent) for each in evenings() for intent, _ in each.commits}
    without_a_book = {i.AddEntropy, i.RenewDice}
    assert (
        done
        == set(i.Intent.__args__)
        - {i.RevealRoll, i.JudgeRoll, i.ScheduleReveal, i.CancelReveal}
        - without_a_book
    )
