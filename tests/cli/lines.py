"""`coterie resolve` in this process: bytes in, answers out."""

import io
import json
import sys
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from server.cli import main
from server.commands.resolving import answer_line

Json = dict[str, Any]


def answered(request: Json) -> Json:
    """The answer to one request, as it is written."""
    answer = answer_line(1, json.dumps(request).encode())
    found: Json = json.loads(msgspec.json.encode(answer))
    return found


def receipt(type: str, **fields: object) -> Json:
    """The receipt of a request that the rules accept."""
    answer = answered({"type": type, **fields})
    assert "error" not in answer, answer
    found: Json = answer["receipt"]
    return found


def odds(type: str, **fields: object) -> Json:
    """The odds of a request that the rules accept."""
    answer = answered({"type": type, **fields})
    assert "error" not in answer, answer
    found: Json = answer["odds"]
    return found


def after(*operations: Json, **fields: object) -> Json:
    """The receipt of V5 trackers after *operations* that the rules accept."""
    return receipt("v5_trackers", operations=list(operations), **fields)


def after20(*operations: Json, **fields: object) -> Json:
    """The receipt of V20 trackers after *operations* that the rules accept."""
    return receipt("v20_trackers", operations=list(operations), **fields)


def error(type: str, **fields: object) -> Json:
    """What is wrong with a request."""
    found: Json = answered({"type": type, **fields})["error"]
    return found


class Resolver:
    """Runs the command on bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, sent: bytes | Iterable[Json]) -> tuple[int, list[Json]]:
        """The exit code, and every answer."""
        if not isinstance(sent, bytes):
            sent = b"".join(json.dumps(request).encode() + b"\n" for request in sent)
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent)))
        code = main(["resolve"])
        said = self._capsys.readouterr()
        assert said.err == ""
        return code, [json.loads(line) for line in said.out.splitlines()]
