"""The law: no byte that a viewer is sent depends on what that viewer may not know."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from protocol.from_client import Intent
from server.rooms.systems import V20_ONLY
from tests.non_interference.coverage import COVERAGE, OWED, OWED_V20, Coverage
from tests.non_interference.evening import Plan, find_difference

MANY = 400
MANY_OF_V20 = 100
MOST_HOLES = 8
"""One in fifty of all kinds of intent by viewers, sides and visibilities."""
EVENINGS = int(os.environ.get("EVENINGS", MANY))
"""How many evenings are lived; a longer search: `EVENINGS=10000 FIRST_EVENING=400 pytest ...`."""

FIRST_EVENING = int(os.environ.get("FIRST_EVENING", "0"))

INTENTS = {str(kind.__struct_config__.tag) for kind in Intent.__args__ if kind not in V20_ONLY}
SEEN_BY_NATURE = {
    "rename_room",
    "set_house_rules",
    "leave_room",
    "remove_member",
    "set_role",
    "rename_member",
    "unhide_character",
    "start_session",
    "end_session",
    "begin_clock",
    "end_clock",
    "raise_pause",
    "lock_room",
    "renew_token",
    "lift_pause",
    "add_boundary",
    "remove_boundary",
    "set_stand_in",
    "end_stand_in",
    "set_tenets",
}
"""What everybody sees whenever it is accepted; hidden, it can only be refused."""


@pytest.mark.timeout(60 + 20 * EVENINGS)
async def test_hidden_activity_changes_no_byte_of_any_view(tmp_path: Path) -> None:
    """A15: evenings with and without hidden activity look the same to whom it is hidden from."""
    for seed in range(FIRST_EVENING, FIRST_EVENING + EVENINGS):
        plan = _plan(seed)
        difference = await find_difference(plan, tmp_path, COVERAGE)
        assert difference is None, str(difference)
    if EVENINGS >= 50:
        check_coverage(COVERAGE)
    if EVENINGS >= MANY:
        intents = INTENTS - OF_A_BOOK
        check_holes(COVERAGE.holes(intents, intents - SEEN_BY_NATURE))


OF_A_BOOK = {"add_entropy", "renew_dice"}
"""What needs a book of dice, which evenings of their own have."""


def _plan(seed: int) -> Plan:
    """An evening, some with sockets, some with a file that can be replayed and exported."""
    store: Literal["sqlite", "memory"] = "sqlite" if seed % 32 == 0 else "memory"
    return Plan(seed, store=store, has_sockets=seed % 8 == 1)


EVENINGS_OF_V20 = int(os.environ.get("EVENINGS_OF_V20", MANY_OF_V20))
INTENTS_OF_V20 = {str(kind.__struct_config__.tag) for kind in V20_ONLY}


@pytest.mark.timeout(60 + 20 * EVENINGS_OF_V20)
async def test_the_law_holds_in_rooms_that_play_v20(tmp_path: Path) -> None:
    """The same of evenings of V20, whose intents go through the same one place."""
    coverage = Coverage()
    for seed in range(FIRST_EVENING, FIRST_EVENING + EVENINGS_OF_V20):
        plan = replace(_plan(seed), is_v20=True)
        difference = await find_difference(plan, tmp_path, coverage)
        assert difference is None, str(difference)
    if EVENINGS_OF_V20 < 16:
        return
    for side in ("visible", "hidden"):
        missing = INTENTS_OF_V20 - coverage.kinds(side)
        assert not missing, f"never accepted, {side}: {missing}"
    for kind in INTENTS_OF_V20:
        assert coverage.total("hidden", kind) >= 20, kind
    for kind, visibility in OWED_V20:
        assert coverage.total("visible", kind, visibility) >= 1, (kind, visibility)
    assert coverage.did["compared", "items"] >= 200 * coverage.evenings
    if EVENINGS_OF_V20 >= MANY_OF_V20:
        check_holes(coverage.holes(INTENTS_OF_V20, INTENTS_OF_V20))


EVENINGS_WITH_DICE = int(os.environ.get("EVENINGS_WITH_DICE", "4"))


@pytest.mark.parametrize("is_v20", [False, True], ids=["v5", "v20"])
@pytest.mark.timeout(60 + 60 * EVENINGS_WITH_DICE)
async def test_the_law_holds_where_dice_are_drawn_from_books(tmp_path: Path, is_v20: bool) -> None:
    """Hidden rolls shift no die, number, count or size that others see, and open no book."""
    coverage = Coverage()
    for seed in range(FIRST_EVENING, FIRST_EVENING + EVENINGS_WITH_DICE):
        plan = Plan(seed, is_v20=is_v20, keeps_dice=True)
        difference = await find_difference(plan, tmp_path, coverage)
        assert difference is None, str(difference)
    # Evenings differ: some roll forty times in sight, some five.
    assert coverage.did["visible", "proven"] >= 15 * EVENINGS_WITH_DICE
    assert coverage.did["visible", "book_opened"] >= 3 * EVENINGS_WITH_DICE
    assert coverage.total("hidden", "roll_v20" if is_v20 else "roll") >= 5 * EVENINGS_WITH_DICE


def check_holes(holes: list[str]) -> None:
    """Assert that next to nothing is missing, and print what is: chance leaves a rare thing out."""
    print("never seen:", ", ".join(holes) or "nothing")
    assert len(holes) <= MOST_HOLES, holes


def check_coverage(coverage: Coverage) -> None:
    """Assert that the evenings had enough of everything to mean something."""
    intents = INTENTS - OF_A_BOOK
    missing = intents - coverage.kinds("visible")
    assert not missing, f"never accepted visibly: {missing}"
    missing = intents - SEEN_BY_NATURE - coverage.kinds("hidden")
    assert not missing, f"never accepted in secret: {missing}"
    for kind in intents - SEEN_BY_NATURE:
        assert coverage.total("hidden", kind) >= 20, kind
    for kind, visibility in OWED:
        assert coverage.total("visible", kind, visibility) >= 1, (kind, visibility)
    for visibility in ("private", "secret", "whisper"):
        assert coverage.total("hidden", "roll", visibility) >= 100, visibility
    assert coverage.did["compared", "items"] >= 200 * coverage.evenings
    for what in ("Come", "Drop", "Restart", "LookAgain", "Fetch", "Mumble", "Part"):
        assert coverage.did["visible", what] >= 5, what
    for reason in (
        "joined",
        "resumed",
        "too_far_behind",
        "generation_changed",
        "history_changed",
        "epoch_changed",
    ):
        assert coverage.did["visible", f"welcome {reason}"] >= 1, reason
    for what in ("device linked", "hello refused", "sent at once", "looked around"):
        assert coverage.did["hidden", what] >= 10, what
