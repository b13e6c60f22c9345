"""The page's own arithmetic of the dice, in a browser without `crypto.subtle`."""

import hashlib
import hmac
from pathlib import Path
from typing import Any

import pytest

from tests.client_python.dice_vectors import vectors
from tests.end_to_end.browser.conftest import OpenSeat

pytestmark = pytest.mark.asyncio(loop_scope="session")

RUN = (Path(__file__).parent / "dice_vectors.js").read_text()


def _digests() -> list[dict[str, Any]]:
    """Inputs around the ends of blocks, with what the standard library makes of them."""
    made = []
    for length in (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 128, 200, 1000):
        data = bytes(7 * i % 256 for i in range(length))
        key = data[::-1][:100]
        made.append(
            {
                "data": list(data),
                "key": list(key),
                "sha256": hashlib.sha256(data).hexdigest(),
                "hmac": hmac.digest(key, data, "sha256").hex(),
            }
        )
    return made


async def test_page_agrees_with_the_vectors(open_seat: OpenSeat, static_host: str) -> None:
    """Digests, contexts, keys, faces and pots are the published ones; what must fail, fails."""
    seat = await open_seat()
    await seat.page.goto(static_host)
    found = await seat.page.evaluate(RUN, {"vectors": vectors(), "digests": _digests()})
    assert found == {"wrong": [], "right": found["right"]}
    v = vectors()
    assert found["right"] >= 2 * len(_digests()) + len(v["contexts"]) + 3 * len(v["rolls"])
