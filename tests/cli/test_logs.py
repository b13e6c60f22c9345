"""The process's log: one line for one event, facts as fields, no secrets."""

import logging
import sys

import pytest

from server.commands.logs import KeyValueFormatter, begin_logging


def _line(message: str, **extra: object) -> str:
    record = logging.LogRecord("coterie", logging.INFO, __file__, 1, message, (), None)
    record.__dict__.update(extra)
    record.created, record.msecs = 1_790_000_000.123, 123
    return KeyValueFormatter().format(record)


def test_facts_follow_the_message_in_their_order() -> None:
    """Plain values stand as they are, others in quotes."""
    assert _line("room retired", room="a-1", seq=7, why="not watched") == (
        '2026-09-21T14:13:20.123Z info  room retired room=a-1 seq=7 why="not watched"'
    )


def test_a_record_is_one_line_whatever_is_in_it() -> None:
    """Line ends and escapes of a client's making forge nothing."""
    line = _line("refused", name="x\nforged \x1b[31m=1", quote='a"b')
    assert "\n" not in line
    assert "\x1b" not in line
    assert 'quote="a\\"b"' in line


@pytest.mark.parametrize("name", ["token", "secret", "create_key"])
def test_secrets_are_kept_back(name: str) -> None:
    """A fact that is called a secret is not written, whoever logs it."""
    assert "hunter2" not in _line("hello", **{name: "hunter2"})


def test_a_traceback_stands_below_its_line() -> None:
    """An unexpected error is told in full."""
    try:
        raise ValueError("odd\x1b")
    except ValueError:
        record = logging.LogRecord(
            "coterie", logging.ERROR, __file__, 1, "failed", (), sys.exc_info()
        )
    first, *others = KeyValueFormatter().format(record).splitlines()
    assert first.endswith("error failed")
    assert others[-1] == "ValueError: odd<U+001B>"


def test_libraries_never_say_more_than_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    """At debug, our own parts speak; a library that would write whole messages does not."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    names = ("coterie", "server")
    levels = [logging.getLogger(name).level for name in names]
    try:
        begin_logging("debug")
        logging.getLogger("server.gateway.connection").debug("ours")
        logging.getLogger("aiosqlite").debug("theirs")
        logging.getLogger("asyncio").info("theirs too")
    finally:
        root.handlers[:], root.level = before[0], before[1]
        for name, level in zip(names, levels, strict=True):
            logging.getLogger(name).setLevel(level)
    said = capsys.readouterr().err
    assert "ours" in said
    assert "theirs" not in said
