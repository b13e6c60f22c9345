"""`coterie resolve`: requests as JSON Lines in, receipts as JSON Lines out, one for one."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Final, assert_never

import msgspec
from msgspec import Struct

from protocol.receipts import FrenzyReceipt, PoolReceipt
from server.commands.resolving_base import Refused, RequestId
from server.commands.resolving_errors import LINE, Explainer
from server.commands.resolving_odds import (
    V5ContestOdds,
    V5ContestOddsRequest,
    V5FrenzyOdds,
    V5FrenzyOddsRequest,
    V5Odds,
    V5OddsRequest,
    V5RemorseOdds,
    V5RemorseOddsRequest,
    V5RouseOdds,
    V5RouseOddsRequest,
    v5_contest_odds,
    v5_frenzy_odds,
    v5_odds,
    v5_remorse_odds,
    v5_rouse_odds,
)
from server.commands.resolving_v5 import (
    ContestReceipt,
    V5Contest,
    V5Roll,
    resolve_v5_contest,
    resolve_v5_roll,
)
from server.commands.resolving_v5_checks import (
    RemorseReceipt,
    RousesReceipt,
    V5Frenzy,
    V5Remorse,
    V5Rouse,
    resolve_v5_frenzy,
    resolve_v5_remorse,
    resolve_v5_rouse,
)
from server.commands.resolving_v5_trackers import (
    HumanityReceipt,
    TrackReceipt,
    V5Humanity,
    V5Track,
    resolve_v5_humanity,
    resolve_v5_track,
)
from server.commands.resolving_v20 import (
    V20Resisted,
    V20ResistedReceipt,
    V20Roll,
    V20RollReceipt,
    resolve_v20_resisted,
    resolve_v20_roll,
)
from server.commands.resolving_v20_health import V20Health, V20HealthReceipt, resolve_v20_health
from server.commands.resolving_v20_odds import (
    V20Odds,
    V20OddsRequest,
    V20ResistedOdds,
    V20ResistedOddsRequest,
    v20_odds,
    v20_resisted_odds,
)
from server.commands.terminal import CommandFailed, say_json

MAX_LINE: Final = 64 * 1024
"""Most bytes of a line, without its end."""

_CHUNK: Final = 64 * 1024

V5Resolvable = V5Roll | V5Contest | V5Rouse | V5Remorse | V5Frenzy | V5Track | V5Humanity
V20Resolvable = V20Roll | V20Resisted | V20Health
Resolvable = V5Resolvable | V20Resolvable
"""Requests that are answered with a receipt."""

OddsRequest = (
    V5OddsRequest
    | V5ContestOddsRequest
    | V5RouseOddsRequest
    | V5RemorseOddsRequest
    | V5FrenzyOddsRequest
    | V20OddsRequest
    | V20ResistedOddsRequest
)
"""Requests that are answered with odds."""

AnyRequest = Resolvable | OddsRequest

Receipt = (
    PoolReceipt
    | ContestReceipt
    | RousesReceipt
    | RemorseReceipt
    | FrenzyReceipt
    | TrackReceipt
    | HumanityReceipt
    | V20RollReceipt
    | V20ResistedReceipt
    | V20HealthReceipt
)
Odds = (
    V5Odds | V5ContestOdds | V5RouseOdds | V5RemorseOdds | V5FrenzyOdds | V20Odds | V20ResistedOdds
)


class Resolved(Struct, frozen=True, omit_defaults=True, gc=False):
    """The answer to a request: the number of its line, its id, and the receipt or the odds."""

    line: int
    id: RequestId | None = None
    receipt: Receipt | None = None
    odds: Odds | None = None


class Fault(Struct, frozen=True, gc=False):
    """What is wrong with a line: in which field, why, and what would have been accepted."""

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
        return _failed(number, None, Refused(LINE, message, f"at most {MAX_LINE} bytes"))
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
    fault = Fault(refused.field, refused.message, refused.accepted)
    return Failed(number, fault) if id is None else FailedById(number, id, fault)


def _id_of(line: bytes) -> RequestId | None:
    try:
        return _identified.decode(line).id
    except (msgspec.MsgspecError, RecursionError):
        return None


def resolve_request(request: Resolvable) -> Receipt:
    """
    Resolve one request.

    Raises:
        Refused: The rules refuse it.
    """
    match request:
        case V5Roll():
            return resolve_v5_roll(request)
        case V5Contest():
            return resolve_v5_contest(request)
        case V5Rouse():
            return resolve_v5_rouse(request)
        case V5Remorse():
            return resolve_v5_remorse(request)
        case V5Frenzy():
            return resolve_v5_frenzy(request)
        case V5Track():
            return resolve_v5_track(request)
        case V5Humanity():
            return resolve_v5_humanity(request)
        case V20Roll():
            return resolve_v20_roll(request)
        case V20Resisted():
            return resolve_v20_resisted(request)
        case V20Health():
            return resolve_v20_health(request)
        case _:
            assert_never(request)


def count(request: OddsRequest) -> Odds:
    """
    Count the odds that one request asks for.

    Raises:
        Refused: The rules refuse it.
    """
    match request:
        case V5OddsRequest():
            return v5_odds(request)
        case V5ContestOddsRequest():
            return v5_contest_odds(request)
        case V5RouseOddsRequest():
            return v5_rouse_odds(request)
        case V5RemorseOddsRequest():
            return v5_remorse_odds(request)
        case V5FrenzyOddsRequest():
            return v5_frenzy_odds(request)
        case V20OddsRequest():
            return v20_odds(request)
        case V20ResistedOddsRequest():
            return v20_resisted_odds(request)
        case _:
            assert_never(request)
