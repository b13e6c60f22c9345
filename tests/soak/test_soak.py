"""A short soak: churn, floods, half-open sockets, and clients that are cut off at any moment."""

import pytest

from tests.soak.soaking import soak

SECONDS = 8.0


@pytest.mark.timeout(180)
async def test_a_server_lets_go_of_all_that_clients_leave_behind() -> None:
    """Tasks, open files, threads and rooms are what they were; who stayed has missed nothing."""
    outcome = await soak(SECONDS)
    print(dict(outcome.done), outcome.before, outcome.after)
    for what in (
        "rooms",
        "refused",
        "half-open ended by the server",
        "floods",
        "non-readers",
        "joins among stayers",
        "deeds of stayers",
    ):
        assert outcome.done[what] > 0, what
    assert outcome.heard > 0
    assert outcome.complaints == ""
    assert outcome.left == {}
    assert not outcome.leaks
