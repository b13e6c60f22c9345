"""The process's own log: one line each on the error output, `key=value`, and never a secret."""

import datetime
import json
import logging
import re
import sys
from typing import Final

from server.commands.terminal import printable

_LEVELS: Final = {"debug": "debug", "warning": "warn", "critical": "error"}
_STANDARD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime"}
_SECRETS: Final = frozenset({"token", "secret", "create_key", "key", "hello", "invite_secret"})
"""Facts that nobody should log; whoever does all the same finds them missing here."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9_.:/@+\[\]-]+")


class KeyValueFormatter(logging.Formatter):
    """Time, level and message, then the facts of `extra` in the order given."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the traceback below it if there is one."""
        time = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        level = record.levelname.lower()
        parts = [
            f"{time:%Y-%m-%dT%H:%M:%S}.{int(record.msecs):03d}Z",
            f"{_LEVELS.get(level, level):5}",
            printable(record.getMessage()),
        ]
        parts += [
            f"{name}={_value(name, value)}"
            for name, value in record.__dict__.items()
            if name not in _STANDARD and not name.startswith("_")
        ]
        lines = [" ".join(parts)]
        if record.exc_info:
            lines += map(printable, self.formatException(record.exc_info).splitlines())
        return "\n".join(lines)


def _value(name: str, value: object) -> str:
    if name in _SECRETS:
        return "(kept back)"
    text = printable(str(value))
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def begin_logging(level: str) -> None:
    """
    Send the log to the error output.

    Args:
        level: The least that is written of our own; libraries write warnings and worse, whatever
            it is: some of them write whole messages, tokens among them, at debug.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(KeyValueFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("coterie", "server"):
        logging.getLogger(name).setLevel(level.upper())
