"""What a page claims of the dice: its rules, without a server."""

from pathlib import Path
from typing import get_args

import pytest

from protocol.from_client import Intent
from tests.end_to_end.browser.conftest import OpenSeat

pytestmark = pytest.mark.asyncio(loop_scope="session")

RUN = (Path(__file__).parent / "dice_claims.js").read_text()
SKIPPED = {"refusal": ["dice_skipped", 0, True]}


def rolling_intents() -> set[str]:
    """The types of intents that may carry a claim."""
    kinds = get_args(Intent)
    return {k.__struct_config__.tag for k in kinds if "dice" in k.__struct_fields__}


async def test_page_claims_by_the_rules(open_seat: OpenSeat, static_host: str) -> None:
    """Entropy once for a number, none skipped unseen, commitments as first seen, lanes by sight."""
    seat = await open_seat()
    await seat.page.goto(static_host)
    found = await seat.page.evaluate(RUN)
    assert set(found.pop("rolling")) == rolling_intents()
    assert found == {
        "without": False,
        "owes": True,
        "added": ["add_entropy", "B1", 32, False],
        "serves": [True, False, False, False],
        "first": ["B1", "open", 0, 32, True],
        "again": True,
        "own": ["own", 0, True],
        "skipped": SKIPPED,
        "stays": 0,
        "moved": {"lane": "open"},
        "second": [1, True],
        "taken": 2,
        "untaken": True,
        "lane": {"lane": "own"},
        "blindSkip": SKIPPED,
        "blindMoved": {"lane": "own"},
        "ownBlind": [1, 2, {"refusal": ["dice_skipped", 2, True]}],
        "changed": [None, [["open", 2]], True],
        "renewed": ["B2", 0, True],
        "noClaim": {},
        "clash": [["open mara"], "dice_clash", "own"],
        "lanes": ["own", "open", "own", "open", "own", "own", "own"],
    }
