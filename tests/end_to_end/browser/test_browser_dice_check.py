"""The page's check of a line, in a browser: the same evening and tamperings as the SDK's."""

from pathlib import Path

import pytest

from tests.client_python.dice_evening import (
    MARA,
    PLACES,
    ROOM,
    honest,
    kept,
    snapshot_book,
    tampered,
    tamperings,
)
from tests.end_to_end.browser.conftest import OpenSeat

pytestmark = pytest.mark.asyncio(loop_scope="session")

RUN = (Path(__file__).parent / "dice_check.js").read_text()


async def test_page_finds_whatever_was_changed(open_seat: OpenSeat, static_host: str) -> None:
    """What is honest is checked; what is changed does not match; what is missing is said."""
    seat = await open_seat()
    await seat.page.goto(static_host)
    cases = tamperings()
    lines = [{"pushes": list(honest())}]
    lines += [{"pushes": tampered(case), "at": case.at} for case in cases]
    found = await seat.page.evaluate(
        RUN,
        {
            "lines": lines,
            "kept": kept(),
            "room": ROOM,
            "me": MARA,
            "base": {"dice": snapshot_book(), "seq": PLACES["r-table"] - 1},
        },
    )
    honest_states, *others = found["found"]
    everywhere = {str(seq): "checked" for seq in PLACES.values()}
    assert honest_states == everywhere
    missed = [case.what for case, state in zip(cases, others, strict=True) if state != "failed"]
    assert missed == []
    foreign = {str(seq): "foreign" for seq in (3, PLACES["r-open"], PLACES["r-own"])}
    assert found["foreign"] == everywhere | foreign
    assert found["elder"] == everywhere | {str(PLACES["r-open"]): "foreign"}
    assert found["swapped"] == everywhere | {str(PLACES["r-jo"]): "failed"}
    before = {str(PLACES["r-empty"]): "open"}
    assert found["late"] == everywhere | before
    assert set(found["unknown"].values()) == {"open"}
