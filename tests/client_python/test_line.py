"""The viewer's line: each number once, in order."""

from coterie_client.line import Line, Verdict
from coterie_client.wire import Event, Position
from hypothesis import given
from hypothesis import strategies as st


def _event(seq: int) -> Event:
    return Event(seq, f"m{seq}", 0, "x", {"type": "x"})


def _line(seq: int = 0) -> Line:
    return Line(Position("e", 1, seq, f"m{seq}"))


def test_the_next_number_is_delivered_and_moves_the_position() -> None:
    """The mark moves with the number."""
    line = _line(4)
    assert line.take(_event(5)) is Verdict.DELIVER
    assert line.position == Position("e", 1, 5, "m5")


def test_a_number_that_was_had_is_a_repeat() -> None:
    """And moves nothing."""
    line = _line(4)
    assert [line.take(_event(n)) for n in (1, 4)] == [Verdict.REPEAT] * 2
    assert line.position == Position("e", 1, 4, "m4")


def test_a_missing_number_is_a_gap_once_and_passed_over_then() -> None:
    """The second time nothing better is to be had: no loop."""
    line = _line(4)
    assert line.take(_event(6)) is Verdict.GAP
    assert line.position == Position("e", 1, 4, "m4")
    assert line.take(_event(6)) is Verdict.SKIPPED
    assert line.take(_event(7)) is Verdict.DELIVER
    assert line.take(_event(9)) is Verdict.GAP


def test_a_gap_that_closes_is_no_gap_any_more() -> None:
    """After the resync the missing event comes; a later gap is a new one."""
    line = _line(4)
    assert line.take(_event(6)) is Verdict.GAP
    assert [line.take(_event(n)) for n in (5, 6)] == [Verdict.DELIVER] * 2
    assert line.take(_event(8)) is Verdict.GAP


def test_before_the_first_welcome_nothing_is_delivered() -> None:
    """There is no line yet."""
    assert Line().take(_event(1)) is Verdict.REPEAT


@given(st.lists(st.integers(1, 12), max_size=80))
def test_whatever_comes_is_delivered_in_order_and_once(numbers: list[int]) -> None:
    """Delivered numbers only ever rise."""
    line = _line()
    took = (Verdict.DELIVER, Verdict.SKIPPED)
    delivered = [n for n in numbers if line.take(_event(n)) in took]
    assert delivered == sorted(set(delivered))
