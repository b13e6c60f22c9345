"""`coterie resolve`: requests as JSON Lines in, receipts as JSON Lines out, one for one."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from server.commands.resolving_base import Refused, RequestId
from server.commands.resolving_errors import LINE, Explainer
from server.commands.resolving_requests import (
    AnyRequest,
    Odds,
    OddsRequest,
    Receipt,
    count,
    resolve_request,
)
from server.commands.terminal import CommandFailed, say_json

MAX_LINE: Final = 64 * 1024
"""Most bytes of a line, without its end."""

_CHUNK: Final = 64 * 1024


class Resolved(Struct, frozen=True, omit_defaults=True, gc=False):
    """The answer to a request: the number of its line, its id, and the receipt or the odds."""

    line: int
    id: RequestId | None = None
    receipt: Receipt | None = None
    odds: Odds | None = None


class Fault(Struct, frozen=True, gc=False):
    """What is wrong with a line: why, in which field, and what would have been accepted."""

    code: str
    field: str
    message: str
    accepted: str | None


class Failed(Struct, frozen=True, gc=False):
    """The answer to a line that is no request, or one that the rules refuse."""

    line: int
    error: Fault


class FailedById(Struct, frozen=True, gc=False):
    """The same, where the request's id could be read."""

    line: int
    id: RequestId
    error: Fault


class _Identified(Struct, frozen=True):
    """A line of which the id alone is read."""

    id: RequestId | None = None


_request: Final = msgspec.json.Decoder(AnyRequest)
_identified: Final = msgspec.json.Decoder(_Identified)
_encoder: Final = msgspec.json.Encoder()
_explainer: Final = Explainer(AnyRequest)


def resolve(file: Path | None) -> int:
    """
    Answer every line of *file*, or of the standard input, in order.

    Returns:
        0 when every line was resolved, 1 when some were not.

    Raises:
        CommandFailed: The file cannot be read, or the answers cannot be written.
    """
    failed = 0
    with ExitStack() as stack:
        number = 0
        for lines in read_lines(_opened(file, stack)):
            answers = []
            for line in lines:
                number += 1
                answer = answer_line(number, line)
                failed += not isinstance(answer, Resolved)
                answers.append(_encoder.encode(answer).decode())
            _say(answers)
    return 1 if failed else 0


def _say(answers: list[str]) -> None:
    try:
        say_json(answers)
    except BrokenPipeError:
        # Whoever reads has enough.
        raise
    except OSError as error:
        raise CommandFailed(f"The answers cannot be written: {error.strerror}.") from error


def _opened(file: Path | None, stack: ExitStack) -> BinaryIO:
    if file is None or str(file) == "-":
        # None where the standard input was closed.
        if sys.stdin is None:
            raise CommandFailed("There is no standard input: name a file.")
        return sys.stdin.buffer
    try:
        return stack.enter_context(file.open("rb"))
    except OSError as error:
        raise CommandFailed(f"{file} cannot be read: {error.strerror}.") from error


def read_lines(stream: BinaryIO) -> Iterator[list[bytes | None]]:
    """
    Read lines as they come, in groups: whatever has come is answered before more is waited for.

    Yields:
        Lines without their ends; None in place of a line longer than ``MAX_LINE``.
    """
    rest = b""
    is_too_long = False
    while chunk := _read_some(stream):
        *ended, rest = (rest + chunk).split(b"\n")
        lines = [_bounded(line) for line in ended]
        if lines and is_too_long:
            lines[0], is_too_long = None, False
        if len(rest) > MAX_LINE + 1:
            # What is longer than any line is not kept while its end is looked for.
            rest, is_too_long = b"", True
        if lines:
            yield lines
    if is_too_long:
        yield [None]
    elif rest:
        yield [_bounded(rest)]


def _read_some(stream: BinaryIO) -> bytes:
    try:
        return _read1(stream)
    except OSError as error:
        raise CommandFailed(f"The lines cannot be read: {error.strerror}.") from error


def _read1(stream: BinaryIO) -> bytes:
    return stream.read1(_CHUNK)  # type: ignore[attr-defined,no-any-return]  # not in BinaryIO


def _bounded(line: bytes) -> bytes | None:
    line = line.removesuffix(b"\r")
    return line if len(line) <= MAX_LINE else None


def answer_line(number: int, line: bytes | None) -> Resolved | Failed | FailedById:
    """Answer one line; None is one that is too long."""
    if line is None:
        message = "The line is too long."
        refused = Refused(LINE, message, f"at most {MAX_LINE} bytes", code="too_large")
        return _failed(number, None, refused)
    try:
        request = _request.decode(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        return _failed(number, _id_of(line), _explainer.explain(line, error))
    try:
        if isinstance(request, OddsRequest):
            return Resolved(number, request.id, odds=count(request))
        return Resolved(number, request.id, receipt=resolve_request(request))
    except Refused as refused:
        return _failed(number, request.id, refused)


def _failed(number: int, id: RequestId | None, refused: Refused) -> Failed | FailedById:
    fault = Fault(refused.code, refused.field, refused.message, refused.accepted)
    return Failed(number, fault) if id is None else FailedById(number, id, fault)


def _id_of(line: bytes) -> RequestId | None:
    try:
        return _identified.decode(line).id
    except (msgspec.MsgspecError, RecursionError):
        return None
