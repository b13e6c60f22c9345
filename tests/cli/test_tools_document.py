"""TOOLS.md is true: every example is run and compared, and no request or field is missing."""

import io
import json
import re
import shlex
import sys
from pathlib import Path
from types import UnionType
from typing import get_args

import msgspec
import pytest
from msgspec import inspect

from server.cli import main
from server.commands.resolving_requests import AnyRequest
from server.commands.resolving_v5_state import TrackState
from server.commands.resolving_v20_state import V20Track
from tests.cli.test_resolving_refusals import REFUSED
from tests.support.dockerfile import REPOSITORY

DOCUMENT = (REPOSITORY / "protocol" / "TOOLS.md").read_text("utf-8")
CONSOLES = re.findall(r"^```console\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
SHOWN = [
    tuple(part.split("\n", 1))
    for console in CONSOLES
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]
]
NAMED = re.findall(r"`(coterie (?:odds|roll|rules) [^`…]*\d[^`…]*)`", DOCUMENT)
LINES = re.findall(
    r"^```jsonl requests\n(.*?)^```\n\n```jsonl answers\n(.*?)^```",
    DOCUMENT,
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_shown_command_says_what_is_shown(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever types a command of the page sees the page's output."""
    assert main(shlex.split(command)[1:]) == 0
    said = capsys.readouterr()
    assert (said.out.rstrip(), said.err) == (output.rstrip(), "")


@pytest.mark.parametrize("command", NAMED)
def test_a_named_command_is_accepted(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A command without output on the page works too."""
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("requests", "answers"), LINES)
def test_shown_requests_have_the_shown_answers(
    requests: str,
    answers: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answers are the page's byte for byte, and the exit code tells of errors."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(requests.encode())))
    code = main(["resolve"])
    assert capsys.readouterr().out == answers
    assert code == (1 if '"error"' in answers else 0)


def test_the_page_has_examples_of_every_sort() -> None:
    """Were the page written in another way, the tests above would test nothing."""
    assert len(SHOWN) >= 7
    assert len(NAMED) >= 6
    assert len(LINES) == 5


def _requests() -> dict[str, inspect.StructType]:
    found = inspect.type_info(AnyRequest)
    assert isinstance(found, inspect.UnionType)
    return {str(each.tag): each for each in found.types if isinstance(each, inspect.StructType)}


SHARED = {"id", "preset", "switches", "operations"}
REQUESTS = _requests()


def _operations(tag: str) -> dict[str, inspect.StructType]:
    field = next(field for field in REQUESTS[tag].fields if field.name == "operations")
    found = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
    assert isinstance(found, inspect.VarTupleType)
    assert isinstance(found.item_type, inspect.UnionType)
    return {str(e.tag): e for e in found.item_type.types if isinstance(e, inspect.StructType)}


OPERATIONS = {tag: _operations(tag) for tag in ("v5_trackers", "v20_trackers")}


_V20_ROLL = {field.encode_name for field in REQUESTS["v20_roll"].fields} - SHARED
TRACKS = (TrackState, V20Track)
"""What the page describes once for all."""


def _fields(type_: inspect.Type, optional: dict[str, bool]) -> dict[str, bool]:
    """Fields of a type and of all inside it, and whether they may be left out."""
    match type_:
        case inspect.StructType() if type_.cls in TRACKS:
            pass
        case inspect.StructType():
            for field in type_.fields:
                if field.encode_name not in SHARED:
                    optional[field.encode_name] = not field.required
                    _fields(field.type, optional)
        case inspect.UnionType():
            for each in type_.types:
                _fields(each, optional)
        case inspect.VarTupleType():
            _fields(type_.item_type, optional)
        case inspect.Metadata():
            _fields(type_.type, optional)
        case _:
            pass
    return optional


TOLD_ELSEWHERE = {
    "with the fields of a `v20_roll`": _V20_ROLL,
    "the fields of a `v5_roll`": set(_fields(REQUESTS["v5_roll"], {})),
}
"""Fields that a row leaves to another row."""


def _check_row(row: str, type_: inspect.StructType) -> None:
    """Each field stands in *row*, and a `?` says that it may be left out."""
    fields = _fields(type_, {})
    for words, told in TOLD_ELSEWHERE.items():
        if words in row:
            assert set(fields) >= told
            fields = {name: may for name, may in fields.items() if name not in told}
    named = re.findall(r"`(\w+)(\??)`", row)
    for field, may_be_left_out in fields.items():
        signs = [sign for name, sign in named if name == field]
        assert signs, field
        assert ("?" in signs) or not may_be_left_out, field


def test_tracks_are_described_once() -> None:
    """Those of V5 and of V20, before the tables."""
    line = re.search(r"^- A track is .*\n.*", DOCUMENT, re.MULTILINE)
    assert line is not None
    described = re.findall(r"`(\w+)(\??)`", line[0])
    assert described == [
        (field.encode_name, "" if field.required else "?")
        for track in TRACKS
        for field in msgspec.structs.fields(track)
    ]


@pytest.mark.parametrize("tag", REQUESTS)
def test_the_table_names_every_field(tag: str) -> None:
    """Each request has its row, each field is in it, and a `?` says that it may be left out."""
    row = re.search(rf"^\| `{tag}` \| (.*) \|$", DOCUMENT, re.MULTILINE)
    assert row is not None
    _check_row(row[1], REQUESTS[tag])


@pytest.mark.parametrize(
    ("tag", "name"), [(tag, name) for tag, known in OPERATIONS.items() for name in known]
)
def test_the_table_names_every_operation(tag: str, name: str) -> None:
    """Each operation has its row under its request, and each field is in it."""
    part = DOCUMENT.split(f"The operations of `{tag}`")[1].split("###")[0]
    row = re.search(rf"^\| `{name}` \| (.*) \| `\w+` \|$", part, re.MULTILINE)
    assert row is not None
    _check_row(row[1], OPERATIONS[tag][name])


def _named_operations(part: str) -> list[str]:
    return re.findall(r"^\| `(\w+)` \| .* \| `\w+` \|$", part, re.MULTILINE)


@pytest.mark.parametrize("tag", OPERATIONS)
def test_the_table_names_no_other_operation(tag: str) -> None:
    """What is gone from the code is gone from the page."""
    part = DOCUMENT.split(f"The operations of `{tag}`")[1].split("###")[0]
    assert _named_operations(part) == list(OPERATIONS[tag])


def test_every_request_and_every_step_is_shown() -> None:
    """By an example of each that has a receipt, and each type of step that the page names."""
    requests = [json.loads(line) for shown, _ in LINES for line in shown.splitlines()
                if line.startswith("{")]  # fmt: skip
    shown = {request["type"] for request in requests}
    assert {tag for tag in REQUESTS if not tag.endswith("_odds")} <= shown
    answers = [json.loads(line) for _, shown in LINES for line in shown.splitlines()]
    steps = {
        step["type"]
        for answer in answers
        for step in answer.get("receipt", {}).get("steps", ())
        if "type" in step
    }
    named = set(re.findall(r"^\| `\w+` \| .* \| `(\w+)` \|$", DOCUMENT, re.MULTILINE))
    assert steps == named


def test_every_reason_is_named() -> None:
    """The codes of the rules and of the command stand on the page, and no others."""
    part = DOCUMENT.split("### Why a line fails")[1].split("```")[0]
    commands = (REPOSITORY / "server" / "commands").glob("resolving*.py")
    known = {code for file in commands for code in re.findall(r'code="(\w+)"', file.read_text())}
    assert set(re.findall(r"`(\w+)`", part)) == known | set(REFUSED)


def test_every_request_is_a_struct_with_a_tag() -> None:
    """None is missing from the table because it was not looked at."""
    assert isinstance(AnyRequest, UnionType)
    assert len(get_args(AnyRequest)) == len(REQUESTS) == 31
    assert all(issubclass(each, msgspec.Struct) for each in get_args(AnyRequest))


def test_the_document_is_where_the_help_says(capsys: pytest.CaptureFixture[str]) -> None:
    """`coterie resolve --help` names this page."""
    with pytest.raises(SystemExit):
        main(["resolve", "--help"])
    named = re.search(r"protocol/\w+\.md", capsys.readouterr().out)
    assert named is not None
    assert (REPOSITORY / Path(named[0])).is_file()
